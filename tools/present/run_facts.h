// SPDX-License-Identifier: BSD-3-Clause
// What a timeline says of its run as a whole, name by name: one list for every form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/merged.h"
#include "model/process.h"

namespace mpitrace::present {

struct Fact {
  Fact(std::string_view its_name, std::string value) : name(its_name), text(std::move(value)) {}
  Fact(std::string_view its_name, std::uint64_t value) : name(its_name), number(value), is_number(true) {}

  std::string_view name;
  std::string text;
  std::uint64_t number = 0;
  bool is_number = false;
};

std::vector<Fact> run_facts(const model::Run& run, std::string_view version);
std::vector<Fact> collective_facts(const model::CollectiveCounts& counts);
std::vector<Fact> message_facts(const model::MessageCounts& counts);

}  // namespace mpitrace::present
