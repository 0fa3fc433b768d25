#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hang.sh LIBRARY TOOL MPIRUN PROGRAM: ends a PROGRAM that hangs by SIGTERM to rank 1, alone and traced; the launcher then ends rank 0. (The
# signal does not go to the launcher: MPICH 4.0's then ends with 15 or with 0, by chance, without any tracer.) The exit code must be the
# same; `mpitrace info` must say in which call each rank is, while it hangs and afterwards, and every call before must be readable.
set -eu
library=$1 tool=$2 mpirun=$3 program=$4

dir=$(mktemp -d)
launcher=
trap '[ -z "$launcher" ] || kill "$launcher" 2>/dev/null || true; rm -rf "$dir"' EXIT
# LD_PRELOAD is a list that spaces divide: the build folder's path may have them, this one has not.
ln -s "$library" "$dir/libmpitrace.so"
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0

fail() {
  echo "hang: $1" >&2
  exit 1
}

are_waiting() { [ "$(grep -c '^rank . is ' "$dir/out")" = 2 ]; }
are_shown() {
  "$tool" info "$dir/run" >"$dir/info" 2>/dev/null && grep -q "still running, in MPI_Barrier" "$dir/info" &&
    grep -q "still running, in MPI_Recv" "$dir/info"
}

# until_true COMMAND: as long as the launcher lives; ctest ends a test that waits in vain.
until_true() {
  until "$@"; do
    kill -0 "$launcher" 2>/dev/null || fail "the program ended before it hung: $(cat "$dir/out")"
    sleep 0.05
  done
}

# hang WHEN COMMAND...: ends COMMAND as soon as WHEN is true; gives the launcher's exit code in `code`.
hang() {
  when=$1
  shift
  : >"$dir/out"
  "$mpirun" -n 2 "$@" >"$dir/out" 2>"$dir/err" &
  launcher=$!
  until_true are_waiting
  until_true "$when"
  kill -TERM "$(sed -n 's/^rank 1 is //p' "$dir/out")"
  code=0
  wait "$launcher" || code=$?
  launcher=
}

hang are_waiting "$program"
alone=$code
hang are_shown env LD_PRELOAD="$library" "$program"
[ "$code" = "$alone" ] || fail "the exit code is $code, and $alone without the tracer"
if grep '^mpitrace' "$dir/err"; then fail "the tracer wrote to stderr"; fi

"$tool" info "$dir/run" >"$dir/info" || fail "mpitrace info failed"
cat "$dir/info"
if grep "still running" "$dir/info"; then fail "a dead rank is said to be running"; fi
grep -qE "^0 .*in MPI_Barrier comm=pair( |$)" "$dir/info" || fail "rank 0 is not said to be in MPI_Barrier"
grep -qE "^1 .*in MPI_Recv comm=world peer=0 tag=999( |$)" "$dir/info" || fail "rank 1 is not said to be in MPI_Recv"
for rank in 0 1; do
  calls=$("$tool" --ranks "$rank" dump "$dir/run" | grep -c ' MPI_Allreduce ')
  [ "$calls" = 50 ] || fail "rank $rank has $calls of its 50 MPI_Allreduce on record"
done
