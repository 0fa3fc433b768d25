// SPDX-License-Identifier: BSD-3-Clause
// A process's header, read with libprotobuf.
#pragma once

#include <cstdint>

#include "model/process.h"
#include "read/wire.h"

namespace mpitrace::read {

// Gives the header's format version; 0 if the bytes are no header.
std::uint32_t read_header(Bytes message, model::Process& process);

}  // namespace mpitrace::read
