// SPDX-License-Identifier: BSD-3-Clause
#include "present/argument_names.h"

#include <algorithm>

#include "present/names.h"

namespace mpitrace::present {
namespace {

constexpr unsigned kCommunicatorShift = 32;  // above the numbers of its collectives

// The same for all ranks, which number windows and files each for itself.
std::uint64_t made_by(std::uint64_t collective) {
  constexpr std::uint64_t kOdd = 0x9e37'79b9'7f4a'7c15ULL;
  constexpr std::uint64_t kNoCommunicator = 1ULL << 63U;
  return ((collective * kOdd) | kNoCommunicator) >> kCommunicatorShift << kCommunicatorShift;
}

}  // namespace

ArgumentNames::ArgumentNames(const model::Run& whole_run, const model::Communicators& all, std::size_t process,
                             const ArgumentForm& form)
    : run(whole_run) {
  for (const auto& [id, view] : all.views[process]) {
    const model::Communicator& communicator = all.all[view.communicator];
    CommunicatorText text{
        form.name(communicator.name), form.before_collective + std::to_string(view.communicator) + ":",
        (view.communicator + std::uint64_t{1}) << kCommunicatorShift, &all.peers(view), communicator.is_world};
    longest_name = std::max(longest_name, text.name.size());
    communicators.add(id, std::move(text));
  }
  const model::Process& own = run.processes[process];
  for (const auto& [id, window] : own.windows) windows.add(id, made_together(window, window_name(own, id), form));
  for (const auto& [id, file] : own.files) files.add(id, made_together(file, file_name(own, id), form));
}

// A window or file: something made together on a communicator, by one of its collectives.
template <class Local>
CommunicatorText ArgumentNames::made_together(const Local& local, std::string_view name, const ArgumentForm& form) {
  CommunicatorText text;
  if (const CommunicatorText* parent = communicators.find(local.communicator)) {
    text = *parent;
    text.collective += std::to_string(local.parent_sequence) + ":";
    text.first_collective = made_by(parent->first_collective + local.parent_sequence);
  }
  text.name = form.name(name);
  longest_name = std::max(longest_name, text.name.size());
  return text;
}

}  // namespace mpitrace::present
