// SPDX-License-Identifier: BSD-3-Clause
#include "session/header.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>

#include "encode/message.h"
#include "format/chunk.h"
#include "format/fnv1a.h"
#include "record/clock.h"

namespace mpitrace::session {
namespace {

constexpr std::uint32_t kTscClock = 1;
constexpr std::uint32_t kRawNsClock = 2;

void read_boot_id(char (&boot)[40]) noexcept {
  boot[0] = '\0';
  const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  const ssize_t size = read(file, boot, sizeof boot - 1);
  close(file);
  boot[size > 0 ? size : 0] = '\0';
  boot[std::strcspn(boot, "\n")] = '\0';
}

std::uint32_t clock_kind() noexcept {
  return record::g_clock_is_tsc ? kTscClock : kRawNsClock;
}

void executable_path(char* path, std::size_t room) noexcept {
  const ssize_t size = readlink("/proc/self/exe", path, room - 1);
  path[size > 0 ? size : 0] = '\0';
}

void write_anchor(encode::Message& message, std::uint32_t field, const encode::AnchorTimes& anchor) noexcept {
  std::uint8_t* body = message.begin(field);
  message.fixed64(1, anchor.ticks);
  message.fixed64(2, anchor.monotonic_raw_ns);
  message.fixed64(3, anchor.realtime_ns);
  message.end(body);
}

}  // namespace

void executable_name(char* name, std::size_t room) noexcept {
  char path[1024];
  executable_path(path, sizeof path);
  const char* slash = std::strrchr(path, '/');
  std::strncpy(name, slash != nullptr ? slash + 1 : path, room - 1);
  name[room - 1] = '\0';
}

std::uint64_t make_process_number(std::uint64_t realtime_ns) noexcept {
  char boot[40];
  read_boot_id(boot);
  const std::uint64_t pid = static_cast<std::uint64_t>(getpid());
  const std::uint64_t hash =
      format::Fnv1a64().add_text(boot).add_bytes(&pid, sizeof pid).add_bytes(&realtime_ns, sizeof realtime_ns).value();
  return hash != 0 ? hash : 1;
}

std::uint64_t clock_domain(std::uint64_t process) noexcept {
  char boot[40];
  read_boot_id(boot);
  const std::uint64_t whose = boot[0] != '\0' ? clock_kind() : process;
  return format::Fnv1a64().add_text(boot).add_bytes(&whose, sizeof whose).value();
}

std::size_t write_header(const HeaderFacts& facts, std::uint8_t (&bytes)[kMaxHeaderBytes]) noexcept {
  char host[256] = {};
  char executable[4096];
  char boot[40];
  gethostname(host, sizeof host - 1);
  executable_path(executable, sizeof executable);
  read_boot_id(boot);

  encode::Message message(bytes, sizeof bytes);
  std::uint8_t* header = message.begin(1);
  message.uint(1, format::kFormatVersion);
  message.fixed64(2, facts.process);
  message.sint(3, facts.rank);
  message.uint(4, static_cast<std::uint64_t>(facts.world_size));
  message.text(5, host);
  message.uint(6, static_cast<std::uint64_t>(getpid()));
  message.text(7, executable);
  message.text(8, facts.job);
  message.text(9, facts.library->version);
  message.uint(10, facts.library->abi);
  message.text(11, MPITRACE_VERSION);
  std::uint8_t* clock = message.begin(12);
  message.uint(1, clock_kind());
  message.uint(2, facts.ticks_per_second);
  message.end(clock);
  write_anchor(message, 13, facts.start);
  message.uint(14, facts.library->thread_level);
  message.text(15, boot);
  message.end(header);
  return message.overflowed() ? 0 : message.size();
}

}  // namespace mpitrace::session
