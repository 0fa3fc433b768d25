#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# merged.sh LIBRARY TOOL MPIRUN RANKS PROGRAM TIMELINE SAME: traces PROGRAM, merges its ranks into TIMELINE, and checks it by trace_rules.py;
# by SAME, that Perfetto's form is the same.
set -eu
library=$1 tool=$2 mpirun=$3 ranks=$4 program=$5 timeline=$6 same=$7

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
# LD_PRELOAD is a list that spaces divide: the build folder's path may have them, this one has not.
ln -s "$library" "$dir/libmpitrace.so"
library=$dir/libmpitrace.so
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1

# Some programs end badly on purpose; their timelines must be as good as any.
"$mpirun" -n "$ranks" env MPITRACE_DIR="$dir/run" MPITRACE_SUMMARY=0 MPITRACE_GROUPS=all LD_PRELOAD="$library" "$program" >"$dir/out" 2>&1 || true
mkdir -p "$(dirname "$timeline")"
"$tool" merge "$dir/run" --format chrome,perfetto -o "$timeline"
"$(dirname "$0")/trace_rules.py" "$timeline"
"$same" "$timeline" "${timeline%.trace.json.gz}.pftrace"
