#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures what mpitrace costs the traced program, against a hand-written floor and, with --peers, against another tracer.

Prints tables; exits 0. Times are of this machine: compare columns, not machines.
"""
import argparse
import pathlib

import applications
import instructions
import per_call
import startup
from tracers import Mpi, scratch_folder


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=pathlib.Path, help="libmpitrace.so, a release build")
    parser.add_argument("--mpi", default=".openmpi", help="suffix of mpicc and mpirun: .openmpi, .mpich, or empty")
    parser.add_argument("--loops", default=",".join(per_call.LOOPS), help="which loops, with commas")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--peers", action="store_true", help="measure EZTrace too, where it is installed")
    parser.add_argument("--only", choices=["calls", "startup", "instructions", "applications"])
    given = parser.parse_args()
    given.library = given.library.resolve(strict=True)
    return given


def print_table(head, rows):
    """Prints each row as soon as it is there; the first two columns are text, the rest figures."""
    widths = [max(len(title), 9) for title in head]
    widths[:2] = [max(18, len(head[0])), max(13, len(head[1]))]

    def line(cells):
        aligned = [cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(cells, widths))]
        print("  ".join(aligned).rstrip(), flush=True)

    print()
    line(head)
    for row in rows:
        line(row)


def call_rows(given, mpi, library, scratch):
    for loop in given.loops.split(","):
        yield from per_call.rows(loop, per_call.measure(loop, mpi, library, given.peers, given.repetitions, scratch))


def main():
    given = arguments()
    with scratch_folder() as folder:
        scratch = pathlib.Path(folder)
        # LD_PRELOAD is a list that spaces divide: the build folder's path may have them, this one has not.
        library = scratch / "libmpitrace.so"
        library.symlink_to(given.library)
        mpi = Mpi(given.mpi, scratch)
        tables = {
            "calls": (per_call.HEAD, lambda: call_rows(given, mpi, library, scratch)),
            "instructions": (instructions.HEAD, lambda: instructions.rows(mpi, library, given.peers, scratch)),
            "startup": (startup.HEAD, lambda: startup.rows(library, 1000)),
            "applications": (applications.HEAD, lambda: applications.rows(mpi, library, given.repetitions, scratch)),
        }
        for name, (head, rows) in tables.items():
            if given.only in (None, name):
                print_table(head, rows())


if __name__ == "__main__":
    main()
