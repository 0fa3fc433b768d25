// SPDX-License-Identifier: BSD-3-Clause
// The meaning of MPI_Wait*, MPI_Test*, MPI_Start and MPI_Startall: which requests they were given, and which of them
// completed or began. Takes a call's arguments around the real function; gives the values of its record's fields and
// the entries behind it.
#pragma once

#include "mpi/arguments.h"
#include "mpi/call.h"
#include "mpi/completions.h"
#include "mpi/statuses.h"

namespace mpitrace::mpi {

template <class A>
inline std::size_t request_count(const A& a) noexcept {
  if constexpr (A::template has<NReq>) {
    const int count = a.template integer<NReq>();
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  } else {
    return 1;
  }
}

template <class A>
inline Word request_array(const A& a) noexcept {
  if constexpr (A::template has<Reqs>) {
    return a.template word<Reqs>();
  } else {
    return a.template word<Req>();
  }
}

// Where statuses are ignored although a receive may complete, the call gets ours. Gives their address, 0 for none.
template <class A>
inline Word prepare_statuses(A& a, Completions& completions) noexcept {
  if constexpr (A::template has<Stats>) {
    if (a.template word<Stats>() != g_abi.statuses_ignore) return a.template word<Stats>();
    if (!completions.any_receive()) return 0;
    const Word own = completions.own_statuses(request_count(a));
    if (own != 0) a.template replace<Stats>(own);
    return own;
  } else {
    if (a.template word<Stat>() != g_abi.status_ignore) return a.template word<Stat>();
    if (!completions.any_receive()) return 0;
    const Word own = completions.own_statuses(1);
    if (own != 0) a.template replace<Stat>(own);
    return own;
  }
}

// MPI_Test* that completed nothing: to be counted, not recorded.
template <class A>
inline bool completed_nothing(const A& a) noexcept {
  if constexpr (A::template has<Flag>) return a.template result<Flag>() == 0;
  if constexpr (A::template has<OutCnt>) return a.template result<OutCnt>() == 0;
  return false;
}

template <class A>
[[gnu::always_inline]] inline void complete_after_success(const A& a, Completions& completions,
                                                          Word statuses) noexcept {
  if constexpr (A::template has<OutCnt>) {
    const int count = a.template result<OutCnt>();
    const auto* indices = reinterpret_cast<const int*>(a.template word<Indices>());
    const std::size_t status_bytes = statuses == 0 ? 0 : g_abi.status_bytes;
    for (int k = 0; k < count; ++k, statuses += status_bytes) {
      const auto index = static_cast<std::size_t>(indices[k]);
      if (index < completions.kept()) completions.complete(index, index + 1, statuses);
    }
  } else if constexpr (A::template has<Index>) {
    const auto index = static_cast<std::size_t>(a.template result<Index>());  // MPI_UNDEFINED is negative
    if (index < completions.kept()) completions.complete(index, index + 1, statuses);
  } else {
    completions.complete(0, completions.kept(), statuses);
  }
}

template <class A>
[[gnu::always_inline]] inline void read_completions(Call& call, const A& a, Completions& completions, Word statuses,
                                                    bool succeeded) noexcept {
  if (succeeded) [[likely]] {
    complete_after_success(a, completions, statuses);
  } else {
    completions.complete_taken(request_array(a));
  }
  call.set(format::Field::kGiven, static_cast<std::int64_t>(request_count(a)));
  completions.fill(call);
}

}  // namespace mpitrace::mpi
