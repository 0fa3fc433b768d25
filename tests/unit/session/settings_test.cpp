// SPDX-License-Identifier: BSD-3-Clause
#include "session/settings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "schema/trace.pb.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

struct ReadSettings {
  Settings settings;
  std::string complaints;  // a line each
};

ReadSettings read(std::vector<std::string> environment) {
  std::vector<char*> entries;
  for (std::string& entry : environment) entries.push_back(entry.data());
  entries.push_back(nullptr);
  ReadSettings made;
  Complaints complaints;
  read_settings(entries.data(), made.settings, complaints);
  for (std::uint32_t i = 0; i < std::min(complaints.count, Complaints::kKept); ++i)
    made.complaints += (i > 0 ? "\n" : "") + std::string(complaints.lines[i]);
  return made;
}

constexpr std::uint32_t bit(format::Group group) {
  return 1U << static_cast<unsigned>(group);
}
constexpr std::uint32_t kAlways = bit(format::GROUP_LIFE_CYCLE);
constexpr std::uint32_t kDefault = kAlways | bit(format::GROUP_POINT_TO_POINT) | bit(format::GROUP_COLLECTIVE) |
                                   bit(format::GROUP_RMA) | bit(format::GROUP_IO) | bit(format::GROUP_COMMUNICATOR);

TEST(ReadSettings, HasDefaultsForAll) {
  const ReadSettings made = read({"PATH=/bin", "HOME=/root"});
  EXPECT_FALSE(made.settings.off);
  EXPECT_FALSE(made.settings.start_paused);
  EXPECT_EQ(made.settings.summary, 1);
  EXPECT_EQ(made.settings.groups, kDefault);
  EXPECT_EQ(made.settings.buffer_bytes, 256U << 10U);
  EXPECT_EQ(made.settings.max_file_bytes, ~std::uint64_t{0});
  EXPECT_STREQ(made.settings.folder, "");
  EXPECT_STREQ(made.settings.live_folder, "");
  EXPECT_EQ(made.complaints, "");
}

struct Groups {
  std::string value;
  std::uint32_t groups;
};
class GroupsSetting : public testing::TestWithParam<Groups> {};

TEST_P(GroupsSetting, NamesTheGroupsOfTheSchema) {
  const ReadSettings made = read({"MPITRACE_GROUPS=" + GetParam().value});
  EXPECT_EQ(made.settings.groups, GetParam().groups);
  EXPECT_EQ(made.complaints, "");
}

INSTANTIATE_TEST_SUITE_P(
    Values, GroupsSetting,
    testing::Values(Groups{"p2p", kAlways | bit(format::GROUP_POINT_TO_POINT)},
                    Groups{"coll", kAlways | bit(format::GROUP_COLLECTIVE)},
                    Groups{"rma", kAlways | bit(format::GROUP_RMA)}, Groups{"io", kAlways | bit(format::GROUP_IO)},
                    Groups{"comm", kAlways | bit(format::GROUP_COMMUNICATOR)},
                    Groups{"local", kAlways | bit(format::GROUP_LOCAL)},
                    Groups{"p2p,coll", kAlways | bit(format::GROUP_POINT_TO_POINT) | bit(format::GROUP_COLLECTIVE)},
                    Groups{"all", kDefault | bit(format::GROUP_LOCAL)}, Groups{"default", kDefault},
                    Groups{"default,local", kDefault | bit(format::GROUP_LOCAL)},
                    Groups{"-io", kDefault & ~bit(format::GROUP_IO)},
                    Groups{"-io,-rma", kDefault & ~bit(format::GROUP_IO) & ~bit(format::GROUP_RMA)},
                    Groups{"all,-p2p", (kDefault | bit(format::GROUP_LOCAL)) & ~bit(format::GROUP_POINT_TO_POINT)}));

struct Size {
  std::string value;
  std::uint64_t bytes;
};
class MaxSizeSetting : public testing::TestWithParam<Size> {};

TEST_P(MaxSizeSetting, IsReadInPowersOf1024) {
  const ReadSettings made = read({"MPITRACE_MAX_SIZE=" + GetParam().value});
  EXPECT_EQ(made.settings.max_file_bytes, GetParam().bytes);
  EXPECT_EQ(made.complaints, "");
}

