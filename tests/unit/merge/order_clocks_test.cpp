// SPDX-License-Identifier: BSD-3-Clause
#include "merge/order_clocks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "merge/communicators.h"
#include "merge/slices.h"
#include "synthetic/opened.h"
#include "synthetic/writer.h"

namespace mpitrace::merge {
namespace {

using format::Field;

// Two machines that send to and fro, 20,000 ns a message of which 2,000 are in flight. The second one's clock shows
// `shown(t)` at the true moment t; nobody compared them, and their wall clocks say they agree.
class PingPong {
 public:
  using Shown = std::function<std::int64_t(std::int64_t)>;

  explicit PingPong(const Shown& shown, int messages = 400) {
    synthetic::ProcessWriter first(header(0, "one"));
    synthetic::ProcessWriter second(header(1, "two"));
    const Shown plain = [](std::int64_t at) { return at; };
    Side sides[] = {{&first, plain}, {&second, shown}};
    for (Side& side : sides) {
      const std::int32_t rank = &side == sides ? 0 : 1;
      side.writer->thread().communicator(synthetic::world(rank, 2));
      for (int i = 0; i < messages; ++i) {
        const std::int64_t at = 100'000 + std::int64_t{20'000} * i;
        if (i % 2 == rank) {
          side.call("MPI_Send", at, at + 500, {{Field::kPeer, 1 - rank}, {Field::kSentBytes, 8}});
        } else {
          side.call("MPI_Recv", at - 5'000, at + 2'000,
                    {{Field::kPeer, 1 - rank}, {Field::kRecvBytes, 8}, {Field::kMatchedPeer, 1 - rank}});
        }
      }
      side.writer->thread().end(format::End::REASON_FINALIZE);
    }
    open_ = synthetic::opened({{"a", first.log()}, {"b", second.log()}});
    communicators_ = unite_communicators(open_.run);
  }

  model::ClockRepair order() {
    model::Workers workers(2);
    Rereading rereading;
    rereading.start_clocks = [this] { open_.start_clocks(); };
    rereading.make_source = [this](std::size_t process, std::size_t thread) { return open_.source(process, thread); };
    rereading.slices = [this] {
      std::vector<Work> work;
      for (const auto& span : open_.chunk_spans()) work.push_back({span.start, span.end, span.bytes});
      return cut_slices(work, 300);
    };
    order_clocks(open_.run, communicators_, rereading, workers);
    return open_.run.clock_repair;
  }
  const model::Run& run() const { return open_.run; }

 private:
  static constexpr std::int64_t kStart = 1'000'000;

  struct Side {
    synthetic::ProcessWriter* writer;
    Shown shown;
    std::int64_t last = 0;  // as shown, since the start

    void call(const std::string& function, std::int64_t start, std::int64_t end,
              std::vector<std::pair<Field, std::int64_t>> fields) {
      fields.emplace_back(Field::kCommunicator, 1);
      const std::int64_t from = std::max(last, shown(start));
      const std::int64_t to = std::max(from, shown(end));
      writer->thread().call({function,
                             static_cast<std::uint64_t>(from - last),
                             static_cast<std::uint64_t>(to - from),
                             std::move(fields),
                             {},
                             0});
      last = to;
    }
  };
  static format::Header header(std::int32_t rank, const std::string& boot) {
    format::Header header = synthetic::make_header(rank, 2, kStart);
    header.set_boot_id(boot);
    return header;
  }

  read::OpenRun open_;
  model::Communicators communicators_;
};

TEST(OrderClocks, DoesNothingWithOneCounter) {
  model::Run run;
  model::Workers workers(1);
  order_clocks(run, {}, {}, workers);
  EXPECT_EQ(run.clock_repair.messages, 0U);
}

TEST(OrderClocks, LeavesClocksThatAgree) {
  PingPong run([](std::int64_t at) { return at + 1'000; });
  const model::ClockRepair repair = run.order();
  EXPECT_EQ(repair.messages, 400U);
  EXPECT_EQ(repair.reversed_as_compared, 0U);
  EXPECT_TRUE(run.run().processes[1].clock_bounds.empty());
}

TEST(OrderClocks, SetsAClockThatIsAheadAllTheTime) {
  PingPong run([](std::int64_t at) { return at + 90'000; });
  const model::ClockRepair repair = run.order();
  EXPECT_EQ(repair.messages, 400U);
  EXPECT_EQ(repair.reversed_as_compared, 200U);
  EXPECT_EQ(repair.most_reversed.ns, 88'000);
  EXPECT_EQ(repair.reversed_within_bounds, 0U);
  EXPECT_EQ(repair.moved_receives, 0U);
  ASSERT_EQ(run.run().processes[1].clock_bounds.size(), 1U);
  ASSERT_EQ(run.run().processes[1].clock_bounds[0].size(), 1U);
  const std::int64_t left = 90'000 + run.run().processes[1].clock_bounds[0][0].shift.ns;
  EXPECT_LE(std::abs(left), 2'000) << "the error left is less than a message's time";
}

TEST(OrderClocks, FollowsAClockThatDrifts) {
  PingPong run([](std::int64_t at) { return at + at / 200; });
  const model::ClockRepair repair = run.order();
  EXPECT_GT(repair.reversed_as_compared, 100U);
  EXPECT_EQ(repair.reversed_after_repair, 0U);
}

// Off by more than the whole run is long, and drifting.
TEST(OrderClocks, PutsClocksTogetherThatAreFarApart) {
  PingPong run([](std::int64_t at) { return at + 3'000'000'000 + at / 500; });
  const model::ClockRepair repair = run.order();
  EXPECT_GE(repair.reversed_as_compared, 199U);
  EXPECT_EQ(repair.reversed_after_repair, 0U);
  ASSERT_FALSE(run.run().processes[1].clock_bounds.empty());
  const std::int64_t steady_ns = run.run().processes[1].clock_bounds[0][0].shift.ns;
  EXPECT_LE(std::abs(steady_ns + 3'000'000'000), 20'000) << "what it drifts in the run, and a message's time";
}

// A clock that hops faster than any correction can follow: single receives are moved, and known as moved.
TEST(OrderClocks, MovesWhatNoShiftOfAClockHelps) {
  PingPong run([](std::int64_t at) { return at + 3'000 * (at / 20'000 % 4 < 2 ? 1 : -1); });
  const model::ClockRepair repair = run.order();
  EXPECT_GT(repair.reversed_within_bounds, 0U);
  EXPECT_GT(repair.moved_receives, 0U);
  EXPECT_EQ(repair.reversed_after_repair, 0U);
  EXPECT_FALSE(run.run().processes[0].clock_moves.empty() && run.run().processes[1].clock_moves.empty());
}

}  // namespace
}  // namespace mpitrace::merge
