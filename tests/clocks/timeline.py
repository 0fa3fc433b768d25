#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""timeline.py LIBRARY TOOL SKEWED_NODE MPIRUN PROGRAM CASE: runs PROGRAM (moments.c) with a node for every rank, clocks wrong by known amounts,
and holds the run's one clock against when things really happened. Prints how far it is off; exit code 1 when it is off by more than it says.

  compared   clocks were compared at start and end
  once       the job was killed: compared at the start only
  never      nobody compared: wall clocks that disagree by seconds, and what messages say
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

RANKS = 4
OFFSETS_NS = "0,1500000000,-20000000,7000000"
DRIFTS_PPB = "0,50000,-50000,30000"
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
# Where messages alone hold the clocks together they are as exact as the quickest message, on a machine with more ranks than cores.
BY_MESSAGES_NS = 5_000_000


def run(given, folder):
    preload = []
    for library in (given.skewed_node, given.library):  # LD_PRELOAD is divided by spaces
        preload.append(str(folder / pathlib.Path(library).name))
        os.symlink(library, preload[-1])
    environment = os.environ | {
        "MPITRACE_DIR": str(folder / "run"), "MPITRACE_SUMMARY": "0", "MPITRACE_CLOCKS": "0" if given.case == "never" else "1",
        "SKEWED_NODE_OFFSETS_NS": OFFSETS_NS, "SKEWED_NODE_DRIFTS_PPB": DRIFTS_PPB, "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
    sanitizer = os.environ.get("MPITRACE_TEST_PRELOAD", "").split()
    how = "killed" if given.case == "once" else "whole"
    ran = subprocess.run([given.mpirun, "-n", str(RANKS), "env", f"LD_PRELOAD={':'.join(sanitizer + preload)}", given.program, how],
                         env=environment, capture_output=True, text=True)
    moments = {rank: [] for rank in range(RANKS)}
    for rank, before, after in re.findall(r"moment (\d+) (\d+) (\d+)", ran.stdout):
        moments[int(rank)].append((int(before), int(after)))
    return moments


def barriers(given, folder):
    """Start and end of every rank's barriers on the run's clock."""
    dumped = subprocess.run([given.tool, "dump", "--times", str(folder / "run")], capture_output=True, text=True, check=True)
    found = {rank: [] for rank in range(RANKS)}
    for rank, start, length in re.findall(r"^(\d+) \d+ MPI_Barrier .*start_ns=(-?\d+) duration_ns=(\d+)", dumped.stdout, re.MULTILINE):
        found[int(rank)].append((int(start), int(start) + int(length)))
    return found


def residuals(moments, found):
    """By how much each rank's clock must be off, at least: against rank 0's, at the nearest of its barriers."""
    # The true moment of a barrier's start lies behind `before`, that of its end before `after`.
    least = {rank: [] for rank in moments}
    for rank in moments:
        for (before, after), (start, end) in zip(moments[rank], found[rank]):
            least[rank].append((end - after, start - before))  # what the run's clock adds to true time lies between
    worst = 0
    for rank in moments:
        for (low, high), (low_0, high_0) in zip(least[rank], least[0]):
            worst = max(worst, low - high_0, low_0 - high)
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("library", "tool", "skewed_node", "mpirun", "program"):
        parser.add_argument(name)
    parser.add_argument("case", choices=("compared", "once", "never"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        moments = run(given, folder)
        found = barriers(given, folder)
        info = subprocess.run([given.tool, "info", str(folder / "run")], capture_output=True, text=True, check=True).stdout
        merged = subprocess.run([given.tool, "merge", str(folder / "run"), "-o", str(folder / "run.json")], capture_output=True, text=True)
    clock = re.search(r"^clock +(.*)$", info, re.MULTILINE).group(1)
    faults = []
    for rank in range(RANKS):
        if len(moments[rank]) == 0 or len(moments[rank]) > len(found[rank]):
            faults.append(f"rank {rank}: {len(moments[rank])} moments told, {len(found[rank])} barriers recorded")
    worst = residuals(moments, found)
    wanted = {"compared": "compared at start and end, within ", "once": "compared once, within ", "never": "wall clocks"}[given.case]
    if wanted not in clock:
        faults.append(f"the clock is said to be: {clock}")
    allowed = BY_MESSAGES_NS
    if given.case == "compared":
        number, unit = re.search(r"within ([\d.]+) (ns|us|ms|s)", clock).groups()
        allowed = float(number) * UNITS[unit]
    if worst > allowed:
        faults.append(f"the run's clock is off by {worst} ns at least, {allowed} ns were allowed")
    if merged.returncode != 0:
        faults.append(f"merge failed: {merged.stderr}")
    left = re.search(r"(\d+) after \d+ receives were moved", clock)
    if left and left.group(1) != "0":
        faults.append("messages are still reversed")
    print(f"{given.case}: off by {worst} ns at least, {allowed:.0f} ns allowed; {clock}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
