#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# worlds.sh LIBRARY TOOL MPIRUN PROGRAM: PROGRAM's two ranks spawn two more. Each world must print one summary of its own ranks and
# calls, in one piece, and merge must join what the worlds send each other.
set -eu
library=$1 tool=$2 mpirun=$3 program=$4

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ln -s "$library" "$dir/libmpitrace.so"  # LD_PRELOAD is a list that spaces divide
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=1

fail() {
  echo "worlds: $1" >&2
  cat "$dir/err" >&2
  exit 1
}

LD_PRELOAD=$library "$mpirun" -n 2 "$program" 2>"$dir/err" >"$dir/out" || fail "the program failed"
[ "$(grep -c ' % of the time in MPI: 2 ranks, ' "$dir/err")" = 2 ] || fail "there are not two summaries of two ranks"
if grep "these figures are of" "$dir/err"; then fail "a summary lacks a rank"; fi
for calls in 17 15; do
  grep -q " $calls calls before MPI_Finalize" "$dir/err" || fail "no world has $calls calls"
done
# From its first line to its last, a summary is one piece.
sed -n 's/^mpitrace: \(.*\)/\1/p' "$dir/err" | awk '/ % of the time in MPI: / { if (inside) exit 1; inside = 1; ++n } / next: mpitrace merge / { inside = 0 }
  END { exit (inside || n != 2) }' || fail "the summaries are mixed"
if ls "$dir/run"/.summary* 2>/dev/null; then fail "figures were left"; fi

"$tool" merge -o "$dir/merged.json" "$dir/run" 2>"$dir/merge" || fail "mpitrace merge failed"
cat "$dir/merge"
grep -q " 5 messages matched" "$dir/merge" || fail "messages are not matched"
if grep "have no" "$dir/merge"; then fail "messages are left"; fi
