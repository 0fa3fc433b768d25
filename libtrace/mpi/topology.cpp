// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/topology.h"

#include <algorithm>

#include "encode/chunk_builder.h"

namespace mpitrace::mpi {
namespace {

constexpr std::uint32_t kTopologyField = 22;
constexpr int kMaxDimensions = 64;
// More would not fit into the reserve of a chunk. The counts are always written.
constexpr int kMaxNeighbours = 2048;

// MPI_CART, MPI_GRAPH and MPI_DIST_GRAPH of a library.
struct Constants {
  int cart;
  int graph;
  int dist_graph;
};

Constants constants() noexcept {
  switch (g_abi.name) {
    case AbiName::kStandard:
      return {211, 212, 213};
    case AbiName::kMpich:
      return {2, 1, 3};
    default:
      return {1, 2, 3};
  }
}

Topology canonical(int topology) noexcept {
  const Constants known = constants();
  if (topology == known.cart) return Topology::kCart;
  if (topology == known.graph) return Topology::kGraph;
  return topology == known.dist_graph ? Topology::kDistGraph : Topology::kNone;
}

template <class Number>
void put_numbers(encode::Message& message, std::uint32_t field, const Number* numbers, int count) noexcept {
  for (int i = 0; i < count; ++i) message.each(field, static_cast<std::uint64_t>(numbers[i]));
}

void put_cart(encode::Message& message, Word handle) noexcept {
  int count = 0;
  int dimensions[kMaxDimensions] = {};
  int periods[kMaxDimensions] = {};
  int coordinates[kMaxDimensions] = {};
  if (ask(Function::kCartdim_get, handle, &count) != 0) return;
  if (count > kMaxDimensions) return;  // to ask for fewer than there are is an error
  if (ask(Function::kCart_get, handle, count, dimensions, periods, coordinates) != 0) return;
  put_numbers(message, 5, dimensions, count);
  put_numbers(message, 6, periods, count);
}

void put_graph(encode::Message& message, Word handle, const Communicator& communicator, int* ranks) noexcept {
  const int count = std::min(communicator.neighbours.out, kMaxNeighbours);
  if (ask(Function::kGraph_neighbors, handle, communicator.rank, count, ranks) != 0) return;
  put_numbers(message, 7, ranks, count);
}

void put_dist_graph(encode::Message& message, Word handle, const Communicator& communicator, int* ranks) noexcept {
  const int in = std::min(communicator.neighbours.in, kMaxNeighbours);
  const int out = std::min(communicator.neighbours.out, kMaxNeighbours);
  // Sources, destinations, and room for the weights that come with each.
  int* const destinations = ranks + in;
  int* const weights = destinations + out;
  if (ask(Function::kDist_graph_neighbors, handle, in, ranks, weights, out, destinations, weights + in) != 0) return;
  put_numbers(message, 7, destinations, out);
  put_numbers(message, 8, ranks, in);
}

// In the order of a grid's neighbours: before and after, in each dimension.
Neighbours grid_neighbours(Word communicator, int dimensions) noexcept {
  Neighbours found{2 * dimensions, 2 * dimensions};
  for (int n = 0; n < std::min(found.out, Neighbours::kMostOfGrid); n += 2) {
    int ranks[2] = {0, 0};
    ask(Function::kCart_shift, communicator, n / 2, 1, ranks, ranks + 1);
    for (int k = 0; k < 2; ++k) {
      if (ranks[k] != g_abi.proc_null) continue;
      found.is_missing[n / 64] |= std::uint64_t{1} << static_cast<unsigned>(n % 64 + k);
      ++found.missing;
    }
  }
  return found;
}

}  // namespace

Topology topology_of(Word communicator) noexcept {
  int topology = kUndefined;
  ask(Function::kTopo_test, communicator, &topology);
  return canonical(topology);
}

Neighbours count_neighbours(Word communicator) noexcept {
  Neighbours found;
  int value = 0;
  switch (topology_of(communicator)) {
    case Topology::kNone:
      break;
    case Topology::kCart:
      ask(Function::kCartdim_get, communicator, &value);
      found = grid_neighbours(communicator, value);
      break;
    case Topology::kGraph: {
      int rank = 0;
      ask(Function::kComm_rank, communicator, &rank);
      ask(Function::kGraph_neighbors_count, communicator, rank, &value);
      found = {value, value};
      break;
    }
    case Topology::kDistGraph:
      ask(Function::kDist_graph_neighbors_count, communicator, &found.in, &found.out, &value);
      break;
  }
  return found;
}

void define_topology(record::Thread& thread, Word handle, const Communicator& communicator) noexcept {
  const Topology topology = topology_of(handle);
  if (topology == Topology::kNone) return;
  // Room for all neighbours of a graph: not every MPI keeps to the number asked for.
  const std::size_t most =
      std::max(4 * std::size_t{kMaxNeighbours}, static_cast<std::size_t>(communicator.neighbours.out));
  auto* ranks = static_cast<int*>(record::scratch(thread, record::kNumbers, most * sizeof(int)));
  encode::append_definition(*thread.slot, kTopologyField, [&](encode::Message& message) {
    message.uint(1, communicator.id);
    message.uint(2, static_cast<std::uint64_t>(topology));
    message.uint(3, static_cast<std::uint64_t>(communicator.neighbours.out));
    message.uint(4, static_cast<std::uint64_t>(communicator.neighbours.in));
    if (topology == Topology::kCart) put_cart(message, handle);
    if (topology == Topology::kGraph && ranks != nullptr) put_graph(message, handle, communicator, ranks);
    if (topology == Topology::kDistGraph && ranks != nullptr) put_dist_graph(message, handle, communicator, ranks);
  });
}

}  // namespace mpitrace::mpi
