// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/clock_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

constexpr int kError = 1;
constexpr std::uint64_t kTicksPerSecond = std::uint64_t{1} << 62U;  // patience is no matter of chance

thread_local int g_rank = 0;

// Ranks that are threads, and sends that wait for their receive: whoever relies on a buffer waits for ever, which is
// seen and ends in errors.
class Exchange {
 public:
  explicit Exchange(int ranks) : running_(ranks), partners_(static_cast<std::size_t>(ranks)) {}

  int send(int to, const void* bytes, int size) {
    std::unique_lock lock(mutex_);
    note(to);
    const auto key = std::make_pair(g_rank, to);
    on_the_way_[key].assign(static_cast<const char*>(bytes), static_cast<const char*>(bytes) + size);
    changed_.notify_all();
    return wait(lock, [&] { return !on_the_way_.contains(key); }) ? 0 : kError;
  }
  int receive(int from, void* bytes, int size) {
    std::unique_lock lock(mutex_);
    note(from);
    const auto key = std::make_pair(from, g_rank);
    if (!wait(lock, [&] { return on_the_way_.contains(key); })) return kError;
    if (on_the_way_[key].size() != static_cast<std::size_t>(size)) return kError;
    std::memcpy(bytes, on_the_way_[key].data(), on_the_way_[key].size());
    on_the_way_.erase(key);
    ++received_;
    changed_.notify_all();
    return 0;
  }
  void leave() {
    const std::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_all();
  }

  bool is_stuck() const { return is_stuck_; }
  int received() const { return received_; }
  // Whom the rank talked to, in order.
  const std::vector<int>& partners(int rank) const { return partners_.at(static_cast<std::size_t>(rank)); }

 private:
  void note(int partner) {
    std::vector<int>& known = partners_.at(static_cast<std::size_t>(g_rank));
    if (known.empty() || known.back() != partner) known.push_back(partner);
  }
  // Whether all who still run wait for something that is not there.
  void look_for_stuck() {
    is_stuck_ =
        is_stuck_ || (static_cast<int>(waiting_.size()) == running_ &&
                      std::none_of(waiting_.begin(), waiting_.end(), [](const auto* ready) { return (*ready)(); }));
    if (is_stuck_) changed_.notify_all();
  }
  template <class Ready>
  bool wait(std::unique_lock<std::mutex>& lock, Ready ready) {
    const std::function<bool()> is_ready = ready;
    waiting_.insert(&is_ready);
    while (!is_ready() && !is_stuck_) {
      look_for_stuck();
      if (!is_stuck_) changed_.wait(lock);
    }
    waiting_.erase(&is_ready);
    return is_ready();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int running_;
  std::set<const std::function<bool()>*> waiting_;
  std::map<std::pair<int, int>, std::vector<char>> on_the_way_;
  std::vector<std::vector<int>> partners_;
  int received_ = 0;
  bool is_stuck_ = false;
};

Exchange* g_exchange = nullptr;

int real_send(const void* bytes, int size, Word, int to, int, Word) {
  return g_exchange->send(to, bytes, size);
}
int real_recv(void* bytes, int size, Word, int from, int, Word, Word) {
  return g_exchange->receive(from, bytes, size);
}
int real_failing_recv(void*, int, Word, int, int, Word, Word) {
  return kError;
}

constexpr std::uint64_t process_of(int rank) {
  return 1000 + static_cast<std::uint64_t>(rank);
}

std::vector<ClockSample> compare_all(Exchange& exchange, int ranks) {
  g_exchange = &exchange;
  std::vector<ClockSample> samples(static_cast<std::size_t>(ranks));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      g_rank = rank;
      samples[static_cast<std::size_t>(rank)] =
          compare_clocks({0x99, rank, ranks}, {process_of(rank), kTicksPerSecond});
      exchange.leave();
    });
  }
  for (std::thread& thread : threads) thread.join();
  g_exchange = nullptr;
  return samples;
}

class ClockTreeOf : public testing::TestWithParam<int> {};

TEST_P(ClockTreeOf, GivesEachButTheRootASampleOfItsParent) {
  tests::FakeMpi fake(kMpichAbi);
  fake.set(Function::kSend, &real_send);
  fake.set(Function::kRecv, &real_recv);
  Exchange exchange(GetParam());
  const std::vector<ClockSample> samples = compare_all(exchange, GetParam());
  EXPECT_FALSE(exchange.is_stuck());
  EXPECT_EQ(samples[0].peer_process, 0U);
  for (int rank = 1; rank < GetParam(); ++rank) {
    const ClockSample& sample = samples[static_cast<std::size_t>(rank)];
    EXPECT_EQ(sample.peer_process, process_of(parent_of(rank)));
    // All ranks read one clock here.
    EXPECT_LE(sample.ticks_before, sample.peer_ticks);
    EXPECT_LE(sample.peer_ticks, sample.ticks_after);
  }
  const auto pairs = static_cast<std::size_t>(GetParam() - 1);
  EXPECT_GE(static_cast<std::size_t>(exchange.received()), 2 * RoundTrips::kFewest * pairs);
  EXPECT_LE(static_cast<std::size_t>(exchange.received()), 2 * RoundTrips::kMost * pairs);
}

