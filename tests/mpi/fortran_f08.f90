! SPDX-License-Identifier: BSD-3-Clause
! Thirteen calls on rank 1 through "use mpi_f08". Each is on record once, on every MPI, whatever its Fortran layer calls beneath.
program fortran_f08
  use mpi_f08
  implicit none
  integer :: rank, ranks, other, here(2), there(2)
  type(MPI_Request) :: requests(2)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  other = 1 - rank
  here = rank
  if (rank == 0) then
    call MPI_Send(here, 2, MPI_INTEGER, other, 1, MPI_COMM_WORLD)
    call MPI_Send(here, 1, MPI_INTEGER, other, 2, MPI_COMM_WORLD)
  else
    call MPI_Recv(there, 2, MPI_INTEGER, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Recv(there, 2, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end if
  call MPI_Isend(here, 2, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Irecv(there, 2, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call MPI_Allreduce(here, there, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Allreduce(MPI_IN_PLACE, there, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Bcast(there, 2, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) print '(a, 2(1x, i0))', 'sum of sums', there
  call MPI_Finalize()
end program
