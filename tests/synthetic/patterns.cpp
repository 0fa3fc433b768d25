// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/patterns.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "synthetic/writer.h"

namespace mpitrace::synthetic {
namespace {

constexpr std::int64_t kWorld = 1;
constexpr std::int64_t kHalf = 2;
constexpr std::uint64_t kStartTicks = 1'000'000;  // after the start of the clock: MPI_Init is done
constexpr std::uint64_t kStepTicks = 100'000;     // one iteration of every rank, so that all stay in step
constexpr std::uint64_t kRingAtTicks = 10'000;    // after the begin of an iteration, when every halo is done
constexpr std::uint64_t kCallsAStep = 12;         // on average: the number of polls varies

// Pseudo-random, the same everywhere.
std::uint64_t jitter(std::uint64_t seed) {
  seed = (seed ^ (seed >> 30U)) * 0xbf58'476d'1ce4'e5b9ULL;
  seed = (seed ^ (seed >> 27U)) * 0x94d0'49bb'1331'11ebULL;
  return seed ^ (seed >> 31U);
}

// One rank's part of the pattern.
class Rank {
 public:
  Rank(std::uint32_t rank, std::uint32_t ranks)
      : rank_(rank),
        ranks_(ranks),
        process_(make_header(static_cast<std::int32_t>(rank), ranks)),
        thread_(process_.thread()) {
    thread_.info(4000 + rank, "main");
    thread_.communicator(world(static_cast<std::int32_t>(rank), ranks));
  }

