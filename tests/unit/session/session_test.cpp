// SPDX-License-Identifier: BSD-3-Clause
#include "session/session.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "record/call.h"
#include "unit/record/record_of_process.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

using tests::FreshSession;
using tests::make_call;
using Names = std::vector<std::string>;

constexpr std::uint64_t kSite = 0x1000;

TEST(Session, MakesNoFileBeforeTheFirstCall) {
  const FreshSession session;
  EXPECT_TRUE(session.is_recording());
  EXPECT_EQ(session.files(), Names{});
}

TEST(Session, DoesNothingWhenSwitchedOff) {
  const FreshSession session{{"MPITRACE_OFF", "1"}};
  EXPECT_FALSE(session.is_recording());
  make_call(kSite, 1);
  EXPECT_EQ(session.files(), Names{});
}

TEST(Session, KeepsAPartAndALiveFileWhileItRuns) {
  const FreshSession session{{"PMI_RANK", "3"}};
  make_call(kSite, 1);
  EXPECT_EQ(session.files(), (Names{"profile_3.out.live", "profile_3.out.part"}));
}

TEST(Session, ClosesWellWhenItIsFinished) {
  const FreshSession session{{"PMI_RANK", "3"}};
  make_call(kSite, 1);
  finish(EndReason::kFinalize);
  EXPECT_EQ(session.files(), Names{"profile_3.out"});
}

// As an MPI ends it that cannot start, or that meets an error: by exit() inside the call.
TEST(Session, KeepsTheCallInWhichTheProcessExits) {
  const FreshSession session{{"PMI_RANK", "3"}};
  record::Thread* thread = record::enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                                          reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))});
  ASSERT_NE(thread, nullptr);
  record::begin_call(*thread, record::find_context(*thread, kSite, 1));
  finish(EndReason::kExit);
  EXPECT_EQ(session.files(), (Names{"profile_3.out.live", "profile_3.out.part"}));
}

TEST(Session, NamesEverySettingThatMakesNoSenseOnRankZero) {
  const FreshSession session{{"MPITRACE_BUFER", "1"}, {"MPITRACE_START", "later"}};
  make_call(kSite, 1);
  testing::internal::CaptureStderr();
  identify(1, 2, {});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  identify(0, 2, {});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "mpitrace: MPITRACE_BUFER=1 is not a setting of mpitrace; did you mean MPITRACE_BUFFER?\n"
            "mpitrace: MPITRACE_START=later is neither on nor paused; recording is on from the start\n");
}

TEST(Session, TakesTheRankThatMpiSays) {
  const FreshSession session{{"PMI_RANK", "3"}};
  make_call(kSite, 1);
  identify(5, 8, {});
  finish(EndReason::kFinalize);
  EXPECT_EQ(session.files(), Names{"profile_5.out"});
  const tests::ReadFile file = tests::read_trace_file(session.in("profile_5.out"));
  ASSERT_EQ(file.headers.size(), 2U);
  EXPECT_EQ(file.headers[0].rank, 3);
  EXPECT_EQ(file.headers[1].rank, 5);
  EXPECT_EQ(file.headers[1].world_size, 8U);
  EXPECT_EQ(file.headers[0].process, file.headers[1].process);
}

TEST(Session, RecordsWhatComesAfterItsEndToo) {
  const FreshSession session;
  make_call(kSite, 1);
  finish(EndReason::kFinalize);
  make_call(kSite, 2);
  finish(EndReason::kExit);
  write_through();
  make_call(kSite, 3);
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  EXPECT_EQ(record.tags_of_thread(0), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(record.end_reasons(), (std::vector<int>{static_cast<int>(EndReason::kFinalize)}));
}

TEST(Session, BeginsPausedWhereThatIsAsked) {
  const FreshSession session{{"MPITRACE_START", "paused"}};
  make_call(kSite, 1);
  set_paused(false);
  make_call(kSite, 2);
  finish(EndReason::kFinalize);
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  ASSERT_EQ(record.of_thread(0).calls.size(), 2U);
  EXPECT_FALSE(record.of_thread(0).calls[0].is_timed);
  EXPECT_TRUE(record.of_thread(0).calls[1].is_timed);
}

TEST(Session, CountsWhatItsSizeLimitDrops) {
  const FreshSession session{{"MPITRACE_MAX_SIZE", "150KiB"}, {"MPITRACE_BUFFER", "128KiB"}};
  testing::internal::CaptureStderr();
  std::uint64_t calls = 0;
  for (; totals().loss.dropped_calls == 0; ++calls) make_call(kSite, static_cast<std::int64_t>(calls % 7 * calls));
  finish(EndReason::kFinalize);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("MPITRACE_MAX_SIZE is reached (153600 bytes)"), std::string::npos) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  EXPECT_GT(record.of_thread(0).calls.size(), 0U);
  EXPECT_EQ(record.of_thread(0).calls.size() + record.dropped_calls(), calls);
}

