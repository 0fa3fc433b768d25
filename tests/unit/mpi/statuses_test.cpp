// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/statuses.h"

#include <gtest/gtest.h>

#include "unit/mpi/fake_mpi.h"

namespace mpitrace::mpi {
namespace {

constexpr std::int64_t kFiveGiB = std::int64_t{5} << 30U;

// As the public mpi.h of each library has it.
struct OpenMpiStatus {
  int source;
  int tag;
  int error;
  int cancelled;
  std::size_t count;
};
struct MpichStatus {
  int count_low;
  int count_high_and_cancelled;
  int source;
  int tag;
  int error;
};
struct StandardStatus {
  int source;
  int tag;
  int error;
  int reserved[5];
};

static_assert(sizeof(OpenMpiStatus) == kOpenMpiAbi.status_bytes);
static_assert(sizeof(MpichStatus) == kMpichAbi.status_bytes);
static_assert(sizeof(StandardStatus) == kStandardAbi.status_bytes);

template <class Status>
Received read(const Status& status) {
  return read_status(reinterpret_cast<Word>(&status));
}

TEST(ReadStatus, ReadsOpenMpis) {
  const tests::FakeMpi fake(kOpenMpiAbi);
  const Received received = read(OpenMpiStatus{3, 42, 0, 0, 800});
  EXPECT_EQ(received.source, 3);
  EXPECT_EQ(received.tag, 42);
  EXPECT_EQ(received.bytes, 800);
  EXPECT_FALSE(received.cancelled);
  EXPECT_TRUE(read(OpenMpiStatus{3, 42, 0, 1, 800}).cancelled);
  EXPECT_EQ(read(OpenMpiStatus{3, 42, 0, 0, kFiveGiB}).bytes, kFiveGiB);
}

// MPICH keeps the count in 63 bits around its cancelled bit.
MpichStatus mpich_status(std::int64_t bytes, bool cancelled) {
  const auto count = static_cast<std::uint64_t>(bytes);
  return {static_cast<int>(count & 0xffff'ffffU), static_cast<int>(count >> 32U << 1U | (cancelled ? 1U : 0U)), 3, 42,
          0};
}

TEST(ReadStatus, ReadsMpichs) {
  const tests::FakeMpi fake(kMpichAbi);
  const Received received = read(mpich_status(800, false));
  EXPECT_EQ(received.source, 3);
  EXPECT_EQ(received.tag, 42);
  EXPECT_EQ(received.bytes, 800);
  EXPECT_FALSE(received.cancelled);
  EXPECT_TRUE(read(mpich_status(0, true)).cancelled);
}

TEST(ReadStatus, ReadsCountsOfMpichBeyond32Bits) {
  const tests::FakeMpi fake(kMpichAbi);
  EXPECT_EQ(read(mpich_status(kFiveGiB, false)).bytes, kFiveGiB);
  EXPECT_EQ(read(mpich_status((std::int64_t{1} << 31U) + 1, false)).bytes, (std::int64_t{1} << 31U) + 1);
  const Received cancelled = read(mpich_status(kFiveGiB, true));
  EXPECT_TRUE(cancelled.cancelled);
  EXPECT_EQ(cancelled.bytes, kFiveGiB);
}

TEST(ReadStatus, AsksTheStandardAbi) {
  tests::FakeMpi fake(kStandardAbi);
  const StandardStatus status{3, 42, 0, {}};
  fake.statuses[reinterpret_cast<Word>(&status)] = {kFiveGiB, false};
  EXPECT_EQ(read(status).source, 3);
  EXPECT_EQ(read(status).tag, 42);
  EXPECT_EQ(read(status).bytes, kFiveGiB);
  EXPECT_FALSE(read(status).cancelled);
  fake.statuses[reinterpret_cast<Word>(&status)] = {kUndefined, true};
  EXPECT_EQ(read(status).bytes, 0);
  EXPECT_TRUE(read(status).cancelled);
}

}  // namespace
}  // namespace mpitrace::mpi
