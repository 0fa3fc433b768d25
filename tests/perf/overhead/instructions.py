# SPDX-License-Identifier: BSD-3-Clause
"""Instructions that a tracer adds to one MPI call, counted by callgrind inside the loop: exact, whatever else the machine does."""
import re
import shutil

from per_call import LOOPS, tracers_for
from tracers import Run

HEAD = ["loop", "tracer", "instructions a call", "added"]
ITERATIONS = 20_000
CALLGRIND = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--toggle-collect=run_loop", "--callgrind-out-file=/dev/null"]


def count(mpi, loop, tracer, scratch):
    run = Run(mpi, 1, tracer, [*CALLGRIND, mpi.bench, loop, ITERATIONS], scratch / "run")
    collected = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if not collected:
        raise SystemExit(f"overhead: callgrind counted nothing:\n{run.stderr}")
    return int(collected.group(1)) / (ITERATIONS * LOOPS[loop][2])


def rows(mpi, library, peers, scratch):
    if not shutil.which("valgrind"):
        return
    for loop in (name for name, (ranks, *_) in LOOPS.items() if ranks == 1):
        alone = None
        for tracer in tracers_for(loop, mpi, library, peers):
            per_call = count(mpi, loop, tracer, scratch)
            alone = per_call if alone is None else alone
            yield [loop, tracer.name, f"{per_call:.0f}", f"{per_call - alone:+.0f}"]
