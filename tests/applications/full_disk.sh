#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# full_disk.sh LIBRARY TOOL MPIRUN PROGRAM: traces PROGRAM into a file system of 4 MiB, which it fills. Its output and exit code must not
# change, one line a rank must say that recording stopped, and what was kept must be readable and say how much is missing.
# Exit code 77: nothing was tested, since a file system can't be mounted here.
set -eu
library=$1 tool=$2 mpirun=$3 program=$4

dir=$(mktemp -d)
trap 'umount "$dir/small" 2>/dev/null || true; rm -rf "$dir"' EXIT
# LD_PRELOAD is a list that spaces divide: the build folder's path may have them, this one has not.
ln -s "$library" "$dir/libmpitrace.so"
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_SUMMARY=0

fail() {
  echo "full_disk: $1" >&2
  exit 1
}

mkdir "$dir/small"
if ! mount -t tmpfs -o size=4m tmpfs "$dir/small" 2>/dev/null; then
  echo "full_disk: skipped: mounting a file system needs root"
  exit 77
fi
code=0
"$mpirun" -n 2 env LD_PRELOAD="$library" MPITRACE_DIR="$dir/small/run" "$program" >"$dir/out" 2>"$dir/err" || code=$?
[ "$code" = 0 ] || fail "the program ended with $code: $(cat "$dir/err")"
[ "$(cat "$dir/out")" = "0 of the messages were wrong" ] || fail "the program's output is $(cat "$dir/out")"
cat "$dir/err"
for rank in 0 1; do
  said=$(grep -c "^mpitrace: rank $rank: " "$dir/err") || fail "rank $rank did not say that recording stopped"
  [ "$said" = 1 ] || fail "rank $rank said so in $said lines"
done

"$tool" info "$dir/small/run" >"$dir/info" || fail "mpitrace info failed"
cat "$dir/info"
# MPI_Init, 400,000 times MPI_Sendrecv, MPI_Reduce and MPI_Finalize.
kept=$("$tool" dump "$dir/small/run" | grep -c '^[01] 0 MPI_') || fail "nothing was kept"
lost=$(sed -n 's/^lost *\([0-9,]*\) calls could not be written.*/\1/p' "$dir/info" | tr -d ,)
[ "$((kept + ${lost:-0}))" = 800006 ] || fail "$kept calls were kept and ${lost:-no} said to be lost, of 800006"
grep -q '^damage .*none' "$dir/info" || fail "what was written is damaged"