TEST(Session, RecordsOnInASlotThatTheFileRefused) {
  const FreshSession session{{"MPITRACE_MAX_SIZE", "1KiB"}};
  testing::internal::CaptureStderr();
  for (std::int64_t i = 0; i < 1'000; ++i) make_call(kSite, i * i);
  finish(EndReason::kFinalize);
  make_call(kSite, -1);
  testing::internal::GetCapturedStderr();
  const tests::RecordOfProcess record(session.in("profile_0.out.part"), session.in("profile_0.out.live"));
  ASSERT_EQ(record.of_thread(0).calls.size(), 1'001U);
  EXPECT_EQ(record.tags_of_thread(0).back(), -1);
}

// At exit everything is written once more; what the file still refuses must still be in the slot.
TEST(Session, KeepsWhatTheFileRefusedWhenItIsFinishedTwice) {
  const FreshSession session{{"MPITRACE_MAX_SIZE", "1KiB"}};
  testing::internal::CaptureStderr();
  for (std::int64_t i = 0; i < 1'000; ++i) make_call(kSite, i * i);
  finish(EndReason::kFinalize);
  finish(EndReason::kExit);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("MPITRACE_MAX_SIZE is reached (1024 bytes); they stay in the .live file"), std::string::npos)
      << said;
  EXPECT_EQ(said.find("rank -1"), std::string::npos) << said;
  const tests::RecordOfProcess record(session.in("profile_0.out.part"), session.in("profile_0.out.live"));
  EXPECT_EQ(record.of_thread(0).calls.size(), 1'000U);
}

TEST(Session, SaysOnceThatItsFolderWasRemoved) {
  const FreshSession session;
  make_call(kSite, 1);
  identify(0, 2, {});
  std::filesystem::remove_all(folder());
  testing::internal::CaptureStderr();
  finish(EndReason::kFinalize);
  finish(EndReason::kExit);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "mpitrace: rank 0: the run's folder was removed while the program ran; nothing is left of the record; the "
            "program is not affected\n");
}

TEST(Session, LeavesItsFilesToTheParentAfterAFork) {
  const FreshSession session;
  make_call(kSite, 1);
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1'000; ++i) make_call(kSite, 2);
    finish(EndReason::kExit);
    write_through();
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  make_call(kSite, 3);
  finish(EndReason::kFinalize);
  EXPECT_EQ(session.files(), Names{"profile_0.out"});
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  EXPECT_EQ(record.tags_of_thread(0), (std::vector<std::int64_t>{1, 3}));
}

// Each of these threads is at the door with the others, then records enough for several chunks.
TEST(Session, RecordsThreadsThatCallAtTheSameTime) {
  const FreshSession session{{"MPITRACE_BUFFER", "128KiB"}};
  constexpr std::int64_t kThreads = 4;
  constexpr std::int64_t kCalls = 20'000;
  make_call(kSite, -1);
  std::atomic<int> waiting{kThreads};
  std::vector<std::thread> threads;
  for (std::int64_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&waiting, i] {
      --waiting;
      while (waiting != 0) std::this_thread::yield();
      for (std::int64_t k = 0; k < kCalls; ++k)
        make_call(kSite + static_cast<std::uint64_t>(k % 3), i * kCalls * kCalls + k * k);
    });
  }
  for (std::thread& thread : threads) thread.join();
  finish(EndReason::kFinalize);
  EXPECT_EQ(session.files(), Names{"profile_0.out"});

  const tests::RecordOfProcess record(session.in("profile_0.out"));
  ASSERT_EQ(record.thread_count(), kThreads + 1U);
  EXPECT_EQ(record.tags_of_thread(0), std::vector<std::int64_t>{-1});
  std::vector<std::int64_t> owners;
  for (std::uint32_t thread = 1; thread <= kThreads; ++thread) {
    const std::vector<std::int64_t> tags = record.tags_of_thread(thread);
    ASSERT_EQ(tags.size(), static_cast<std::size_t>(kCalls));
    const std::int64_t owner = tags[0] / (kCalls * kCalls);
    owners.push_back(owner);
    for (std::int64_t k = 0; k < kCalls; ++k)
      ASSERT_EQ(tags[static_cast<std::size_t>(k)], owner * kCalls * kCalls + k * k);
    EXPECT_GT(record.chunk_count(thread), 1U);
  }
  std::sort(owners.begin(), owners.end());
  EXPECT_EQ(owners, (std::vector<std::int64_t>{0, 1, 2, 3}));
}

