// SPDX-License-Identifier: BSD-3-Clause
// What --format and -o of `mpitrace merge` say together. Takes the user's words; gives the files to write.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace mpitrace::cli {

enum class TimelineFormat { kChrome, kPerfetto };

struct TimelineName {
  TimelineFormat format;
  std::string path;
};

// "chrome,perfetto"
model::Result<std::vector<TimelineFormat>> timeline_formats(const std::string& words);

// `formats`: empty where the name alone says it. `output`: empty where the name comes from the run, `run`. Several
// formats share a name but for its suffix.
model::Result<std::vector<TimelineName>> timeline_names(const std::string& formats, const std::string& output,
                                                        const std::string& run);

}  // namespace mpitrace::cli
