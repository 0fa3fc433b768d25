// SPDX-License-Identifier: BSD-3-Clause
#include "cli/timeline_names.h"

#include <gtest/gtest.h>

namespace mpitrace::cli {
namespace {

// "chrome a.json, perfetto a.pftrace", or what is wrong.
std::string said(const std::string& formats, const std::string& output) {
  const auto names = timeline_names(formats, output, "runs/app-1/");
  if (!names) return names.error().text;
  std::string text;
  for (const TimelineName& name : *names)
    text += (text.empty() ? "" : ", ") + std::string(name.format == TimelineFormat::kChrome ? "chrome " : "perfetto ") +
            name.path;
  return text;
}

TEST(TimelineNames, ComeFromTheRun) {
  EXPECT_EQ(said("", ""), "chrome app-1.trace.json.gz");
  EXPECT_EQ(said("perfetto", ""), "perfetto app-1.pftrace");
  EXPECT_EQ(said("chrome,perfetto", ""), "chrome app-1.trace.json.gz, perfetto app-1.pftrace");
}

TEST(TimelineNames, SayTheFormatByTheirSuffix) {
  EXPECT_EQ(said("", "a.pftrace"), "perfetto a.pftrace");
  EXPECT_EQ(said("", "a.pftrace.gz"), "perfetto a.pftrace.gz");
  EXPECT_EQ(said("", "a.json"), "chrome a.json");
  EXPECT_EQ(said("", "a"), "chrome a");
  EXPECT_EQ(said("", "-"), "chrome -");
}

TEST(TimelineNames, AreTheUsersWhereThereIsOneFormat) {
  EXPECT_EQ(said("perfetto", "-"), "perfetto -");
  EXPECT_EQ(said("perfetto", "a.json"), "perfetto a.json");
  EXPECT_EQ(said("chrome", "a.x"), "chrome a.x");
}

TEST(TimelineNames, DifferBySuffixWhereThereAreSeveral) {
  EXPECT_EQ(said("chrome,perfetto", "a"), "chrome a.trace.json.gz, perfetto a.pftrace");
  EXPECT_EQ(said("perfetto,chrome", "a.json"), "perfetto a.pftrace, chrome a.json");
  EXPECT_EQ(said("chrome,perfetto", "d/a.trace.json.gz"), "chrome d/a.trace.json.gz, perfetto d/a.pftrace");
  EXPECT_EQ(said("chrome,perfetto", "a.pftrace.gz"), "chrome a.trace.json.gz, perfetto a.pftrace.gz");
  EXPECT_EQ(said("chrome,chrome", "a.json"), "chrome a.json");
}

TEST(TimelineNames, SayWhatIsWrong) {
  EXPECT_EQ(said("svg", ""), "--format svg: not chrome, perfetto, or chrome,perfetto");
  EXPECT_EQ(said("chrome,", ""), "--format chrome,: not chrome, perfetto, or chrome,perfetto");
  EXPECT_EQ(said("chrome,perfetto", "-"), "--format chrome,perfetto: only one of them can be written to stdout");
}

}  // namespace
}  // namespace mpitrace::cli
