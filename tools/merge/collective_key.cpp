// SPDX-License-Identifier: BSD-3-Clause
#include "merge/collective_key.h"

namespace mpitrace::merge {
namespace {

using model::Field;
using model::Kind;
using model::Record;

// Counted on the communicator, also where it makes a window or a file.
bool is_on_communicator(Kind kind) {
  return kind == Kind::kCollective || kind == Kind::kCollectiveStart || kind == Kind::kCollectiveInit ||
         kind == Kind::kCommunicatorNew || kind == Kind::kWindowNew || kind == Kind::kFileOpen;
}

bool is_on_window(Kind kind) {
  return kind == Kind::kFence || kind == Kind::kWindowFree;
}

bool is_on_file(Kind kind) {
  return model::is_file_call(kind) && kind != Kind::kFileOpen && kind != Kind::kFileSplitEnd;
}

}  // namespace

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
  if (record.type != model::RecordType::kCall) return std::nullopt;
  const Kind kind = record.kind;
  if (is_on_communicator(kind)) {
    if (record[Field::kSequence] < 0) return std::nullopt;
    const model::CommunicatorView* view = communicators_.views[process].find(record[Field::kCommunicator]);
    if (view == nullptr) return std::nullopt;
    return CollectiveKey{view->communicator, record[Field::kSequence]};
  }
  if (!is_on_window(kind) && !is_on_file(kind)) return std::nullopt;
  const std::int64_t sequence = record[Field::kSequence];
  const std::uint64_t* object = (is_on_window(kind) ? windows_ : files_)[process].find(record[Field::kObject]);
  if (object == nullptr || sequence < 0) return std::nullopt;
  return CollectiveKey{*object, sequence};
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
