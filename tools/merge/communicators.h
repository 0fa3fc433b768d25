// SPDX-License-Identifier: BSD-3-Clause
// The processes' own views of communicators -> the run's communicators with their members, from local facts alone: what
// a communicator was made from, by which of its parent's collective calls, and who leads it.
#pragma once

#include "model/communicator.h"
#include "model/process.h"

namespace mpitrace::merge {

model::Communicators unite_communicators(const model::Run& run);

}  // namespace mpitrace::merge
