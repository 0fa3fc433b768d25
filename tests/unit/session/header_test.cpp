// SPDX-License-Identifier: BSD-3-Clause
#include "session/header.h"

#include <gtest/gtest.h>
#include <string.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "record/clock.h"
#include "unit/format/schema.h"

namespace mpitrace::session {
namespace {

tests::ReadHeader written(const HeaderFacts& facts) {
  std::uint8_t bytes[kMaxHeaderBytes];
  const std::size_t size = write_header(facts, bytes);
  const tests::ReadFile file = tests::read_trace({reinterpret_cast<const char*>(bytes), size});
  return file.headers.at(0);
}

TEST(WriteHeader, SaysAllThatItWasTold) {
  Library library;
  strcpy(library.version, "Open MPI v4.1.4");
  library.abi = 1;
  library.thread_level = 3;
  const tests::ReadHeader header = written({0xabcd, 3, 8, "99.2", &library, 2'100'000'000, {10, 20, 30}});
  EXPECT_EQ(header.format_version, 1U);
  EXPECT_EQ(header.process, 0xabcdU);
  EXPECT_EQ(header.rank, 3);
  EXPECT_EQ(header.world_size, 8U);
  EXPECT_EQ(header.job, "99.2");
  EXPECT_EQ(header.mpi_library, "Open MPI v4.1.4");
  EXPECT_EQ(header.abi, 1);
  EXPECT_EQ(header.thread_level, 3U);
  EXPECT_EQ(header.ticks_per_second, 2'100'000'000U);
  EXPECT_EQ(header.start_ticks, 10U);
  EXPECT_EQ(header.start_monotonic_raw_ns, 20U);
  EXPECT_EQ(header.start_realtime_ns, 30U);
}

TEST(WriteHeader, SaysWhereTheProcessRuns) {
  const Library library;
  const tests::ReadHeader header = written({1, 0, 1, "job", &library, 1, {}});
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  EXPECT_EQ(header.host, host);
  EXPECT_EQ(header.pid, static_cast<std::uint32_t>(getpid()));
  EXPECT_EQ(header.executable, std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_EQ(header.boot_id.size(), 36U);
  EXPECT_NE(header.recorder_version, "");
}

TEST(WriteHeader, HoldsARankThatNobodyKnows) {
  const Library library;
  EXPECT_EQ(written({1, -1, 0, "job", &library, 1, {}}).rank, -1);
}

TEST(WriteHeader, NamesTheClock) {
  const Library library;
  const bool is_tsc = record::g_clock_is_tsc;
  record::g_clock_is_tsc = true;
  EXPECT_EQ(written({1, 0, 1, "job", &library, 1, {}}).clock_kind, 1);
  record::g_clock_is_tsc = false;
  EXPECT_EQ(written({1, 0, 1, "job", &library, 1, {}}).clock_kind, 2);
  record::g_clock_is_tsc = is_tsc;
}

TEST(MakeProcessNumber, DiffersWithTheMomentAndIsNeverZero) {
  EXPECT_NE(make_process_number(1), make_process_number(2));
  EXPECT_EQ(make_process_number(1), make_process_number(1));
  EXPECT_NE(make_process_number(1), 0U);
}

TEST(ClockDomain, IsOfTheClockAndNotOfTheProcessWhereTheBootIsKnown) {
  const bool is_tsc = record::g_clock_is_tsc;
  record::g_clock_is_tsc = true;
  const std::uint64_t domain = clock_domain(1);
  EXPECT_EQ(clock_domain(2), domain);
  record::g_clock_is_tsc = false;
  EXPECT_NE(clock_domain(1), domain);
  record::g_clock_is_tsc = is_tsc;
}

TEST(ExecutableName, IsTheLastPartOfThePath) {
  char name[256];
  executable_name(name, sizeof name);
  EXPECT_EQ(name, std::filesystem::read_symlink("/proc/self/exe").filename().string());
}

TEST(ExecutableName, IsCutWhereThereIsNoRoom) {
  char name[4];
  executable_name(name, sizeof name);
  EXPECT_EQ(strlen(name), 3U);
}

}  // namespace
}  // namespace mpitrace::session
