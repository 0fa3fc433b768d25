// SPDX-License-Identifier: BSD-3-Clause
// The name of the function at an offset of a loaded module, read from its file's own symbol table: the few lines of the
// summary are to say names, and exact lines are the work of the `mpitrace` command. Takes path and offset; gives a
// name, or nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mpitrace::session {

// False when the file has no symbols, or more than are worth reading while the program waits.
bool find_symbol_name(const char* path, std::uint64_t offset, char* name, std::size_t room) noexcept;

}  // namespace mpitrace::session
