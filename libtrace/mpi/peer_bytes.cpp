// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/peer_bytes.h"

#include <cstring>

#include "mpi/datatypes.h"
#include "record/context.h"
#include "record/control.h"
#include "record/polls.h"

namespace mpitrace::mpi {
namespace {

// The counts that this rank sends by, none where it sends by no such row.
struct Row {
  Word counts = 0;
  Word types = 0;  // an array, of Alltoallw and the like
  std::int64_t element_bytes = 0;
  bool large = false;
  int size = 0;
  const Neighbours* neighbours = nullptr;  // who they go to, where they are not all ranks

  std::int64_t bytes_to(int peer) const noexcept {
    if (neighbours != nullptr && !neighbours->is_there(peer)) return 0;
    const std::int64_t count = large ? reinterpret_cast<const std::int64_t*>(counts)[peer]
                                     : reinterpret_cast<const std::int32_t*>(counts)[peer];
    if (types == 0 || count == 0) return count * element_bytes;
    return count * type_size(load_handle(types, static_cast<std::size_t>(peer)));
  }
};

bool is_neighbourhood(Shape shape) noexcept {
  return shape == Shape::kNeighborAlltoallv || shape == Shape::kNeighborAlltoallw;
}

// In place, a rank sends what it receives.
Row row_of(Shape shape, const CollectiveArguments& a, const Communicator& communicator) noexcept {
  const bool is_inter = communicator.remote_size != 0;
  Row row{.counts = a.send_counts, .types = a.send_types, .large = a.large};
  Word type = a.send_type;
  if (shape == Shape::kScatterv && a.root != (is_inter ? g_abi.root : communicator.rank)) return {};
  if (shape != Shape::kScatterv && a.send_in_place) {
    row.counts = a.recv_counts;
    row.types = a.recv_types;
    type = a.recv_type;
  }
  row.size = is_neighbourhood(shape) ? communicator.neighbours.out
             : is_inter              ? communicator.remote_size
                                     : communicator.size;
  if (is_neighbourhood(shape)) row.neighbours = &communicator.neighbours;
  if (row.types == 0) row.element_bytes = type_size(type);
  return row;
}

std::uint64_t hash(const Row& row) noexcept {
  std::uint64_t hash = static_cast<std::uint64_t>(row.size) + 1;
  for (int i = 0; i < row.size; ++i) {
    hash = (hash ^ static_cast<std::uint64_t>(row.bytes_to(i))) * 0x9e37'79b9'7f4a'7c15ULL;
    hash ^= hash >> 29U;
  }
  return hash == 0 ? 1 : hash;
}

// Equal neighbours in the row are one run: bytes << 1 | more, and where there are more, how many.
std::uint8_t* put_runs(const Row& row, std::uint8_t* at, std::uint64_t& values) noexcept {
  for (int i = 0; i < row.size;) {
    const std::int64_t bytes = row.bytes_to(i);
    int end = i + 1;
    while (end < row.size && row.bytes_to(end) == bytes) ++end;
    const auto more = static_cast<std::uint64_t>(end - i - 1);
    at = encode::put_varint(at, static_cast<std::uint64_t>(bytes) << 1U | (more != 0 ? 1U : 0U));
    if (more != 0) at = encode::put_varint(at, more);
    values += more != 0 ? 2 : 1;
    i = end;
  }
  return at;
}

void append(record::Thread& thread, const record::Context& context, const std::uint8_t* runs, std::size_t bytes,
            std::uint64_t values) noexcept {
  record::append_control(thread, format::Control::kPeerBytes, values + 1, [&](std::uint8_t* at) {
    at = encode::put_varint(at, context.id);
    std::memcpy(at, runs, bytes);
    return at + bytes;
  });
}

// The chunk holds `bytes` more, or is closed so that the next one does. False when no chunk is so large.
bool make_room(record::Thread& thread, record::Context& context, std::size_t bytes) noexcept {
  constexpr std::size_t kRest = encode::kChunkReserveBytes / 2;     // for the call and the definitions it may need
  if (bytes + 2 * kRest > thread.slot->buffer_bytes) return false;  // not even an empty one
  const auto fits = [&] { return thread.slot->used_bytes + bytes + kRest <= thread.slot->buffer_bytes; };
  if (!fits()) {
    record::write_polls(thread);
    record::g_flush(thread);
    record::define_context(thread, context);
  }
  return fits();
}

}  // namespace

void write_peer_bytes(record::Thread& thread, record::Context& context, Shape shape,
                      const CollectiveArguments& arguments, const Communicator& communicator) noexcept {
  if (thread.paused) return;
  const Row row = row_of(shape, arguments, communicator);
  if (row.counts == 0 || row.size <= 0) return;
  const std::uint64_t now = hash(row);
  if (context.peer_bytes == now) return;
  const std::size_t most_bytes = 2 * encode::kMaxVarintBytes * static_cast<std::size_t>(row.size);
  auto* runs = static_cast<std::uint8_t*>(record::scratch(thread, record::kNumbers, most_bytes));
  if (runs == nullptr) return;
  std::uint64_t values = 0;
  const auto bytes = static_cast<std::size_t>(put_runs(row, runs, values) - runs);
  // No row where it finds no room: an earlier one holds no longer.
  const bool fits = make_room(thread, context, bytes);
  append(thread, context, runs, fits ? bytes : 0, fits ? values : 0);
  context.peer_bytes = now;
}

}  // namespace mpitrace::mpi
