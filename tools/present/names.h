// SPDX-License-Identifier: BSD-3-Clause
// Words for the model's numbers, the same in every output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/communicator.h"
#include "model/merged.h"
#include "model/process.h"

namespace mpitrace::present {

std::string_view category(const model::Function& function);    // "mpi.p2p"
std::string_view special_rank(std::int64_t rank);              // "any", "none", "root", "all"
std::string_view how_it_ended(const model::Process& process);  // "MPI_Finalize", "still running"
std::string damage_text(const model::Damage& damage);          // "FILE: what at byte N (what it means)"
std::string_view origin_name(model::Origin origin);
bool has_root(std::string_view function);
std::string_view wait_name(model::WaitCause cause);  // "wait at barrier"
std::string_view lock_type(std::int64_t type);       // "shared", "exclusive"
std::string_view flavour_name(model::Flavour flavour);
std::string_view when_name(model::ClockSample::When when);
// What the program called it, else "window 3"; a file by its path.
std::string window_name(const model::Process& process, std::int64_t local_id);
std::string file_name(const model::Process& process, std::int64_t local_id);
// "rank 0007 node3", with zeros so that viewers which sort by name get it right; "world 2 rank 0007 node3" in a spawned
// world.
std::string process_name(const model::Process& process, std::int32_t largest_rank);
std::int32_t largest_rank(const model::Run& run);
std::string thread_name(const model::Process& process, std::size_t thread);
// "MPI_Test #3": one call site of several in a row of failed polls.
std::string polled_name(const model::Process& process, std::uint32_t site);
// Two calls that met in one collective operation and differ, with who made them and where.
std::string mismatch_text(const model::Run& run, const model::Communicators& communicators,
                          const model::SiteNames& sites, const model::CollectiveMismatch& mismatch);
std::string_view communicator_name(const model::Communicators& communicators, std::size_t process,
                                   std::int64_t local_id);

}  // namespace mpitrace::present
