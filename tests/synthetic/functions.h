// SPDX-License-Identifier: BSD-3-Clause
// The MPI functions that synthetic runs use, as a recorder would define them.
#pragma once

#include <string>

#include "schema/trace.pb.h"

namespace mpitrace::synthetic {

// Without an id. A name not known here is a plain local call.
format::Function function_named(const std::string& name);

}  // namespace mpitrace::synthetic
