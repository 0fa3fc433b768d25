#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run_application.sh LIBRARY TOOL COUNTER MPIRUN FOLDER COMMAND...: runs COMMAND on two ranks alone, then traced with COUNTER above the
# tracer, each in a copy of FOLDER. Output, files and exit code must be the same, but for what FOLDER/volatile.sed takes out, and the
# trace must have just as many calls of each function and rank as COUNTER counted. COUNTER also sees what callbacks call inside MPI calls;
# so many calls may be missing as the trace says that it counted only.
set -eu
library=$1 tool=$2 counter=$3 mpirun=$4 folder=$5
shift 5

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# LD_PRELOAD is a list that spaces divide: the build folder's path may have them, this one has not.
ln -s "$library" "$dir/libmpitrace.so"
ln -s "$counter" "$dir/counter.so"
preload=$dir/counter.so:$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0 MPITRACE_GROUPS=all COUNTER_FOLDER="$dir/counts"
mkdir "$dir/counts"

fail() {
  echo "run_application: $1" >&2
  exit 1
}

# run NAME COMMAND...: ranks write in any order, so lines are sorted.
run() {
  name=$1
  shift
  cp -r "$folder" "$dir/$name"
  code=0
  (cd "$dir/$name" && "$mpirun" -n 2 "$@" >stdout 2>"$dir/$name.err") || code=$?
  for input in "$folder"/*; do rm "$dir/$name/$(basename "$input")"; done
  { (cd "$dir/$name" && cat -- *) | sed -E -f "$folder/volatile.sed" | sort; echo "exit code $code"; } >"$dir/$name.shown"
}

# RANK mpi_x NUMBER. A call that is continued in a second record is one call.
count_trace() {
  awk '$3 == "polls" { for (i = 4; i <= NF; ++i) { split($i, poll, "="); calls[$1 " " tolower(poll[1])] += poll[2] } next }
    tolower($3) ~ /^mpix?_/ && !/ continued=1/ { ++calls[$1 " " tolower($3)] }
    END { for (name in calls) print name, calls[name] }'
}

sum_counts() {
  awk '{ calls[$1 " " tolower($2)] += $3 } END { for (name in calls) print name, calls[name] }'
}

compare() {
  awk -v nested="$1" 'FNR == NR { counted[$1 " " $2] = $3; next }
    { traced[$1 " " $2] = $3; counted[$1 " " $2] += 0 }
    END {
      for (name in counted) {
        all += counted[name]; missing = counted[name] - traced[name]; total += missing; status += missing < 0
        if (missing != 0) print "rank " name ": " counted[name] " counted, " traced[name] + 0 " in the trace"
      }
      print all " calls of two ranks counted, " total " of them not in the trace, " nested " nested"
      exit (status > 0 || total != nested)
    }' "$2" "$3"
}

run alone "$@"
run traced env LD_PRELOAD="$preload" "$@"
diff -u "$dir/alone.shown" "$dir/traced.shown" || fail "the tracer changed the program's output or exit code"
[ "$(wc -l <"$dir/alone.shown")" -gt 1 ] || fail "nothing of the output is left to compare"
"$tool" dump "$dir/run" >"$dir/dump" || fail "mpitrace dump failed"
count_trace <"$dir/dump" | sort >"$dir/traced.calls"
cat "$dir"/counts/*.counts | sum_counts | sort >"$dir/counted.calls"
[ "$(cut -d ' ' -f 1 "$dir/counted.calls" | uniq | wc -l)" = 2 ] || fail "the counter did not see both ranks"
nested=$("$tool" info "$dir/run" | sed -n 's/^nested *\([0-9,]*\) calls.*/\1/p' | tr -d ,)
compare "${nested:-0}" "$dir/counted.calls" "$dir/traced.calls" || fail "the trace has other calls than the program made"
