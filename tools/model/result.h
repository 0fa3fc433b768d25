// SPDX-License-Identifier: BSD-3-Clause
// A value, or the reason why there is none: what anything that may go wrong in the world gives back.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace mpitrace::model {

// A sentence for the user: "FILE: what at byte N (what it means, what to do)", without the leading "mpitrace: ".
struct Error {
  std::string text;
};

struct Nothing {};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}
  Result(Error error) : held_(std::move(error)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return std::get<0>(held_); }
  const T& operator*() const { return std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  const Error& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Error> held_;
};

}  // namespace mpitrace::model
