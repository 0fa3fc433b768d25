// SPDX-License-Identifier: BSD-3-Clause
#include <cassert>
#include <cstring>

#include "format/chunk.h"
#include "format/crc32c.h"
#include "synthetic/functions.h"
#include "synthetic/writer.h"

namespace mpitrace::synthetic {
namespace {

template <class Number>
void put_fixed(std::string& out, Number value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_padded_varint(std::string& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>((value & 0x7fU) | (i + 1 < bytes ? 0x80U : 0U));
    value >>= 7U;
  }
}

}  // namespace

ThreadWriter::ThreadWriter(ProcessWriter& process, std::uint32_t number, std::uint64_t start_ticks)
    : process_(process), number_(number), start_ticks_(start_ticks), end_ticks_(start_ticks) {
  begin_chunk();
}

void ThreadWriter::begin_chunk() {
  start_ticks_ = end_ticks_;
  calls_ = 0;
  body_.clear();
  record_.clear();
  functions_.clear();
  contexts_.clear();
  memory_.clear();
}

void ThreadWriter::define_function(const std::string& name) {
  if (functions_.count(name) != 0) return;
  if (functions_.empty()) {
    format::Module module;
    module.set_id(1);
    module.set_path(process_.binary().path);
    module.set_build_id(process_.binary().build_id);
    put_field(body_, format::Chunk::kModuleFieldNumber, module.SerializeAsString());
  }
  const auto id = static_cast<std::uint32_t>(functions_.size() + 1);
  functions_[name] = id;
  format::Function function = function_named(name);
  function.set_id(id);
  put_field(body_, format::Chunk::kFunctionFieldNumber, function.SerializeAsString());
}

std::uint64_t ThreadWriter::context(const std::string& function, std::uint64_t site) {
  const auto known = contexts_.find({function, site});
  if (known != contexts_.end()) return known->second;
  close_record();
  define_function(function);
  format::Context context;
  context.set_id(static_cast<std::uint32_t>(contexts_.size() + 1));
  context.set_function(functions_[function]);
  context.set_module(1);
  context.set_offset(site);
  put_field(body_, format::Chunk::kContextFieldNumber, context.SerializeAsString());
  contexts_[{function, site}] = context.id();
  memory_.resize(context.id() + 1);
  return context.id();
}

void ThreadWriter::close_record() {
  if (record_.empty()) return;
  body_ += static_cast<char>(format::kRecordTag);
  put_padded_varint(body_, record_.size(), format::kRecordLengthBytes);
  body_ += record_;
  record_.clear();
}

void ThreadWriter::call(const Call& call) {
  const std::uint64_t id = context(call.function, call.site);
  Memory& memory = memory_[id];
  std::array<std::uint64_t, format::kFieldCount> values{};
  for (const auto& [field, value] : call.fields)
    values[static_cast<std::size_t>(field)] = static_cast<std::uint64_t>(value);
  values[static_cast<std::size_t>(Field::kListed)] = call.entries.size();
  std::uint64_t mask = 0;
  std::string deltas;
  for (std::size_t field = 0; field < format::kFieldCount; ++field) {
    const std::uint64_t predicted = memory.last[field] + memory.step[field];
    if (values[field] != predicted) {
      mask |= 1ULL << field;
      put_varint(deltas, zigzag(static_cast<std::int64_t>(values[field] - predicted)));
    }
    memory.step[field] = values[field] - memory.last[field];
    memory.last[field] = values[field];
  }
  put_varint(record_, id << 1U | (mask != 0 ? 1U : 0U));
  if (mask != 0) put_varint(record_, mask);
  record_ += deltas;
  if (!is_paused_) {
    put_varint(record_, call.gap);
    put_varint(record_, call.duration);
    end_ticks_ += call.gap + call.duration;
    ++calls_;
  }
  expected_id_ = static_cast<std::int64_t>(values[static_cast<std::size_t>(Field::kRequest)]);
  for (const Entry& entry : call.entries) put_entry(entry);
  if (body_.size() + record_.size() > chunk_bytes) end_chunk();
}

void ThreadWriter::put_entry(const Entry& entry) {
  const std::uint64_t flags = (entry.cancelled ? 2U : 0U) | (entry.status ? 1U : 0U);
  put_varint(record_, (zigzag(entry.id - expected_id_) << 2U) | flags);
  expected_id_ = entry.id + 1;
  if (!entry.status) return;
  put_varint(record_, zigzag(entry.status->source));
  put_varint(record_, zigzag(entry.status->tag));
  put_varint(record_, entry.status->bytes);
}

void ThreadWriter::control(std::uint64_t type, const std::vector<std::uint64_t>& values) {
  put_varint(record_, 0);
  put_varint(record_, type);
  put_varint(record_, values.size());
  for (const std::uint64_t value : values) put_varint(record_, value);
}

void ThreadWriter::completed(const std::vector<Entry>& entries) {
  std::uint64_t values = 0;
  for (const Entry& entry : entries) values += entry.status ? 4U : 1U;
  control(static_cast<std::uint64_t>(format::Control::kCompleted), {});
  record_.pop_back();  // the count of values, which follow here as entries
  put_varint(record_, values);
  for (const Entry& entry : entries) put_entry(entry);
}

void ThreadWriter::polls(std::uint64_t gap, std::uint64_t span, const std::vector<Polled>& polled) {
  std::vector<std::uint64_t> values{gap, span};
  for (const Polled& one : polled) {
    values.push_back(context(one.function, one.site));
    values.push_back(one.count);
    values.push_back(one.busy_ticks);
    calls_ += static_cast<std::uint32_t>(one.count);
  }
  control(static_cast<std::uint64_t>(format::Control::kPolls), values);
  end_ticks_ += gap + span;
}

void ThreadWriter::pause(std::uint64_t gap) {
  control(static_cast<std::uint64_t>(format::Control::kPause), {gap});
  end_ticks_ += gap;
  is_paused_ = true;
}

void ThreadWriter::resume(std::uint64_t gap) {
  control(static_cast<std::uint64_t>(format::Control::kResume), {gap});
  end_ticks_ += gap;
  is_paused_ = false;
}

void ThreadWriter::flush(std::uint64_t gap, std::uint64_t duration) {
  control(static_cast<std::uint64_t>(format::Control::kFlush), {gap, duration});
  end_ticks_ += gap + duration;
}

void ThreadWriter::communicator(const format::Communicator& communicator) {
  close_record();
  put_field(body_, format::Chunk::kCommunicatorFieldNumber, communicator.SerializeAsString());
}

void ThreadWriter::definition(std::uint32_t field, const std::string& message) {
  close_record();
  put_field(body_, field, message);
}

void ThreadWriter::communicator_name(std::uint32_t id, const std::string& name) {
  close_record();
  format::CommunicatorName message;
  message.set_id(id);
  message.set_name(name);
  put_field(body_, format::Chunk::kCommunicatorNameFieldNumber, message.SerializeAsString());
}

void ThreadWriter::info(std::uint32_t os_id, const std::string& name) {
  close_record();
  format::Thread message;
  message.set_os_id(os_id);
  message.set_name(name);
  put_field(body_, format::Chunk::kThreadInfoFieldNumber, message.SerializeAsString());
}

std::string ThreadWriter::prefix(std::size_t body_bytes) const {
  std::string out;
  const auto fixed64 = [&](char tag, std::uint64_t value) {
    out += tag;
    put_fixed(out, value);
  };
  out += '\x1a';
  put_padded_varint(out, format::kChunkPrefixBytes - format::kChunkMessageAt + body_bytes, format::kChunkLengthBytes);
  out += '\x0d';
  put_fixed(out, format::kChunkMagic);
  out += '\x15';
  put_fixed(out, std::uint32_t{0});
  fixed64('\x19', process_.header().process());
  out += '\x25';
  put_fixed(out, number_);
  fixed64('\x29', sequence_);
  fixed64('\x31', start_ticks_);
  fixed64('\x39', end_ticks_);
  out += '\x45';
  put_fixed(out, calls_);
  const format::Anchor anchor = process_.anchor(end_ticks_);
  out += "\x4a\x1b";
  fixed64('\x09', anchor.ticks());
  fixed64('\x11', anchor.monotonic_raw_ns());
  fixed64('\x19', anchor.realtime_ns());
  out += "\x52\x24";
  fixed64('\x09', loss.dropped_calls);
  fixed64('\x11', loss.lost_chunks);
  fixed64('\x19', loss.nested_calls);
  fixed64('\x21', loss.abandoned_calls);
  assert(out.size() == format::kChunkPrefixBytes);
  return out;
}

void ThreadWriter::end_chunk() {
  close_record();
  std::string chunk = prefix(body_.size()) + body_;
  const std::uint32_t sum = format::crc32c(reinterpret_cast<const std::uint8_t*>(chunk.data()) + format::kCheckedAt,
                                           chunk.size() - format::kCheckedAt);
  std::memcpy(chunk.data() + format::kCrcAt, &sum, sizeof sum);
  process_.append(chunk);
  skip_chunk();
}

void ThreadWriter::skip_chunk() {
  ++sequence_;
  begin_chunk();
}

void ThreadWriter::end(format::End::Reason reason) {
  close_record();
  format::End message;
  message.set_reason(reason);
  put_field(body_, format::Chunk::kEndFieldNumber, message.SerializeAsString());
  end_chunk();
}

std::string ThreadWriter::slot(const std::string& function, std::uint64_t gap, format::CurrentCall current,
                               const std::vector<Polled>& pending) {
  current.context = function.empty() ? 0 : context(function, 0);
  current.start_ticks = end_ticks_ + gap;
  format::LiveSlot slot{};
  for (const Polled& one : pending)
    slot.polls.polled[slot.polls.contexts++] = {context(one.function, one.site), one.count, one.busy_ticks};
  if (!pending.empty()) {
    slot.polls.first_ticks = end_ticks_;
    slot.polls.last_ticks = end_ticks_ + gap;
  }
  std::string buffer(format::kChunkPrefixBytes, '\0');  // the prefix is taken from the slot's fields
  buffer += body_;
  slot.open_record = buffer.size() + 1;
  buffer += static_cast<char>(format::kRecordTag);
  buffer.append(format::kRecordLengthBytes, '\0');
  buffer += record_;
  assert(buffer.size() <= slot_bytes);
  slot.magic = format::kLiveMagic;
  slot.process = process_.header().process();
  slot.thread = number_;
  slot.buffer_bytes = slot_bytes;
  slot.sequence = sequence_;
  slot.used_bytes = buffer.size();
  slot.start_ticks = start_ticks_;
  slot.end_ticks = end_ticks_;
  slot.calls = calls_;
  slot.loss = loss;
  slot.current = current;
  std::string bytes(1, '\x12');
  put_padded_varint(bytes, format::kLiveHeaderBytes + slot_bytes - format::kLiveFrameBytes,
                    format::kLiveFrameBytes - 1);
  std::memcpy(slot.frame, bytes.data(), bytes.size());
  std::string out(format::kLiveHeaderBytes, '\0');
  std::memcpy(out.data(), &slot, sizeof slot);
  buffer.resize(slot_bytes);
  return out + buffer;
}

}  // namespace mpitrace::synthetic
