// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/completions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "unit/mpi/fake_mpi.h"
#include "unit/record/recording.h"

namespace mpitrace::mpi {
namespace {

constexpr Word kNull = 0x1000;
constexpr Word kFirstHandle = 0x2000;
constexpr Word kDouble = 0x308;
constexpr int kErrorInStatus = 18;
constexpr Word kIgnore = 0;

struct Status {  // Open MPI's
  int source;
  int tag;
  int error;
  int cancelled;
  std::size_t count;
};

// What MPI does at the next call that completes requests: those at these indices get these statuses.
struct Outcome {
  int index;
  Status status;
};
std::vector<Outcome> g_outcomes;
int g_result = 0;
Word g_next_handle = kFirstHandle;  // new for each test, since the requests of all lie in one table
Word g_statuses_given = 0;

Word start(Word request) {
  *reinterpret_cast<Word*>(request) = g_next_handle++;
  return 0;
}
Word real_send(Word, Word, Word, Word, Word, Word, Word request) {
  return start(request);
}

void complete(Word requests, Word statuses, bool is_packed) {
  g_statuses_given = statuses;
  for (std::size_t k = 0; k < g_outcomes.size(); ++k) {
    const auto index = static_cast<std::size_t>(g_outcomes[k].index);
    reinterpret_cast<Word*>(requests)[index] = kNull;
    if (statuses != kIgnore) reinterpret_cast<Status*>(statuses)[is_packed ? k : index] = g_outcomes[k].status;
  }
}
Word real_waitall(Word, Word requests, Word statuses) {
  complete(requests, statuses, false);
  return static_cast<Word>(g_result);
}
Word real_waitany(Word, Word requests, Word index, Word status) {
  complete(requests, status, true);
  *reinterpret_cast<int*>(index) = g_outcomes.empty() ? kUndefined : g_outcomes[0].index;
  return 0;
}
Word real_testsome(Word, Word requests, Word count, Word indices, Word statuses) {
  complete(requests, statuses, true);
  *reinterpret_cast<int*>(count) = static_cast<int>(g_outcomes.size());
  for (std::size_t k = 0; k < g_outcomes.size(); ++k) reinterpret_cast<int*>(indices)[k] = g_outcomes[k].index;
  return 0;
}
Word real_wait(Word request, Word status) {
  if (status != kIgnore && !g_outcomes.empty()) *reinterpret_cast<Status*>(status) = g_outcomes[0].status;
  if (g_outcomes.empty()) return 0;
  *reinterpret_cast<Word*>(request) = kNull;
  return 0;
}
Word real_init(Word, Word, Word, Word, Word, Word, Word request) {
  return start(request);
}
Word real_one(Word) {
  return 0;
}

template <class Item>
Word address(Item& item) {
  return reinterpret_cast<Word>(&item);
}
template <class Item>
Word address(std::vector<Item>& items) {
  return reinterpret_cast<Word>(items.data());
}

class CompletionsTest : public testing::Test {
 protected:
  CompletionsTest() {
    g_abi.request_null = kNull;
    g_outcomes.clear();
    g_result = 0;
    fake.type_bytes[kDouble] = 8;
    fake.set(Function::kIsend, &real_send);
    fake.set(Function::kIrecv, &real_send);
    fake.set(Function::kRecv_init, &real_init);
    fake.set(Function::kStart, &real_one);
    fake.set(Function::kCancel, &real_one);
    fake.set(Function::kWait, &real_wait);
    fake.set(Function::kWaitall, &real_waitall);
    fake.set(Function::kWaitany, &real_waitany);
    fake.set(Function::kTestsome, &real_testsome);
    record::g_thread = &recording.thread();
  }

  void send(int dest, int tag) { begin<wrappers::Isend>(dest, tag); }
  void receive(int source, int tag) { begin<wrappers::Irecv>(source, tag); }
  // A receive of `tag` from rank 1 that got just what it asked for: one double.
  static Status as_asked(int tag) { return {1, tag, 0, 0, 8}; }

  void wait_for_all() {
    statuses.resize(requests.size());
    wrappers::Waitall::call(requests.size(), address(requests), address(statuses));
  }
  void all_complete_as_asked() {
    for (int i = 0; i < static_cast<int>(requests.size()); ++i) g_outcomes.push_back({i, as_asked(i)});
  }

