// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launcher.h"

#include <gtest/gtest.h>

namespace mpitrace::cli {
namespace {

using Words = std::vector<std::string>;

const Variables kPreload = {{"LD_PRELOAD", "/lib/libmpitrace.so"}};

TEST(LauncherOf, KnowsLaunchersByName) {
  EXPECT_EQ(launcher_of("mpirun.openmpi"), Launcher::kOpenMpi);
  EXPECT_EQ(launcher_of("/opt/bin/mpiexec.hydra"), Launcher::kHydra);
  EXPECT_EQ(launcher_of("mpirun.mpich"), Launcher::kHydra);
  EXPECT_EQ(launcher_of("srun"), Launcher::kSrun);
  EXPECT_EQ(launcher_of("./app"), Launcher::kNone);
  EXPECT_EQ(launcher_of("torchrun"), Launcher::kNone);
}

// Debian's compilers suggest such names; options of a launcher would become the program's arguments.
TEST(LauncherOf, TakesAProgramNamedAfterAnMpiForAProgram) {
  EXPECT_EQ(launcher_of("./app.openmpi"), Launcher::kNone);
  EXPECT_EQ(launcher_of("/home/u/bench.mpich"), Launcher::kNone);
  EXPECT_EQ(launcher_of("mpirun_app"), Launcher::kNone);
}

TEST(WithVariables, SetsThemInTheRanksOfOpenMpi) {
  const Launch launch =
      with_variables(Launcher::kOpenMpi, {"mpirun", "-n", "4", "./app"}, kPreload, {"MPITRACE_GROUPS"});
  EXPECT_EQ(launch.command,
            (Words{"mpirun", "-x", "LD_PRELOAD=/lib/libmpitrace.so", "-x", "MPITRACE_GROUPS", "-n", "4", "./app"}));
  EXPECT_TRUE(launch.environment.empty());
}

TEST(WithVariables, SetsThemInTheRanksOfHydra) {
  const Launch launch = with_variables(Launcher::kHydra, {"mpiexec", "./app"}, kPreload, {});
  EXPECT_EQ(launch.command, (Words{"mpiexec", "-genv", "LD_PRELOAD", "/lib/libmpitrace.so", "./app"}));
}

TEST(WithVariables, ExportsThemToTheTasksOfSrun) {
  const Launch launch = with_variables(Launcher::kSrun, {"srun", "./app"}, kPreload, {});
  EXPECT_EQ(launch.command, (Words{"srun", "--export=ALL,LD_PRELOAD=/lib/libmpitrace.so", "./app"}));
}

TEST(WithVariables, LeavesAnExportOfTheUserAloneAndSetsTheEnvironment) {
  const Launch launch = with_variables(Launcher::kSrun, {"srun", "--export=NONE", "./app"}, kPreload, {});
  EXPECT_EQ(launch.command, (Words{"srun", "--export=NONE", "./app"}));
  EXPECT_EQ(launch.environment, kPreload);
}

TEST(WithVariables, SetsTheEnvironmentOfAnyOtherProgram) {
  const Launch launch = with_variables(Launcher::kNone, {"./app"}, kPreload, {});
  EXPECT_EQ(launch.command, (Words{"./app"}));
  EXPECT_EQ(launch.environment, kPreload);
}

}  // namespace
}  // namespace mpitrace::cli
