#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# layering.sh SOURCE_FOLDER: each room includes only itself and the rooms named here, as docs/ARCHITECTURE.md has them.
# The lines stand in the order the data takes.
set -eu
cd "$1"
status=0
known=

complain() {
  echo "layering: $*" >&2
  status=1
}

sources() {
  find "$@" -name '*.h' -o -name '*.cpp' -o -name '*.inc' -o -name '*.S'
}

# room FOLDER ROOMS...: FOLDER may include itself and ROOMS.
room() {
  folder=$1
  shift
  known="$known $folder"
  [ -d "$folder" ] || return 0
  allowed=$(basename "$folder")
  for other in "$@"; do allowed="$allowed|$other"; done
  foreign=$(sources "$folder" | xargs grep -nE '^ *# *include "' /dev/null | grep -vE "include \"($allowed)/" || true)
  [ -z "$foreign" ] || complain "$folder may include only: $(basename "$folder") $*
$foreign"
}

room libtrace/mpi        record session encode format
room libtrace/nccl       record session
room libtrace/nvtx       record session
room libtrace/gloo       record session
room libtrace/cupti      record
room libtrace/record     encode format
room libtrace/encode     format
room libtrace/store      format
room libtrace/session    record store encode format
room libtrace/format

room tools/model
room tools/read          model format schema
room tools/merge         model
room tools/analyse       model
room tools/present       model analyse
room tools/serve         model merge analyse present
room tools/cli           model read merge analyse present serve

# A room that is not named above has no rules yet.
for folder in $(sources libtrace tools | xargs -n 1 dirname | sort -u); do
  case " $known " in
    *" $folder "*) ;;
    *) complain "$folder is no room: give it a line here" ;;
  esac
done

# The recorder lives in other people's processes: it is built without any MPI, and with no library but libc.
others='mpi\.h|mpi-ext\.h|(google|fmt|CLI)/.*|zlib\.h|zstd\.h'
libstdcxx='iostream|string|vector|map|unordered_map|set|functional|memory|thread|mutex|future|stdexcept|chrono'
foreign=$(sources libtrace | xargs grep -nE "^ *# *include <($others|$libstdcxx)>" /dev/null || true)
[ -z "$foreign" ] || complain "libtrace may not include:
$foreign"

exit $status
