// SPDX-License-Identifier: BSD-3-Clause
#include "session/launcher.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "format/fnv1a.h"

namespace mpitrace::session {
namespace {

// The most specific launcher first: an srun inside which mpirun was called must not win over mpirun.
constexpr const char* kRankNames[] = {"PMIX_RANK",   "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MV2_COMM_WORLD_RANK",
                                      "PALS_RANKID", "ALPS_APP_PE",          "RANK",     "SLURM_PROCID"};
constexpr const char* kSizeNames[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE", "WORLD_SIZE",
                                      "SLURM_NTASKS"};
constexpr const char* kSchedulerNames[] = {"SLURM_JOB_ID", "PBS_JOBID",   "LSB_JOBID",
                                           "COBALT_JOBID", "FLUX_JOB_ID", "JOB_ID"};

// How many of the world's ranks a launcher started on a node, and in all.
struct LocalNames {
  const char* local_size;
  const char* size;
};
constexpr LocalNames kLocalNames[] = {{"OMPI_COMM_WORLD_LOCAL_SIZE", "OMPI_COMM_WORLD_SIZE"},
                                      {"MPI_LOCALNRANKS", "PMI_SIZE"},
                                      {"MV2_COMM_WORLD_LOCAL_SIZE", "MV2_COMM_WORLD_SIZE"}};

const char* value_of(const char* name) noexcept {
  const char* value = getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

template <std::size_t kCount>
const char* first_of(const char* const (&names)[kCount]) noexcept {
  for (const char* name : names) {
    if (const char* value = value_of(name)) return value;
  }
  return nullptr;
}

int number(const char* value, int otherwise) noexcept {
  if (value == nullptr || isdigit(static_cast<unsigned char>(*value)) == 0) return otherwise;
  return atoi(value);
}

// The step of Slurm that this process is a rank of; null where it is none. mpirun reaches other nodes through a step of
// its own, which the ranks beside it are not in: what mpirun itself says goes first.
const char* slurm_step() noexcept {
  const char* space = value_of("PMIX_NAMESPACE");
  if (space != nullptr && std::strncmp(space, "slurm.", 6) != 0) return nullptr;
  return value_of("SLURM_PROCID") != nullptr ? value_of("SLURM_STEP_ID") : nullptr;
}

// One launch inside a scheduler's job, or without a scheduler.
void put_launch(char* launch, std::size_t room) noexcept {
  if (const char* contact = value_of("OMPI_MCA_orte_hnp_uri")) {
    // Open MPI to 4: the address of mpirun, which spawned worlds share. Their name space differs from ours.
    snprintf(launch, room, "%08x", format::Fnv1a32().add_text(contact).value());
  } else if (const char* step = slurm_step()) {
    snprintf(launch, room, "%s", step);
  } else if (const char* space = value_of("PMIX_NAMESPACE")) {
    snprintf(launch, room, "%.*s", static_cast<int>(std::strcspn(space, "@")), space);
  } else if (const char* run = value_of("TORCHELASTIC_RUN_ID"); run != nullptr && std::strcmp(run, "none") != 0) {
    snprintf(launch, room, "%s", run);
  } else if (launcher_rank() >= 0) {
    snprintf(launch, room, "%d", static_cast<int>(getppid()));  // Hydra's proxy, one a node
  } else {
    snprintf(launch, room, "%d", static_cast<int>(getpid()));
  }
}

}  // namespace

int launcher_rank() noexcept {
  return number(first_of(kRankNames), -1);
}
int launcher_size() noexcept {
  return number(first_of(kSizeNames), 0);
}

bool launcher_has_one_node(int world_size) noexcept {
  return std::any_of(std::begin(kLocalNames), std::end(kLocalNames), [&](const LocalNames& names) {
    return number(value_of(names.local_size), 0) == world_size && number(value_of(names.size), 0) == world_size;
  });
}

bool launcher_has_one_program() noexcept {
  return number(value_of("OMPI_NUM_APP_CTX"), 1) <= 1;
}

void launcher_job(char* job, std::size_t room) noexcept {
  char launch[128];
  put_launch(launch, sizeof launch);
  const char* scheduler = first_of(kSchedulerNames);
  if (scheduler != nullptr) {
    snprintf(job, room, "%s.%s", scheduler, launch);
  } else {
    snprintf(job, room, "%s", launch);
  }
  for (char* at = job; *at != '\0'; ++at) {
    if (isalnum(static_cast<unsigned char>(*at)) == 0 && std::strchr(".-_", *at) == nullptr) *at = '_';
  }
}

void launcher_world(char* world, std::size_t room) noexcept {
  if (const char* space = value_of("PMIX_NAMESPACE")) {
    snprintf(world, room, "%08x", format::Fnv1a32().add_text(space).value());
  } else if (value_of("PMI_SPAWNED") != nullptr) {
    snprintf(world, room, "spawned-%d", static_cast<int>(getppid()));  // Hydra starts a proxy for each world
  } else {
    snprintf(world, room, "0");
  }
}

}  // namespace mpitrace::session
