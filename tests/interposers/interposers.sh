#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# interposers.sh CASE LIBRARY TOOL MPIRUN FOLDER: one case of libmpitrace.so beside another library that comes between a program and its
# MPI. FOLDER holds the programs of one MPI. The program's own output must be what it is without us, and its calls recorded.
set -eu
case=$1 library=$2 tool=$3 mpirun=$4 programs=$5

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
ln -s "$library" libmpitrace.so  # LD_PRELOAD is divided by spaces, which a build folder's path may have
ln -s "$programs" programs
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0
ranks=1  # launchers mix the lines of several
sanitizer=${MPITRACE_TEST_PRELOAD:+$MPITRACE_TEST_PRELOAD:}

fail() {
  echo "$case: $1" >&2
  exit 1
}

# run NAME PRELOAD PROGRAM [VARIABLE=value...]: keeps output, messages and exit code under NAME.
run() {
  name=$1 preload=$2 program=$3
  shift 3
  code=0
  "$mpirun" -n "$ranks" env "LD_PRELOAD=$sanitizer$preload" "$@" "programs/$program" >"$name.raw" 2>"$name.err" || code=$?
  { sort "$name.raw"; echo "exit code $code"; } >"$name.out"
}
same() { diff -u "$1.out" "$2.out" || fail "the program's output is not what it is without us"; }
quiet() { ! grep '^mpitrace' "$1.err" || fail "the tracer wrote to stderr"; }
# recorded COUNT FUNCTION: so many calls of the function in the run.
recorded() {
  "$tool" dump run >calls || fail "mpitrace dump failed"
  found=$(grep -c " $2\$\| $2 " calls || true)
  [ "$found" = "$1" ] || fail "$found calls of $2 recorded instead of $1"
}

ours=$dir/libmpitrace.so
case $case in
  chained)
    ranks=2
    run alone "$dir/programs/chained_tool.so" point_to_point
    run traced "$ours:$dir/programs/chained_tool.so" point_to_point MPITRACE_CHAIN=1
    grep -q 'the other tool saw [1-9]' traced.out || fail "the other tool saw nothing"
    sends=$(sed -n 's/.*the other tool saw \([0-9]*\) sends/\1/p' traced.out | awk '{ n += $1 } END { print n }')
    recorded "$sends" MPI_Send
    recorded 2 MPI_Finalize
    ;;
  chained_off)
    ranks=2
    run alone "$dir/programs/chained_tool.so" point_to_point
    run traced "$ours:$dir/programs/chained_tool.so" point_to_point MPITRACE_CHAIN=1 MPITRACE_OFF=1
    grep -q 'the other tool saw [1-9]' traced.out || fail "the other tool saw nothing"
    [ ! -e run ] || fail "switched off, the tracer recorded"
    ;;
  before)
    ranks=2
    run alone "$dir/programs/chained_tool.so" point_to_point
    run traced "$dir/programs/chained_tool.so:$ours" point_to_point
    recorded 2 MPI_Finalize
    ;;
  translator)
    run alone "" barriers
    run traced "$ours" barriers
    recorded 3 MPI_Barrier
    ;;
  deepbound)
    run alone "" deepbound
    run traced "$ours" deepbound
    same alone traced
    # Once, though the program forks a child that ends as it does itself.
    [ "$(grep -c '^mpitrace: .*went past us' traced.err)" = 1 ] || fail "the tracer did not say once that it saw nothing"
    exit 0
    ;;
  dlsym_before)
    run alone "$dir/programs/other_dlsym.so" fetched
    run traced "$dir/programs/other_dlsym.so:$ours" fetched
    # It asks for the loader's dlsym() by version, and so past ours: that is its right. Nobody then takes back that we
    # export functions which this MPI lacks.
    sed -i 's/sessions.*/sessions/' alone.out traced.out
    same alone traced
    grep -q '^mpitrace: .*went past us' traced.err || fail "the tracer did not say that it saw nothing"
    exit 0
    ;;
  dlsym_behind)
    run alone "$dir/programs/other_dlsym.so" fetched
    run traced "$ours:$dir/programs/other_dlsym.so" fetched
    recorded 3 MPI_Barrier
    ;;
  dlsym_off)
    run alone "" fetched
    run traced "$ours" fetched MPITRACE_DLSYM=0
    same alone traced
    grep -q '^mpitrace: .*went past us' traced.err || fail "the tracer did not say that it saw nothing"
    exit 0
    ;;
  *) fail "no such case" ;;
esac
same alone traced
quiet traced
