// SPDX-License-Identifier: BSD-3-Clause
#include "record/regions.h"

#include "encode/chunk_builder.h"
#include "format/fnv1a.h"
#include "record/control.h"
#include "record/given_name.h"

namespace mpitrace::record {
namespace {

constexpr std::uint32_t kRegionNameField = 23;

std::uint64_t hash(const char* name, std::size_t size) noexcept {
  const std::uint64_t hash = format::Fnv1a64().add_bytes(name, size).value();
  return hash == 0 ? 1 : hash;
}

// The last place is for all names that find no other.
constexpr std::size_t kOthers = kMaxRegionNames - 1;
constexpr const char* kOthersName = "(other regions)";

// Its place in the thread's table, also where it will get one.
std::size_t find_place(const Thread& thread, std::uint64_t key) noexcept {
  std::size_t place = key % kOthers;
  for (std::size_t i = 0; i < kOthers; ++i, place = (place + 1) % kOthers) {
    if (thread.regions[place].key == 0 || thread.regions[place].key == key) return place;
  }
  return kOthers;
}

// Defines the name in the chunk under construction; gives its id.
std::uint64_t define_name(Thread& thread, const char* name) noexcept {
  const std::size_t size = kept_bytes(name, kMostNameBytes);
  const std::uint64_t key = hash(name, size);
  const std::size_t place = find_place(thread, key);
  RegionName& known = thread.regions[place];
  if (known.chunk == thread.chunk) return place + 1;
  known = {key, thread.chunk};
  encode::append_definition(*thread.slot, kRegionNameField, [&](encode::Message& message) {
    message.uint(1, place + 1);
    if (place == kOthers) {
      message.text(2, kOthersName);
    } else {
      message.bytes(2, name, size);
    }
  });
  return place + 1;
}

}  // namespace

// While recording is paused marks are kept as well, so that what begins before a pause and ends in it is known to end.
void begin_region(Thread& thread, const char* name) noexcept {
  const std::uint64_t id = define_name(thread, name != nullptr ? name : "");
  write_moment(thread, format::Control::kRegionBegin, {id});
}

void end_region(Thread& thread) noexcept {
  write_moment(thread, format::Control::kRegionEnd, {0});
}

void mark_step(Thread& thread, std::uint64_t number) noexcept {
  write_moment(thread, format::Control::kStep, {number});
}

}  // namespace mpitrace::record
