// SPDX-License-Identifier: BSD-3-Clause
#include "merge/receives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>

namespace mpitrace::merge {
namespace {

constexpr std::int64_t kComm = 1;
constexpr std::int64_t kStranger = 99;  // a rank whose record was not read

// Receives of one process, and which message of which path each was found to get: "source/tag#k at record".
class Book {
 public:
  Receives receives{[this](std::int64_t, std::int64_t source, std::int64_t tag) { return path(source, tag); },
                    [this](PathState& path, std::uint64_t k, const Place& place) {
                      settled[place.record] = text(path.path.sender, path.path.tag, k);
                    },
                    [this](std::int64_t, std::int64_t source, std::int64_t tag, const Place& place) {
                      missed[place.record] = text(source, tag, 0);
                    }};
  std::map<std::uint64_t, std::string> settled;  // by number of the completing record
  std::map<std::uint64_t, std::string> missed;

  static std::string text(std::int64_t source, std::int64_t tag, std::uint64_t k) {
    return std::to_string(source) + "/" + std::to_string(tag) + "#" + std::to_string(k);
  }

 private:
  PathState* path(std::int64_t source, std::int64_t tag) {
    if (source == kStranger) return nullptr;
    auto& state = paths_[{source, tag}];
    if (!state)
      state = std::make_unique<PathState>(PathState{{0, static_cast<std::int32_t>(source), 0, tag}, nullptr, 0, 0, {}});
    return state.get();
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::unique_ptr<PathState>> paths_;
};

Place at(std::uint64_t record) {
  return {record, 0, {}, {}, 0, {}};
}

TEST(Receives, CountsAPathInPostingOrderNotInOrderOfCompletion) {
  Book book;
  Receive* first = book.receives.post(kComm, 3, 7);
  Receive* second = book.receives.post(kComm, 3, 7);
  book.receives.done(*second, at(1));
  book.receives.done(*first, at(2));
  EXPECT_EQ(book.settled, (std::map<std::uint64_t, std::string>{{1, "3/7#1"}, {2, "3/7#0"}}));
}

TEST(Receives, TellsOfThoseThatHaveNoPath) {
  Book book;
  Receive* any = book.receives.post(kComm, model::kAnySource, model::kAnyTag);
  Receive* given = book.receives.post(kComm, kStranger, 8);
  book.receives.resolve(*any, kStranger, 7);
  book.receives.done(*any, at(1));
  book.receives.done(*given, at(2));
  book.receives.receive(kComm, kStranger, 9, kStranger, 9, at(3));
  EXPECT_EQ(book.missed, (std::map<std::uint64_t, std::string>{{1, "99/7#0"}, {2, "99/8#0"}, {3, "99/9#0"}}));
  EXPECT_TRUE(book.settled.empty());
}

TEST(Receives, WaitsForAnEarlierWildcardBeforeItCounts) {
  Book book;
  Receive* any = book.receives.post(kComm, model::kAnySource, 7);
  book.receives.receive(kComm, 3, 7, 3, 7, at(1));
  EXPECT_TRUE(book.settled.empty());
  book.receives.resolve(*any, 3, 7);
  book.receives.done(*any, at(2));
  EXPECT_EQ(book.settled, (std::map<std::uint64_t, std::string>{{1, "3/7#1"}, {2, "3/7#0"}}));
}

TEST(Receives, DoesNotWaitForAWildcardOfAnotherTag) {
  Book book;
  book.receives.post(kComm, model::kAnySource, 8);
  book.receives.receive(kComm, 3, 7, 3, 7, at(1));
  EXPECT_EQ(book.settled[1], "3/7#0");
}

TEST(Receives, LeavesOutWhatWasCancelled) {
  Book book;
  Receive* first = book.receives.post(kComm, 3, 7);
  Receive* second = book.receives.post(kComm, 3, 7);
  book.receives.cancel_called(*first);
  book.receives.done(*second, at(1));
  EXPECT_TRUE(book.settled.empty());
  book.receives.cancelled(*first);
  EXPECT_EQ(book.settled[1], "3/7#0");
}

TEST(Receives, CountsAProbedMessageAtItsProbe) {
  Book book;
  Receive* probed = book.receives.post(kComm, model::kAnySource, model::kAnyTag);
  book.receives.resolve(*probed, 3, 7);
  book.receives.receive(kComm, 3, 7, 3, 7, at(1));
  book.receives.done(*probed, at(2));
  EXPECT_EQ(book.settled, (std::map<std::uint64_t, std::string>{{1, "3/7#1"}, {2, "3/7#0"}}));
}

TEST(Receives, GivesUpTheOldestOfTooManyWildcards) {
  Book book;
  for (int i = 0; i < 5000; ++i) book.receives.post(kComm, model::kAnySource, 7);
  EXPECT_EQ(book.receives.undecided(), 904U);
}

// What MPI does with messages and receives: each arriving message goes to the first posted receive that fits, each new
// receive takes the first arrived message that fits. Messages of one sender arrive in order.
class FakeMpi {
 public:
  struct Message {
    std::int64_t source;
    std::int64_t tag;
    std::uint64_t k;
  };
  struct Posted {
    std::int64_t source;
    std::int64_t tag;
    Receive* receive;
    std::optional<Message> got;
  };

