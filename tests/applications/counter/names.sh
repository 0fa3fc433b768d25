#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# names.sh NOT_INTERCEPTED FORTRAN LIBRARY...: COUNT(symbol, "MPI_X") for each MPI function that the libraries of an MPI export to programs
# in C (MPI_X), and to gfortran's (mpi_x_, mpi_x_f08_) where the symbol matches FORTRAN: those that do not end in an MPI_X of their own.
# Left out are those that NOT_INTERCEPTED names with its reasons.
set -eu
export LC_ALL=C
left_out=$(grep -v -e '^#' -e '^$' "$1" | paste -s -d '|')
fortran=$2
shift 2
for library in "$@"; do nm -D --defined-only "$library"; done |
  awk '$2 ~ /[TWi]/ { sub(/@.*/, "", $3); print $3 }' | sort -u |
  grep -xE "MPIX?_[A-Z][a-z]+(_[a-z0-9]+)*|$fortran" | grep -vE '_f(08)?$|__$' |
  sed -E -e 's/.*/& &/' -e 's/ (.*)_f08_$/ \1/' -e 's/ (.*)_$/ \1/' |
  grep -viE " ($left_out|mpi_(wtime|wtick)_f90|mpi_sizeof_.*|mpi_f_sync_reg)$" |
  sed 's/\(.*\) \(.*\)/COUNT(\1, "\2")/'
