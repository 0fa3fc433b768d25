// SPDX-License-Identifier: BSD-3-Clause
#include "read/chunk.h"

#include "schema/trace.pb.h"

namespace mpitrace::read {
namespace {

template <class Message>
bool parse(Bytes bytes, Message& message) {
  return bytes.size() <= 0x7fff'ffffU && message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

// A number the schema did not have when this was written reads as 0, which says "unknown" everywhere.
template <class Enum>
Enum known(int number, std::size_t count) {
  return number >= 0 && static_cast<std::size_t>(number) < count ? static_cast<Enum>(number) : Enum{};
}

bool take_function(Bytes bytes, ChunkContents& contents) {
  format::Function read;
  if (!parse(bytes, read)) return false;
  contents.functions.push_back({read.id(),
                                {read.name(), known<model::Group>(read.group(), model::kGroups),
                                 known<model::Kind>(read.kind(), model::kKinds)}});
  return true;
}

bool take_module(Bytes bytes, ChunkContents& contents) {
  format::Module read;
  if (!parse(bytes, read)) return false;
  contents.modules.push_back({read.id(), {read.path(), read.build_id()}});
  return true;
}

bool take_context(Bytes bytes, ChunkContents& contents) {
  format::Context read;
  if (!parse(bytes, read)) return false;
  contents.contexts.push_back({read.id(), read.function(), read.module(), read.offset()});
  return true;
}

bool take_communicator(Bytes bytes, ChunkContents& contents) {
  format::Communicator read;
  if (!parse(bytes, read)) return false;
  model::LocalCommunicator local;
  local.id = read.id();
  local.origin = known<model::Origin>(read.origin(), 8);
  local.parent = read.parent();
  local.parent_sequence = read.parent_sequence();
  local.leader = read.leader();
  local.rank = read.rank();
  local.size = read.size();
  local.remote_size = read.remote_size();
  local.tag = read.tag();
  local.members_hash = read.members_hash();
  contents.communicators.push_back(std::move(local));
  return true;
}

bool take_communicator_name(Bytes bytes, ChunkContents& contents) {
  format::CommunicatorName read;
  if (!parse(bytes, read)) return false;
  contents.communicator_names.emplace_back(read.id(), read.name());
  return true;
}

bool take_window(Bytes bytes, ChunkContents& contents) {
  format::Window read;
  if (!parse(bytes, read)) return false;
  contents.windows.push_back({read.id(),
                              read.communicator(),
                              read.parent_sequence(),
                              known<model::Flavour>(read.flavour(), 5),
                              read.bytes(),
                              read.displacement_unit(),
                              {}});
  return true;
}

bool take_window_name(Bytes bytes, ChunkContents& contents) {
  format::WindowName read;
  if (!parse(bytes, read)) return false;
  contents.window_names.emplace_back(read.id(), read.name());
  return true;
}

bool take_file(Bytes bytes, ChunkContents& contents) {
  format::File read;
  if (!parse(bytes, read)) return false;
  contents.files.push_back({read.id(), read.communicator(), read.parent_sequence(), read.name(), read.mode()});
  return true;
}

bool take_region_name(Bytes bytes, ChunkContents& contents) {
  format::RegionName read;
  if (!parse(bytes, read)) return false;
  contents.region_names[read.id()] = read.name();
  return true;
}

bool take_clock_sample(Bytes bytes, ChunkContents& contents) {
  format::ClockSample read;
  if (!parse(bytes, read)) return false;
  contents.clock_samples.push_back({read.peer_process(), read.peer_ticks(), read.ticks_before(), read.ticks_after(),
                                    known<model::ClockSample::When>(read.when(), 4)});
  return true;
}

bool take_thread(Bytes bytes, ChunkContents& contents) {
  format::Thread read;
  if (!parse(bytes, read)) return false;
  contents.thread.emplace(read.os_id(), read.name());
  return true;
}

bool take_end(Bytes bytes, ChunkContents& contents) {
  format::End read;
  if (!parse(bytes, read)) return false;
  contents.end = known<model::EndReason>(read.reason(), 6);
  return true;
}

bool take_field(const Fields& field, ChunkContents& contents) {
  switch (field.number()) {
    case format::Chunk::kRecordFieldNumber:
      contents.records.push_back(field.bytes());
      return true;
    case format::Chunk::kFunctionFieldNumber:
      return take_function(field.bytes(), contents);
    case format::Chunk::kModuleFieldNumber:
      return take_module(field.bytes(), contents);
    case format::Chunk::kContextFieldNumber:
      return take_context(field.bytes(), contents);
    case format::Chunk::kCommunicatorFieldNumber:
      return take_communicator(field.bytes(), contents);
    case format::Chunk::kCommunicatorNameFieldNumber:
      return take_communicator_name(field.bytes(), contents);
    case format::Chunk::kWindowFieldNumber:
      return take_window(field.bytes(), contents);
    case format::Chunk::kWindowNameFieldNumber:
      return take_window_name(field.bytes(), contents);
    case format::Chunk::kFileFieldNumber:
      return take_file(field.bytes(), contents);
    case format::Chunk::kRegionNameFieldNumber:
      return take_region_name(field.bytes(), contents);
    case format::Chunk::kClockSampleFieldNumber:
      return take_clock_sample(field.bytes(), contents);
    case format::Chunk::kThreadInfoFieldNumber:
      return take_thread(field.bytes(), contents);
    case format::Chunk::kEndFieldNumber:
      return take_end(field.bytes(), contents);
    default:
      return true;
  }
}

}  // namespace

bool read_chunk(Bytes body, ChunkContents& contents) {
  Fields field(body);
  while (field.next()) {
    if (field.is_bytes() && !take_field(field, contents)) return false;
  }
  return !field.is_torn();
}

void Sites::learn(const ChunkContents& contents) {
  for (const auto& [id, function] : contents.functions) {
    if (function_numbers_.try_emplace(function.name, functions_.size()).second) functions_.push_back(function);
  }
  for (const auto& [id, module] : contents.modules) {
    if (module_numbers_.try_emplace({module.path, module.build_id}, modules_.size()).second) modules_.push_back(module);
  }
  const Numbers ours = numbers(contents);
  for (const ContextDefinition& context : contents.contexts) {
    const SiteKey site = key(ours, context);
    if (!site_numbers_.try_emplace(site, sites_.size()).second) continue;
    sites_.push_back({std::get<0>(site), std::get<1>(site), std::get<2>(site)});
  }
}

Sites::Numbers Sites::numbers(const ChunkContents& contents) const {
  Numbers numbers;
  for (const auto& [id, function] : contents.functions) numbers.functions[id] = function_numbers_.at(function.name);
  for (const auto& [id, module] : contents.modules)
    numbers.modules[id] = module_numbers_.at({module.path, module.build_id});
  return numbers;
}

Sites::SiteKey Sites::key(const Numbers& numbers, const ContextDefinition& context) {
  const auto function = numbers.functions.find(context.function);
  const auto module = numbers.modules.find(context.module);
  return {function != numbers.functions.end() ? function->second : 0,
          module != numbers.modules.end() ? module->second : model::kNoModule, context.offset};
}

std::vector<ContextUse> Sites::uses(const ChunkContents& contents) const {
  const Numbers ours = numbers(contents);
  std::vector<ContextUse> uses;
  uses.reserve(contents.contexts.size());
  for (const ContextDefinition& context : contents.contexts) {
    const SiteKey site = key(ours, context);
    const model::Function& function = functions_[std::get<0>(site)];
    uses.push_back({context.id, site_numbers_.at(site), function.kind, function.group});
  }
  return uses;
}

}  // namespace mpitrace::read
