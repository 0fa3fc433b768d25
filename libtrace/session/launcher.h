// SPDX-License-Identifier: BSD-3-Clause
// What the launcher says in the environment: this process's rank, and a name of the launch that is the same on all its
// ranks. Takes the environment only; talks to nobody.
#pragma once

#include <cstddef>

namespace mpitrace::session {

// The rank and the number of ranks; -1 and 0 where no launcher says them.
int launcher_rank() noexcept;
int launcher_size() noexcept;

// Whether the launcher says that all of the world's ranks run on this node; false where it says nothing.
bool launcher_has_one_node(int world_size) noexcept;

// Whether all ranks run one program with one environment, as far as the launcher says: false where it started several,
// of which only some may have been given the library. The same on all ranks.
bool launcher_has_one_program() noexcept;

// The same on all ranks of one launch, and on the worlds it spawns; made of characters that a file name may have.
void launcher_job(char* job, std::size_t room) noexcept;

// Tells the worlds of one launch apart (MPI_Comm_spawn): the same on all ranks of a world, for those that Hydra spawned
// on all of a node.
void launcher_world(char* world, std::size_t room) noexcept;

}  // namespace mpitrace::session
