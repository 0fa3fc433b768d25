// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/expected_bytes.h"

namespace mpitrace::fake {
namespace {

constexpr int kIntBytes = 4;
constexpr int kDerivedBytes = 8;
constexpr int kNeighbours = 2 * kDimensions;
constexpr std::int64_t kSend = std::int64_t{kSendCount} * kIntBytes;
constexpr std::int64_t kRecv = std::int64_t{kRecvCount} * kDerivedBytes;
constexpr std::int64_t kBoth = std::int64_t{kCount} * kIntBytes;

template <class Count>
std::int64_t sum(int peers, const Count& bytes_of_peer) {
  std::int64_t all = 0;
  for (int peer = 0; peer < peers; ++peer) all += bytes_of_peer(peer);
  return all;
}

std::int64_t sent_to(int peer) {
  return send_count(peer) * kIntBytes;
}
std::int64_t received_from(int peer) {
  return recv_count(peer) * kDerivedBytes;
}
std::int64_t sent_typed(int peer) {
  return send_count(peer) * bytes_of_type(peer);
}
std::int64_t received_typed(int peer) {
  return recv_count(peer) * bytes_of_type(peer);
}
std::int64_t reduced_for(int peer) {
  return recv_count(peer) * kIntBytes;
}

bool is_root(const Row& row) {
  return !row.is_large;
}

}  // namespace

Bytes collective_bytes(const Row& row) {
  const bool root = is_root(row);
  switch (row.shape) {
    case Shape::kBcast:
      return root ? Bytes{kBoth, 0} : Bytes{0, kBoth};
    case Shape::kReduce:
      return {kBoth, root ? kBoth : 0};
    case Shape::kGather:
      return {kSend, root ? kSize * kRecv : 0};
    case Shape::kGatherv:
      return {kSend, root ? sum(kSize, received_from) : 0};
    case Shape::kScatter:
      return {root ? kSize * kSend : 0, kRecv};
    case Shape::kScatterv:
      return {root ? sum(kSize, sent_to) : 0, kRecv};
    case Shape::kAllgather:
      return {kSend, kSize * kRecv};
    case Shape::kAllgatherv:
      return {kSend, sum(kSize, received_from)};
    case Shape::kAlltoall:
      return {kSize * kSend, kSize * kRecv};
    case Shape::kAlltoallv:
      return {sum(kSize, sent_to), sum(kSize, received_from)};
    case Shape::kAlltoallw:
      return {sum(kSize, sent_typed), sum(kSize, received_typed)};
    case Shape::kAllreduce:
    case Shape::kScan:
    case Shape::kExscan:
      return {kBoth, kBoth};
    case Shape::kReduceScatter:
      return {sum(kSize, reduced_for), reduced_for(kRank)};
    case Shape::kReduceScatterBlock:
      return {kSize * std::int64_t{kRecvCount} * kIntBytes, std::int64_t{kRecvCount} * kIntBytes};
    case Shape::kNeighborAllgather:
      return {kSend, kNeighbours * kRecv};
    case Shape::kNeighborAllgatherv:
      return {kSend, sum(kNeighbours, received_from)};
    case Shape::kNeighborAlltoall:
      return {kNeighbours * kSend, kNeighbours * kRecv};
    case Shape::kNeighborAlltoallv:
      return {sum(kNeighbours, sent_to), sum(kNeighbours, received_from)};
    case Shape::kNeighborAlltoallw:
      return {sum(kNeighbours, sent_typed), sum(kNeighbours, received_typed)};
    default:
      return {0, 0};  // MPI_Barrier
  }
}

std::vector<std::int64_t> bytes_to_peers(const Row& row) {
  std::vector<std::int64_t> bytes;
  const auto fill = [&bytes](int peers, const auto& bytes_of_peer) {
    for (int peer = 0; peer < peers; ++peer) bytes.push_back(bytes_of_peer(peer));
  };
  if (row.shape == Shape::kScatterv && is_root(row)) fill(kSize, sent_to);
  if (row.shape == Shape::kAlltoallv) fill(kSize, sent_to);
  if (row.shape == Shape::kAlltoallw) fill(kSize, sent_typed);
  if (row.shape == Shape::kNeighborAlltoallv) fill(kNeighbours, sent_to);
  if (row.shape == Shape::kNeighborAlltoallw) fill(kNeighbours, sent_typed);
  return bytes;
}

}  // namespace mpitrace::fake
