// SPDX-License-Identifier: BSD-3-Clause
#include "merge/collectives.h"

#include <gtest/gtest.h>

#include <deque>
#include <optional>

namespace mpitrace::merge {
namespace {

using model::Field;
using model::Kind;
using model::Record;
using model::WaitCause;

enum SiteNumber : std::uint32_t {
  kBarrier,
  kAllreduce,
  kBcast,
  kReduce,
  kIbarrier,
  kScan,
  kCreateGroup,
  kFence,
  kReadAll,
  kSplitEnd
};

template <class Local>
Local made_by(std::uint64_t sequence) {
  Local local;
  local.communicator = 1;
  local.parent_sequence = sequence;
  return local;
}

// Ranks of one world, each with every site of SiteNumber, a window and a file.
class Members {
 public:
  explicit Members(std::int32_t count, bool is_inter = false) {
    const std::pair<const char*, Kind> functions[] = {{"MPI_Barrier", Kind::kCollective},
                                                      {"MPI_Allreduce_c", Kind::kCollective},
                                                      {"MPI_Bcast", Kind::kCollective},
                                                      {"MPI_Reduce", Kind::kCollective},
                                                      {"MPI_Ibarrier", Kind::kCollectiveStart},
                                                      {"MPI_Scan", Kind::kCollective},
                                                      {"MPI_Comm_create_group", Kind::kCommunicatorNew},
                                                      {"MPI_Win_fence", Kind::kFence},
                                                      {"MPI_File_read_at_all", Kind::kFileRead},
                                                      {"MPI_File_read_all_end", Kind::kFileSplitEnd}};
    model::Communicator& world = communicators_.all.emplace_back();
    world.is_inter = is_inter;
    run_.processes.resize(static_cast<std::size_t>(count));
    communicators_.views.resize(static_cast<std::size_t>(count));
    for (std::int32_t rank = 0; rank < count; ++rank) {
      model::Process& process = run_.processes[static_cast<std::size_t>(rank)];
      for (const auto& [name, kind] : functions) {
        process.sites.push_back({static_cast<std::uint32_t>(process.functions.size()), model::kNoModule, 0});
        process.functions.push_back({name, model::Group::kCollective, kind});
        kinds_.push_back(kind);
      }
      // Each rank counts its windows in another way.
      process.windows[static_cast<std::uint32_t>(10 + rank)] = made_by<model::LocalWindow>(3);
      process.files[static_cast<std::uint32_t>(20 + rank)] = made_by<model::LocalFile>(4);
      world.members.add(rank, rank);
      communicators_.views[static_cast<std::size_t>(rank)].add(1, {0, false});
    }
    collectives_.emplace(run_, communicators_);
  }

