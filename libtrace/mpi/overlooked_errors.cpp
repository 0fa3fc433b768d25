// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/overlooked_errors.h"

#include "mpi/function.h"
#include "mpi/object_table.h"
#include "mpi/requests.h"
#include "mpi/statuses.h"

namespace mpitrace::mpi {

bool g_may_overlook = false;

namespace {

constexpr int kErrorInStatus = 18;  // Open MPI's
constexpr std::size_t kErrorAt = 8;

struct PersistentReceive {
  std::uint32_t id;
  Word communicator;
};

ObjectTable<PersistentReceive> g_receives;

}  // namespace

void note_persistent_receive(Word request, Word communicator) noexcept {
  if (g_abi.name != AbiName::kOpenMpi) return;
  g_may_overlook = true;
  g_receives.keep(request, {0, communicator});
}

int find_overlooked_error(Word requests, const Word* handles, std::size_t count, Word statuses) noexcept {
  Word communicator = 0;
  int error = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int found = status_layout::number_at<std::int32_t>(statuses + i * g_abi.status_bytes, kErrorAt);
    if (found == 0) continue;
    const PersistentReceive failed = g_receives.take(handles[i]);
    if (failed.id == 0) continue;
    if (error == 0) {
      communicator = failed.communicator;
      error = found;
    }
    take_request(handles[i]);
    ask(Function::kRequest_free, requests + i * g_abi.handle_bytes);
  }
  if (error == 0) return 0;
  ask(Function::kComm_call_errhandler, communicator, error);
  return kErrorInStatus;
}

}  // namespace mpitrace::mpi
