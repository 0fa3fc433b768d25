// SPDX-License-Identifier: BSD-3-Clause
#include "present/part_file.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace mpitrace::present {
namespace {

constexpr int kSlots = 32;  // an export has a file for each table

std::atomic<char*> g_paths[kSlots];

// The signal comes again when this has returned, and then has the effect that it has without us.
void remove_and_end(int signal) {
  for (std::atomic<char*>& path : g_paths) {
    if (const char* name = path.load()) ::unlink(name);
  }
  ::raise(signal);
}

// A signal that is ignored, as under nohup, stays so.
void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    ::sigaction(signal, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 || now.sa_handler != SIG_DFL) continue;
    struct sigaction ours {};
    ours.sa_handler = remove_and_end;
    ours.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &ours, nullptr);
  }
}

}  // namespace

PartFile::PartFile(const std::string& path) {
  static std::once_flag caught;
  std::call_once(caught, catch_signals);
  char* name = ::strdup(path.c_str());
  for (int i = 0; i < kSlots && name != nullptr && slot_ < 0; ++i) {
    char* empty = nullptr;
    if (g_paths[i].compare_exchange_strong(empty, name)) slot_ = i;
  }
  if (slot_ < 0) std::free(name);
}

PartFile::PartFile(PartFile&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

PartFile& PartFile::operator=(PartFile&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

PartFile::~PartFile() {
  if (slot_ >= 0) std::free(g_paths[slot_].exchange(nullptr));
}

}  // namespace mpitrace::present