  Truth write(std::uint64_t calls) {
    plain("MPI_Init", 500'000);
    split();
    for (std::uint64_t step = 0; step < calls / kCallsAStep; ++step) iterate(step);
    plain("MPI_Finalize", 50'000);
    thread_.end(format::End::REASON_FINALIZE);
    return truth_;
  }
  std::string log() const { return process_.log(); }

 private:
  void iterate(std::uint64_t step) {
    const std::uint64_t begin = process_.header().start().ticks() + kStartTicks + step * kStepTicks;
    rest_until(begin);
    noise_ = jitter(step * ranks_ + rank_);
    halo();
    rest_until(begin + kRingAtTicks);
    ring(step);
    if (step % 4 == 0) polls();
    half_sum();
    add({"MPI_Allreduce",
         200,
         900 + noise_ % 512,
         {{Field::kCommunicator, kWorld},
          {Field::kSentBytes, 8},
          {Field::kRecvBytes, 8},
          {Field::kSequence, sequence_++}},
         {},
         0x500});
  }
  void rest_until(std::uint64_t ticks) { rest_ = ticks - thread_.end_ticks(); }

  void add(Call call) {
    call.gap += std::exchange(rest_, 0);
    thread_.call(call);
    ++truth_.calls;
    ++truth_.records;
  }
  void plain(const char* function, std::uint64_t duration) { add({function, 100, duration, {}, {}, 0x10}); }

  void split() {
    format::Communicator half;
    half.set_id(kHalf);
    half.set_origin(format::Communicator::ORIGIN_PARENT_COLLECTIVE);
    half.set_parent(kWorld);
    half.set_parent_sequence(static_cast<std::uint64_t>(sequence_));
    half.set_leader(static_cast<std::int32_t>(rank_ % 2));
    half.set_rank(static_cast<std::int32_t>(rank_ / 2));
    half.set_size((ranks_ + 1 - rank_ % 2) / 2);
    thread_.communicator(half);
    add({"MPI_Comm_split",
         100,
         5'000,
         {{Field::kCommunicator, kWorld}, {Field::kSequence, sequence_++}, {Field::kObject, kHalf}},
         {},
         0x20});
  }

  // Irecv and Isend with both neighbours, then Waitall.
  void halo() {
    const std::int64_t neighbours[2] = {(rank_ + 1) % ranks_, (rank_ + ranks_ - 1) % ranks_};
    const std::int64_t first = request_;
    for (const std::int64_t peer : neighbours) start("MPI_Irecv", peer, Field::kRecvBytes, 0x100);
    for (const std::int64_t peer : neighbours) start("MPI_Isend", peer, Field::kSentBytes, 0x200);
    truth_.messages += 2;
    add({"MPI_Waitall",
         20,
         2'000 + noise_ % 4'096,
         {{Field::kGiven, 4}, {Field::kRequest, first}, {Field::kRequests, 4}},
         {},
         0x300});
  }
  void start(const char* function, std::int64_t peer, Field bytes, std::uint64_t site) {
    add({function,
         30 + noise_ % 64,
         150,
         {{Field::kCommunicator, kWorld},
          {Field::kPeer, peer},
          {Field::kTag, 7},
          {bytes, 4096},
          {Field::kRequest, request_++}},
         {},
         site});
  }

  // Even ranks send first, odd ranks receive first, from anybody.
  void ring(std::uint64_t step) {
    const bool sends_first = rank_ % 2 == 0;
    if (sends_first) send(step);
    add({"MPI_Recv",
         300,
         (sends_first ? 2'500U : 900U) + noise_ % 256,
         {{Field::kCommunicator, kWorld},
          {Field::kPeer, format::kAnySource},
          {Field::kTag, format::kAnyTag},
          {Field::kRecvBytes, 64},
          {Field::kMatchedPeer, (rank_ + ranks_ - 1) % ranks_},
          {Field::kMatchedTag, 100 + static_cast<std::int64_t>(step % 8)}},
         {},
         0x410});
    if (!sends_first) send(step);
  }
  void send(std::uint64_t step) {
    add({"MPI_Send",
         250,
         300,
         {{Field::kCommunicator, kWorld},
          {Field::kPeer, (rank_ + 1) % ranks_},
          {Field::kTag, 100 + static_cast<std::int64_t>(step % 8)},
          {Field::kSentBytes, 64}},
         {},
         0x400});
    ++truth_.messages;
  }

  void polls() {
    const std::uint64_t count = 3 + noise_ % 20;
    thread_.polls(50 + std::exchange(rest_, 0), count * 40, {{"MPI_Iprobe", count, count * 25, 0x600}});
    truth_.calls += count;
    ++truth_.records;
  }

  void half_sum() {
    add({"MPI_Bcast",
         100,
         700,
         {{Field::kCommunicator, kHalf},
          {Field::kPeer, 0},
          {Field::kSentBytes, rank_ < 2 ? 256 : 0},
          {Field::kRecvBytes, rank_ < 2 ? 0 : 256},
          {Field::kSequence, half_sequence_++}},
         {},
         0x700});
  }

  std::uint32_t rank_;
  std::uint32_t ranks_;
  ProcessWriter process_;
  ThreadWriter& thread_;
  Truth truth_;
  std::uint64_t noise_ = 0;
  std::uint64_t rest_ = 0;
  std::int64_t request_ = 1;
  std::int64_t sequence_ = 0;
  std::int64_t half_sequence_ = 0;
};

}  // namespace

Truth make_pattern_run(std::uint32_t ranks, std::uint64_t calls,
                       const std::function<void(std::uint32_t rank, const std::string& log)>& take) {
  Truth truth;
  for (std::uint32_t i = 0; i < ranks; ++i) {
    Rank rank(i, ranks);
    const Truth own = rank.write(calls);
    truth.calls += own.calls;
    truth.records += own.records;
    truth.messages += own.messages;
    take(i, rank.log());
  }
  return truth;
}

Truth write_pattern_run(const std::string& folder, std::uint32_t ranks, std::uint64_t calls) {
  std::filesystem::create_directories(folder);
  return make_pattern_run(ranks, calls, [&](std::uint32_t rank, const std::string& log) {
    write_file(folder + "/profile_" + std::to_string(rank) + ".out", log);
  });
}

}  // namespace mpitrace::synthetic