// In round k the ranks below 2^k, each with the one 2^k above it.
TEST_P(ClockTreeOf, ComparesInRounds) {
  tests::FakeMpi fake(kMpichAbi);
  fake.set(Function::kSend, &real_send);
  fake.set(Function::kRecv, &real_recv);
  Exchange exchange(GetParam());
  compare_all(exchange, GetParam());
  std::vector<std::vector<int>> partners(static_cast<std::size_t>(GetParam()));
  for (int step = 1; step < GetParam(); step *= 2) {
    for (int rank = 0; rank < step && rank + step < GetParam(); ++rank) {
      partners[static_cast<std::size_t>(rank)].push_back(rank + step);
      partners[static_cast<std::size_t>(rank + step)].push_back(rank);
    }
  }
  for (int rank = 0; rank < GetParam(); ++rank)
    EXPECT_EQ(exchange.partners(rank), partners[static_cast<std::size_t>(rank)]) << "of rank " << rank;
}

INSTANTIATE_TEST_SUITE_P(Ranks, ClockTreeOf, testing::Range(1, 18));

TEST(ClockTree, HasNoSampleWhereMpiRefuses) {
  tests::FakeMpi fake(kMpichAbi);
  fake.set(
      Function::kSend, +[](const void*, int, Word, int, int, Word) { return 0; });
  fake.set(Function::kRecv, &real_failing_recv);
  EXPECT_EQ(compare_clocks({0x99, 1, 4}, {5, kTicksPerSecond}).peer_process, 0U);
  EXPECT_EQ(compare_clocks({0x99, 0, 4}, {5, kTicksPerSecond}).peer_process, 0U);
}

TEST(ClockTree, HasParentsAndStepsForAnyRank) {
  EXPECT_EQ(parent_of(1), 0);
  EXPECT_EQ(parent_of(6), 2);
  EXPECT_EQ(parent_of(0x7fff'ffff), 0x3fff'ffff);
  EXPECT_EQ(first_step(0), 1);
  EXPECT_EQ(first_step(0x7fff'ffff), std::int64_t{1} << 31);
}

// How many tries there are when the n-th takes trip(n).
template <class Trip>
std::size_t tries(Trip trip) {
  RoundTrips trips(kTicksPerSecond);
  std::size_t count = 0;
  for (bool is_last = false; !is_last; ++count) {
    is_last = trips.is_next_last();
    trips.add(trip(count));
  }
  return count;
}

TEST(RoundTrips, AreAsFewAsCanBeWhereTheyAgree) {
  EXPECT_EQ(tries([](std::size_t) { return std::uint64_t{1'000}; }), RoundTrips::kFewest);
  EXPECT_EQ(tries([](std::size_t n) { return std::uint64_t{1'000 + 100 * (n % 2)}; }), RoundTrips::kFewest);
}

// Each shorter than the one before, by so much that no three agree.
struct Falling {
  std::uint64_t ticks;
  std::uint64_t operator()(std::size_t) { return ticks = ticks / 10 * 9; }
};

// A partner that does not run at first.
TEST(RoundTrips, GoOnUntilThreeAgree) {
  Falling slow{1'000'000'000};
  EXPECT_EQ(tries([&](std::size_t n) { return n < 20 ? slow(n) : 10; }), 24U);
}

TEST(RoundTrips, EndWhereTheyNeverAgree) {
  EXPECT_EQ(tries(Falling{1'000'000'000'000'000}), RoundTrips::kMost);
}

TEST(RoundTrips, EndWherePatienceDoes) {
  RoundTrips patient(kTicksPerSecond);
  RoundTrips trips(1'000'000'000);
  Falling trip{4'000'000};
  for (std::size_t i = 0; i < RoundTrips::kFewest - 1; ++i) {
    EXPECT_FALSE(trips.is_next_last());
    const std::uint64_t ticks = trip(i);
    trips.add(ticks);
    patient.add(ticks);
  }
  EXPECT_TRUE(trips.is_next_last());
  EXPECT_FALSE(patient.is_next_last());
}

TEST(RoundTrips, SayWhichIsTheShortest) {
  RoundTrips trips(kTicksPerSecond);
  EXPECT_TRUE(trips.add(50));
  EXPECT_FALSE(trips.add(50));
  EXPECT_FALSE(trips.add(70));
  EXPECT_TRUE(trips.add(49));
  // A counter that stepped back.
  EXPECT_FALSE(trips.add(~std::uint64_t{0} - 5));
}

}  // namespace
}  // namespace mpitrace::mpi
