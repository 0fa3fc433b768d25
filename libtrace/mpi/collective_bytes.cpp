// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/collective_bytes.h"

#include "mpi/datatypes.h"

namespace mpitrace::mpi {
namespace {

std::int64_t count_at(Word counts, bool large, int index) noexcept {
  if (large) return reinterpret_cast<const std::int64_t*>(counts)[index];
  return reinterpret_cast<const std::int32_t*>(counts)[index];
}

std::int64_t sum_counts(Word counts, bool large, int size) noexcept {
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) sum += count_at(counts, large, i);
  return sum;
}

// The same over those that are there.
std::int64_t sum_counts(Word counts, bool large, int size, const Neighbours& neighbours) noexcept {
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) sum += neighbours.is_there(i) ? count_at(counts, large, i) : 0;
  return sum;
}

// counts[i] elements of types[i] each.
std::int64_t sum_typed(Word counts, Word types, bool large, int size, const Neighbours& neighbours = {}) noexcept {
  std::int64_t sum = 0;
  for (int i = 0; i < size; ++i) {
    const std::int64_t count = neighbours.is_there(i) ? count_at(counts, large, i) : 0;
    if (count != 0) sum += count * type_size(load_handle(types, static_cast<std::size_t>(i)));
  }
  return sum;
}

// The call's arguments seen from one rank, each question answered once.
class Buffers {
 public:
  Buffers(const CollectiveArguments& arguments, const Communicator& communicator) noexcept
      : a_(arguments),
        is_inter_(communicator.remote_size != 0),
        rank_(communicator.rank),
        local_size_(communicator.size),
        size_(is_inter_ ? communicator.remote_size : communicator.size) {}

  bool is_root() const noexcept { return a_.root == (is_inter_ ? g_abi.root : rank_); }
  bool takes_no_part() const noexcept { return is_inter_ && a_.root == g_abi.proc_null; }
  int size() const noexcept { return size_; }

  std::int64_t send_block() const noexcept { return a_.send_count == 0 ? 0 : a_.send_count * type_size(a_.send_type); }
  std::int64_t recv_block() const noexcept { return a_.recv_count == 0 ? 0 : a_.recv_count * type_size(a_.recv_type); }
  // A root of an intercommunicator has no share of its own.
  bool has_share() const noexcept { return !is_inter_ || !is_root(); }
  std::int64_t own_send_count() const noexcept {
    return count_at(a_.send_counts, a_.large, rank_) * type_size(a_.send_type);
  }
  // Both forms of a reduce-scatter give the blocks of this rank's own group, also on an intercommunicator.
  std::int64_t local_recv_blocks() const noexcept { return local_size_ * recv_block(); }
  std::int64_t local_recv_counts() const noexcept {
    return sum_counts(a_.recv_counts, a_.large, local_size_) * type_size(a_.recv_type);
  }
  std::int64_t all_send_counts() const noexcept {
    return sum_counts(a_.send_counts, a_.large, size_) * type_size(a_.send_type);
  }
  std::int64_t all_recv_counts() const noexcept {
    return sum_counts(a_.recv_counts, a_.large, size_) * type_size(a_.recv_type);
  }
  std::int64_t own_recv_count() const noexcept {
    return count_at(a_.recv_counts, a_.large, rank_) * type_size(a_.recv_type);
  }

 private:
  const CollectiveArguments& a_;
  bool is_inter_;
  int rank_;
  int local_size_;
  int size_;  // of the group at the other end
};

// This rank's own block of a rooted collective, whether it lies in the root's buffer or in its own.
std::int64_t own_share(Shape shape, const CollectiveArguments& a, const Buffers& buffers) noexcept {
  if (!buffers.has_share()) return 0;
  switch (shape) {
    case Shape::kGather:
      return a.send_in_place ? buffers.recv_block() : buffers.send_block();
    case Shape::kGatherv:
      return a.send_in_place ? buffers.own_recv_count() : buffers.send_block();
    case Shape::kScatter:
      return a.recv_in_place ? buffers.send_block() : buffers.recv_block();
    case Shape::kScatterv:
      return a.recv_in_place ? buffers.own_send_count() : buffers.recv_block();
    default:
      return buffers.send_block();
  }
}

CollectiveBytes rooted(Shape shape, const CollectiveArguments& a, const Buffers& buffers) noexcept {
  if (buffers.takes_no_part()) return {0, 0};
  const bool root = buffers.is_root();
  const std::int64_t own = own_share(shape, a, buffers);
  switch (shape) {
    case Shape::kBcast:
      return root ? CollectiveBytes{buffers.send_block(), 0} : CollectiveBytes{0, own};
    case Shape::kReduce:
      return {own, root ? buffers.send_block() : 0};
    case Shape::kGather:
      return {own, root ? buffers.size() * buffers.recv_block() : 0};
    case Shape::kGatherv:
      return {own, root ? buffers.all_recv_counts() : 0};
    case Shape::kScatter:
      return {root ? buffers.size() * buffers.send_block() : 0, own};
    default:
      return {root ? buffers.all_send_counts() : 0, own};  // Scatterv
  }
}

