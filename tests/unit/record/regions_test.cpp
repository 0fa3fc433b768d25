// SPDX-License-Identifier: BSD-3-Clause
#include "record/regions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/record/recording.h"

namespace mpitrace::record {
namespace {

using format::Control;

std::vector<std::string> told(const std::vector<tests::DecodedMark>& marks) {
  std::vector<std::string> lines;
  for (const tests::DecodedMark& mark : marks) {
    if (mark.type == Control::kRegionBegin) lines.push_back("begin " + mark.name);
    if (mark.type == Control::kRegionEnd) lines.emplace_back("end");
    if (mark.type == Control::kStep) lines.push_back("step " + std::to_string(mark.number));
  }
  return lines;
}

TEST(Regions, AndStepsAreKeptInTheirOrder) {
  tests::Recording recording;
  mark_step(recording.thread(), 7);
  begin_region(recording.thread(), "solve");
  begin_region(recording.thread(), "smooth");
  end_region(recording.thread());
  begin_region(recording.thread(), "smooth");
  end_region(recording.thread());
  end_region(recording.thread());
  const tests::Decoded decoded = recording.decode();
  EXPECT_EQ(told(decoded.marks),
            (std::vector<std::string>{"step 7", "begin solve", "begin smooth", "end", "begin smooth", "end", "end"}));
  for (std::size_t i = 1; i < decoded.marks.size(); ++i)
    EXPECT_GE(decoded.marks[i].at_ticks, decoded.marks[i - 1].at_ticks);
}

TEST(Regions, AreNamedInEachChunk) {
  tests::Recording recording;
  for (int i = 0; i < 3; ++i) {
    begin_region(recording.thread(), "solve");
    end_region(recording.thread());
    EXPECT_EQ(recording.chunks().back().region_names.size(), 1U);
  }
  EXPECT_EQ(recording.decode().marks.size(), 6U);
}

TEST(Regions, KeepTheBeginningOfALongName) {
  tests::Recording recording;
  begin_region(recording.thread(), std::string(1000, 'x').c_str());
  EXPECT_EQ(told(recording.decode().marks), (std::vector<std::string>{"begin " + std::string(256, 'x')}));
}

TEST(Regions, CutNoCharacterOfALongNameInTwo) {
  tests::Recording recording;
  const std::string name = std::string(255, 'x') + "\xc3\xa9 and more";
  begin_region(recording.thread(), name.c_str());
  EXPECT_EQ(told(recording.decode().marks), (std::vector<std::string>{"begin " + std::string(255, 'x')}));
}

TEST(Regions, WithoutANameAreStillRegions) {
  tests::Recording recording;
  begin_region(recording.thread(), nullptr);
  end_region(recording.thread());
  EXPECT_EQ(told(recording.decode().marks), (std::vector<std::string>{"begin ", "end"}));
}

TEST(Regions, OfMoreNamesThanThereIsRoomForShareOne) {
  tests::Recording recording;
  for (std::size_t i = 0; i < kMaxRegionNames + 10; ++i) {
    begin_region(recording.thread(), ("part " + std::to_string(i)).c_str());
    end_region(recording.thread());
  }
  const std::vector<std::string> lines = told(recording.decode().marks);
  ASSERT_EQ(lines.size(), 2 * (kMaxRegionNames + 10));
  EXPECT_EQ(lines.front(), "begin part 0");
  EXPECT_EQ(lines[lines.size() - 2], "begin (other regions)");
}

TEST(Regions, EndAFoldOfPolls) {
  tests::Recording recording;
  recording.poll(format::Kind::kProbe, 0x10, {100, 110});
  begin_region(recording.thread(), "solve");
  const tests::Decoded decoded = recording.decode();
  ASSERT_EQ(decoded.controls.size(), 2U);
  EXPECT_EQ(decoded.controls[0].type, Control::kPolls);
  EXPECT_EQ(decoded.controls[1].type, Control::kRegionBegin);
}

}  // namespace
}  // namespace mpitrace::record
