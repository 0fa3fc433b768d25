#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sessions.sh LIBRARY TOOL MPIRUN PROGRAM: a program of sessions has a summary at its end, ends well for `mpitrace info`, and its messages
# are all matched.
set -eu
library=$1 tool=$2 mpirun=$3 program=$4

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ln -s "$library" "$dir/libmpitrace.so"  # LD_PRELOAD is a list that spaces divide
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=1

fail() {
  echo "sessions: $1" >&2
  cat "$dir/err" "$dir/info" "$dir/merge" >&2
  exit 1
}

: >"$dir/info"
: >"$dir/merge"
LD_PRELOAD=$library "$mpirun" -n 4 "$program" 2>"$dir/err" >"$dir/out" || fail "the program failed"
[ "$(grep -c ' % of the time in MPI: 4 ranks, ' "$dir/err")" = 1 ] || fail "there is no summary of four ranks"
grep -qE "^mpitrace: (100|[0-9]{1,2})\.[0-9] % of the time" "$dir/err" || fail "start-up is counted as time in MPI"
if grep -q "these figures are of" "$dir/err"; then fail "the summary lacks a rank"; fi
"$tool" info --strict "$dir/run" >"$dir/info" || fail "the run is not whole"
grep -qE "^0-3 .* MPI_Session_finalize$" "$dir/info" || fail "the sessions' end is not seen"
"$tool" merge -o "$dir/merged.json" "$dir/run" 2>"$dir/merge" || fail "mpitrace merge failed"
grep -q " 12 messages matched" "$dir/merge" || fail "messages are not matched"
if grep -q "have no" "$dir/merge"; then fail "messages are left"; fi
