#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# golden.sh TOOL RUN: the run, written by an earlier version, must still be read as the dump beside it says, to the nanosecond.
# The files of a version are never made anew; a new version adds its own.
set -eu
"$1" dump --times --sites --definitions "$2" | diff -u "$2.dump" -
