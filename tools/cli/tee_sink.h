// SPDX-License-Identifier: BSD-3-Clause
// Gives every record of one process to several sinks, so that a run is read once however many files it becomes.
#pragma once

#include <utility>
#include <vector>

#include "model/merged.h"

namespace mpitrace::cli {

class TeeSink final : public model::MergedSink {
 public:
  // They must outlive it.
  explicit TeeSink(std::vector<model::MergedSink*> sinks) : sinks_(std::move(sinks)) {}

  void take(const model::MergedRecord& record) override {
    for (model::MergedSink* sink : sinks_) sink->take(record);
  }
  void take_late(const model::LateReceipt& receipt) override {
    for (model::MergedSink* sink : sinks_) sink->take_late(receipt);
  }
  void take_lone(const model::LoneEnd& lone) override {
    for (model::MergedSink* sink : sinks_) sink->take_lone(lone);
  }

 private:
  std::vector<model::MergedSink*> sinks_;
};

}  // namespace mpitrace::cli
