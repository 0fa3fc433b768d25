// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/requests.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

class Requests : public testing::Test {
 protected:
  static std::uint64_t add(Word handle, Lifetime lifetime = Lifetime::kOnce) {
    return add_request(handle, RequestFor::kSend, lifetime, {});
  }

  tests::FakeMpi fake{kMpichAbi};
};

TEST_F(Requests, HaveNumbersOfTheirOwn) {
  const std::uint64_t first = add(0x5001);
  EXPECT_NE(first, 0U);
  EXPECT_EQ(add(0x5002), first + 1);
  EXPECT_EQ(complete_request(0x5002).id, first + 1);
  EXPECT_EQ(complete_request(0x5001).id, first);
}

TEST_F(Requests, AreUnknownOnceTheyCompleted) {
  add(0x5001);
  complete_request(0x5001);
  EXPECT_EQ(complete_request(0x5001).id, 0U);
}

TEST_F(Requests, AreNoneForNullHandles) {
  EXPECT_EQ(add(kMpichAbi.request_null), 0U);
  EXPECT_EQ(add(0), 0U);
  EXPECT_EQ(complete_request(0).id, 0U);
  EXPECT_EQ(complete_request(kMpichAbi.request_null).id, 0U);
  EXPECT_EQ(peek_request(0).id, 0U);
  EXPECT_EQ(start_request(0), 0U);
  EXPECT_EQ(take_request(0).id, 0U);
}

TEST_F(Requests, RememberWhatAReceiveAskedFor) {
  add_request(0x5001, RequestFor::kReceive, Lifetime::kOnce, {3, 42, 800});
  const Completed completed = complete_request(0x5001);
  EXPECT_EQ(completed.what, RequestFor::kReceive);
  EXPECT_EQ(completed.wanted.source, 3);
  EXPECT_EQ(completed.wanted.tag, 42);
  EXPECT_EQ(completed.wanted.room_bytes, 800);
}

TEST_F(Requests, OfOneHandleCompleteInTheOrderTheyWereMade) {
  std::vector<std::uint64_t> made;
  std::vector<std::uint64_t> completed;
  for (int i = 0; i < 5; ++i) made.push_back(add(0x5001));
  for (int i = 0; i < 5; ++i) completed.push_back(complete_request(0x5001).id);
  EXPECT_EQ(completed, made);
  EXPECT_EQ(complete_request(0x5001).id, 0U);
}

// A recording thread of a given number, as calling_thread() sees it.
class AsThread {
 public:
  explicit AsThread(std::uint32_t number) : thread_(std::make_unique<record::Thread>()) {
    slot_.thread = number;
    thread_->slot = &slot_;
    record::g_thread = thread_.get();
  }
  ~AsThread() { record::g_thread = nullptr; }
  AsThread(const AsThread&) = delete;
  AsThread& operator=(const AsThread&) = delete;

 private:
  std::unique_ptr<record::Thread> thread_;
  format::LiveSlot slot_{};
};

TEST_F(Requests, OfOneHandleCompleteForTheThreadThatMadeThem) {
  constexpr Word kShared = 0x5001;
  g_many_threads = true;
  std::vector<std::uint64_t> made;
  for (const std::uint32_t thread : {1U, 2U, 1U, 3U, 2U}) {
    const AsThread caller(thread);
    made.push_back(add(kShared));
  }
  std::vector<std::uint64_t> completed;
  for (const std::uint32_t thread : {2U, 3U, 1U, 2U, 7U}) {
    const AsThread caller(thread);
    completed.push_back(complete_request(kShared).id);
  }
  g_many_threads = false;
  // The last caller made none of them and takes what is left.
  EXPECT_EQ(completed, (std::vector<std::uint64_t>{made[1], made[3], made[0], made[4], made[2]}));
  EXPECT_EQ(complete_request(kShared).id, 0U);
}

TEST_F(Requests, CanBeLookedAtWithoutCompletingThem) {
  const std::uint64_t id = add(0x5001);
  EXPECT_EQ(peek_request(0x5001).id, id);
  EXPECT_EQ(complete_request(0x5001).id, id);
}

