// SPDX-License-Identifier: BSD-3-Clause
#include "merge/collective_rule.h"

#include <algorithm>
#include <array>

#include "model/process.h"

namespace mpitrace::merge {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kAllForAll = {"Allgather"sv,
                                   "Allgatherv"sv,
                                   "Allreduce"sv,
                                   "Alltoall"sv,
                                   "Alltoallv"sv,
                                   "Alltoallw"sv,
                                   "Reduce_scatter"sv,
                                   "Comm_dup"sv,
                                   "Reduce_scatter_block"sv,
                                   "Comm_create"sv,
                                   "Comm_split"sv,
                                   "Comm_dup_with_info"sv,
                                   "Cart_create"sv,
                                   "Comm_split_type"sv,
                                   "Cart_sub"sv,
                                   "Graph_create"sv,
                                   "Dist_graph_create"sv,
                                   "Win_create"sv,
                                   "Dist_graph_create_adjacent"sv,
                                   "Win_allocate"sv,
                                   "Win_fence"sv,
                                   "Win_allocate_shared"sv,
                                   "Intercomm_merge"sv};
constexpr std::array kAllForRoot = {"Bcast"sv, "Scatter"sv, "Scatterv"sv};
constexpr std::array kRootForAll = {"Reduce"sv, "Gather"sv, "Gatherv"sv};

template <class Names>
bool has(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

CollectiveRule collective_rule(std::string_view function) {
  if (function.starts_with("MPI_")) function.remove_prefix(4);
  if (function.ends_with("_c")) function.remove_suffix(2);
  if (function == "Barrier") return CollectiveRule::kBarrier;
  if (has(kAllForAll, function)) return CollectiveRule::kAllForAll;
  if (has(kAllForRoot, function)) return CollectiveRule::kAllForRoot;
  if (has(kRootForAll, function)) return CollectiveRule::kRootForAll;
  return model::is_collective_on_parent(function) ? CollectiveRule::kFree : CollectiveRule::kNone;
}

}  // namespace mpitrace::merge
