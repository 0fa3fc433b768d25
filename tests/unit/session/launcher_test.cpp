// SPDX-License-Identifier: BSD-3-Clause
#include "session/launcher.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "unit/session/fresh_session.h"

namespace mpitrace::session {
namespace {

using tests::Environment;
using tests::Variables;

std::string job_in(const Variables& variables) {
  const Environment environment(variables);
  char job[128];
  launcher_job(job, sizeof job);
  return job;
}

struct Launch {
  const char* name;
  Variables variables;
  int rank;
  int size;
};
void PrintTo(const Launch& launch, std::ostream* out) {
  *out << launch.name;
}

class LauncherEnvironment : public testing::TestWithParam<Launch> {};

TEST_P(LauncherEnvironment, SaysRankAndSize) {
  const Environment environment(GetParam().variables);
  EXPECT_EQ(launcher_rank(), GetParam().rank);
  EXPECT_EQ(launcher_size(), GetParam().size);
}

INSTANTIATE_TEST_SUITE_P(
    Launchers, LauncherEnvironment,
    testing::Values(
        Launch{"OpenMpi", {{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"PMIX_RANK", "3"}}, 3, 4},
        Launch{"Hydra", {{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}}, 2, 4},
        Launch{"Slurm", {{"SLURM_PROCID", "5"}, {"SLURM_NTASKS", "8"}, {"SLURM_JOB_ID", "99"}}, 5, 8},
        Launch{"Torchrun", {{"RANK", "1"}, {"WORLD_SIZE", "2"}}, 1, 2},
        Launch{"HydraInAnAllocation",
               {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}, {"PMI_RANK", "2"}, {"PMI_SIZE", "4"}},
               2,
               4},
        Launch{"None", {}, -1, 0}, Launch{"Empty", {{"PMI_RANK", ""}, {"PMI_SIZE", ""}}, -1, 0},
        Launch{"NoNumber", {{"PMI_RANK", "first"}, {"PMI_SIZE", "-"}}, -1, 0}),
    [](const auto& tested) { return tested.param.name; });

TEST(LauncherHasOneNode, WhereAsManyRanksAreHereAsThereAre) {
  const auto has_one_node = [](const Variables& variables) {
    const Environment environment(variables);
    return launcher_has_one_node(4);
  };
  EXPECT_TRUE(has_one_node({{"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, {"OMPI_COMM_WORLD_SIZE", "4"}}));
  EXPECT_TRUE(has_one_node({{"MPI_LOCALNRANKS", "4"}, {"PMI_SIZE", "4"}}));
  EXPECT_TRUE(has_one_node({{"MV2_COMM_WORLD_LOCAL_SIZE", "4"}, {"MV2_COMM_WORLD_SIZE", "4"}}));
  EXPECT_FALSE(has_one_node({{"MPI_LOCALNRANKS", "2"}, {"PMI_SIZE", "4"}}));
  // Left over from a launcher around this one.
  EXPECT_FALSE(has_one_node({{"OMPI_COMM_WORLD_LOCAL_SIZE", "8"}, {"OMPI_COMM_WORLD_SIZE", "8"}}));
  EXPECT_FALSE(has_one_node({{"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}, {"PMI_SIZE", "4"}}));
  EXPECT_FALSE(has_one_node({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}));
  EXPECT_FALSE(has_one_node({}));
}

TEST(LauncherHasOneProgram, UnlessOpenMpiStartedSeveral) {
  const auto has_one_program = [](const Variables& variables) {
    const Environment environment(variables);
    return launcher_has_one_program();
  };
  EXPECT_TRUE(has_one_program({}));
  EXPECT_TRUE(has_one_program({{"OMPI_NUM_APP_CTX", "1"}}));
  EXPECT_FALSE(has_one_program({{"OMPI_NUM_APP_CTX", "2"}}));
}

TEST(LauncherJob, IsTheSlurmJobAndStep) {
  const Variables pmi2{{"SLURM_JOB_ID", "99"}, {"SLURM_STEP_ID", "2"}, {"SLURM_PROCID", "5"}};
  EXPECT_EQ(job_in(pmi2), "99.2");
  Variables pmix = pmi2;
  pmix["PMIX_NAMESPACE"] = "slurm.pmix.99.2";
  EXPECT_EQ(job_in(pmix), "99.2");
}

TEST(LauncherJob, IsTheSameForWorldsThatOpenMpiSpawns) {
  const Variables parent{
      {"OMPI_MCA_orte_hnp_uri", "1846.0;tcp://10.0.0.1:4545"}, {"PMIX_NAMESPACE", "2817458177"}, {"PMIX_RANK", "0"}};
  Variables spawned = parent;
  spawned["PMIX_NAMESPACE"] = "2817458178";
  EXPECT_EQ(job_in(parent), job_in(spawned));
}

TEST(LauncherJob, IsTheSameForWorldsThatPrrteSpawns) {
  EXPECT_EQ(job_in({{"PMIX_NAMESPACE", "prterun-node-123@1"}, {"PMIX_RANK", "0"}}),
            job_in({{"PMIX_NAMESPACE", "prterun-node-123@2"}, {"PMIX_RANK", "0"}}));
}

TEST(LauncherJob, DiffersBetweenLaunchesOfOpenMpi) {
  EXPECT_NE(job_in({{"OMPI_MCA_orte_hnp_uri", "1846.0;tcp://10.0.0.1:4545"}, {"PMIX_RANK", "0"}}),
            job_in({{"OMPI_MCA_orte_hnp_uri", "1847.0;tcp://10.0.0.1:4546"}, {"PMIX_RANK", "0"}}));
}

// mpirun reaches other nodes through a step of its own, which the ranks beside it are not in.
TEST(LauncherJob, IsTheSameOnAllNodesOfMpirunInASlurmAllocation) {
  const Variables beside{
      {"SLURM_JOB_ID", "99"}, {"OMPI_MCA_orte_hnp_uri", "1846.0;tcp://10.0.0.1:4545"}, {"PMIX_RANK", "0"}};
  Variables elsewhere = beside;
  elsewhere["SLURM_STEP_ID"] = "0";
  elsewhere["SLURM_PROCID"] = "0";
  elsewhere["PMIX_RANK"] = "1";
  EXPECT_EQ(job_in(beside), job_in(elsewhere));
}

TEST(LauncherJob, IsTheSameOnAllNodesOfPrrteInASlurmAllocation) {
  const Variables beside{{"SLURM_JOB_ID", "99"}, {"PMIX_NAMESPACE", "prterun-node-123@1"}, {"PMIX_RANK", "0"}};
  Variables elsewhere = beside;
  elsewhere["SLURM_STEP_ID"] = "0";
  elsewhere["SLURM_PROCID"] = "0";
  EXPECT_EQ(job_in(beside), job_in(elsewhere));
}

TEST(LauncherJob, IsTorchrunsIdWhereOneWasGiven) {
  EXPECT_EQ(job_in({{"RANK", "0"}, {"TORCHELASTIC_RUN_ID", "train-7"}}), "train-7");
}

TEST(LauncherJob, IsTheLaunchersProcessWhereNothingElseIsSaid) {
  EXPECT_EQ(job_in({{"PMI_RANK", "0"}}), std::to_string(getppid()));
  EXPECT_EQ(job_in({{"RANK", "0"}, {"TORCHELASTIC_RUN_ID", "none"}}), std::to_string(getppid()));
}

TEST(LauncherJob, IsTheProcessItselfWithoutALauncher) {
  EXPECT_EQ(job_in({}), std::to_string(getpid()));
}

TEST(LauncherJob, HasOnlyCharactersThatAFileNameMayHave) {
  EXPECT_EQ(job_in({{"PBS_JOBID", "12[3].host/x y"}, {"RANK", "0"}, {"TORCHELASTIC_RUN_ID", "a:b"}}),
            "12_3_.host_x_y.a_b");
}

std::string world_in(const Variables& variables) {
  const Environment environment(variables);
  char world[40];
  launcher_world(world, sizeof world);
  return world;
}

TEST(LauncherWorld, DiffersBetweenTheWorldsOfALaunch) {
  const Variables parent{{"PMIX_NAMESPACE", "2817458177"}, {"PMIX_RANK", "0"}};
  EXPECT_EQ(world_in(parent), world_in({{"PMIX_NAMESPACE", "2817458177"}, {"PMIX_RANK", "1"}}));
  EXPECT_NE(world_in(parent), world_in({{"PMIX_NAMESPACE", "2817458178"}, {"PMIX_RANK", "0"}}));
  EXPECT_NE(world_in({{"PMI_RANK", "0"}}), world_in({{"PMI_RANK", "0"}, {"PMI_SPAWNED", "1"}}));
}

TEST(LauncherWorld, IsTheSameOnAllNodesWhereNothingWasSpawned) {
  EXPECT_EQ(world_in({{"PMI_RANK", "0"}}), world_in({{"PMI_RANK", "1"}}));
}

}  // namespace
}  // namespace mpitrace::session
