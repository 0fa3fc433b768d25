! SPDX-License-Identifier: BSD-3-Clause
! The heat equation of halo.c in Fortran with mpi_f08, cut into bands of columns, the halo exchanged with overlap.
! In the timeline: the same picture as halo.c, and call sites that name lines of this file.
!   mpirun -n 4 halo_f08
program halo_f08
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  integer, parameter :: points = 1000, steps = 200
  real(dp), parameter :: diffusion = 0.2_dp, angle = acos(-1.0_dp) / (points + 1)
  real(dp), allocatable, asynchronous :: now(:, :), next(:, :)
  real(dp), allocatable :: swap(:, :)
  real(dp) :: mine, error
  integer :: rank, ranks, first, columns, left, right, i

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  if (points < ranks) call MPI_Abort(MPI_COMM_WORLD, 2)
  first = points * rank / ranks
  columns = points * (rank + 1) / ranks - first
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)

  allocate(now(0:points + 1, 0:columns + 1), next(0:points + 1, 0:columns + 1), source=0.0_dp)
  now(1:points, 1:columns) = exact(0)
  do i = 1, steps
    call step()
  end do

  mine = maxval(abs(now(1:points, 1:columns) - exact(steps)))
  call MPI_Allreduce(mine, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  if (rank == 0) print '(i0, a, es8.1, 2a)', steps, ' steps with overlap, largest error ', error, ': ', &
    merge('as expected', 'WRONG      ', error < 1e-10_dp)
  call MPI_Finalize()
  if (error >= 1e-10_dp) stop 1

contains

  ! One sine arch each way: a mode of the discrete equation, so that every step multiplies it by one known factor.
  function exact(after_steps) result(value)
    integer, intent(in) :: after_steps
    real(dp) :: value(points, columns)
    integer :: row, column
    do column = 1, columns
      do row = 1, points
        value(row, column) = sin(angle * row) * sin(angle * (first + column))
      end do
    end do
    value = value * (1 - 4 * diffusion * (1 - cos(angle)))**after_steps
  end function

  subroutine step()
    type(MPI_Request) :: requests(4)
    integer, parameter :: height = points + 2
    call MPI_Irecv(now(:, 0), height, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(now(:, columns + 1), height, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2))
    call MPI_Isend(now(:, 1), height, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(3))
    call MPI_Isend(now(:, columns), height, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(4))
    call update(2, columns - 1)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
    call update(1, 1)
    if (columns > 1) call update(columns, columns)
    call move_alloc(now, swap)
    call move_alloc(next, now)
    call move_alloc(swap, next)
  end subroutine

  subroutine update(from, to)
    integer, intent(in) :: from, to
    integer :: c
    do c = from, to
      next(1:points, c) = now(1:points, c) + diffusion * (now(0:points - 1, c) + now(2:points + 1, c) &
        + now(1:points, c - 1) + now(1:points, c + 1) - 4 * now(1:points, c))
    end do
  end subroutine
end program
