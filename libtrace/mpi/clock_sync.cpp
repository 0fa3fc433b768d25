// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/clock_sync.h"

#include <errno.h>
#include <unistd.h>

#include "encode/chunk_builder.h"
#include "mpi/clock_tree.h"
#include "mpi/function.h"
#include "record/clock.h"
#include "record/control.h"
#include "session/launcher.h"
#include "session/session.h"

namespace mpitrace::mpi {
namespace {

constexpr std::uint32_t kClockSampleField = 24;
constexpr std::uint64_t kColours = 0x7fff'ffff;  // a colour is an int that is not negative

enum class When : std::uint32_t { kInit = 1, kFinalize = 2 };  // trace.proto's ClockSample.When

// The nodes' leaders, from MPI_Init to MPI_Finalize; no communicator where this process is none, or all have one clock.
ClockTree g_leaders{};
pid_t g_leader = 0;  // a forked child is none

bool has_all_functions() noexcept {
  for (const Function needed : {Function::kComm_rank, Function::kComm_size, Function::kComm_split, Function::kComm_free,
                                Function::kAllreduce, Function::kSend, Function::kRecv, Function::kComm_get_errhandler,
                                Function::kComm_set_errhandler, Function::kErrhandler_free}) {
    if (real_address(needed) == 0) return false;
  }
  return g_abi.comm_world != 0 && g_abi.byte_type != 0 && g_abi.bitwise_and != 0 && g_abi.errors_return != 0;
}

// What fails in here comes back as a code instead of ending the program, which has not said yet what it wants.
class ReturnedErrors {
 public:
  explicit ReturnedErrors(Word communicator) noexcept : communicator_(communicator) {
    is_set_ = ask(Function::kComm_get_errhandler, communicator_, &handler_) == 0 &&
              ask(Function::kComm_set_errhandler, communicator_, g_abi.errors_return) == 0;
  }
  ~ReturnedErrors() {
    if (is_set_) ask(Function::kComm_set_errhandler, communicator_, load_handle(&handler_));
    if (is_set_) ask(Function::kErrhandler_free, &handler_);
  }
  ReturnedErrors(const ReturnedErrors&) = delete;
  ReturnedErrors& operator=(const ReturnedErrors&) = delete;

 private:
  Word communicator_;
  Word handler_ = 0;
  bool is_set_;
};

int rank_in(Word communicator) noexcept {
  int rank = -1;
  return ask(Function::kComm_rank, communicator, &rank) == 0 ? rank : -1;
}

int size_of(Word communicator) noexcept {
  int size = 0;
  return ask(Function::kComm_size, communicator, &size) == 0 ? size : 0;
}

// Whether all processes of the communicator give the same number; all of them get the same answer. A number is the same
// everywhere when the bits that are set everywhere, and those that are clear everywhere, are all its bits. As bytes:
// MPI_BAND takes them, and no type of 64 bits need be known. An MPI that fails here is asked for no more.
bool is_same_everywhere(Word communicator, std::uint64_t number) noexcept {
  const std::uint64_t own[2] = {number, ~number};
  std::uint64_t common[2] = {number, ~number};
  const int code = ask(Function::kAllreduce, own, common, static_cast<int>(sizeof own), g_abi.byte_type,
                       g_abi.bitwise_and, communicator);
  return code != 0 || (common[0] ^ common[1]) == ~std::uint64_t{0};
}

// 0 where there is none.
Word split(Word communicator, int colour) noexcept {
  Word part = 0;
  if (ask(Function::kComm_split, communicator, colour, 0, &part) != 0) return 0;
  part = load_handle(&part);
  return part == g_abi.comm_null ? 0 : part;
}

void free_communicator(Word communicator) noexcept {
  ask(Function::kComm_free, &communicator);
}

// Whether this process is the first of those with its number. A colour has room for 31 bits of it: where two numbers
// agree in these, their processes are parted again by others, and after three times by all.
bool is_first_of(std::uint64_t number) noexcept {
  Word alike = g_abi.comm_world;
  for (const unsigned shift : {0U, 31U, 33U}) {
    const Word part = split(alike, static_cast<int>(number >> shift & kColours));
    if (alike != g_abi.comm_world) free_communicator(alike);
    if (part == 0) return false;
    alike = part;
    if (is_same_everywhere(alike, number)) break;
  }
  const bool is_first = rank_in(alike) == 0;
  free_communicator(alike);
  return is_first;
}

// Also who leads no node takes part.
void gather_leaders(std::uint64_t domain) noexcept {
  const Word leaders = split(g_abi.comm_world, is_first_of(domain) ? 0 : kUndefined);
  if (leaders == 0) return;
  ask(Function::kComm_set_errhandler, leaders, g_abi.errors_return);
  g_leaders = {leaders, rank_in(leaders), size_of(leaders)};
  if (g_leaders.rank < 0) g_leaders = {};
  g_leader = getpid();
}

void write_sample(record::Thread& thread, const ClockSample& sample, When when) noexcept {
  encode::append_definition(*thread.slot, kClockSampleField, [&](encode::Message& message) {
    message.fixed64(1, sample.peer_process);
    message.fixed64(2, sample.peer_ticks);
    message.fixed64(3, sample.ticks_before);
    message.fixed64(4, sample.ticks_after);
    message.uint(5, static_cast<std::uint32_t>(when));
  });
}

void compare_with_others(record::Thread* thread, When when) noexcept {
  const ClockSample sample = compare_clocks(g_leaders, {session::process(), session::ticks_per_second()});
  if (thread != nullptr && sample.peer_process != 0) write_sample(*thread, sample, when);
}

// The program's own errno, and its time, stay its own.
template <class Work>
void do_own_work(record::Thread* thread, Work work) noexcept {
  const int saved_errno = errno;
  const std::uint64_t start_ticks = record::now_ticks();
  work();
  if (thread != nullptr) record::write_own_work(*thread, format::OwnWork::kClocks, start_ticks);
  errno = saved_errno;
}

}  // namespace

void compare_clocks_after_init(record::Thread* thread) noexcept {
  if (!session::settings().clocks || !session::launcher_has_one_program() || !has_all_functions()) return;
  const int size = size_of(g_abi.comm_world);
  if (size < 2 || session::launcher_has_one_node(size)) return;
  do_own_work(thread, [&] {
    const ReturnedErrors returned(g_abi.comm_world);
    const std::uint64_t domain = session::clock_domain(session::process());
    if (is_same_everywhere(g_abi.comm_world, domain)) return;
    gather_leaders(domain);
    if (g_leaders.communicator != 0) compare_with_others(thread, When::kInit);
  });
  if (thread != nullptr) session::begin_program();
}

void compare_clocks_before_finalize(record::Thread* thread) noexcept {
  if (g_leaders.communicator == 0 || g_leader != getpid()) return;
  do_own_work(thread, [&] {
    compare_with_others(thread, When::kFinalize);
    free_communicator(g_leaders.communicator);
    g_leaders = {};
  });
}

}  // namespace mpitrace::mpi