  // A call of a rank: it arrives now, and can leave later.
  struct Call {
    std::size_t rank;
    model::Values values;
    Record record;
  };
  Call& call(std::size_t rank, SiteNumber site, std::int64_t start, std::int64_t sequence, std::int64_t root = 0) {
    Call& call = calls_.emplace_back();
    call.rank = rank;
    call.values[Field::kCommunicator] = 1;
    call.values[Field::kSequence] = sequence;
    call.values[Field::kPeer] = root;
    call.values[Field::kObject] = static_cast<std::int64_t>((site == kFence ? 10 : 20) + rank);
    call.record.kind = kinds_[site];
    call.record.site = site;
    call.record.start = {start};
    call.record.end = {start + 1'000};
    call.record.values = &call.values;
    come(call);
    return call;
  }
  void come(const Call& call) { collectives_->note(call.rank, call.record, arrivals_); }
  std::size_t open() const { return collectives_->open(); }
  void gather() {
    for (std::size_t part = 0; part < Collectives::kParts; ++part) {
      collectives_->drop(part, done_);
      collectives_->take(part, arrivals_);
    }
  }
  model::Awaited leave(const Call& call) { return collectives_->leave(call.rank, call.record, done_); }
  model::CollectiveCounts count() {
    gather();
    return collectives_->count();
  }

 private:
  model::Run run_;
  model::Communicators communicators_;
  std::vector<Kind> kinds_;
  std::optional<Collectives> collectives_;
  Collectives::Arrivals arrivals_;
  Collectives::Done done_;
  std::deque<Call> calls_;
};

void expect(const model::Awaited& awaited, WaitCause cause, std::int32_t process, std::int64_t start) {
  EXPECT_EQ(awaited.cause, cause);
  EXPECT_EQ(awaited.process, process);
  EXPECT_EQ(awaited.start.ns, start);
}

TEST(Collectives, WaitForTheLastMember) {
  Members members(3);
  const auto& first = members.call(0, kBarrier, 10, 0);
  const auto& second = members.call(1, kBarrier, 50, 0);
  const auto& third = members.call(2, kBarrier, 30, 0);
  members.gather();
  expect(members.leave(first), WaitCause::kWaitAtBarrier, 1, 50);
  expect(members.leave(second), WaitCause::kNone, -1, 0);
  expect(members.leave(third), WaitCause::kWaitAtBarrier, 1, 50);
  const auto counts = members.count();
  EXPECT_EQ(counts.operations, 1U);
  EXPECT_EQ(counts.calls, 3U);
  EXPECT_EQ(counts.incomplete + counts.mismatched, 0U);
}

TEST(Collectives, WaitForTheRootOfABroadcast) {
  Members members(3);
  const auto& early = members.call(0, kBcast, 10, 7, 2);
  const auto& late = members.call(1, kBcast, 90, 7, 2);
  const auto& root = members.call(2, kBcast, 50, 7, 2);
  members.gather();
  expect(members.leave(early), WaitCause::kLateBroadcast, 2, 50);
  expect(members.leave(late), WaitCause::kLateBroadcast, 2, 50);
  expect(members.leave(root), WaitCause::kNone, -1, 0);
}

TEST(Collectives, LetOnlyTheRootOfAReductionWait) {
  Members members(3);
  const auto& root = members.call(0, kReduce, 10, 0, 0);
  const auto& member = members.call(1, kReduce, 40, 0, 0);
  members.call(2, kReduce, 90, 0, 0);
  members.gather();
  expect(members.leave(root), WaitCause::kEarlyReduce, 2, 90);
  expect(members.leave(member), WaitCause::kNone, -1, 0);
}

TEST(Collectives, DoNotWaitInWhatNeedsNobody) {
  Members members(2);
  for (const SiteNumber site : {kIbarrier, kScan, kCreateGroup}) {
    const auto& first = members.call(0, site, 10, site);
    members.call(1, site, 50, site);
    members.gather();
    EXPECT_EQ(members.leave(first).cause, WaitCause::kNone) << site;
  }
  EXPECT_EQ(members.count().operations, 2U) << "MPI_Comm_create_group is not the communicator's";
}

TEST(Collectives, MeetOnWindowsAndFilesWhateverTheirLocalNumbers) {
  Members members(2);
  const auto& fence = members.call(0, kFence, 10, 0);
  members.call(1, kFence, 60, 0);
  members.call(0, kReadAll, 100, 0);
  members.call(1, kReadAll, 120, 0);
  members.gather();
  expect(members.leave(fence), WaitCause::kWaitAtNxN, 1, 60);
  EXPECT_EQ(members.count().operations, 2U);
}

TEST(Collectives, AreTakenInWhenTheirMembersComeSlicesApart) {
  Members members(2);
  const auto& root = members.call(0, kBcast, 10, 0, 0);
  members.gather();
  members.leave(root);
  const auto& other = members.call(1, kBcast, 5'000, 0, 0);
  members.gather();
  expect(members.leave(other), WaitCause::kLateBroadcast, 0, 10);
  EXPECT_EQ(members.count().incomplete, 0U);
}

TEST(Collectives, CountWhatAMemberNeverCameTo) {
  Members members(3);
  members.call(0, kBarrier, 10, 0);
  members.call(1, kBarrier, 10, 0);
  EXPECT_EQ(members.count().incomplete, 1U);
}

TEST(Collectives, NameBothSidesThatDiffer) {
  Members members(3);
  members.call(0, kBcast, 10, 4, 0);
  members.call(1, kReduce, 20, 4, 0);
  const auto& third = members.call(2, kBcast, 30, 4, 0);
  members.call(0, kBcast, 40, 5, 0);
  members.call(1, kBcast, 50, 5, 1);
  members.gather();
  EXPECT_EQ(members.leave(third).cause, WaitCause::kNone) << "nothing can be said of a mismatched one";
  const auto counts = members.count();
  EXPECT_EQ(counts.mismatched, 2U);
  ASSERT_EQ(counts.mismatches.size(), 2U);
  EXPECT_EQ(counts.mismatches[0].sequence, 4);
  EXPECT_EQ(counts.mismatches[0].other.process, 1);
  EXPECT_EQ(counts.mismatches[0].other.site, kReduce);
  EXPECT_FALSE(counts.mismatches[0].is_root);
  EXPECT_TRUE(counts.mismatches[1].is_root);
}

const Members::Call& numbered(Members::Call& call, std::int64_t sequence) {
  call.values[Field::kSequence] = sequence;
  return call;
}

// The end of a split collective has no number: its beginning is what counts.
TEST(Collectives, AreNotWhatEndsASplitOne) {
  Members members(2);
  members.call(0, kReadAll, 10, 0);
  members.call(1, kReadAll, 10, 0);
  members.call(0, kSplitEnd, 20, 0);
  const auto counts = members.count();
  EXPECT_EQ(counts.calls, 2U);
  EXPECT_EQ(counts.mismatched, 0U);
}

// The root says MPI_ROOT, the others of its side MPI_PROC_NULL, the other side its rank.
TEST(Collectives, HaveNoCommonRootInAnIntercommunicator) {
  Members members(2, true);
  members.call(0, kBcast, 10, 0, model::kRootOfInter);
  const auto& other = members.call(1, kBcast, 50, 0, 0);
  members.gather();
  EXPECT_EQ(members.leave(other).cause, WaitCause::kNone);
  EXPECT_EQ(members.count().mismatched, 0U);
}

// A rank that is not there must not cost memory for every collective of the others.
TEST(Collectives, GiveUpWhatNeverCompletes) {
  Members members(2);
  Members::Call call = members.call(0, kAllreduce, 0, 0);
  call.record.values = &call.values;
  constexpr std::int64_t kBatch = 1'000;
  for (std::int64_t first = 1; first < 600'000; first += kBatch) {
    for (std::int64_t i = 0; i < kBatch; ++i) members.come(numbered(call, first + i));
    members.gather();
    for (std::int64_t i = 0; i < kBatch; ++i) members.leave(numbered(call, first + i));
  }
  EXPECT_LT(members.open(), 300'000U);
  EXPECT_EQ(members.count().incomplete, 600'001U);
}

}  // namespace
}  // namespace mpitrace::merge
