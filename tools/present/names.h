// SPDX-License-Identifier: BSD-3-Clause
// Words for the model's numbers, the same in every output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/communicator.h"
#include "model/process.h"

namespace mpitrace::present {

std::string_view category(const model::Function& function);  // "mpi.p2p"
std::string_view special_rank(std::int64_t rank);            // "any", "none", "root"
std::string_view end_reason(model::EndReason reason);
bool has_root(std::string_view function);
std::string padded_rank(std::int32_t rank, std::int32_t largest);  // "rank 0007"
std::string_view communicator_name(const model::Communicators& communicators, std::size_t process, std::int64_t local_id);

}  // namespace mpitrace::present
