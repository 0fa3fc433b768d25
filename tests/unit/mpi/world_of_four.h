// SPDX-License-Identifier: BSD-3-Clause
// Rank 1 of a world of four, under an MPI with MPICH's numbers that answers what it was told to answer, being recorded.
// For tests that call wrappers and read what they recorded.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "unit/mpi/fake_mpi.h"
#include "unit/record/recording.h"

namespace mpitrace::tests {

class WorldOfFour : public testing::Test {
 protected:
  WorldOfFour() {
    fake.communicators[mpi::kMpichAbi.comm_world] = {.rank = 1, .members = {0, 1, 2, 3}};
    fake.communicators[mpi::kMpichAbi.comm_self] = {.rank = 0, .members = {1}};
    record::g_thread = &recording.thread();
    mpi::add_predefined_communicators(recording.thread());
    world_id = mpi::find_communicator(recording.thread(), mpi::kMpichAbi.comm_world)->id;
  }
  ~WorldOfFour() override {
    record::g_thread = nullptr;
    for (const auto& [handle, facts] : fake.communicators) mpi::take_communicator(handle);
  }

  std::vector<DecodedCall> calls() { return recording.decode().calls; }

  FakeMpi fake{mpi::kMpichAbi};
  Recording recording{kSmallestBuffer, mpi::kFunctionFacts.data()};
  std::uint32_t world_id = 0;
};

}  // namespace mpitrace::tests
