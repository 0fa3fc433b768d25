#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""mpi4py.py --source FOLDER --library libmpitrace.so --tool mpitrace: runs mpi4py's own test suite alone and traced, on 1 and 2 ranks.

Each rank's every test must end the same way, and `mpitrace info` must find nothing damaged or lost. Says in a line each test for which
that does not hold, then how many there were; exit code 1 if any. The suite is that of mpi4py's source; what it tests is the python3-mpi4py
that is installed. Tests that start further programs are left out unless --spawn is given: where there are more ranks than cores, Open MPI
takes minutes for them.
"""
import argparse
import os
import re
import sys
import tempfile

import launch
import source

RANKS = [1, 2]
RESULT = re.compile(r"^(test\w+ \([\w.]+\))(?:\n.*?)?? \.\.\. .*?(ok|skipped .*|FAIL|ERROR|expected failure|unexpected success)$", re.M)
# Each rank into a file of its own, whatever MPI names its number.
EACH_RANK = 'exec "$@" >"$0.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" 2>&1'


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mpi", choices=launch.MPIS, default="openmpi", help="what python3-mpi4py was built with (default openmpi)")
    parser.add_argument("--source", required=True, metavar="FOLDER", help="mpi4py's source; Debian's is put there if there is none")
    parser.add_argument("--library", required=True, metavar="FILE", help="libmpitrace.so")
    parser.add_argument("--tool", required=True, metavar="FILE", help="mpitrace, to read what the library writes")
    parser.add_argument("--python", default="/usr/bin/python3", metavar="FILE", help="the one that has mpi4py (default /usr/bin/python3)")
    parser.add_argument("--spawn", action="store_true", help="also the tests that start further programs")
    parser.add_argument("--timeout", type=float, default=1800, metavar="SECONDS", help="when a run is taken to hang (default 1800)")
    return parser.parse_args()


def results(mpi, ranks, command, scratch, settings, timeout_s):
    """How each test ended on each rank, and how the whole did."""
    prefix = os.path.join(scratch, "traced" if settings else "alone")
    outcome = launch.run(mpi, ranks, ["sh", "-c", EACH_RANK, prefix, *command], scratch, settings, timeout_s)
    found = {"the whole run": "hung" if outcome.code is None else f"ended with {outcome.code}"}
    for rank in range(ranks):
        with open(f"{prefix}.{rank}", encoding="utf-8", errors="replace") as file:
            found.update({f"rank {rank} {name}": result for name, result in RESULT.findall(file.read())})
    return found


def compare(arguments, ranks, command):
    """Says what differs; gives the number of results, and of differences."""
    with tempfile.TemporaryDirectory() as scratch:
        run_folder = os.path.join(scratch, "run")
        settings = launch.tracing(os.path.abspath(arguments.library), run_folder)
        alone = results(arguments.mpi, ranks, command, scratch, {}, arguments.timeout)
        traced = results(arguments.mpi, ranks, command, scratch, settings, arguments.timeout)
        faults = [f"{name}: alone {alone.get(name, 'not run')}, traced {traced.get(name, 'not run')}"
                  for name in sorted(alone.keys() | traced.keys()) if alone.get(name) != traced.get(name)]
        if fault := launch.fault(arguments.tool, run_folder):
            faults.append(fault)
    for fault in faults:
        print(f"{ranks} ranks, {fault}")
    print(f"mpi4py on {ranks} ranks: {len(alone) - 1} results alone, {len(traced) - 1} traced, {len(faults)} differences", flush=True)
    return len(alone) - 1, len(faults)


def main():
    arguments = options()
    source.fetch("mpi4py", arguments.source)
    command = [arguments.python, os.path.join(os.path.abspath(arguments.source), "test", "runtests.py"), "-v"]
    command += [] if arguments.spawn else ["-e", "test_spawn"]
    compared = [compare(arguments, ranks, command) for ranks in RANKS]
    return 0 if all(count > 0 and faults == 0 for count, faults in compared) else 1


sys.exit(main())