TEST(Session, FollowsAPauseThatAnotherThreadAsksFor) {
  const FreshSession session;
  constexpr std::int64_t kCalls = 20'000;
  std::atomic<bool> is_done{false};
  std::thread worker([&is_done] {
    for (std::int64_t i = 0; i < kCalls; ++i) make_call(kSite, i);
    is_done = true;
  });
  for (bool paused = true; !is_done; paused = !paused) set_paused(paused);
  worker.join();
  finish(EndReason::kFinalize);
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  const std::vector<std::int64_t> tags = record.tags_of_thread(0);
  ASSERT_EQ(tags.size(), static_cast<std::size_t>(kCalls));
  for (std::int64_t i = 0; i < kCalls; ++i) ASSERT_EQ(tags[static_cast<std::size_t>(i)], i);
}

TEST(Session, SaysOnceThatTheLimitIsReachedWhereManyThreadsMeetIt) {
  const FreshSession session{{"MPITRACE_MAX_SIZE", "1KiB"}, {"MPITRACE_BUFFER", "128KiB"}};
  testing::internal::CaptureStderr();
  std::atomic<int> waiting{4};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&waiting] {
      make_call(kSite, 0);
      --waiting;
      while (waiting != 0) std::this_thread::yield();
      for (std::int64_t k = 0; k < 20'000; ++k) make_call(kSite, k * k);
    });
  }
  for (std::thread& thread : threads) thread.join();
  finish(EndReason::kFinalize);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST(Session, GivesThreadsThatFollowEachOtherNumbersOfTheirOwn) {
  const FreshSession session;
  for (std::int64_t i = 0; i < 5; ++i) std::thread([i] { make_call(kSite, i); }).join();
  finish(EndReason::kFinalize);
  const tests::RecordOfProcess record(session.in("profile_0.out"));
  ASSERT_EQ(record.thread_count(), 5U);
  for (std::uint32_t thread = 0; thread < 5; ++thread) {
    EXPECT_EQ(record.tags_of_thread(thread), std::vector<std::int64_t>{thread});
  }
  EXPECT_EQ(record.end_reasons(), std::vector<int>(5, static_cast<int>(EndReason::kThreadExit)));
}

TEST(Session, LetsThreadsThatFollowEachOtherShareMemory) {
  const FreshSession session;
  for (std::int64_t i = 0; i < 5; ++i) std::thread([i] { make_call(kSite, i); }).join();
  int slots = 0;
  for (const record::Thread* thread = threads(); thread != nullptr; thread = thread->next) ++slots;
  EXPECT_EQ(slots, 1);
}

TEST(Session, SaysWhyItCannotMakeItsFolder) {
  testing::internal::CaptureStderr();
  {
    const FreshSession session{{"MPITRACE_DIR", "/proc/nowhere"}};
    make_call(kSite, 1);
    make_call(kSite, 2);
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("cannot make the folder /proc/nowhere"), std::string::npos) << said;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1);
}

TEST(Session, RecordsTheSpanThatIsAskedFor) {
  const tests::FreshSession fresh({{"MPITRACE_TIME", "1s:2s"}});
  const auto at_ms = [](std::uint64_t ms) { return start_ticks() + ms * ticks_per_second() / 1000; };
  EXPECT_TRUE(record::is_pause_wanted());
  EXPECT_GT(record::g_deadline_ticks, at_ms(999));
  EXPECT_LT(record::g_deadline_ticks, at_ms(1001));
  record::g_at_deadline(at_ms(1500));
  EXPECT_FALSE(record::is_pause_wanted());
  record::g_at_deadline(at_ms(2500));
  EXPECT_TRUE(record::is_pause_wanted());
  EXPECT_EQ(record::g_deadline_ticks, ~std::uint64_t{0});
}

}  // namespace
}  // namespace mpitrace::session
