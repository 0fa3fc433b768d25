// SPDX-License-Identifier: BSD-3-Clause
// A hash map with open addressing for the two tables that are asked at nearly every call: requests and message paths.
// Pointers to values hold until the next insert or erase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mpitrace::merge {

// Spreads numbers that count up or differ in few bits.
constexpr std::uint64_t mix(std::uint64_t value) {
  value *= 0x9e37'79b9'7f4a'7c15ULL;
  return value ^ (value >> 32U);
}

// Key: equality and `std::uint64_t hash_of(const Key&)`, found by its namespace.
template <class Key, class Value>
class OpenMap {
 public:
  std::size_t size() const { return size_; }

  Value* find(const Key& key) {
    if (size_ == 0) return nullptr;
    const std::size_t place = locate(key);
    return slots_[place].is_used ? &slots_[place].value : nullptr;
  }
  const Value* find(const Key& key) const { return const_cast<OpenMap*>(this)->find(key); }

  // The value under `key`, made if need be.
  Value& operator[](const Key& key) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    const std::size_t place = locate(key);
    Slot& slot = slots_[place];
    if (!slot.is_used) {
      slot.is_used = true;
      slot.key = key;
      slot.value = Value{};
      ++size_;
    }
    return slot.value;
  }

  bool erase(const Key& key) {
    if (size_ == 0) return false;
    std::size_t hole = locate(key);
    if (!slots_[hole].is_used) return false;
    // Close the gap: an entry behind it moves in if its own place does not lie between.
    for (std::size_t at = next(hole); slots_[at].is_used; at = next(at)) {
      const std::size_t home = hash_of(slots_[at].key) & mask();
      if (((at - home) & mask()) < ((at - hole) & mask())) continue;
      slots_[hole] = std::move(slots_[at]);
      hole = at;
    }
    slots_[hole].is_used = false;
    slots_[hole].value = Value{};
    --size_;
    return true;
  }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (Slot& slot : slots_) {
      if (slot.is_used) visit(slot.key, slot.value);
    }
  }

  template <class Predicate>
  void erase_if(Predicate&& predicate) {
    std::vector<Key> doomed;
    for_each([&](const Key& key, Value& value) {
      if (predicate(key, value)) doomed.push_back(key);
    });
    for (const Key& key : doomed) erase(key);
  }

 private:
  struct Slot {
    Key key{};
    Value value{};
    bool is_used = false;
  };
  std::size_t mask() const { return slots_.size() - 1; }
  std::size_t next(std::size_t place) const { return (place + 1) & mask(); }
  std::size_t locate(const Key& key) const {
    std::size_t place = hash_of(key) & mask();
    while (slots_[place].is_used && !(slots_[place].key == key)) place = next(place);
    return place;
  }
  void grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? 16 : slots_.size() * 2));
    for (Slot& slot : old) {
      if (slot.is_used) slots_[locate(slot.key)] = std::move(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

// Numbers given in turn, such as those of requests.
struct Id {
  std::uint64_t value = 0;
  friend bool operator==(Id, Id) = default;
  friend std::uint64_t hash_of(Id id) { return mix(id.value); }
};

}  // namespace mpitrace::merge