  tests::DecodedCall last_call() { return recording.decode().calls.back(); }
  // The number that the i-th request got.
  std::uint64_t id_of(std::size_t i) {
    return static_cast<std::uint64_t>(recording.decode().calls.at(i).value(format::Field::kRequest));
  }

  tests::FakeMpi fake{kOpenMpiAbi};
  tests::Recording recording{tests::kSmallestBuffer, kFunctionFacts.data()};
  std::vector<Word> requests;
  std::vector<Status> statuses;

 private:
  template <class Wrapper>
  void begin(int peer, int tag) {
    requests.push_back(0);
    Wrapper::call(0, 1, kDouble, static_cast<Word>(peer), static_cast<Word>(tag), 0, address(requests.back()));
  }
};

TEST_F(CompletionsTest, ListNothingWhenAllWentAsItWasMade) {
  send(2, 0);
  receive(1, 1);
  receive(1, 2);
  all_complete_as_asked();
  wait_for_all();
  const tests::DecodedCall call = last_call();
  EXPECT_EQ(call.kind, format::Kind::kComplete);
  EXPECT_EQ(call.value(format::Field::kGiven), 3);
  EXPECT_EQ(call.value(format::Field::kRequests), 3);
  EXPECT_EQ(call.value(format::Field::kRequest), static_cast<std::int64_t>(id_of(0)));
  EXPECT_EQ(call.value(format::Field::kListed), 0);
}

TEST_F(CompletionsTest, TellWhatAReceiveFromAnyoneGot) {
  send(2, 0);
  receive(kOpenMpiAbi.any_source, kOpenMpiAbi.any_tag);
  g_outcomes = {{0, {}}, {1, {7, 9, 0, 0, 8}}};
  wait_for_all();
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 2U);
  EXPECT_FALSE(call.entries[0].has_status);
  ASSERT_TRUE(call.entries[1].has_status);
  EXPECT_EQ(call.entries[1].source, 7);
  EXPECT_EQ(call.entries[1].tag, 9);
  EXPECT_EQ(call.entries[1].bytes, 8U);
  EXPECT_EQ(call.entries[1].id, id_of(1));
}

TEST_F(CompletionsTest, TellOfAMessageShorterThanItsRoom) {
  receive(1, 0);
  g_outcomes = {{0, {1, 0, 0, 0, 4}}};
  wait_for_all();
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 1U);
  EXPECT_EQ(call.entries[0].bytes, 4U);
}

TEST_F(CompletionsTest, TellOfAReceiveFromNoProcessInCanonicalNumbers) {
  receive(kOpenMpiAbi.proc_null, 0);
  g_outcomes = {{0, {kOpenMpiAbi.proc_null, kOpenMpiAbi.any_tag, 0, 0, 0}}};
  wait_for_all();
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 1U);
  EXPECT_EQ(call.entries[0].source, format::kProcNull);
  EXPECT_EQ(call.entries[0].tag, format::kAnyTag);
}

TEST_F(CompletionsTest, TellOfACancelledReceiveWithoutAStatus) {
  receive(1, 0);
  g_outcomes = {{0, {0, 0, 0, 1, 0}}};
  wait_for_all();
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 1U);
  EXPECT_TRUE(call.entries[0].cancelled);
  EXPECT_FALSE(call.entries[0].has_status);
}

TEST_F(CompletionsTest, TellOfACancelledSendOnceTheProgramCancels) {
  send(1, 0);
  wrappers::Cancel::call(address(requests[0]));
  g_outcomes = {{0, {0, 0, 0, 1, 0}}};
  wait_for_all();
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 1U);
  EXPECT_TRUE(call.entries[0].cancelled);
}

TEST_F(CompletionsTest, ReadNoStatusOfASendBeforeThat) {
  send(1, 0);
  g_outcomes = {{0, {0, 0, 0, 1, 0}}};  // nobody filled it in: what lies there may be anything
  wait_for_all();
  EXPECT_TRUE(last_call().entries.empty());
}

