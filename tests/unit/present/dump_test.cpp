// SPDX-License-Identifier: BSD-3-Clause
#include "present/dump.h"

#include <gtest/gtest.h>

namespace mpitrace::present {
namespace {

using model::Field;
using model::Kind;
using model::Record;
using model::RecordType;

// One process, rank 4, that knows "world" as 1 and "row comm" as 2; a record's site is its function's place in the
// list.
class DumpTest : public testing::Test {
 protected:
  DumpTest() {
    model::Process& process = run.processes.emplace_back();
    process.rank = {4};
    process.threads.resize(2);
    process.threads[1].number = 3;
    communicators.all.resize(2);
    communicators.all[0].name = "world";
    communicators.all[1].name = "row comm";
    communicators.views.resize(1);
    communicators.views[0].add(1, {0, false});
    communicators.views[0].add(2, {1, false});
    values[Field::kCommunicator] = 1;
    process.windows[3] = {3, 2, 7, model::Flavour::kAllocate, 400, 4, "my halo"};
    process.windows[4] = {4, 1, 9, model::Flavour::kDynamic, 0, 0, ""};
    process.files[5] = {5, 1, 8, "data/numbers", 9};
  }

  Record record(const char* function, Kind kind, RecordType type = RecordType::kCall) {
    model::Process& process = run.processes[0];
    process.sites.push_back({static_cast<std::uint32_t>(process.functions.size()), model::kNoModule, 0});
    process.functions.push_back({function, model::Group::kUnknown, kind});
    sites.push_back({"ring.c:" + std::to_string(sites.size() + 10), "main"});
    Record made;
    made.type = type;
    made.kind = kind;
    made.site = static_cast<std::uint32_t>(process.sites.size() - 1);
    made.start = {100};
    made.end = {130};
    made.values = &values;
    return made;
  }
  std::string dumped(const Record& record, std::uint32_t thread = 0) {
    Dump dump(run, communicators, sites, 0, options);
    dump.record(thread, record);
    return std::string(dump.lines().view());
  }

