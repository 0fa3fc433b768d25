// SPDX-License-Identifier: BSD-3-Clause
// Holds the rows of functions.inc against each other and against the format. What no mpi.h can tell: that two arguments
// of the same C type are not swapped, and that each kind has the arguments its record is made from.
#include "table/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "schema/trace.pb.h"

namespace mpitrace::table {
namespace {

using std::string;
using std::string_view;

// "SendStart" -> prefix + "SEND_START", the manner of trace.proto.
string in_proto(string_view prefix, string_view camel_case) {
  string name(prefix);
  for (const char letter : camel_case) {
    if (std::isupper(static_cast<unsigned char>(letter)) != 0) name += '_';
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  return name;
}

std::vector<string> split(string_view roles) {
  std::vector<string> parts;
  while (!roles.empty()) {
    const size_t comma = roles.find(", ");
    parts.emplace_back(roles.substr(0, comma));
    roles.remove_prefix(comma == string_view::npos ? roles.size() : comma + 2);
  }
  return parts;
}

bool has(const Row& row, string_view role) {
  const std::vector<string> roles = split(row.roles);
  return std::find(roles.begin(), roles.end(), role) != roles.end();
}

bool is_collective(const Row& row) {
  return row.kind == "Collective" || row.kind == "CollectiveStart" || row.kind == "CollectiveInit";
}

// The argument lists that each kind may have. Kinds not named here have lists that follow from their shape, or any.
const std::multimap<string_view, string_view> kRolesOfKind = {
    {"Send", "SBuf, SCnt, SType, Dest, Tag, Comm"},
    {"Receive", "RBuf, RCnt, RType, Source, Tag, Comm, Stat"},
    {"SendReceive", "SBuf, SCnt, SType, Dest, Tag, RBuf, RCnt, RType, Source, SourceTag, Comm, Stat"},
    {"SendReceive", "Buf, Cnt, Type, Dest, Tag, Source, SourceTag, Comm, Stat"},
    {"SendStart", "SBuf, SCnt, SType, Dest, Tag, Comm, Req"},
    {"ReceiveStart", "RBuf, RCnt, RType, Source, Tag, Comm, Req"},
    {"SendReceiveStart", "SBuf, SCnt, SType, Dest, Tag, RBuf, RCnt, RType, Source, SourceTag, Comm, Req"},
    {"SendReceiveStart", "Buf, Cnt, Type, Dest, Tag, Source, SourceTag, Comm, Req"},
    {"SendInit", "SBuf, SCnt, SType, Dest, Tag, Comm, Req"},
    {"SendInit", "SBuf, Parts, PCnt, SType, Dest, Tag, Comm, Info, Req"},
    {"ReceiveInit", "RBuf, RCnt, RType, Source, Tag, Comm, Req"},
    {"ReceiveInit", "RBuf, Parts, PCnt, RType, Source, Tag, Comm, Info, Req"},
    {"Start", "Req"},
    {"Start", "NReq, Reqs"},
    {"Complete", "Req, Stat"},
    {"Complete", "Req, Flag, Stat"},
    {"Complete", "NReq, Reqs, Stats"},
    {"Complete", "NReq, Reqs, Flag, Stats"},
    {"Complete", "NReq, Reqs, Index, Stat"},
    {"Complete", "NReq, Reqs, Index, Flag, Stat"},
    {"Complete", "NReq, Reqs, OutCnt, Indices, Stats"},
    {"Probe", "Source, Tag, Comm, Stat"},
    {"Probe", "Source, Tag, Comm, Flag, Stat"},
    {"MatchedProbe", "Source, Tag, Comm, Msg, Stat"},
    {"MatchedProbe", "Source, Tag, Comm, Flag, Msg, Stat"},
    {"MatchedReceive", "RBuf, RCnt, RType, Msg, Stat"},
    {"MatchedReceiveStart", "RBuf, RCnt, RType, Msg, Req"},
    {"RequestFree", "Req"},
    {"Cancel", "Req"},
    {"CommunicatorFree", "CommInOut"},
    {"Init", "ArgcP, ArgvP"},
    {"Init", "ArgcP, ArgvP, Required, Provided"},
    {"Finalize", ""},
    {"Abort", "Comm, Code"},
    {"WindowNew", "V, WinSize, DispUnit, Info, Comm, WinOut"},
    {"WindowNew", "WinSize, DispUnit, Info, Comm, V, WinOut"},
    {"WindowNew", "Info, Comm, WinOut"},
    {"WindowFree", "WinOut"},
    {"Put", "SBuf, SCnt, SType, Target, V, TCnt, TType, Win"},
    {"Put", "SBuf, SCnt, SType, Target, V, TCnt, TType, Win, Req"},
    {"Put", "SBuf, SCnt, SType, Target, V, TCnt, TType, Op, Win"},
    {"Put", "SBuf, SCnt, SType, Target, V, TCnt, TType, Op, Win, Req"},
    {"Get", "RBuf, RCnt, RType, Target, V, TCnt, TType, Win"},
    {"Get", "RBuf, RCnt, RType, Target, V, TCnt, TType, Win, Req"},
    {"GetAccumulate", "SBuf, SCnt, SType, RBuf, RCnt, RType, Target, V, TCnt, TType, Op, Win"},
    {"GetAccumulate", "SBuf, SCnt, SType, RBuf, RCnt, RType, Target, V, TCnt, TType, Op, Win, Req"},
    {"GetAccumulate", "SBuf, RBuf, Type, Target, V, Op, Win"},
    {"GetAccumulate", "SBuf, V, RBuf, Type, Target, V, Win"},
    {"Fence", "V, Win"},
    {"EpochPost", "Grp, V, Win"},
    {"EpochStart", "Grp, V, Win"},
    {"EpochComplete", "Win"},
    {"EpochWait", "Win"},
    {"EpochWait", "Win, Flag"},
    {"Lock", "LockType, Target, V, Win"},
    {"Lock", "V, Win"},
    {"Unlock", "Target, Win"},
    {"Unlock", "Win"},
    {"Flush", "Target, Win"},
    {"Flush", "Win"},
    {"FileOpen", "Comm, Name, Amode, Info, FileOut"},
    {"FileClose", "FileOut"},
    {"FileRead", "File, RBuf, Cnt, Type, Stat"},
    {"FileRead", "File, Offset, RBuf, Cnt, Type, Stat"},
    {"FileReadStart", "File, RBuf, Cnt, Type"},
    {"FileReadStart", "File, Offset, RBuf, Cnt, Type"},
    {"FileReadStart", "File, RBuf, Cnt, Type, Req"},
    {"FileReadStart", "File, Offset, RBuf, Cnt, Type, Req"},
    {"FileWrite", "File, SBuf, Cnt, Type"},
    {"FileWrite", "File, Offset, SBuf, Cnt, Type"},
    {"FileWrite", "File, SBuf, Cnt, Type, Stat"},
    {"FileWrite", "File, Offset, SBuf, Cnt, Type, Stat"},
    {"FileWrite", "File, SBuf, Cnt, Type, Req"},
    {"FileWrite", "File, Offset, SBuf, Cnt, Type, Req"},
    {"FileSplitEnd", "File, RBuf, Stat"},
    {"FileSplitEnd", "File, SBuf, Stat"},
};

const std::set<string_view> kKindsOfFiles = {"FileOpen",  "FileClose",     "FileUse",     "FileRead",
                                             "FileWrite", "FileReadStart", "FileSplitEnd"};

const std::set<string_view> kKindsOfWindows = {"WindowNew", "WindowFree", "WindowUse",  "Put",           "Get",
                                               "Fence",     "EpochPost",  "EpochStart", "EpochComplete", "EpochWait",
                                               "Lock",      "Unlock",     "Flush",      "GetAccumulate"};

// A collective's arguments before those of a nonblocking or persistent one.
const std::map<string_view, string> kRolesOfShape = {
    {"Barrier", "Comm"},
    {"Bcast", "Buf, Cnt, Type, Root, Comm"},
    {"Gather", "SBuf, SCnt, SType, RBuf, RCnt, RType, Root, Comm"},
    {"Gatherv", "SBuf, SCnt, SType, RBuf, RCnts, Displs, RType, Root, Comm"},
    {"Scatter", "SBuf, SCnt, SType, RBuf, RCnt, RType, Root, Comm"},
    {"Scatterv", "SBuf, SCnts, Displs, SType, RBuf, RCnt, RType, Root, Comm"},
    {"Allgather", "SBuf, SCnt, SType, RBuf, RCnt, RType, Comm"},
    {"Allgatherv", "SBuf, SCnt, SType, RBuf, RCnts, Displs, RType, Comm"},
    {"Alltoall", "SBuf, SCnt, SType, RBuf, RCnt, RType, Comm"},
    {"Alltoallv", "SBuf, SCnts, Displs, SType, RBuf, RCnts, Displs, RType, Comm"},
    {"Alltoallw", "SBuf, SCnts, Displs, STypes, RBuf, RCnts, Displs, RTypes, Comm"},
    {"Reduce", "SBuf, RBuf, Cnt, Type, Op, Root, Comm"},
    {"Allreduce", "SBuf, RBuf, Cnt, Type, Op, Comm"},
    {"Scan", "SBuf, RBuf, Cnt, Type, Op, Comm"},
    {"Exscan", "SBuf, RBuf, Cnt, Type, Op, Comm"},
    {"ReduceScatter", "SBuf, RBuf, RCnts, Type, Op, Comm"},
    {"ReduceScatterBlock", "SBuf, RBuf, RCnt, Type, Op, Comm"},
    {"NeighborAllgather", "SBuf, SCnt, SType, RBuf, RCnt, RType, Comm"},
    {"NeighborAllgatherv", "SBuf, SCnt, SType, RBuf, RCnts, Displs, RType, Comm"},
    {"NeighborAlltoall", "SBuf, SCnt, SType, RBuf, RCnt, RType, Comm"},
    {"NeighborAlltoallv", "SBuf, SCnts, Displs, SType, RBuf, RCnts, Displs, RType, Comm"},
    {"NeighborAlltoallw", "SBuf, SCnts, V, STypes, RBuf, RCnts, V, RTypes, Comm"},
};

const std::map<string_view, string> kTailOfKind = {
    {"Collective", ""}, {"CollectiveStart", ", Req"}, {"CollectiveInit", ", Info, Req"}};

// The argument that says what a new communicator is made from.
const std::multimap<string_view, string_view> kOriginOfShape = {
    {"ParentCollective", "Comm"}, {"FromGroup", "Grp"},      {"Intercomm", "PeerComm"},
    {"Intercomm", "Grp"},         {"OtherWorld", "CommOut"},  // from elsewhere: nothing in this call says it
};

TEST(Rows, NameEachFunctionOnce) {
  std::set<string_view> seen;
  for (const Row& row : kRows) EXPECT_TRUE(seen.insert(row.function).second) << row.function;
}

TEST(Rows, RepeatTheNameInLowerCase) {
  for (const Row& row : kRows) {
    string lower_case(row.name);
    std::transform(lower_case.begin(), lower_case.end(), lower_case.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    EXPECT_EQ(row.lower_case, lower_case) << row.function;
  }
}

TEST(Rows, UseTheGroupsAndKindsOfTheFormat) {
  for (const Row& row : kRows) {
    format::Group group{};
    format::Kind kind{};
    EXPECT_TRUE(format::Group_Parse(in_proto("GROUP", row.group), &group)) << row.function << ": " << row.group;
    EXPECT_TRUE(format::Kind_Parse(in_proto("KIND", row.kind), &kind)) << row.function << ": " << row.kind;
  }
}

TEST(Rows, LeaveNoKindOfTheFormatUnused) {
  std::set<string> used;
  for (const Row& row : kRows) used.insert(in_proto("KIND", row.kind));
  const auto* kinds = format::Kind_descriptor();
  for (int i = 0; i < kinds->value_count(); ++i)
    EXPECT_EQ(used.count(kinds->value(i)->name()), 1U) << kinds->value(i)->name();
}

TEST(Rows, PutEachKindIntoItsGroup) {
  for (const Row& row : kRows) {
    if (row.kind == "Plain") continue;
    string_view group = "PointToPoint";
    if (is_collective(row)) group = "Collective";
    if (row.kind == "CommunicatorNew" || row.kind == "CommunicatorFree") group = "Communicator";
    if (kKindsOfWindows.count(row.kind) == 1) group = "Rma";
    if (kKindsOfFiles.count(row.kind) == 1) group = "Io";
    if (row.function == "MPI_Win_shared_query") group = "Local";
    if (row.kind == "Init" || row.kind == "Finalize" || row.kind == "Abort") group = "LifeCycle";
    EXPECT_EQ(row.group, group) << row.function;
  }
}

TEST(Rows, GiveEachKindTheArgumentsOfItsRecord) {
  for (const Row& row : kRows) {
    const auto [first, last] = kRolesOfKind.equal_range(row.kind);
    if (first == last) continue;
    EXPECT_TRUE(std::any_of(first, last, [&row](const auto& allowed) { return allowed.second == row.roles; }))
        << row.function << ": " << row.roles;
  }
}

TEST(Rows, GiveEachCollectiveTheArgumentsOfItsShape) {
  for (const Row& row : kRows) {
    if (!is_collective(row)) continue;
    ASSERT_EQ(kRolesOfShape.count(row.shape), 1U) << row.function << ": " << row.shape;
    EXPECT_EQ(row.roles, kRolesOfShape.at(row.shape) + kTailOfKind.at(row.kind)) << row.function;
  }
}

TEST(Rows, SayWhatANewCommunicatorIsMadeFrom) {
  for (const Row& row : kRows) {
    EXPECT_EQ(row.kind == "CommunicatorNew", has(row, "CommOut")) << row.function;
    if (row.kind != "CommunicatorNew") continue;
    const auto [first, last] = kOriginOfShape.equal_range(row.shape);
    EXPECT_TRUE(std::any_of(first, last, [&row](const auto& origin) { return has(row, origin.second); }))
        << row.function << ": " << row.shape << " of " << row.roles;
  }
}

TEST(Rows, NameTheWindowInEachCallOnOne) {
  for (const Row& row : kRows) {
    if (kKindsOfWindows.count(row.kind) == 0) continue;
    EXPECT_TRUE(has(row, "Win") != has(row, "WinOut")) << row.function;
  }
}

TEST(Rows, SayWhoseMemoryANewWindowShows) {
  const std::map<string_view, string_view> flavours = {{"MPI_Win_create", "WindowCreate"},
                                                       {"MPI_Win_allocate", "WindowAllocate"},
                                                       {"MPI_Win_allocate_shared", "WindowShared"},
                                                       {"MPI_Win_create_dynamic", "WindowDynamic"}};
  for (const Row& row : kRows) {
    ASSERT_EQ(row.kind == "WindowNew", flavours.count(row.function) == 1) << row.function;
    if (row.kind == "WindowNew") {
      EXPECT_EQ(row.shape, flavours.at(row.function));
    }
  }
}

TEST(Rows, NameTheFileInEachCallOnOne) {
  for (const Row& row : kRows) {
    if (kKindsOfFiles.count(row.kind) == 0) continue;
    EXPECT_TRUE(has(row, "File") != has(row, "FileOut")) << row.function;
  }
}

// As the standard has it: what ends in _all, _all_begin and the like, and what changes the file for all.
TEST(Rows, SayWhichCallsAllProcessesOfAFileMake) {
  for (const Row& row : kRows) {
    if (kKindsOfFiles.count(row.kind) == 0 || row.kind == "FileOpen" || row.kind == "FileClose") continue;
    const auto named = [&row](string_view part) { return row.function.find(part) != string_view::npos; };
    const bool is_data = row.kind != "FileUse";
    const bool is_one_ranks = named("get_") || row.function == "MPI_File_seek" || row.kind == "FileSplitEnd";
    const bool is_collective_access = named("_all") || named("_ordered");
    EXPECT_EQ(row.shape == "FileCollective", !is_one_ranks && (!is_data || is_collective_access)) << row.function;
  }
}

TEST(Rows, GiveNoShapeToOtherFunctions) {
  for (const Row& row : kRows) {
    if (is_collective(row) || row.kind == "CommunicatorNew" || row.kind == "WindowNew" || row.shape == "FileCollective")
      continue;
    EXPECT_EQ(row.shape, "None") << row.function;
  }
}

TEST(Rows, NameNoArgumentTwice) {
  for (const Row& row : kRows) {
    std::set<string> seen;
    for (const string& role : split(row.roles)) {
      if (role == "V" || role == "Displs") continue;
      EXPECT_TRUE(seen.insert(role).second) << row.function << ": " << role;
    }
  }
}

TEST(Rows, PutTheLengthBeforeEachArrayOfRequests) {
  for (const Row& row : kRows) {
    if (!has(row, "NReq") && !has(row, "Reqs")) continue;
    EXPECT_NE(row.roles.find("NReq, Reqs"), string_view::npos) << row.function;
  }
}

}  // namespace
}  // namespace mpitrace::table
