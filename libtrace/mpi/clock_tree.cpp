// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/clock_tree.h"

#include <algorithm>
#include <utility>

#include "mpi/function.h"
#include "record/clock.h"

namespace mpitrace::mpi {
namespace {

// Both ways have the same size, so that both take as long.
struct Message {
  std::uint64_t process;
  std::uint64_t ticks;
  std::uint64_t is_last;  // of a child: no further one follows
};

bool send(const ClockTree& tree, int to, const Message& message) noexcept {
  return ask(Function::kSend, &message, static_cast<int>(sizeof message), g_abi.byte_type, to, 0, tree.communicator) ==
         0;
}

bool receive(const ClockTree& tree, int from, Message& message) noexcept {
  return ask(Function::kRecv, &message, static_cast<int>(sizeof message), g_abi.byte_type, from, 0, tree.communicator,
             g_abi.status_ignore) == 0;
}

ClockSample ask_parent(const ClockTree& tree, const OwnClock& own) noexcept {
  const int parent = parent_of(tree.rank);
  ClockSample best{};
  RoundTrips trips(own.ticks_per_second);
  for (bool is_last = false; !is_last;) {
    is_last = trips.is_next_last();
    Message answer{};
    const std::uint64_t ticks_before = record::fenced_ticks();
    if (!send(tree, parent, {own.process, ticks_before, is_last ? 1U : 0U}) || !receive(tree, parent, answer))
      return {};
    const std::uint64_t ticks_after = record::fenced_ticks();
    if (trips.add(ticks_after - ticks_before)) best = {answer.process, answer.ticks, ticks_before, ticks_after};
  }
  return best;
}

void answer_child(const ClockTree& tree, const OwnClock& own, int child) noexcept {
  Message question{};
  while (question.is_last == 0) {
    if (!receive(tree, child, question) || !send(tree, child, {own.process, record::fenced_ticks(), 0})) return;
  }
}

}  // namespace

int parent_of(int rank) noexcept {
  return rank - static_cast<int>(first_step(rank) / 2);
}

std::int64_t first_step(int rank) noexcept {
  std::int64_t step = 1;
  while (step <= rank) step *= 2;
  return step;
}

ClockSample compare_clocks(const ClockTree& tree, const OwnClock& own) noexcept {
  const ClockSample sample = tree.rank != 0 ? ask_parent(tree, own) : ClockSample{};
  for (std::int64_t step = first_step(tree.rank); tree.rank + step < tree.size; step *= 2)
    answer_child(tree, own, static_cast<int>(tree.rank + step));
  return sample;
}

bool RoundTrips::add(std::uint64_t ticks) noexcept {
  ++count_;
  spent_ticks_ += ticks;
  const bool is_shortest = ticks < shortest_[0];
  for (std::uint64_t& kept : shortest_) {
    if (ticks < kept) std::swap(ticks, kept);
  }
  return is_shortest;
}

bool RoundTrips::is_next_last() const noexcept {
  const std::size_t with_next = count_ + 1;
  return with_next >= kMost || (with_next >= kFewest && (agree() || spent_ticks_ > patience_ticks_));
}

bool RoundTrips::agree() const noexcept {
  return shortest_[2] - shortest_[0] <= shortest_[0] / 10;
}

}  // namespace mpitrace::mpi
