// SPDX-License-Identifier: BSD-3-Clause
#include "merge/collective_key.h"

namespace mpitrace::merge {

using model::Field;
using model::Record;

// A window or file is known by the collective that made it.
template <class Made>
void CollectiveKeys::add(Space space, std::size_t process, const Made& made, std::vector<std::uint32_t>& owners,
                         Locals& locals) {
  for (const auto& [id, local] : made) {
    const model::CommunicatorView* view = communicators_.views[process].find(local.communicator);
    if (view == nullptr) continue;
    const CollectiveKey maker{std::uint64_t{space} << kSpaceShift | view->communicator,
                              static_cast<std::int64_t>(local.parent_sequence)};
    std::uint64_t* number = numbers_.find(maker);
    if (number == nullptr) {
      number = &numbers_[maker];
      *number = owners.size();
      owners.push_back(view->communicator);
    }
    locals[process].add(id, std::uint64_t{space} << kSpaceShift | *number);
  }
  locals[process].sort();
}

CollectiveKeys::CollectiveKeys(const model::Run& run, const model::Communicators& communicators)
    : communicators_(communicators), windows_(run.processes.size()), files_(run.processes.size()) {
  for (std::size_t i = 0; i < run.processes.size(); ++i) {
    add(kWindows, i, run.processes[i].windows, window_owners_, windows_);
    add(kFiles, i, run.processes[i].files, file_owners_, files_);
  }
}

std::optional<CollectiveKey> CollectiveKeys::key_of(std::size_t process, const Record& record) const {
  if (record.type != model::RecordType::kCall || !may_be_collective(record.kind)) return std::nullopt;
  const std::int64_t sequence = record[Field::kSequence];
  if (sequence < 0) return std::nullopt;
  if (is_counted_on_communicator(record.kind)) {
    const model::CommunicatorView* view = communicators_.views[process].find(record[Field::kCommunicator]);
    return view != nullptr ? std::optional(CollectiveKey{view->communicator, sequence}) : std::nullopt;
  }
  const Locals& objects = is_counted_on_window(record.kind) ? windows_ : files_;
  const std::uint64_t* object = objects[process].find(record[Field::kObject]);
  return object != nullptr ? std::optional(CollectiveKey{*object, sequence}) : std::nullopt;
}

std::uint32_t CollectiveKeys::communicator_of(const CollectiveKey& key) const {
  const std::uint64_t number = key.object & ((std::uint64_t{1} << kSpaceShift) - 1);
  switch (key.object >> kSpaceShift) {
    case kWindows:
      return window_owners_[number];
    case kFiles:
      return file_owners_[number];
    default:
      return static_cast<std::uint32_t>(number);
  }
}

}  // namespace mpitrace::merge