INSTANTIATE_TEST_SUITE_P(Values, MaxSizeSetting,
                         testing::Values(Size{"1000", 1'000}, Size{"512KiB", 512U << 10U}, Size{"4M", 4U << 20U},
                                         Size{"4MB", 4U << 20U}, Size{"2k", 2U << 10U}, Size{"1GiB", 1ULL << 30U},
                                         Size{"3T", 3ULL << 40U}));

class BadValue : public testing::TestWithParam<std::string> {};

TEST_P(BadValue, LeavesTheDefaultAndIsNamed) {
  const ReadSettings made = read({GetParam()});
  const Settings fresh = read({}).settings;
  EXPECT_EQ(made.settings.groups, fresh.groups);
  EXPECT_EQ(made.settings.buffer_bytes, fresh.buffer_bytes);
  EXPECT_EQ(made.settings.max_file_bytes, fresh.max_file_bytes);
  EXPECT_EQ(made.settings.summary, fresh.summary);
  EXPECT_EQ(made.settings.start_paused, fresh.start_paused);
  EXPECT_STREQ(made.settings.folder, fresh.folder);
  EXPECT_EQ(made.complaints.rfind(GetParam().substr(0, 100), 0), 0U) << made.complaints;
}

INSTANTIATE_TEST_SUITE_P(Settings, BadValue,
                         testing::Values("MPITRACE_GROUPS=p2p,colls", "MPITRACE_GROUPS=p2p coll",
                                         "MPITRACE_BUFFER=1KiB", "MPITRACE_BUFFER=1GiB", "MPITRACE_BUFFER=many",
                                         "MPITRACE_MAX_SIZE=-5", "MPITRACE_MAX_SIZE=5X", "MPITRACE_MAX_SIZE=0",
                                         "MPITRACE_MAX_SIZE=99999999999T", "MPITRACE_START=later", "MPITRACE_SUMMARY=3",
                                         "MPITRACE_SUMMARY=yes", "MPITRACE_DIR=" + std::string(kMaxFolderBytes, 'd')));

struct Misspelt {
  std::string name;
  std::string hint;
};
class UnknownName : public testing::TestWithParam<Misspelt> {};

TEST_P(UnknownName, IsNamedWithTheOneThatWasMeant) {
  EXPECT_EQ(read({GetParam().name + "=1"}).complaints,
            GetParam().name + "=1 is not a setting of mpitrace; " + GetParam().hint);
}

INSTANTIATE_TEST_SUITE_P(ReadSettings, UnknownName,
                         testing::Values(Misspelt{"MPITRACE_BUFER", "did you mean MPITRACE_BUFFER?"},
                                         Misspelt{"MPITRACE_BUFFER_SIZE", "did you mean MPITRACE_BUFFER?"},
                                         Misspelt{"MPITRACE_DIRECTORY", "did you mean MPITRACE_DIR?"},
                                         Misspelt{"MPITRACE_MAXSIZE", "did you mean MPITRACE_MAX_SIZE?"},
                                         Misspelt{"MPITRACE_SUMMRAY", "did you mean MPITRACE_SUMMARY?"},
                                         Misspelt{"MPITRACE_WEATHER", "see libmpitrace(7)"},
                                         Misspelt{"MPITRACE_", "see libmpitrace(7)"}));

TEST(ReadSettings, NamesEveryFault) {
  EXPECT_EQ(
      read({"MPITRACE_WEATHER=1", "MPITRACE_DIR=fine", "MPITRACE_SUMMARY=yes", "MPITRACE_START=later"}).complaints,
      "MPITRACE_WEATHER=1 is not a setting of mpitrace; see libmpitrace(7)\n"
      "MPITRACE_SUMMARY=yes is none of 0, 1, 2; the default holds\n"
      "MPITRACE_START=later is neither on nor paused; recording is on from the start");
}

TEST(ReadSettings, KeepsALimitedNumberOfFaultsAndCountsAll) {
  std::vector<std::string> environment;
  for (std::uint32_t i = 0; i < Complaints::kKept + 3; ++i)
    environment.push_back("MPITRACE_WEATHER" + std::to_string(i) + "=" + std::string(500, 'x'));
  std::vector<char*> entries;
  for (std::string& entry : environment) entries.push_back(entry.data());
  entries.push_back(nullptr);
  Settings settings;
  Complaints complaints;
  read_settings(entries.data(), settings, complaints);
  EXPECT_EQ(complaints.count, Complaints::kKept + 3);
  EXPECT_EQ(std::string(complaints.lines[Complaints::kKept - 1]).rfind("MPITRACE_WEATHER15=xxx", 0), 0U);
}

TEST(ReadSettings, CutsANameThatIsTooLong) {
  const std::string name = "MPITRACE_" + std::string(200, 'N');
  EXPECT_EQ(read({name + "=1"}).complaints.rfind("MPITRACE_NNN", 0), 0U);
}

TEST(ReadSettings, TakesFoldersAsTheyAre) {
  const Settings settings = read({"MPITRACE_DIR=a=b/c d", "MPITRACE_LIVE=/local"}).settings;
  EXPECT_STREQ(settings.folder, "a=b/c d");
  EXPECT_STREQ(settings.live_folder, "/local");
}

TEST(ReadSettings, RoundsTheBufferUpToPages) {
  EXPECT_EQ(read({"MPITRACE_BUFFER=200000"}).settings.buffer_bytes, 200'704U);
}

struct Switch {
  std::string value;
  bool off;
};
class OffSetting : public testing::TestWithParam<Switch> {};

TEST_P(OffSetting, IsReadTheSameBothWays) {
  EXPECT_EQ(read({"MPITRACE_OFF=" + GetParam().value}).settings.off, GetParam().off);
  const tests::Environment environment({{"MPITRACE_OFF", GetParam().value}});
  EXPECT_EQ(is_switched_off(), GetParam().off);
}

INSTANTIATE_TEST_SUITE_P(Values, OffSetting,
                         testing::Values(Switch{"1", true}, Switch{"0", false}, Switch{"", false},
                                         Switch{"yes", true}));

struct Span {
  std::string value;
  std::uint64_t from_ns;
  std::uint64_t to_ns;
  bool is_right = true;
};
class TimeSetting : public testing::TestWithParam<Span> {};

TEST_P(TimeSetting, IsASpan) {
  const auto found = read({"MPITRACE_TIME=" + GetParam().value});
  EXPECT_EQ(found.settings.from_ns, GetParam().from_ns);
  EXPECT_EQ(found.settings.to_ns, GetParam().to_ns);
  EXPECT_EQ(found.complaints.empty(), GetParam().is_right);
}

constexpr std::uint64_t kNever = ~std::uint64_t{0};
INSTANTIATE_TEST_SUITE_P(Values, TimeSetting,
                         testing::Values(Span{"10s:20s", 10'000'000'000, 20'000'000'000},
                                         Span{"1.5s:", 1'500'000'000, kNever}, Span{":250us", 0, 250'000},
                                         Span{"0:2.000000001s", 0, 2'000'000'001}, Span{"7ns:1ms", 7, 1'000'000},
                                         Span{"10s", 0, kNever, false}, Span{"2:3", 0, kNever, false},
                                         Span{"2s:1s", 0, kNever, false}, Span{"-1s:1s", 0, kNever, false},
                                         Span{"1h:2h", 0, kNever, false}, Span{"s:", 0, kNever, false},
                                         Span{"99999999999s:", 0, kNever, false}));

TEST(IsListed, TakesNamesAndPatternsInAnyCase) {
  EXPECT_TRUE(is_listed("MPI_Comm_rank", "MPI_Send,mpi_comm_rank"));
  EXPECT_TRUE(is_listed("MPI_Iprobe", "MPI_I*probe"));
  EXPECT_TRUE(is_listed("MPI_Improbe", "MPI_I*probe"));
  EXPECT_TRUE(is_listed("MPI_Send", "*"));
  EXPECT_FALSE(is_listed("MPI_Send", ""));
  EXPECT_FALSE(is_listed("MPI_Send", "MPI_Sen"));
  EXPECT_FALSE(is_listed("MPI_Sendrecv", "MPI_Send"));
  EXPECT_FALSE(is_listed("MPI_Send", ",,"));
}

TEST(ReadSettings, KeepsListsOfFunctions) {
  const Settings settings = read({"MPITRACE_INCLUDE=MPI_Comm_rank", "MPITRACE_EXCLUDE=MPI_Send"}).settings;
  EXPECT_STREQ(settings.include, "MPI_Comm_rank");
  EXPECT_STREQ(settings.exclude, "MPI_Send");
  EXPECT_NE(read({"MPITRACE_INCLUDE=" + std::string(kMaxListBytes, 'x')}).complaints, "");
}

TEST(ReadSettings, ReadsWhetherToBeginPaused) {
  EXPECT_TRUE(read({"MPITRACE_START=paused"}).settings.start_paused);
  EXPECT_FALSE(read({"MPITRACE_START=on"}).settings.start_paused);
}

TEST(ReadSettings, ReadsWhetherClocksAreCompared) {
  EXPECT_TRUE(read({}).settings.clocks);
  EXPECT_FALSE(read({"MPITRACE_CLOCKS=0"}).settings.clocks);
}

}  // namespace
}  // namespace mpitrace::session