TEST_F(Requests, ThatPersistAreNoneUntilStarted) {
  const std::uint64_t id = add(0x5001, Lifetime::kPersistent);
  EXPECT_EQ(peek_request(0x5001).id, 0U);
  EXPECT_EQ(complete_request(0x5001).id, 0U);
  EXPECT_EQ(start_request(0x5001), id);
  EXPECT_EQ(complete_request(0x5001).id, id);
  take_request(0x5001);
}

TEST_F(Requests, ThatPersistKeepTheirNumberUntilFreed) {
  const std::uint64_t id = add(0x5001, Lifetime::kPersistent);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(start_request(0x5001), id);
    EXPECT_EQ(complete_request(0x5001).id, id);
    EXPECT_EQ(complete_request(0x5001).id, 0U);
  }
  EXPECT_EQ(take_request(0x5001).id, id);
  EXPECT_EQ(start_request(0x5001), 0U);
}

TEST_F(Requests, AreForgottenWhenFreed) {
  const std::uint64_t id = add(0x5001);
  EXPECT_EQ(take_request(0x5001).id, id);
  EXPECT_EQ(complete_request(0x5001).id, 0U);
}

// Some handles stand for many requests at once, as both MPIs have it for operations that completed at once. Request
// numbers are new for each, so that a multimap from handle to number, first in first out, says what must come back.
class RandomRequests : public testing::TestWithParam<Word> {};

TEST_P(RandomRequests, BehaveAsInAMultimap) {
  const tests::FakeMpi fake(kOpenMpiAbi);
  std::multimap<Word, std::uint64_t> map;
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 10'000; ++i) {
    const Word handle = 0x10'0000 + random() % GetParam() * 16;
    if (random() % 9 < 5) {
      const std::uint64_t id = add_request(handle, RequestFor::kSend, Lifetime::kOnce, {});
      ASSERT_NE(id, 0U);
      map.emplace(handle, id);
      continue;
    }
    const auto oldest = map.lower_bound(handle);
    const bool is_there = oldest != map.end() && oldest->first == handle;
    ASSERT_EQ(complete_request(handle).id, is_there ? oldest->second : 0U);
    if (is_there) map.erase(oldest);
  }
  for (const auto& [handle, id] : map) ASSERT_EQ(complete_request(handle).id, id);
}

INSTANTIATE_TEST_SUITE_P(Handles, RandomRequests, testing::Values(1, 10, 300, 5'000, 1'000'000));

TEST_F(Requests, AreAllThereWhenManyAreInFlight) {
  constexpr Word kMany = 100'000;
  const std::uint64_t first = add(0x10'0000);
  for (Word i = 1; i < kMany; ++i) add(0x10'0000 + i);
  for (Word i = kMany; i-- > 0;) ASSERT_EQ(complete_request(0x10'0000 + i).id, first + i);
}

TEST_F(Requests, OfSeveralThreadsAreKeptApart) {
  g_many_threads = true;
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (Word i = 0; i < 4; ++i) {
    threads.emplace_back([&wrong, i] {
      for (Word k = 0; k < 5'000; ++k) {
        const Word handle = 0x20'0000 + i * 0x1'0000 + k % 100;
        if (add(handle) != complete_request(handle).id) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Requests, StandFirstAgainWhenTheyArePutBack) {
  const std::uint64_t first = add(0x5001);
  const std::uint64_t second = add(0x5001);
  const Request taken = take_request(0x5001);
  EXPECT_EQ(taken.id, first);
  put_back_request(0x5001, taken);
  const std::uint64_t third = add(0x5001);
  for (const std::uint64_t id : {first, second, third}) EXPECT_EQ(complete_request(0x5001).id, id);
  EXPECT_EQ(complete_request(0x5001).id, 0U);
}

TEST_F(Requests, ArePutBackAlsoWhereTheHandleWasAlone) {
  const std::uint64_t id = add(0x5001);
  put_back_request(0x5001, take_request(0x5001));
  EXPECT_EQ(complete_request(0x5001).id, id);
}

}  // namespace
}  // namespace mpitrace::mpi
