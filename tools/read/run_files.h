// SPDX-License-Identifier: BSD-3-Clause
// Which files a RUN argument means. Looks at names only.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"

namespace mpitrace::read {

// `paths`: one folder, or files. Sorted, so that the same run is read in the same order everywhere.
model::Result<std::vector<std::string>> find_run_files(const std::vector<std::string>& paths);

bool is_log_of_living_process(const std::string& path);  // .part
bool is_live_file(const std::string& path);
// What the live file beside this log is called, without its folder: profile_3.out.live.
std::string name_of_live_file(const std::string& path);
// The rank in profile_<rank>.out; -1 if the name is another.
std::int32_t rank_in_name(const std::string& path);

}  // namespace mpitrace::read
