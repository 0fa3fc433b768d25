#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# exports.sh LIBRARY: libmpitrace.so shows only what it stands in for and its own interface, and needs only libc.
set -eu
library=$1
status=0

complain() {
  echo "exports: $library $1:" >&2
  echo "$2" | sed 's/^/  /' >&2
  status=1
}

# mpi_*_ are the entries of Fortran, mpitrace_* our own interface, dlsym is for programs that fetch MPI by name.
own='P?MPIX?_[A-Za-z0-9_]+|mpix?_[a-z0-9_]+_|p?nccl[A-Z][A-Za-z]*|mpitrace_[a-z_]+|dlsym'
exported=$(nm -D --defined-only "$library" | awk '{ print $NF }')
[ -n "$exported" ] || complain "exports nothing" ""
foreign=$(echo "$exported" | grep -vxE "$own" || true)
[ -z "$foreign" ] || complain "exports" "$foreign"

needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
foreign=$(echo "$needed" | grep -vxE '(libc|ld-linux-[a-z0-9_-]+)\.so\.[0-9]+' || true)
[ -z "$foreign" ] || complain "needs" "$foreign"

# A symbol of libstdc++ that nobody provides is no NEEDED entry, but ends the program at its first use.
open=$(nm -D --undefined-only "$library" | awk '$1 == "U" { print $2 }' | grep -v '@GLIBC_' || true)
[ -z "$open" ] || complain "refers to symbols outside libc" "$open"

exit $status
