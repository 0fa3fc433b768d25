// SPDX-License-Identifier: BSD-3-Clause
#include "record/thread.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <cstring>

#include "record/call.h"
#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

constexpr std::array<std::int64_t, format::kFieldCount> kNoValues{};
constexpr std::uintptr_t kFrame = 0x7000'0000;  // nothing lies there
constexpr std::uintptr_t kCaller = 0x1000;

// The thread's record is there, as after its first call.
class Enter : public testing::Test {
 protected:
  Enter() { g_thread = &recording.thread(); }

  void be_in_call() {
    ASSERT_EQ(enter({kFrame, kCaller}), &recording.thread());
    begin_call(recording.thread(), find_context(recording.thread(), 0x1000, 1));
  }

  tests::Recording recording;
};

TEST_F(Enter, LetsACallFromTheProgramThrough) {
  EXPECT_EQ(enter({kFrame, kCaller}), &recording.thread());
  EXPECT_EQ(recording.thread().state, State::kRecording);
}

TEST_F(Enter, RefusesACallWithinACallAndCountsIt) {
  be_in_call();
  EXPECT_EQ(enter({kFrame - 64, kCaller}), nullptr);
  EXPECT_EQ(enter({kFrame - 128, kCaller}), nullptr);
  EXPECT_EQ(recording.slot().loss.nested_calls, 2U);
  EXPECT_EQ(recording.thread().state, State::kInCall) << "the outer call goes on";
}

TEST_F(Enter, RefusesACallFromASignalHandlerWhileTheRecorderWorks) {
  ASSERT_EQ(enter({kFrame, kCaller}), &recording.thread());
  EXPECT_EQ(enter({kFrame - 64, kCaller}), nullptr);
  EXPECT_EQ(enter({kFrame + 64, kCaller}), nullptr);
  EXPECT_EQ(recording.slot().loss.nested_calls, 2U);
}

TEST_F(Enter, LetsACallThroughAfterTheOneBeforeWasLeftByLongjmp) {
  be_in_call();
  EXPECT_EQ(enter({kFrame + 64, kCaller}), &recording.thread());
  EXPECT_EQ(recording.slot().loss.abandoned_calls, 1U);
  EXPECT_EQ(recording.slot().loss.nested_calls, 0U);
  EXPECT_EQ(recording.thread().state, State::kRecording);
}

// The stack is an array here: a call's frame is a place in it, with the return address behind the frame pointer.
TEST_F(Enter, LetsACallThroughFromDeeperDownWhereTheOneBeforeIsNoLongerOnTheStack) {
  std::array<std::uintptr_t, 64> stack{};
  const auto frame_at = [&](std::size_t i) { return reinterpret_cast<std::uintptr_t>(&stack[i]); };
  stack[51] = kCaller;
  ASSERT_EQ(enter({frame_at(50), kCaller}), &recording.thread());
  begin_call(recording.thread(), find_context(recording.thread(), 0x1000, 1));
  EXPECT_EQ(enter({frame_at(20), kCaller}), nullptr) << "it is made by a callback";
  stack[51] = kCaller + 8;  // an exception was caught, and another function has been called
  EXPECT_EQ(enter({frame_at(20), kCaller}), &recording.thread());
  EXPECT_EQ(recording.slot().loss.abandoned_calls, 1U);
  EXPECT_EQ(recording.slot().loss.nested_calls, 1U);
}

// The next call of a loop stands at the same depth of the stack as the one that was left.
TEST_F(Enter, LetsACallThroughFromWhereTheOneBeforeWasLeft) {
  be_in_call();
  EXPECT_EQ(enter({kFrame, kCaller}), &recording.thread());
  EXPECT_EQ(recording.slot().loss.abandoned_calls, 1U);
  EXPECT_EQ(recording.slot().loss.nested_calls, 0U);
}

// A signal handler on a stack of its own may lie anywhere beside the call that it came upon.
TEST_F(Enter, RefusesACallFromAHandlerOnAnotherStack) {
  static char stack[1U << 16U];
  const stack_t ours{.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  stack_t before{};
  sigaltstack(&ours, &before);
  static Thread* entered;
  const std::uintptr_t frame = reinterpret_cast<std::uintptr_t>(stack) - 64;  // below the handler's
  struct sigaction action {};
  struct sigaction old {};
  action.sa_flags = SA_ONSTACK;
  action.sa_handler = [](int) {
    entered = enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), kCaller});
  };
  sigaction(SIGUSR1, &action, &old);
  entered = &recording.thread();
  ASSERT_EQ(enter({frame, kCaller}), &recording.thread());
  begin_call(recording.thread(), find_context(recording.thread(), 0x1000, 1));
  raise(SIGUSR1);
  EXPECT_EQ(entered, nullptr);
  EXPECT_EQ(recording.slot().loss.nested_calls, 1U);
  EXPECT_EQ(recording.slot().loss.abandoned_calls, 0U);
  EXPECT_EQ(recording.thread().frame.address, frame) << "the outer call goes on";
  // A call that began on that stack and was left without returning is recognised there.
  recording.thread().frame.address = reinterpret_cast<std::uintptr_t>(stack) + 64;
  raise(SIGUSR1);
  EXPECT_EQ(entered, &recording.thread());
  EXPECT_EQ(recording.slot().loss.abandoned_calls, 1U);
  sigaction(SIGUSR1, &old, nullptr);
  sigaltstack(&before, nullptr);
}

