# SPDX-License-Identifier: BSD-3-Clause
"""MPI from Python: mpi4py loads the MPI library late, out of everybody's sight, and initialises it on import."""
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()
mine, theirs = array("i", [rank]), array("i", [-1])
world.Sendrecv(mine, dest=(rank + 1) % size, sendtag=1, recvbuf=theirs, source=(rank - 1) % size, recvtag=1)
world.Allreduce(mine, theirs)
half = world.Split(color=rank % 2, key=rank)
half.Barrier()
half.Free()
if rank == 0:
    print("sum of ranks", theirs[0])