TEST_F(CompletionsTest, GetStatusesOfTheirOwnWhereTheProgramIgnoresThem) {
  receive(kOpenMpiAbi.any_source, 0);
  g_outcomes = {{0, {7, 0, 0, 0, 8}}};
  wrappers::Waitall::call(1, address(requests), kIgnore);
  EXPECT_NE(g_statuses_given, kIgnore);
  EXPECT_EQ(last_call().entries.at(0).source, 7);
}

TEST_F(CompletionsTest, LeaveIgnoredStatusesIgnoredWhereOnlySendsComplete) {
  send(1, 0);
  g_outcomes = {{0, {}}};
  wrappers::Waitall::call(1, address(requests), kIgnore);
  EXPECT_EQ(g_statuses_given, kIgnore);
  EXPECT_EQ(last_call().value(format::Field::kRequests), 1);
}

TEST_F(CompletionsTest, PassOverNullRequests) {
  send(1, 0);
  requests.push_back(kNull);
  send(1, 2);
  g_outcomes = {{0, {}}, {2, {}}};
  wait_for_all();
  EXPECT_EQ(last_call().value(format::Field::kGiven), 3);
  EXPECT_EQ(last_call().value(format::Field::kRequests), 2);
}

TEST_F(CompletionsTest, AreOnlyThoseThatMpiTookAwayAfterAnError) {
  for (int i = 0; i < 3; ++i) receive(1, i);
  g_outcomes = {{1, as_asked(1)}};
  g_result = kErrorInStatus;
  wait_for_all();
  const tests::DecodedCall call = last_call();
  EXPECT_EQ(call.value(format::Field::kResult), kErrorInStatus);
  EXPECT_EQ(call.value(format::Field::kRequests), 1);
  EXPECT_EQ(call.value(format::Field::kRequest), static_cast<std::int64_t>(id_of(1)));
}

TEST_F(CompletionsTest, OfOneAmongManyNameThatOne) {
  for (int i = 0; i < 3; ++i) receive(1, i);
  g_outcomes = {{1, as_asked(1)}};
  int index = 0;
  Status status{};
  wrappers::Waitany::call(requests.size(), address(requests), address(index), address(status));
  EXPECT_EQ(last_call().value(format::Field::kGiven), 3);
  EXPECT_EQ(last_call().value(format::Field::kRequests), 1);
  EXPECT_EQ(last_call().value(format::Field::kRequest), static_cast<std::int64_t>(id_of(1)));
}

TEST_F(CompletionsTest, OfSomeAreListedInTheOrderThatMpiGivesThem) {
  for (int i = 0; i < 4; ++i) receive(1, i);
  g_outcomes = {{3, as_asked(3)}, {0, as_asked(0)}};
  int count = 0;
  std::array<int, 4> indices{};
  statuses.resize(4);
  wrappers::Testsome::call(requests.size(), address(requests), address(count), address(indices), address(statuses));
  const tests::DecodedCall call = last_call();
  ASSERT_EQ(call.entries.size(), 2U);
  EXPECT_EQ(call.entries[0].id, id_of(3));
  EXPECT_EQ(call.entries[1].id, id_of(0));
}

TEST_F(CompletionsTest, OfATestThatFoundNothingAreAFailedPoll) {
  receive(1, 0);
  int count = 7;
  std::array<int, 1> indices{};
  wrappers::Testsome::call(1, address(requests), address(count), address(indices), kIgnore);
  EXPECT_EQ(recording.decode().polled(), 1U);
  EXPECT_EQ(recording.decode().calls.size(), 1U);
}

TEST_F(CompletionsTest, OfAPersistentRequestBearItsNumberEachTime) {
  Word request = 0;
  Status status{};
  wrappers::Recv_init::call(0, 1, kDouble, 1, 5, 0, address(request));
  const Word handle = request;
  g_outcomes = {{0, as_asked(5)}};
  for (int i = 0; i < 2; ++i) {
    request = handle;
    wrappers::Start::call(address(request));
    wrappers::Wait::call(address(request), address(status));
  }
  const std::vector<tests::DecodedCall> calls = recording.decode().calls;
  ASSERT_EQ(calls.size(), 5U);
  for (const tests::DecodedCall& call : calls)
    EXPECT_EQ(call.value(format::Field::kRequest), calls[0].value(format::Field::kRequest));
  EXPECT_EQ(calls[1].kind, format::Kind::kStart);
  EXPECT_EQ(calls[2].kind, format::Kind::kComplete);
  take_request(handle);
}

