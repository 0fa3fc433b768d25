#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# hot_path.sh OBJECTS...: what stands between a call of the program and MPI refers to no allocation, lock, file or
# stdio. Looks at the objects of libtrace's rooms mpi, record and encode.
set -eu
status=0
seen=0

# Compiled-in helpers, and what costs nanoseconds and cannot block.
allowed='_GLOBAL_OFFSET_TABLE_|__tls_get_addr|__cpu_model|__errno_location|__stack_chk_fail'
allowed="$allowed|mem(cpy|move|set|cmp)|strlen|clock_gettime"
allowed="$allowed|_ZNK?8mpitrace.*|__(asan|ubsan|tsan|gcov|llvm|sanitizer)_.*"

# cold OBJECT: what this object may refer to as well, for work that is done once or seldom.
cold() {
  case $1 in
    */record/clock.cpp.o) echo 'open|read|close' ;;                  # calibration
    */record/modules.cpp.o)                                          # the first call from a module
      echo 'dl_iterate_phdr|readlink|strncpy|pthread_mutex_(un)?lock' ;;
    */mpi/communicators.cpp.o | */mpi/requests.cpp.o)                # tables double; many threads share them
      echo 'mmap|munmap|sched_yield' ;;
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
