// SPDX-License-Identifier: BSD-3-Clause
// MPITRACE_INCLUDE and MPITRACE_EXCLUDE beside the table of functions. Takes a list; gives a complaint for each name in
// it that no function has.
#pragma once

namespace mpitrace::mpi {

// `setting` is the variable's name behind MPITRACE_.
void check_listed_names(const char* setting, const char* list) noexcept;

}  // namespace mpitrace::mpi
