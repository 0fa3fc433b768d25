// SPDX-License-Identifier: BSD-3-Clause
// The tables of docs/FORMAT.md, so that tests hold the code to the document itself. Takes a section's heading; gives
// the cells of its first table. Interprets nothing.
#pragma once

#include <string>
#include <vector>

namespace mpitrace::tests {

using Row = std::vector<std::string>;

// The rows below the head of the first table after the line that begins with `heading`; empty when there is none.
std::vector<Row> table_of_format(const std::string& heading);

}  // namespace mpitrace::tests
