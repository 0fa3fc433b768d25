// SPDX-License-Identifier: BSD-3-Clause
// What a reader finds when the process dies at any instruction: a child records, one step of the processor at a time,
// and after each step that changed the slot or the file both are replayed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <string>

#include "record/call.h"
#include "record/modules.h"
#include "session/state.h"
#include "unit/record/record_of_process.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

constexpr std::uint64_t kTurns = 8;
constexpr std::uint64_t kPollsATurn = 2;
constexpr std::size_t kLimitBytes = 350;  // closes a chunk every few turns

// How far the child is, in memory that both see.
struct Progress {
  std::uint64_t calls_begun;
  std::uint64_t calls_done;
  std::uint64_t polls_begun;
  std::uint64_t polls_done;
};

std::uint64_t site_in_program() {
  return reinterpret_cast<std::uint64_t>(&tests::make_call);
}

void poll_once(record::Thread& thread) {
  record::enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                 reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))});
  record::Context& context =
      record::find_context(thread, site_in_program() + 1, static_cast<std::uint32_t>(format::Kind::kProbe));
  const std::uint64_t start_ticks = record::begin_call(thread, context);
  record::count_poll(thread, context, start_ticks, record::end_call(thread));
  record::leave(thread);
}

[[noreturn]] void record_as_child(record::Thread& thread, Progress& progress) {
  record::g_thread = &thread;  // a forked child is not to record, but this one plays its parent
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  raise(SIGSTOP);
  for (std::uint64_t turn = 0; turn < kTurns; ++turn) {
    for (std::uint64_t i = 0; i < kPollsATurn; ++i) {
      ++progress.polls_begun;
      poll_once(thread);
      ++progress.polls_done;
    }
    ++progress.calls_begun;
    tests::make_call(site_in_program(), static_cast<std::int64_t>(turn * turn));
    ++progress.calls_done;
  }
  _exit(0);
}

// What a reader could tell apart from one step to the next.
class Picture {
 public:
  bool has_changed(const format::LiveSlot& slot, const std::string& path) {
    struct stat facts {};
    stat(path.c_str(), &facts);
    const bool same = facts.st_size == file_bytes_ && std::memcmp(&slot, header_, sizeof header_) == 0 &&
                      std::memcmp(chunk_of(slot), chunk_, sizeof chunk_) == 0;
    if (same) return false;
    file_bytes_ = facts.st_size;
    std::memcpy(header_, &slot, sizeof header_);
    std::memcpy(chunk_, chunk_of(slot), sizeof chunk_);
    return true;
  }

 private:
  static const char* chunk_of(const format::LiveSlot& slot) {
    return reinterpret_cast<const char*>(&slot) + format::kLiveHeaderBytes;
  }

  off_t file_bytes_ = -1;
  char header_[sizeof(format::LiveSlot)] = {};
  char chunk_[2 * kLimitBytes] = {};
};

void expect_all_there(const format::LiveSlot& slot, const std::string& path, const Progress& progress) {
  std::optional<tests::RecordOfProcess> record;
  ASSERT_NO_THROW(record.emplace(path); record->replay(slot));
  if (record->thread_count() == 0) return;  // between the first chunk and the file
  const std::vector<std::int64_t> tags = record->tags_of_thread(0);
  ASSERT_GE(tags.size(), progress.calls_done);
  ASSERT_LE(tags.size(), progress.calls_begun);
  for (std::size_t i = 0; i < tags.size(); ++i) ASSERT_EQ(tags[i], static_cast<std::int64_t>(i * i));
  ASSERT_GE(record->polled(0), progress.polls_done);
  ASSERT_LE(record->polled(0), progress.polls_begun);
}

TEST(InterruptedProcess, LeavesAllItsCallsWhereverItStopped) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's own instructions, stepped one by one, take minutes";
#endif
  const tests::FreshSession session;
  const std::string path = session.in("profile_0.out.part");
  ASSERT_NE(record::find_module(site_in_program()), 0U);
  record::Thread& thread = *record::enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                                           reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))});
  record::leave(thread);
  thread.limit_bytes = kLimitBytes;
  void* shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto& progress = *static_cast<Progress*>(shared);

  const pid_t child = fork();
  if (child == 0) record_as_child(thread, progress);
  int status = 0;
  waitpid(child, &status, 0);
  Picture picture;
  std::uint64_t pictures = 0;
  while (WIFSTOPPED(status) && !HasFatalFailure()) {
    if (picture.has_changed(*thread.slot, path)) {
      ++pictures;
      expect_all_there(*thread.slot, path, progress);
    }
    if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      GTEST_SKIP() << "this machine lets no process step another";
    }
    waitpid(child, &status, 0);
  }
  if (WIFSTOPPED(status)) kill(child, SIGKILL);
  EXPECT_GT(pictures, 10 * kTurns);
  EXPECT_EQ(progress.calls_done, kTurns);
  EXPECT_GT(tests::RecordOfProcess(path).chunk_count(0), 2U) << "the child should have closed chunks";
  munmap(shared, sizeof(Progress));
}

}  // namespace
}  // namespace mpitrace::session
