! SPDX-License-Identifier: BSD-3-Clause
! Thirteen calls on rank 1 through "use mpi". Each is on record once, on every MPI, whatever its Fortran layer calls beneath.
program fortran_mpi
  use mpi
  implicit none
  integer :: rank, ranks, other, here(2), there(2), requests(2), ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  other = 1 - rank
  here = rank
  if (rank == 0) then
    call MPI_Send(here, 2, MPI_INTEGER, other, 1, MPI_COMM_WORLD, ierror)
    call MPI_Send(here, 1, MPI_INTEGER, other, 2, MPI_COMM_WORLD, ierror)
  else
    call MPI_Recv(there, 2, MPI_INTEGER, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    call MPI_Recv(there, 2, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end if
  call MPI_Isend(here, 2, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(1), ierror)
  call MPI_Irecv(there, 2, MPI_INTEGER, other, 3, MPI_COMM_WORLD, requests(2), ierror)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierror)
  call MPI_Allreduce(here, there, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Allreduce(MPI_IN_PLACE, there, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  call MPI_Bcast(there, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(a, 2(1x, i0))', 'sum of sums', there
  call MPI_Finalize(ierror)
end program
