# SPDX-License-Identifier: BSD-3-Clause
"""mpi4py's two ways to send: objects, which it pickles, and buffers. Its MPI is loaded long after the program began, and not globally."""
import array

from mpi4py import MPI

ROUNDS = 20

world = MPI.COMM_WORLD
peer = (world.rank + 1) % world.size
source = (world.rank - 1) % world.size

numbers = array.array("d", [world.rank] * 10)
sums = array.array("d", [0] * 10)
for _ in range(ROUNDS):
    world.Allreduce(numbers, sums)
    world.Sendrecv(numbers, dest=peer, recvbuf=sums, source=source)
requests = [world.Irecv(sums, source=source), world.Isend(numbers, dest=peer)]
MPI.Request.Waitall(requests)

told = world.bcast({"from": "root"} if world.rank == 0 else None)
world.send(told, dest=peer, tag=world.rank)
status = MPI.Status()
message = world.mprobe(source=source, status=status)
got = message.recv()
everything = world.gather((world.rank, got, status.tag))
request = world.irecv(source=source)
world.isend("last", dest=peer).wait()
while not request.test()[0]:
    pass

half = world.Split(world.rank % 2)
results = world.gather((world.rank, sums[0], got, everything, half.allreduce(1)))
half.Free()
if world.rank == 0:
    print(results)
