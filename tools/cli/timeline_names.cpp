// SPDX-License-Identifier: BSD-3-Clause
#include "cli/timeline_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "cli/session.h"

namespace mpitrace::cli {
namespace {

struct Suffix {
  std::string_view text;
  TimelineFormat format;
};

// The longer of two before the shorter; the first of a format is what it gets by default.
constexpr Suffix kSuffixes[] = {
    {".trace.json.gz", TimelineFormat::kChrome}, {".trace.json", TimelineFormat::kChrome},
    {".json.gz", TimelineFormat::kChrome},       {".json", TimelineFormat::kChrome},
    {".pftrace", TimelineFormat::kPerfetto},     {".pftrace.gz", TimelineFormat::kPerfetto},
};

const Suffix* suffix_of(const std::string& path) {
  const Suffix* found = std::find_if(std::begin(kSuffixes), std::end(kSuffixes),
                                     [&](const Suffix& suffix) { return path.ends_with(suffix.text); });
  return found != std::end(kSuffixes) ? found : nullptr;
}

std::string_view default_suffix(TimelineFormat format) {
  return std::find_if(std::begin(kSuffixes), std::end(kSuffixes),
                      [&](const Suffix& suffix) { return suffix.format == format; })
      ->text;
}

}  // namespace

model::Result<std::vector<TimelineFormat>> timeline_formats(const std::string& words) {
  std::vector<TimelineFormat> formats;
  for (std::size_t at = 0; at <= words.size();) {
    const std::size_t comma = std::min(words.find(',', at), words.size());
    const std::string_view word = std::string_view(words).substr(at, comma - at);
    if (word != "chrome" && word != "perfetto")
      return model::Error{"--format " + words + ": not chrome, perfetto, or chrome,perfetto"};
    const TimelineFormat format = word == "chrome" ? TimelineFormat::kChrome : TimelineFormat::kPerfetto;
    if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
    at = comma + 1;
  }
  return formats;
}

model::Result<std::vector<TimelineName>> timeline_names(const std::string& formats, const std::string& output,
                                                        const std::string& run) {
  const Suffix* suffix = suffix_of(output);
  std::vector<TimelineFormat> wanted{suffix != nullptr ? suffix->format : TimelineFormat::kChrome};
  if (!formats.empty()) {
    auto parsed = timeline_formats(formats);
    if (!parsed) return parsed.error();
    wanted = std::move(*parsed);
  }
  if (wanted.size() == 1 && !output.empty()) return std::vector<TimelineName>{{wanted.front(), output}};
  if (output == "-") return model::Error{"--format " + formats + ": only one of them can be written to stdout"};
  std::string stem = output.empty() ? name_of_run(run) : output;
  if (suffix != nullptr) stem.resize(stem.size() - suffix->text.size());
  std::vector<TimelineName> names;
  for (const TimelineFormat format : wanted) {
    const bool is_named = suffix != nullptr && suffix->format == format;
    names.push_back({format, stem + std::string(is_named ? suffix->text : default_suffix(format))});
  }
  return names;
}

}  // namespace mpitrace::cli
