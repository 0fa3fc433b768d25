#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# exported.sh LIBRARY COMPARED NOT_INTERCEPTED: each function that an MPI library exports under both names, MPI_X and
# PMPI_X, was compared with functions.inc or is left out on purpose, and not both. COMPARED prints a line for each
# function of the table.
set -eu
export LC_ALL=C
library=$1
compared=$2
not_intercepted=$3
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u > "$work/symbols"
sed -n 's/^P\(MPIX\{0,1\}_.*\)/\1/p' "$work/symbols" | sort -u | comm -12 - "$work/symbols" > "$work/exported"
"$compared" > "$work/table"
sed -n 's/^compared //p' "$work/table" | sort -u > "$work/compared"
grep -v -e '^#' -e '^$' "$not_intercepted" > "$work/patterns"

status=0
complain() {
  [ -s "$2" ] || return 0
  echo "table: $1:" >&2
  sed 's/^/  /' "$2" >&2
  status=1
}

[ -s "$work/exported" ] || { echo "table: $library exports no function of MPI under both names" >&2; exit 1; }
comm -23 "$work/exported" "$work/compared" | { grep -vxE -f "$work/patterns" || true; } > "$work/missing"
complain "exported by $library, but neither in functions.inc with this signature nor in not_intercepted.txt" "$work/missing"
sed 's/^[a-z]* //' "$work/table" | grep -xE -f "$work/patterns" > "$work/twice" || true
complain "both in functions.inc and in not_intercepted.txt" "$work/twice"
echo "$(wc -l < "$work/compared") compared, $(wc -l < "$work/exported") exported by $library"
exit $status