TEST_F(Enter, PutsTheCountsIntoTheChunk) {
  be_in_call();
  enter({kFrame - 64, kCaller});
  enter({kFrame + 64, kCaller});
  leave(recording.thread());
  const tests::ReadChunk chunk = recording.chunks().at(0);
  EXPECT_EQ(chunk.nested_calls, 1U);
  EXPECT_EQ(chunk.abandoned_calls, 1U);
}

TEST_F(Enter, RecordsWithoutTimesWhilePaused) {
  recording.call(format::Kind::kPlain, 0x1000, {100, 110}, kNoValues.data());
  want_pause(Pause::kByProgram, true);
  enter({kFrame, kCaller});
  recording.call(format::Kind::kPlain, 0x1000, {1, 2}, kNoValues.data());
  leave(recording.thread());
  want_pause(Pause::kByProgram, false);
  enter({kFrame, kCaller});
  const std::uint64_t resumed_ticks = recording.slot().end_ticks;
  recording.call(format::Kind::kPlain, 0x1000, {resumed_ticks + 5, resumed_ticks + 9}, kNoValues.data());
  const tests::Decoded read = recording.decode();
  ASSERT_EQ(read.calls.size(), 3U);
  EXPECT_TRUE(read.calls[0].is_timed);
  EXPECT_FALSE(read.calls[1].is_timed);
  EXPECT_TRUE(read.calls[2].is_timed);
  EXPECT_EQ(read.calls[2].start_ticks, resumed_ticks + 5);
  ASSERT_EQ(read.controls.size(), 2U);
  EXPECT_EQ(read.controls[0].type, format::Control::kPause);
  EXPECT_EQ(read.controls[1].type, format::Control::kResume);
  EXPECT_EQ(recording.chunks().at(0).calls, 2U);
}

TEST_F(Enter, GoesOnPausedInTheNextChunk) {
  want_pause(Pause::kByProgram, true);
  enter({kFrame, kCaller});
  recording.chunks();
  recording.call(format::Kind::kPlain, 0x1000, {1, 2}, kNoValues.data());
  EXPECT_FALSE(recording.decode().calls.at(0).is_timed);
}

TEST_F(Enter, WritesPendingPollsBeforeAPause) {
  recording.poll(format::Kind::kProbe, 0x1000, {100, 110});
  want_pause(Pause::kByProgram, true);
  enter({kFrame, kCaller});
  const tests::Decoded read = recording.decode();
  EXPECT_EQ(read.polled(), 1U);
  EXPECT_EQ(read.controls.at(0).type, format::Control::kPolls);
  EXPECT_EQ(read.controls.at(1).type, format::Control::kPause);
}

TEST(EnterSlowly, IsNullWhereNothingMayBeRecorded) {
  g_thread = nullptr;
  g_attach = nullptr;
  EXPECT_EQ(enter({kFrame, kCaller}), nullptr);
}

TEST(EnterSlowly, IsNullForCallsThatAttachingMakes) {
  static Thread* within;
  g_thread = nullptr;
  within = reinterpret_cast<Thread*>(1);
  g_attach = []() noexcept -> Thread* {
    within = enter({kFrame, kCaller});
    return nullptr;
  };
  EXPECT_EQ(enter({kFrame, kCaller}), nullptr);
  EXPECT_EQ(within, nullptr);
  g_attach = nullptr;
}

TEST(Scratch, GrowsAndKeepsItsPlaceForLess) {
  tests::Recording recording;
  void* first = scratch(recording.thread(), 0, 100);
  EXPECT_EQ(scratch(recording.thread(), 0, 50), first);
  EXPECT_NE(scratch(recording.thread(), 1, 100), first);
  constexpr std::size_t kMany = 3U << 20U;
  void* larger = scratch(recording.thread(), 0, kMany);
  std::memset(larger, 1, kMany);
  EXPECT_EQ(scratch(recording.thread(), 0, kMany), larger);
}

}  // namespace
}  // namespace mpitrace::record