  model::Run run;
  model::Communicators communicators;
  std::vector<model::SiteName> sites;
  model::Values values;
  DumpOptions options;
};

TEST_F(DumpTest, WritesACallInALine) {
  values[Field::kPeer] = 2;
  values[Field::kTag] = 7;
  values[Field::kSentBytes] = 64;
  EXPECT_EQ(dumped(record("MPI_Send", Kind::kSend), 1), "4 3 MPI_Send comm=world peer=2 tag=7 bytes=64\n");
}

TEST_F(DumpTest, SaysWhatAReceiveGotAndWhatItLeftOpen) {
  values[Field::kPeer] = model::kAnySource;
  values[Field::kTag] = model::kAnyTag;
  values[Field::kMatchedPeer] = 3;
  values[Field::kMatchedTag] = 9;
  values[Field::kRecvBytes] = 8;
  EXPECT_EQ(dumped(record("MPI_Recv", Kind::kReceive)),
            "4 0 MPI_Recv comm=world peer=3 tag=9 bytes=8 asked_peer=any asked_tag=any\n");
  values[Field::kPeer] = model::kProcNull;
  values[Field::kTag] = 1;
  EXPECT_EQ(dumped(record("MPI_Recv", Kind::kReceive)), "4 0 MPI_Recv comm=world peer=none tag=9 bytes=8\n");
}

TEST_F(DumpTest, AddsTimesAndSitesWhereTheyAreAskedFor) {
  options.has_times = options.has_sites = true;
  EXPECT_EQ(dumped(record("MPI_Win_fence", Kind::kPlain)),
            "4 0 MPI_Win_fence comm=world at=ring.c:10 in=main start_ns=100 duration_ns=30\n");
}

TEST_F(DumpTest, NumbersOnlyTheCollectivesOfTheParent) {
  values[Field::kObject] = 2;
  values[Field::kSequence] = 5;
  EXPECT_EQ(dumped(record("MPI_Comm_split", Kind::kCommunicatorNew)),
            "4 0 MPI_Comm_split comm=world seq=5 new_comm=row_comm\n");
  values[Field::kSequence] = 0;
  EXPECT_EQ(dumped(record("MPI_Comm_create_group", Kind::kCommunicatorNew)),
            "4 0 MPI_Comm_create_group comm=world new_comm=row_comm\n");
}

TEST_F(DumpTest, SaysWindowTargetAndBytesOfAPut) {
  values[Field::kCommunicator] = 0;
  values[Field::kObject] = 3;
  values[Field::kPeer] = 2;
  values[Field::kSentBytes] = 64;
  values[Field::kRequest] = 11;
  EXPECT_EQ(dumped(record("MPI_Rput", Kind::kPut)), "4 0 MPI_Rput window=my_halo target=2 bytes=64 request=11\n");
}

TEST_F(DumpTest, NumbersAWindowWithoutAName) {
  values[Field::kCommunicator] = 0;
  values[Field::kObject] = 4;
  values[Field::kSequence] = 6;
  EXPECT_EQ(dumped(record("MPI_Win_fence", Kind::kFence)), "4 0 MPI_Win_fence window=window_4 seq=6\n");
}

TEST_F(DumpTest, SpellsTheTypeOfALock) {
  values[Field::kCommunicator] = 0;
  values[Field::kObject] = 4;
  values[Field::kPeer] = model::kAllRanks;
  values[Field::kTag] = model::kLockShared;
  EXPECT_EQ(dumped(record("MPI_Win_lock_all", Kind::kLock)),
            "4 0 MPI_Win_lock_all window=window_4 target=all lock=shared\n");
  values[Field::kPeer] = 0;
  values[Field::kTag] = 1;
  EXPECT_EQ(dumped(record("MPI_Win_lock", Kind::kLock)), "4 0 MPI_Win_lock window=window_4 target=0 lock=exclusive\n");
}

TEST_F(DumpTest, ListsTheRanksOfAnEpoch) {
  values[Field::kCommunicator] = 0;
  values[Field::kObject] = 4;
  values[Field::kRequests] = 2;
  values[Field::kListed] = 2;
  Record post = record("MPI_Win_post", Kind::kEpochPost);
  const std::vector<model::RequestEntry> entries = {{2, false, false, 0, 0, 0}, {0, false, false, 0, 0, 0}};
  post.listed = entries;
  EXPECT_EQ(dumped(post), "4 0 MPI_Win_post window=window_4 group_size=2 group=2;0\n");
  post.type = RecordType::kCompleted;
  EXPECT_EQ(dumped(post), "4 0 MPI_Win_post continued=1 group=2;0\n");
}

TEST_F(DumpTest, SaysFileBytesAndOffsetWhereTheCallHasOne) {
  values[Field::kCommunicator] = 0;
  values[Field::kObject] = 5;
  values[Field::kRecvBytes] = 64;
  values[Field::kOffset] = 128;
  values[Field::kSequence] = 3;
  EXPECT_EQ(dumped(record("MPI_File_read_at_all", Kind::kFileRead)),
            "4 0 MPI_File_read_at_all file=data/numbers bytes=64 offset=128 seq=3\n");
  values[Field::kOffset] = model::kNoOffset;
  values[Field::kSequence] = model::kNoSequence;
  EXPECT_EQ(dumped(record("MPI_File_read", Kind::kFileRead)), "4 0 MPI_File_read file=data/numbers bytes=64\n");
  EXPECT_EQ(dumped(record("MPI_File_iread", Kind::kFileReadStart)),
            "4 0 MPI_File_iread file=data/numbers room_bytes=64\n");
  EXPECT_EQ(dumped(record("MPI_File_read_all_end", Kind::kFileSplitEnd)),
            "4 0 MPI_File_read_all_end file=data/numbers bytes=64\n");
}

TEST_F(DumpTest, SaysOnWhichWindowAnUnfinishedCallIs) {
  Record unfinished = record("MPI_Win_lock", Kind::kLock, RecordType::kUnfinished);
  values[Field::kObject] = 3;
  values[Field::kPeer] = 1;
  values[Field::kTag] = model::kLockShared;
  for (const auto argument :
       {model::UnfinishedArgument::kObject, model::UnfinishedArgument::kPeer, model::UnfinishedArgument::kTag})
    unfinished.given |= 1U << static_cast<unsigned>(argument);
  EXPECT_EQ(dumped(unfinished), "4 0 MPI_Win_lock unfinished=1 window=my_halo target=1 lock=shared\n");
}

TEST_F(DumpTest, GivesAnAbortNoEnd) {
  values[Field::kTag] = 6;
  EXPECT_EQ(dumped(record("MPI_Abort", Kind::kAbort)), "4 0 MPI_Abort unfinished=1 comm=world error_code=6\n");
}

TEST_F(DumpTest, SaysOfAnUnfinishedCallOnlyWhatWasKnown) {
  Record unfinished = record("MPI_Recv", Kind::kReceive, RecordType::kUnfinished);
  values[Field::kPeer] = 1;
  unfinished.given = 1U << static_cast<unsigned>(model::UnfinishedArgument::kPeer);
  EXPECT_EQ(dumped(unfinished), "4 0 MPI_Recv unfinished=1 peer=1\n");
  Dump dump(run, communicators, sites, 0, options);
  EXPECT_EQ(dump.arguments(unfinished), " peer=1");
}

TEST_F(DumpTest, ListsTheRequestsThatACallCompleted) {
  Record wait = record("MPI_Waitall", Kind::kComplete);
  values[Field::kCommunicator] = 0;
  values[Field::kRequests] = 3;
  values[Field::kGiven] = 3;
  const std::vector<model::RequestEntry> entries = {
      {11, false, false, 0, 0, 0}, {12, false, true, 2, -1, 8}, {13, true, false, 0, 0, 0}};
  wait.listed = entries;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitall requests=3 given=3 done=11;12:2,any,8;13:cancelled\n");
  wait.type = RecordType::kCompleted;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitall continued=1 done=11;12:2,any,8;13:cancelled\n");
}

TEST_F(DumpTest, SaysWhichOfTheGivenRequestsCompleted) {
  const Record wait = record("MPI_Waitany", Kind::kComplete);
  values[Field::kCommunicator] = 0;
  values[Field::kRequest] = 12;
  values[Field::kRequests] = 1;
  values[Field::kGiven] = 8;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitany requests=1 given=8 done=12\n");
  values[Field::kRequests] = 3;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitany requests=3 given=8 done=12;13;14\n");
  values[Field::kRequests] = 8;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitany requests=8 given=8\n");
  values[Field::kRequests] = 0;
  EXPECT_EQ(dumped(wait), "4 0 MPI_Waitany requests=0 given=8\n");
}

TEST_F(DumpTest, ListsWhatWasStartedInOneForm) {
  Record start = record("MPI_Startall", Kind::kStart);
  values[Field::kCommunicator] = 0;
  values[Field::kRequest] = 12;
  values[Field::kRequests] = 3;
  EXPECT_EQ(dumped(start), "4 0 MPI_Startall requests=3 started=12;13;14\n");
  const std::vector<model::RequestEntry> entries = {
      {12, false, false, 0, 0, 0}, {17, false, false, 0, 0, 0}, {15, false, false, 0, 0, 0}};
  start.listed = entries;
  EXPECT_EQ(dumped(start), "4 0 MPI_Startall requests=3 started=12;17;15\n");
}

TEST_F(DumpTest, FoldsPolls) {
  const Record test = record("MPI_Test", Kind::kComplete);
  Record polls;
  polls.type = RecordType::kPolls;
  const std::vector<model::PolledSite> polled = {{test.site, 40, {9}}};
  polls.polled = polled;
  EXPECT_EQ(dumped(polls), "4 0 polls MPI_Test=40\n");
}

TEST_F(DumpTest, NamesWhatIsNoCall) {
  Record plain;
  plain.type = RecordType::kPause;
  EXPECT_EQ(dumped(plain), "4 0 pause\n");
  plain.type = RecordType::kResume;
  EXPECT_EQ(dumped(plain), "4 0 resume\n");
  plain.type = RecordType::kLoss;
  plain.lost_chunks = 2;
  plain.lost_calls = 30;
  EXPECT_EQ(dumped(plain), "4 0 lost chunks=2 calls=30\n");
  plain.type = RecordType::kClocksCompared;
  EXPECT_EQ(dumped(plain), "4 0 clocks_compared\n");
  plain.type = RecordType::kFlush;
  EXPECT_EQ(dumped(plain), "");
  options.has_times = true;
  EXPECT_EQ(dumped(plain), "4 0 flush start_ns=0 duration_ns=0\n");
}

TEST_F(DumpTest, LeavesOutWhatIsOutsideOfTheTimeOrWasPaused) {
  Record call = record("MPI_Barrier", Kind::kPlain);
  options.from = {131};
  EXPECT_EQ(dumped(call), "");
  options.from = {130};
  EXPECT_NE(dumped(call), "");
  options.to = {99};
  EXPECT_EQ(dumped(call), "");
  options = {};
  call.shown = false;
  EXPECT_EQ(dumped(call), "");
}

TEST_F(DumpTest, PrintsDefinitions) {
  record("MPI_Send", Kind::kSend);
  model::Process& process = run.processes[0];
  process.id = 0xff;
  process.modules.push_back({"/bin/app", "\x01\xfe"});
  process.clock_samples.push_back({0xabc, 3, 1, 4, model::ClockSample::When::kFinalize});
  process.communicators[2] = {2, model::Origin::kParentCollective, 1, 5, 0, 1, 3, 0, 0, 0, ""};
  Dump dump(run, communicators, sites, 0, options);
  dump.definitions();
  EXPECT_EQ(dump.lines().view(),
            "4 module /bin/app build_id=01fe\n"
            "4 site 0 MPI_Send at=ring.c:10 in=main\n"
            "4 communicator 2 name=\"row comm\" origin=parent_collective rank=1 size=3 remote_size=0 parent=1 seq=5 "
            "leader=0\n"
            "4 window 3 name=\"my halo\" flavour=allocate bytes=400 displacement_unit=4 parent=2 seq=7\n"
            "4 window 4 name=\"window 4\" flavour=dynamic bytes=0 displacement_unit=0 parent=1 seq=9\n"
            "4 file 5 name=\"data/numbers\" mode=9 parent=1 seq=8\n"
            "4 clock_sample when=finalize process=00000000000000ff peer=0000000000000abc peer_ticks=3 ticks_before=1 "
            "ticks_after=4\n");
}

}  // namespace
}  // namespace mpitrace::present
