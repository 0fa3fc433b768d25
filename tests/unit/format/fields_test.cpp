// SPDX-License-Identifier: BSD-3-Clause
#include "format/fields.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <sstream>
#include <string>

#include "mpi/function.h"
#include "unit/format/document.h"
#include "unit/format/schema.h"

namespace mpitrace::format {
namespace {

// "kSendStart", as the enumerator of KIND_SEND_START is spelt.
std::string spelt_as_enumerator(const std::string& name) {
  std::string spelt = "k";
  bool is_first = true;
  for (const char letter : name.substr(std::string("KIND_").size())) {
    if (letter == '_') {
      is_first = true;
    } else {
      spelt += static_cast<char>(is_first ? letter : std::tolower(letter));
      is_first = false;
    }
  }
  return spelt;
}

#define MPITRACE_NAMED(kind) \
  { #kind, Kind::kind }
const std::map<std::string, Kind> kKinds{MPITRACE_NAMED(kPlain),
                                         MPITRACE_NAMED(kSend),
                                         MPITRACE_NAMED(kReceive),
                                         MPITRACE_NAMED(kSendReceive),
                                         MPITRACE_NAMED(kSendStart),
                                         MPITRACE_NAMED(kReceiveStart),
                                         MPITRACE_NAMED(kSendInit),
                                         MPITRACE_NAMED(kReceiveInit),
                                         MPITRACE_NAMED(kStart),
                                         MPITRACE_NAMED(kComplete),
                                         MPITRACE_NAMED(kProbe),
                                         MPITRACE_NAMED(kMatchedProbe),
                                         MPITRACE_NAMED(kMatchedReceive),
                                         MPITRACE_NAMED(kMatchedReceiveStart),
                                         MPITRACE_NAMED(kRequestFree),
                                         MPITRACE_NAMED(kCancel),
                                         MPITRACE_NAMED(kCollective),
                                         MPITRACE_NAMED(kCollectiveStart),
                                         MPITRACE_NAMED(kCollectiveInit),
                                         MPITRACE_NAMED(kCommunicatorNew),
                                         MPITRACE_NAMED(kCommunicatorFree),
                                         MPITRACE_NAMED(kInit),
                                         MPITRACE_NAMED(kFinalize),
                                         MPITRACE_NAMED(kAbort),
                                         MPITRACE_NAMED(kSendReceiveStart),
                                         MPITRACE_NAMED(kWindowNew),
                                         MPITRACE_NAMED(kWindowFree),
                                         MPITRACE_NAMED(kWindowUse),
                                         MPITRACE_NAMED(kPut),
                                         MPITRACE_NAMED(kGet),
                                         MPITRACE_NAMED(kGetAccumulate),
                                         MPITRACE_NAMED(kFence),
                                         MPITRACE_NAMED(kEpochPost),
                                         MPITRACE_NAMED(kEpochStart),
                                         MPITRACE_NAMED(kEpochComplete),
                                         MPITRACE_NAMED(kEpochWait),
                                         MPITRACE_NAMED(kLock),
                                         MPITRACE_NAMED(kUnlock),
                                         MPITRACE_NAMED(kFlush),
                                         MPITRACE_NAMED(kFileOpen),
                                         MPITRACE_NAMED(kFileClose),
                                         MPITRACE_NAMED(kFileUse),
                                         MPITRACE_NAMED(kFileRead),
                                         MPITRACE_NAMED(kFileWrite),
                                         MPITRACE_NAMED(kFileReadStart),
                                         MPITRACE_NAMED(kFileSplitEnd)};
#undef MPITRACE_NAMED

const std::map<std::string, Field> kFields{{"Peer", Field::kPeer},           {"Tag", Field::kTag},
                                           {"SentBytes", Field::kSentBytes}, {"RecvBytes", Field::kRecvBytes},
                                           {"Request", Field::kRequest},     {"Sequence", Field::kSequence},
                                           {"Requests", Field::kRequests},   {"Listed", Field::kListed},
                                           {"Given", Field::kGiven},         {"Source", Field::kSource},
                                           {"Message", Field::kMessage},     {"MatchedPeer", Field::kMatchedPeer},
                                           {"Object", Field::kObject},       {"Offset", Field::kOffset},
                                           {"SourceTag", Field::kSourceTag}, {"MatchedTag", Field::kMatchedTag}};

TEST(Kind, HasTheNumbersOfTheSchema) {
  const std::map<std::string, int> schema = tests::kinds_of_schema();
  EXPECT_EQ(schema.size(), kKindCount);
  ASSERT_EQ(kKinds.size(), kKindCount);
  for (const auto& [name, number] : schema) {
    const auto kind = kKinds.find(spelt_as_enumerator(name));
    ASSERT_NE(kind, kKinds.end()) << name;
    EXPECT_EQ(static_cast<int>(kind->second), number) << name;
  }
}

TEST(CarriedFields, AreThoseOfTheDocument) {
  std::map<Kind, std::uint32_t> documented;
  for (const tests::Row& row : tests::table_of_format("### Fields that a kind carries")) {
    std::istringstream names(row.at(1));
    std::uint32_t mask = field_mask(Field::kCommunicator, Field::kResult);
    for (std::string name; names >> name;) {
      if (name != "none") mask |= field_mask(kFields.at(name));
    }
    std::istringstream kinds(row.at(0));
    for (std::string kind; std::getline(kinds >> std::ws, kind, ',');) {
      documented[kKinds.at(spelt_as_enumerator("KIND_" + kind))] = mask;
    }
  }
  ASSERT_EQ(documented.size(), kKindCount);
  for (const auto& [name, kind] : kKinds) EXPECT_EQ(carried_fields(kind), documented.at(kind)) << name;
}

TEST(CarriedFields, LieWithinTheFieldsThereAre) {
  for (const auto& [name, kind] : kKinds) EXPECT_EQ(carried_fields(kind) >> kFieldCount, 0U) << name;
}

TEST(Group, HasTheNumbersOfTheSchema) {
  using mpi::Group;
  const std::map<std::string, int> named{{"GROUP_UNKNOWN", 0},
                                         {"GROUP_POINT_TO_POINT", static_cast<int>(Group::kPointToPoint)},
                                         {"GROUP_COLLECTIVE", static_cast<int>(Group::kCollective)},
                                         {"GROUP_RMA", static_cast<int>(Group::kRma)},
                                         {"GROUP_IO", static_cast<int>(Group::kIo)},
                                         {"GROUP_COMMUNICATOR", static_cast<int>(Group::kCommunicator)},
                                         {"GROUP_LOCAL", static_cast<int>(Group::kLocal)},
                                         {"GROUP_LIFE_CYCLE", static_cast<int>(Group::kLifeCycle)}};
  EXPECT_EQ(tests::groups_of_schema(), named);
}

}  // namespace
}  // namespace mpitrace::format
