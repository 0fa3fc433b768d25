#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run_case.sh LIBRARY TOOL EXPECTED MPIRUN RANKS PROGRAM...: runs PROGRAM twice, alone and traced. The tracer must not change its output
# or its exit code, nor say anything of its own; the files it left and the calls in them, times left out, must be EXPECTED.
# With UPDATE_EXPECTED=1 in the environment EXPECTED is written anew instead: to be read like code before it is committed.
set -eu
library=$1 tool=$2 expected=$3 mpirun=$4 ranks=$5
shift 5

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
# LD_PRELOAD is a list that spaces and colons divide: the build folder's path may have them, this one has not.
ln -s "$library" libmpitrace.so
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0

fail() {
  echo "run_case: $1" >&2
  exit 1
}

# run NAME COMMAND...: keeps output and exit code under NAME. Ranks write in any order and launchers name processes.
run() {
  name=$1
  shift
  code=0
  "$@" >"$name.raw" 2>"$name.err" || code=$?
  { sed 's/PID [0-9]*/PID/' "$name.raw" | sort; echo "exit code $code"; } >"$name.out"
}

# A sanitizer's runtime must come first and must not be in the launcher; without one, this is the way of the README.
traced() {
  if [ -n "${MPITRACE_TEST_PRELOAD:-}" ]; then
    "$mpirun" -n "$ranks" env LD_PRELOAD="$MPITRACE_TEST_PRELOAD:$library" "$@"
  else
    LD_PRELOAD=$library "$mpirun" -n "$ranks" "$@"
  fi
}

# A process that was put aside between two polls ends their fold: neighbouring folds of a thread are one here.
join_folds() {
  awk '
    function end_fold(i) {
      if (head == "") return
      for (i = 1; i <= count; ++i) head = head " " names[i] "=" polls[names[i]]
      print head
      head = ""
    }
    $3 != "polls" { end_fold(); print; next }
    head != "" && ($1 != rank || $2 != thread) { end_fold() }
    head == "" { head = $1 " " $2 " polls"; rank = $1; thread = $2; count = 0; split("", polls) }
    {
      for (i = 4; i <= NF; ++i) {
        split($i, pair, "=")
        if (!(pair[1] in polls)) names[++count] = pair[1]
        polls[pair[1]] += pair[2]
      }
    }
    END { end_fold() }'
}

# One rank after the other, one thread after the other: how threads interleave is left out, like times, and like what EXPECTED's
# neighbour NAME.sed says is chance.
describe() {
  [ -d run ] || fail "the tracer left no folder"
  find run -type f -printf 'file %f\n' | sed 's/_\([0-9]*\)\.[0-9]*\./_\1.PID./' | sort
  name=$(basename "$expected")
  filter=$(dirname "$expected")/${name%%.*}.sed
  [ -e "$filter" ] || filter=/dev/null
  "$tool" dump run >calls || fail "mpitrace dump failed"
  sort -s -n -k1,1 -k2,2 calls | join_folds | sed -f "$filter"
}

run alone "$mpirun" -n "$ranks" "$@"
run traced traced "$@"
diff -u alone.out traced.out || fail "the tracer changed the program's output or exit code"
if grep '^mpitrace' traced.err; then fail "the tracer wrote to stderr"; fi
describe >actual
if [ "${UPDATE_EXPECTED:-}" = 1 ]; then
  case $expected in
    *.expected) cp actual "$expected" ;;
    *) fail "$expected is no .expected file" ;;
  esac
fi
diff -u "$expected" actual
