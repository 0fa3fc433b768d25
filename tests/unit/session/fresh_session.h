// SPDX-License-Identifier: BSD-3-Clause
// An environment of one's own, and a session that begins anew in it, for one test each. Takes variables; leaves
// everything as it was.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "unit/store/temporary_folder.h"

namespace mpitrace::tests {

using Variables = std::map<std::string, std::string>;

// These variables and no others.
class Environment {
 public:
  explicit Environment(const Variables& variables);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::vector<std::string> before_;
};

// A session that records into a folder of its own; functions are functions_of_each_kind().
class FreshSession {
 public:
  explicit FreshSession(std::initializer_list<Variables::value_type> variables = {});
  ~FreshSession();
  FreshSession(const FreshSession&) = delete;
  FreshSession& operator=(const FreshSession&) = delete;

  bool is_recording() const { return is_recording_; }
  std::string in(const std::string& name) const { return folder_.in(name); }
  // The names of the files in the run's folder, sorted.
  std::vector<std::string> files() const;

 private:
  TemporaryFolder folder_;
  Environment environment_;
  bool is_recording_;
};

// One recorded MPI call of this thread, from the place `site`, as a wrapper makes it. Its tag is `tag`.
void make_call(std::uint64_t site, std::int64_t tag);

}  // namespace mpitrace::tests
