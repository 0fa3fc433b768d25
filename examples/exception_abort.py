# SPDX-License-Identifier: BSD-3-Clause
"""Adds up numbers in rounds with mpi4py until one rank raises an exception and takes the whole run down with Abort.

In the timeline: the last round. Rank 1 ends in MPI_Abort; the others were waiting in MPI_Allreduce, a call that has no end.
The exit code is that of Abort, and what every rank did up to that moment is kept.
  mpirun -n 4 python3 exception_abort.py
"""
import sys
import traceback
from array import array

from mpi4py import MPI

ROUNDS = 10
FAILING_ROUND = 7


def risky_inverse(rank, round_number):
    """The inverse of the rounds left until rank 1 divides by zero; 1 on all other ranks."""
    return 1 / (FAILING_ROUND - round_number) if rank == 1 else 1


def add_up(comm):
    rank, size = comm.Get_rank(), comm.Get_size()
    for round_number in range(ROUNDS):
        part, total = array("d", [risky_inverse(rank, round_number)]), array("d", [0])
        comm.Allreduce(part, total)
        if rank == 0:
            expected = size - 1 + 1 / (FAILING_ROUND - round_number) if size > 1 else 1
            verdict = "as expected" if abs(total[0] - expected) < 1e-12 else "WRONG"
            print(f"round {round_number}: {total[0]:.6f}, {verdict}", flush=True)


def main():
    comm = MPI.COMM_WORLD
    try:
        add_up(comm)
    except ZeroDivisionError:
        print(f"rank {comm.Get_rank()} gives up:", file=sys.stderr)
        traceback.print_exc()
        comm.Abort(1)


if __name__ == "__main__":
    main()
