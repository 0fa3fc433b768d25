// SPDX-License-Identifier: BSD-3-Clause
#include "unit/session/fresh_session.h"

#include <stdlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "record/call.h"
#include "session/session.h"
#include "session/state.h"
#include "unit/record/recording.h"

extern "C" char** environ;

namespace mpitrace::tests {
namespace {

Variables with_folder(Variables variables, const std::string& folder) {
  variables.try_emplace("MPITRACE_DIR", folder);
  variables.try_emplace("MPITRACE_SUMMARY", "0");
  return variables;
}

void forget_session() {
  std::destroy_at(&session::g_session);
  std::construct_at(&session::g_session);
  record::g_thread = nullptr;
  record::g_attach = nullptr;
  record::g_flush = nullptr;
  record::want_pause(record::Pause::kByProgram, false);
  record::want_pause(record::Pause::kByTime, false);
  record::g_deadline_ticks = ~std::uint64_t{0};
}

}  // namespace

Environment::Environment(const Variables& variables) {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) before_.emplace_back(*entry);
  clearenv();
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
}

Environment::~Environment() {
  clearenv();
  for (const std::string& entry : before_) {
    const std::size_t equals = entry.find('=');
    setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
}

FreshSession::FreshSession(std::initializer_list<Variables::value_type> variables)
    : environment_(with_folder(variables, folder_.path())) {
  forget_session();
  record::g_functions = functions_of_each_kind();
  is_recording_ = session::start();
}

FreshSession::~FreshSession() {
  forget_session();
}

std::vector<std::string> FreshSession::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

void make_call(std::uint64_t site, std::int64_t tag) {
  constexpr auto kKind = format::Kind::kSend;
  record::Thread* thread = record::enter({reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                                          reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))});
  if (thread == nullptr) return;
  record::Context& context = record::find_context(*thread, site, static_cast<std::uint32_t>(kKind));
  std::array<std::int64_t, format::kFieldCount> values{};
  values[static_cast<std::size_t>(format::Field::kTag)] = tag;
  const std::uint64_t start_ticks = record::begin_call(*thread, context);
  const std::uint64_t end_ticks = record::end_call(*thread);
  record::write_call<format::carried_fields(kKind)>(*thread, context, {start_ticks, end_ticks}, values.data(),
                                                    [](std::uint8_t* at) { return at; });
  record::leave(*thread);
}

}  // namespace mpitrace::tests
