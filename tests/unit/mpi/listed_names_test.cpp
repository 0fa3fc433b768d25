// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/listed_names.h"

#include <gtest/gtest.h>

#include <string>

#include "session/session.h"
#include "session/state.h"
#include "unit/session/fresh_session.h"

namespace mpitrace::mpi {
namespace {

std::string complaints_about(const char* list) {
  const tests::FreshSession session;
  check_listed_names("EXCLUDE", list);
  std::string text;
  for (std::uint32_t i = 0; i < session::g_session.complaints.count; ++i)
    text += session::g_session.complaints.lines[i] + std::string("\n");
  return text;
}

TEST(CheckListedNames, TakesFunctionsAndPatternsThatStandForSome) {
  EXPECT_EQ(complaints_about("MPI_Send,mpi_comm_RANK,MPI_I*probe,,MPI_Send_c"), "");
}

TEST(CheckListedNames, NamesTheNearestFunction) {
  EXPECT_EQ(complaints_about("MPI_Send,MPI_Al1reduce"),
            "MPITRACE_EXCLUDE=MPI_Al1reduce is no function that can be recorded; did you mean MPI_Allreduce?\n");
}

TEST(CheckListedNames, SaysSoWhereNoneIsNear) {
  EXPECT_EQ(complaints_about("Weather,MPI_Tea*"),
            "MPITRACE_EXCLUDE=Weather is no function that can be recorded\n"
            "MPITRACE_EXCLUDE=MPI_Tea* is no function that can be recorded\n");
}

}  // namespace
}  // namespace mpitrace::mpi
