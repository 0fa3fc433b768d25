// SPDX-License-Identifier: BSD-3-Clause
// The library's side of include/mpitrace.h, called as the header calls it.
#include <gtest/gtest.h>
#include <mpitrace.h>

#include "record/clock.h"
#include "record/thread.h"
#include "session/state.h"
#include "unit/session/fresh_session.h"

extern "C" const struct mpitrace_interface mpitrace_interface;

namespace mpitrace::session {
namespace {

TEST(Interface, SaysHowLargeItIs) {
  EXPECT_EQ(mpitrace_interface.size, sizeof(struct mpitrace_interface));
}

TEST(Interface, RecordsWithoutMpi) {
  const tests::FreshSession fresh({});
  mpitrace_interface.region_begin("solve");
  mpitrace_interface.step(3);
  mpitrace_interface.region_end();
  ASSERT_NE(record::g_thread, nullptr);
  EXPECT_EQ(record::g_thread->state, record::State::kOutside);
  EXPECT_EQ(fresh.files().size(), 2U);  // the log and its live part
}

TEST(Interface, PausesAndResumesTheProcess) {
  const tests::FreshSession fresh({});
  mpitrace_interface.pause();
  EXPECT_TRUE(record::g_thread->paused);
  mpitrace_interface.resume();
  EXPECT_FALSE(record::g_thread->paused);
}

TEST(Interface, DoesNothingInsideACallOfMpi) {
  const tests::FreshSession fresh({});
  mpitrace_interface.step(1);
  record::Thread& thread = *record::g_thread;
  thread.state = record::State::kRecording;
  const std::uint64_t used_bytes = thread.slot->used_bytes;
  mpitrace_interface.region_begin("within");
  EXPECT_EQ(thread.slot->used_bytes, used_bytes);
  EXPECT_EQ(thread.state, record::State::kRecording);
  thread.state = record::State::kOutside;
}

TEST(Interface, DoesNothingWhereRecordingIsOff) {
  const tests::FreshSession fresh({{"MPITRACE_OFF", "1"}});
  mpitrace_interface.region_begin("solve");
  mpitrace_interface.region_end();
  EXPECT_TRUE(fresh.files().empty());
}

// Each pause and each resumption is a record: nothing else may come to close a full chunk.
TEST(Interface, PausesAnyNumberOfTimes) {
  const tests::FreshSession fresh({{"MPITRACE_BUFFER", "128KiB"}});
  for (int i = 0; i < 30'000; ++i) {
    mpitrace_interface.pause();
    mpitrace_interface.resume();
    ASSERT_LT(record::g_thread->slot->used_bytes, record::g_thread->slot->buffer_bytes);
  }
}

// What the program asks for and what MPITRACE_TIME asks for are two things: recording needs both.
TEST(Interface, ResumesNothingOutsideTheSpanThatIsAskedFor) {
  const tests::FreshSession fresh({{"MPITRACE_TIME", "100s:200s"}});
  mpitrace_interface.resume();
  EXPECT_TRUE(record::is_pause_wanted());
  record::g_at_deadline(start_ticks() + 150 * ticks_per_second());
  EXPECT_FALSE(record::is_pause_wanted());
  mpitrace_interface.pause();
  EXPECT_TRUE(record::is_pause_wanted());
  mpitrace_interface.resume();
  EXPECT_FALSE(record::is_pause_wanted());
  record::g_at_deadline(start_ticks() + 250 * ticks_per_second());
  mpitrace_interface.resume();
  EXPECT_TRUE(record::is_pause_wanted());
}

TEST(Interface, StaysPausedWhereTheSpanBeginsInAPauseOfTheProgram) {
  const tests::FreshSession fresh({{"MPITRACE_TIME", "100s:200s"}, {"MPITRACE_START", "paused"}});
  record::g_at_deadline(start_ticks() + 150 * ticks_per_second());
  EXPECT_TRUE(record::is_pause_wanted());
  mpitrace_interface.resume();
  EXPECT_FALSE(record::is_pause_wanted());
}

TEST(Interface, FollowsTheSpanThatIsAskedForAlsoWhereOnlyMarksAreMade) {
  const tests::FreshSession fresh({{"MPITRACE_TIME", "0s:100s"}});
  mpitrace_interface.step(1);
  EXPECT_FALSE(record::g_thread->paused);
  record::g_deadline_ticks = record::now_ticks();
  g_session.settings.to_ns = 1;
  mpitrace_interface.step(2);
  EXPECT_TRUE(record::g_thread->paused);
}

TEST(Interface, PausesBeforeAnythingElseBegan) {
  const tests::FreshSession fresh({});
  g_session.started = false;  // as in a program whose first act it is
  mpitrace_interface.pause();
  EXPECT_TRUE(record::is_pause_wanted());
  mpitrace_interface.resume();
}

TEST(Interface, KeepsWhatIsMarkedAfterTheEndOfMpi) {
  const tests::FreshSession fresh({});
  mpitrace_interface.region_begin("main");
  finish(EndReason::kFinalize);
  const auto chunks = [] { return record::g_thread->slot->sequence; };
  const std::uint64_t before = chunks();
  mpitrace_interface.region_end();
  finish(EndReason::kExit);
  EXPECT_EQ(chunks(), before + 1);
}

TEST(Interface, KeepsNothingWhileTheFilesAreClosed) {
  const tests::FreshSession fresh({});
  mpitrace_interface.step(1);
  const std::uint64_t used_bytes = record::g_thread->slot->used_bytes;
  g_session.finishing = 1;
  mpitrace_interface.step(2);
  g_session.finishing = 0;
  EXPECT_EQ(record::g_thread->slot->used_bytes, used_bytes);
  EXPECT_EQ(record::g_thread->state, record::State::kOutside);
}

}  // namespace
}  // namespace mpitrace::session
