// SPDX-License-Identifier: BSD-3-Clause
// The record stream of one chunk (docs/FORMAT.md, "Records"), decoded in one pass without copying and without
// libprotobuf. Takes the chunk's record fields and its contexts, gives one record a step, in ticks. Any bytes are safe:
// a stream that makes no sense ends in kMalformed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/call.h"
#include "read/wire.h"

namespace mpitrace::read {

// What a context id of a chunk stands for.
struct ContextUse {
  std::uint32_t id = 0;
  std::uint32_t site = 0;
  model::Kind kind = model::Kind::kPlain;
  model::Group group = model::Group::kUnknown;
};

// More than any recorder writes; they bound what a forged chunk can make us reserve.
inline constexpr std::uint32_t kMaxContextId = (1U << 20U) - 1;
inline constexpr std::size_t kMaxContexts = 1U << 16U;
inline constexpr std::uint64_t kMaxListed = 1U << 20U;
inline constexpr std::uint64_t kMaxPeers = 1U << 22U;

struct PolledUse {
  ContextUse context;
  std::uint64_t count = 0;
  std::uint64_t busy_ticks = 0;
};

class RecordReader {
 public:
  // kCompleted: listed() holds further requests of the call before. kSkipped is never returned.
  enum class Step {
    kCall,
    kCompleted,
    kPolls,
    kPause,
    kResume,
    kFlush,
    kClocksCompared,
    kRegionBegin,
    kRegionEnd,
    kStep,
    kEnd,
    kMalformed,
    kSkipped
  };

  // Begins a chunk. `fields` must stay valid while it is read. False when the contexts are beyond the limits above.
  bool begin(std::span<const Bytes> fields, std::span<const ContextUse> contexts, std::uint64_t start_ticks);
  Step next();

  // The record of the last step.
  const ContextUse& context() const { return current_->use; }
  const model::Values& values() const { return current_->last; }
  std::span<const model::RequestEntry> listed() const { return listed_; }
  std::span<const PolledUse> polled() const { return polled_; }
  // Null where the call has none.
  const model::PeerBytes* peer_bytes() const {
    return current_->peer_bytes < rows_.size() ? &rows_[current_->peer_bytes] : nullptr;
  }
  std::uint64_t mark() const { return mark_; }  // the name's id, or the step's number
  std::uint64_t start_ticks() const { return start_ticks_; }
  std::uint64_t end_ticks() const { return end_ticks_; }
  bool is_paused() const { return is_paused_; }
  std::uint64_t calls() const { return calls_; }  // so far, folded polls included
  // nullptr if no context has this id.
  const ContextUse* find_context(std::uint64_t id) const;

 private:
  static constexpr std::uint32_t kNoRow = ~std::uint32_t{0};
  struct Context {
    ContextUse use;
    std::uint32_t moving = 0;  // the fields whose last step is not 0
    std::uint32_t peer_bytes = kNoRow;
    model::Values last;
    std::array<std::uint64_t, model::kFields> step{};
  };
  struct Unchecked;

  Context* find(std::uint64_t id) {
    return id < index_.size() && index_[id] != 0 ? &contexts_[index_[id] - 1] : nullptr;
  }
  bool is_at_end();
  bool take(std::uint64_t& value);
  Step next_unchecked();
  Step next_checked();
  template <class Source>
  bool take_call(Source& source, std::uint64_t head);
  template <class Source>
  static bool take_fields(Source& source, Context& context, std::uint64_t mask);
  Step take_listed();
  bool take_entry();
  Step take_completed(std::uint64_t values);
  Step take_control();
  Step mark(std::uint64_t type, std::uint64_t gap, std::uint64_t value);
  bool take_polls(std::uint64_t values);
  bool take_peer_bytes(std::uint64_t values);
  void pass(std::uint64_t gap, std::uint64_t duration);

  std::span<const Bytes> fields_;
  std::size_t next_field_ = 0;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;

  std::vector<Context> contexts_;
  std::vector<std::uint32_t> index_;  // id -> place in contexts_ + 1
  Context* current_ = nullptr;
  std::vector<model::RequestEntry> listed_;
  std::uint64_t expected_id_ = 0;
  std::vector<PolledUse> polled_;
  std::vector<model::PeerBytes> rows_;  // one a context that has any
  std::uint64_t mark_ = 0;
  std::uint64_t own_work_ = 0;  // what the next flush record is about
  std::uint64_t start_ticks_ = 0;
  std::uint64_t end_ticks_ = 0;
  std::uint64_t calls_ = 0;
  bool is_paused_ = false;
};

}  // namespace mpitrace::read