// Where messages are not recorded, a wait is of interest only for what is.
TEST_F(CompletionsTest, OfRequestsThatNobodyRecordedAreNoCall) {
  g_only_known_requests = true;
  requests = {0x9001, 0x9002};
  g_outcomes = {{0, as_asked(0)}, {1, as_asked(1)}};
  wait_for_all();
  g_outcomes.clear();
  requests = {0x9003};
  int count = 0;
  std::array<int, 1> indices{};
  wrappers::Testsome::call(1, address(requests), address(count), address(indices), kIgnore);
  EXPECT_TRUE(recording.decode().calls.empty());
  EXPECT_EQ(recording.decode().polled(), 0U);
}

// Before the first request of all nothing is even looked for, and the door stays open for what the call itself calls.
TEST_F(CompletionsTest, BeforeTheFirstRequestAreNotEvenEntered) {
  g_only_known_requests = true;
  g_any_request = false;
  requests = {0x9001};
  g_outcomes = {{0, as_asked(0)}};
  recording.thread().frame = {};
  wait_for_all();
  EXPECT_EQ(recording.thread().frame.address, 0U);
  g_any_request = true;
  wait_for_all();
  EXPECT_NE(recording.thread().frame.address, 0U);
  EXPECT_TRUE(recording.decode().calls.empty());
}

TEST_F(CompletionsTest, OfRequestsThatAreRecordedAreACallEvenThen) {
  receive(1, 0);
  g_only_known_requests = true;
  g_outcomes = {{0, as_asked(0)}};
  wait_for_all();
  EXPECT_EQ(last_call().kind, format::Kind::kComplete);
}

// A regular crowd needs no list, whatever its size.
TEST_F(CompletionsTest, OfAThousandThatWentAsMadeListNothing) {
  requests.reserve(1'000);
  for (int i = 0; i < 1'000; ++i) receive(1, i);
  all_complete_as_asked();
  wait_for_all();
  EXPECT_EQ(last_call().value(format::Field::kRequests), 1'000);
  EXPECT_EQ(last_call().value(format::Field::kListed), 0);
}

bool is_completed(const tests::DecodedControl& control) {
  return control.type == format::Control::kCompleted;
}

class Crowd : public CompletionsTest, public testing::WithParamInterface<int> {};

TEST_P(Crowd, IsListedWholeAcrossControlRecordsAndChunks) {
  const int count = GetParam();
  requests.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) receive(kOpenMpiAbi.any_source, i);
  for (int i = 0; i < count; ++i) g_outcomes.push_back({i, {i % 5, i, 0, 0, static_cast<std::size_t>(3 * i)}});
  recording.limit_chunks_to(recording.slot().used_bytes + 1);
  wait_for_all();
  const tests::Decoded read = recording.decode();
  const tests::DecodedCall& call = read.calls.back();
  EXPECT_EQ(call.value(format::Field::kRequests), count);
  ASSERT_EQ(call.entries.size(), static_cast<std::size_t>(count));
  const auto first_id = static_cast<std::uint64_t>(call.value(format::Field::kRequest));
  for (std::size_t i = 0; i < call.entries.size(); ++i) {
    ASSERT_EQ(call.entries[i].id, first_id + i);
    ASSERT_EQ(call.entries[i].source, static_cast<std::int64_t>(i % 5));
    ASSERT_EQ(call.entries[i].tag, static_cast<std::int64_t>(i));
    ASSERT_EQ(call.entries[i].bytes, 3 * i);
  }
  const int records = count <= 256 ? 0 : (count - 256 + 63) / 64;  // of at most 64 entries
  EXPECT_EQ(std::count_if(read.controls.begin(), read.controls.end(), is_completed), records);
}

INSTANTIATE_TEST_SUITE_P(Counts, Crowd, testing::Values(16, 17, 255, 256, 257, 320, 321, 2'000));

}  // namespace
}  // namespace mpitrace::mpi