  static bool fits(const Posted& posted, const Message& message) {
    return (posted.source == model::kAnySource || posted.source == message.source) &&
           (posted.tag == model::kAnyTag || posted.tag == message.tag);
  }
  void arrive(std::int64_t source, std::int64_t tag) {
    const Message message{source, tag, sent_[{source, tag}]++};
    for (Posted& posted : posted_) {
      if (posted.got || !fits(posted, message)) continue;
      posted.got = message;
      return;
    }
    unexpected_.push_back(message);
  }
  std::optional<Message> take_unexpected(const Posted& posted) {
    const auto found =
        std::find_if(unexpected_.begin(), unexpected_.end(), [&](const Message& m) { return fits(posted, m); });
    if (found == unexpected_.end()) return std::nullopt;
    const Message message = *found;
    unexpected_.erase(found);
    return message;
  }
  std::deque<Posted>& posted() { return posted_; }

 private:
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> sent_;
  std::deque<Message> unexpected_;
  std::deque<Posted> posted_;
};

class RandomReceives : public testing::TestWithParam<std::uint64_t> {
 protected:
  void post() {
    const std::int64_t source = random_() % 3 == 0 ? model::kAnySource : static_cast<std::int64_t>(random_() % 3);
    const std::int64_t tag = random_() % 4 == 0 ? model::kAnyTag : static_cast<std::int64_t>(random_() % 2);
    FakeMpi::Posted posted{source, tag, book_.receives.post(kComm, source, tag), {}};
    posted.got = mpi_.take_unexpected(posted);
    mpi_.posted().push_back(posted);
  }
  // A blocking receive of a message that is there.
  void receive() {
    FakeMpi::Posted posted{model::kAnySource, static_cast<std::int64_t>(random_() % 2), nullptr, {}};
    const auto message = mpi_.take_unexpected(posted);
    if (!message) return;
    expect(*message);
    book_.receives.receive(kComm, posted.source, posted.tag, message->source, message->tag, at(record_));
  }
  void complete(bool may_cancel) {
    if (mpi_.posted().empty()) return;
    const auto place = mpi_.posted().begin() + static_cast<std::ptrdiff_t>(random_() % mpi_.posted().size());
    const bool is_cancelled = may_cancel && random_() % 8 == 0;
    if (is_cancelled) book_.receives.cancel_called(*place->receive);
    if (!place->got && !is_cancelled) return;
    if (place->got) {
      expect(*place->got);
      book_.receives.resolve(*place->receive, place->got->source, place->got->tag);
      book_.receives.done(*place->receive, at(record_));
    } else {
      book_.receives.cancelled(*place->receive);
    }
    mpi_.posted().erase(place);
  }
  void expect(const FakeMpi::Message& message) {
    truth_[++record_] = Book::text(message.source, message.tag, message.k);
  }

  std::mt19937_64 random_{GetParam()};
  Book book_;
  FakeMpi mpi_;
  std::uint64_t record_ = 0;
  std::map<std::uint64_t, std::string> truth_;
};

TEST_P(RandomReceives, GetTheMessagesThatMpiGaveThem) {
  for (int i = 0; i < 2000; ++i) {
    switch (random_() % 5) {
      case 0:
      case 1:
        mpi_.arrive(static_cast<std::int64_t>(random_() % 3), static_cast<std::int64_t>(random_() % 2));
        break;
      case 2:
        post();
        break;
      case 3:
        receive();
        break;
      default:
        complete(true);
    }
  }
  while (!mpi_.posted().empty()) {
    if (std::none_of(mpi_.posted().begin(), mpi_.posted().end(),
                     [](const auto& posted) { return posted.got.has_value(); }))
      break;
    complete(false);
  }
  book_.receives.give_up_all();
  EXPECT_EQ(book_.settled, truth_);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomReceives, testing::Range<std::uint64_t>(1, 60));

}  // namespace
}  // namespace mpitrace::merge
