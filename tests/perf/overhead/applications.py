# SPDX-License-Identifier: BSD-3-Clause
"""Wall time of whole programs, alone and traced in turns. As Debian packages them: LAMMPS (a Lennard-Jones melt), and HPCC, whose
random-access benchmark makes millions of failed polls. And a crowd: many more ranks than cores, which take turns in reductions."""
import pathlib
import shutil
import statistics

from per_call import NONE
from tracers import HERE, Run, mpitrace

HEAD = ["application", "alone s", "traced s", "added %", "of minima %", "MiB"]
RANKS = {"lammps": 2, "hpcc": 2, "crowd": 100}
CROWD_ROUNDS = 200
HPCC_INPUT = pathlib.Path("/usr/share/doc/hpcc/examples/_hpccinf.txt")
# Its example wants four ranks: a grid of 1 x 2 instead. Line numbers from 0.
HPCC_CHANGES = {5: "1000 Ns", 10: "1 Ps"}


def prepared(name, mpi, scratch):
    """The command of an application, and its working folder; None where it is not installed."""
    folder = scratch / name
    folder.mkdir(exist_ok=True)
    if name == "crowd":
        return [mpi.bench, "allreduce", CROWD_ROUNDS], folder
    if name == "lammps" and shutil.which("lmp"):
        return ["lmp", "-in", HERE / "melt.lammps", "-log", "none", "-screen", "none"], folder
    if name == "hpcc" and shutil.which("hpcc") and HPCC_INPUT.exists():
        lines = HPCC_INPUT.read_text().splitlines()
        for number, text in HPCC_CHANGES.items():
            lines[number] = text
        (folder / "hpccinf.txt").write_text("\n".join(lines) + "\n")
        return ["hpcc"], folder
    return None


def rows(mpi, library, repetitions, scratch):
    for name, ranks in RANKS.items():
        found = prepared(name, mpi, scratch)
        if found is None:
            continue
        command, folder = found
        alone, traced = [], []
        for _ in range(repetitions):
            alone.append(Run(mpi, ranks, NONE, command, scratch / "run", folder))
            traced.append(Run(mpi, ranks, mpitrace(library), command, scratch / "run", folder))
        yield row(name, alone, traced)


def row(name, alone, traced):
    added = statistics.median(t.wall_ns / a.wall_ns - 1 for t, a in zip(traced, alone))
    fastest = min(t.wall_ns for t in traced) / min(a.wall_ns for a in alone) - 1
    seconds = [statistics.median(run.wall_ns for run in runs) / 1e9 for runs in (alone, traced)]
    return [name, *(f"{s:.2f}" for s in seconds), f"{added:+.1%}", f"{fastest:+.1%}", f"{traced[-1].disk_bytes / 2**20:.2f}"]
