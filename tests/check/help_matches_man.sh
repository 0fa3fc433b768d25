#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# help_matches_man.sh TOOL SOURCE_FOLDER: the options that --help names are those of mpitrace(1), and the settings that the recorder reads
# are those of libmpitrace(7), both ways.
set -eu
tool=$1 source=$2
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compare WHAT CODE MANUAL: two sorted lists that must be the same.
compare() {
  [ -s "$2" ] || { echo "help_matches_man: no $1 found to compare" >&2; status=1; }
  only_code=$(comm -23 "$2" "$3" | tr '\n' ' ')
  only_manual=$(comm -13 "$2" "$3" | tr '\n' ' ')
  [ -z "$only_code" ] || { echo "help_matches_man: $1 not in the manual: $only_code" >&2; status=1; }
  [ -z "$only_manual" ] || { echo "help_matches_man: $1 only in the manual: $only_manual" >&2; status=1; }
}

# Lines of help that begin with an option; -h and --help go without saying.
options_of() { grep -oE '^ +(-[a-z],)?--[a-z-]+' | grep -oE -- '--?[a-z][a-z-]*' | grep -vxE -- '-h|--help' || true; }

subcommands=$("$tool" --help | sed -n '/^Subcommands:/,$s/^  \([a-z][a-z]*\) .*/\1/p')
{
  "$tool" --help | options_of
  for subcommand in $subcommands; do "$tool" "$subcommand" --help | options_of; done
} | sort -u >"$work/help"
# In mdoc an option is `.It Fl o , -output`: every word that a dash or `Fl` makes one.
grep -E '^\.It Fl' "$source/docs/man/mpitrace.1" | sed 's/ Ar .*//; s/^\.It//' | tr -d ',' | tr ' ' '\n' | grep -vxE 'Fl||-help' | sed 's/^/-/' |
  sort -u >"$work/man"
compare options "$work/help" "$work/man"

echo "$subcommands" | sort -u >"$work/subcommands"
sed -n 's/^\.It Cm \([a-z][a-z]*\)$/\1/p' "$source/docs/man/mpitrace.1" | sort -u >"$work/described"
compare subcommands "$work/subcommands" "$work/described"

grep -oE '\{"[A-Z_]+", read_' "$source/libtrace/session/settings.cpp" | sed 's/.*"\(.*\)".*/MPITRACE_\1/' | sort -u >"$work/read"
grep -oE '^\.It Ev MPITRACE_[A-Z_]+' "$source/docs/man/libmpitrace.7" | grep -oE 'MPITRACE_[A-Z_]+' | sort -u >"$work/settings"
compare settings "$work/read" "$work/settings"
exit $status