CollectiveBytes all_to_all(Shape shape, const CollectiveArguments& a, const Buffers& buffers) noexcept {
  switch (shape) {
    case Shape::kAlltoall: {
      const std::int64_t recv = buffers.size() * buffers.recv_block();
      return {a.send_in_place ? recv : buffers.size() * buffers.send_block(), recv};
    }
    case Shape::kAlltoallv: {
      const std::int64_t recv = buffers.all_recv_counts();
      return {a.send_in_place ? recv : buffers.all_send_counts(), recv};
    }
    default: {  // Alltoallw
      const std::int64_t recv = sum_typed(a.recv_counts, a.recv_types, a.large, buffers.size());
      return {a.send_in_place ? recv : sum_typed(a.send_counts, a.send_types, a.large, buffers.size()), recv};
    }
  }
}

CollectiveBytes all_gather(Shape shape, const CollectiveArguments& a, const Buffers& buffers) noexcept {
  if (shape == Shape::kAllgather) {
    return {a.send_in_place ? buffers.recv_block() : buffers.send_block(), buffers.size() * buffers.recv_block()};
  }
  return {a.send_in_place ? buffers.own_recv_count() : buffers.send_block(), buffers.all_recv_counts()};
}

CollectiveBytes neighbourhood(Shape shape, const CollectiveArguments& a, const Buffers& buffers,
                              const Neighbours& neighbours) noexcept {
  const std::int64_t in = neighbours.in - neighbours.missing;
  const std::int64_t out = neighbours.out - neighbours.missing;
  const auto recv_v = [&] {
    return sum_counts(a.recv_counts, a.large, neighbours.in, neighbours) * type_size(a.recv_type);
  };
  switch (shape) {
    case Shape::kNeighborAllgather:
      return {buffers.send_block(), in * buffers.recv_block()};
    case Shape::kNeighborAllgatherv:
      return {buffers.send_block(), recv_v()};
    case Shape::kNeighborAlltoall:
      return {out * buffers.send_block(), in * buffers.recv_block()};
    case Shape::kNeighborAlltoallv:
      return {sum_counts(a.send_counts, a.large, neighbours.out, neighbours) * type_size(a.send_type), recv_v()};
    default:  // NeighborAlltoallw
      return {sum_typed(a.send_counts, a.send_types, a.large, neighbours.out, neighbours),
              sum_typed(a.recv_counts, a.recv_types, a.large, neighbours.in, neighbours)};
  }
}

CollectiveBytes reduced(Shape shape, const Buffers& buffers) noexcept {
  switch (shape) {
    case Shape::kReduceScatter:
      return {buffers.local_recv_counts(), buffers.own_recv_count()};
    case Shape::kReduceScatterBlock:
      return {buffers.local_recv_blocks(), buffers.recv_block()};
    default: {  // Allreduce, Scan, Exscan
      const std::int64_t block = buffers.send_block();
      return {block, block};
    }
  }
}

}  // namespace

CollectiveBytes collective_bytes(Shape shape, const CollectiveArguments& arguments,
                                 const Communicator& communicator) noexcept {
  const Buffers buffers(arguments, communicator);
  switch (shape) {
    case Shape::kBcast:
    case Shape::kReduce:
    case Shape::kGather:
    case Shape::kGatherv:
    case Shape::kScatter:
    case Shape::kScatterv:
      return rooted(shape, arguments, buffers);
    case Shape::kAlltoall:
    case Shape::kAlltoallv:
    case Shape::kAlltoallw:
      return all_to_all(shape, arguments, buffers);
    case Shape::kAllgather:
    case Shape::kAllgatherv:
      return all_gather(shape, arguments, buffers);
    case Shape::kNeighborAllgather:
    case Shape::kNeighborAllgatherv:
    case Shape::kNeighborAlltoall:
    case Shape::kNeighborAlltoallv:
    case Shape::kNeighborAlltoallw:
      return neighbourhood(shape, arguments, buffers, communicator.neighbours);
    case Shape::kAllreduce:
    case Shape::kScan:
    case Shape::kExscan:
    case Shape::kReduceScatter:
    case Shape::kReduceScatterBlock:
      return reduced(shape, buffers);
    default:
      return {0, 0};  // Barrier
  }
}

}  // namespace mpitrace::mpi
