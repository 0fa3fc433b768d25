#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run_case.sh LIBRARY TOOL DRIVER CASE: runs the driver alone and traced; the dump of the run must be what it printed.
set -eu
library=$1 tool=$2 driver=$3 case=$4

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
# LD_PRELOAD is a list that spaces and colons divide: the build folder's path may have them, this one has not.
ln -s "$library" libmpitrace.so
groups=all
case $case in
  pmpi_names | threads) groups=default ;;
esac

"$driver" "$case" >alone || { echo "fake_mpi: the driver fails alone" >&2; exit 1; }
MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0 MPITRACE_GROUPS=$groups \
  LD_PRELOAD="${MPITRACE_TEST_PRELOAD:+$MPITRACE_TEST_PRELOAD:}$dir/libmpitrace.so" "$driver" "$case" >expected
"$tool" dump run | sort -s -n -k1,1 -k2,2 >dumped
if [ "$case" = threads ]; then
  # Which number a thread's request gets is chance, but no two requests have the same one.
  sed -n -E '/ MPI_([A-Z][a-z]*_init|I[a-z_]*)(_c)? /s/.* request=([0-9]+).*/\1/p' dumped | sort | uniq -d >twice
  [ ! -s twice ] || { echo "fake_mpi: several requests have the number $(head -1 twice)" >&2; exit 1; }
  # Twice: each number's end is the next one's beginning.
  number='/ (done|started)=/s/([=;])[0-9]+(:|;|$)/\1#\2/g'
  sed -i -E "s/ (request|message)=[0-9]+/ \\1=#/g; $number; $number" dumped
fi
diff -u expected dumped
