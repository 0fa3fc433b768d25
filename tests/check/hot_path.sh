#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hot_path.sh OBJECTS...: what stands between a call of the program and MPI refers to no allocation, lock, file or
# stdio. Looks at the objects of libtrace's rooms mpi, record and encode.
set -eu
status=0
seen=0

# Compiled-in helpers, and what costs nanoseconds and cannot block.
allowed='_GLOBAL_OFFSET_TABLE_|__tls_get_addr|__cpu_model|__errno_location|__stack_chk_fail'
allowed="$allowed|mem(cpy|move|set|cmp)|str(n?len|n?cmp)|clock_gettime"
allowed="$allowed|_ZNK?8mpitrace.*|mpitrace_[a-z_]+|__(asan|ubsan|tsan|gcov|llvm|sanitizer)_.*"

# cold OBJECT: what this object may refer to as well, for work that is done once or ever more seldom.
cold() {
  case $1 in
    */mpi/library.cpp.*) echo '.*' ;;         # finds the MPI at the first call
    */mpi/listed_names.cpp.*) echo 'strc(hr|spn)' ;;  # reads two settings, once
    */mpi/dynamic_symbol.cpp.*) echo 'dl[a-z0-9]+|getenv' ;;  # a program asks for a function by name
    */mpi/communicators.cpp.* | */mpi/messages.cpp.* | */mpi/overlooked_errors.cpp.* | */mpi/requests.cpp.* | */mpi/windows.cpp.* | */mpi/files.cpp.*)
      echo 'mmap|munmap' ;;                   # tables double
    */mpi/clock_sync.cpp.*) echo 'getpid' ;;  # in MPI_Init and MPI_Finalize
    */mpi/guarded.cpp.*) echo 'sched_yield' ;;  # two threads met at a table
    */record/clock.cpp.*) echo 'open|read|close' ;;  # calibration at the start
    */record/modules.cpp.*)                   # the first call from a place, in a chunk
      echo 'dl_iterate_phdr|readlink|strncpy|pthread_mutex_(un)?lock' ;;
    */record/thread.cpp.*) echo 'mmap|munmap|sigaltstack|mincore|sysconf' ;;  # scratch memory doubles; a call came out of its place
    *) echo 'none' ;;
  esac
}

for object in "$@"; do
  case $object in
    */mpi/*.o | */record/*.o | */encode/*.o) ;;
    *) continue ;;
  esac
  seen=$((seen + 1))
  foreign=$(nm -u "$object" | awk '{ print $2 }' | grep -vxE "$allowed|$(cold "$object")" || true)
  [ -z "$foreign" ] && continue
  echo "hot path: $object refers to: $(echo "$foreign" | tr '\n' ' ')" >&2
  status=1
done

[ "$seen" -gt 0 ] || { echo "hot path: no object of mpi, record or encode was given" >&2; exit 1; }
exit $status
