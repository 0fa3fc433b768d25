// SPDX-License-Identifier: BSD-3-Clause
#include "session/summary.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "record/context.h"
#include "record/modules.h"
#include "session/figures.h"
#include "session/notice.h"
#include "session/state.h"
#include "session/symbol.h"

namespace mpitrace::session {
namespace {

constexpr char kPrefix[] = ".summary.";
constexpr std::size_t kMostSites = 4096;
constexpr int kShownSites = 5;
constexpr int kMostShownSites = 40;  // MPITRACE_SUMMARY=2

struct SumSite {
  SiteFigures site;
  std::uint64_t ranks;
  std::uint64_t longest_ns;
  int longest_rank;
};

struct Sum {
  std::uint64_t ranks = 0;
  std::uint64_t wall_ns = 0;        // the longest
  std::uint64_t all_thread_ns = 0;  // wall times threads, summed
  std::uint64_t mpi_ns = 0;
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  format::LossCounts loss{};
  std::uint64_t flags = 0;
  double least = 2;
  double most = -1;
  int least_rank = 0;
  int most_rank = 0;
  std::size_t site_count = 0;
  SumSite sites[kMostSites];
  Notices lines;
};

// One file a node and world: spawned worlds have the same ranks as ours.
void node_path(char* path, std::size_t room) noexcept {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  snprintf(path, room, "%s/%s%s.%s", g_session.files.folder(), kPrefix, g_session.world, host);
}

bool is_of_our_world(const char* name) noexcept {
  char prefix[sizeof kPrefix + sizeof g_session.world + 1];
  const int size = snprintf(prefix, sizeof prefix, "%s%s.", kPrefix, g_session.world);
  return std::strncmp(name, prefix, static_cast<std::size_t>(size)) == 0;
}

void add_site(Sum& sum, const SiteFigures& site, int rank) noexcept {
  SumSite* found = nullptr;
  for (std::size_t i = 0; i < sum.site_count && found == nullptr; ++i) {
    if (sum.sites[i].site.key == site.key) found = &sum.sites[i];
  }
  if (found == nullptr) {
    if (sum.site_count == kMostSites) return;
    found = &sum.sites[sum.site_count++];
    *found = {site, 1, site.busy_ns, rank};
    return;
  }
  found->site.busy_ns += site.busy_ns;
  found->site.calls += site.calls;
  ++found->ranks;
  if (site.busy_ns <= found->longest_ns) return;
  found->longest_ns = site.busy_ns;
  found->longest_rank = rank;
}

void add_rank(Sum& sum, const Figures& figures) noexcept {
  const std::uint64_t thread_ns = figures.wall_ns * std::max<std::uint64_t>(figures.threads, 1);
  const double share = thread_ns == 0 ? 0 : static_cast<double>(figures.mpi_ns) / static_cast<double>(thread_ns);
  ++sum.ranks;
  sum.wall_ns = std::max(sum.wall_ns, figures.wall_ns);
  sum.all_thread_ns += thread_ns;
  sum.mpi_ns += figures.mpi_ns;
  sum.calls += figures.calls;
  sum.bytes += figures.bytes;
  add_loss(sum.loss, figures.loss);
  sum.flags |= figures.flags;
  if (share < sum.least) {
    sum.least = share;
    sum.least_rank = figures.rank;
  }
  if (share > sum.most) {
    sum.most = share;
    sum.most_rank = figures.rank;
  }
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(figures.site_count, kSitesOfRank); ++i) {
    add_site(sum, figures.sites[i], figures.rank);
  }
}

// All records of one node's file. A slot whose rank never wrote is zero and has no magic.
void add_file(Sum& sum, const char* path) noexcept {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  Figures figures;
  off_t at = 0;
  while (pread(file, &figures, sizeof figures, at) == static_cast<ssize_t>(sizeof figures)) {
    if (figures.magic == kFiguresMagic && figures.world_size == g_session.world_size) add_rank(sum, figures);
    at += static_cast<off_t>(sizeof figures);
  }
  close(file);
}

template <class Visit>
void for_each_node(Visit visit) noexcept {
  DIR* folder = opendir(g_session.files.folder());
  if (folder == nullptr) return;
  while (const dirent* entry = readdir(folder)) {
    if (!is_of_our_world(entry->d_name)) continue;
    char path[store::kMaxFilePathBytes];
    const int size = snprintf(path, sizeof path, "%s/%s", g_session.files.folder(), entry->d_name);
    if (size > 0 && static_cast<std::size_t>(size) < sizeof path) visit(path);
  }
  closedir(folder);
}

void read_all(Sum& sum) noexcept {
  // Finalize lets the last ranks' writes be a moment behind.
  for (int attempt = 0; attempt < 5; ++attempt) {
    new (&sum) Sum{};  // in its place: too large for a stack
    for_each_node([&](const char* path) { add_file(sum, path); });
    if (sum.ranks >= static_cast<std::uint64_t>(g_session.world_size)) return;
    const timespec pause{0, 2'000'000};
    nanosleep(&pause, nullptr);
  }
}

// "12.3 s", "4.56 ms", "789 ns"
void put_time(double ns, char (&text)[32]) noexcept {
  if (ns >= 1e9) {
    snprintf(text, sizeof text, "%.2f s", ns / 1e9);
  } else if (ns >= 1e6) {
    snprintf(text, sizeof text, "%.2f ms", ns / 1e6);
  } else if (ns >= 1e3) {
    snprintf(text, sizeof text, "%.2f us", ns / 1e3);
  } else {
    snprintf(text, sizeof text, "%.0f ns", ns);
  }
}

// "12 kB", "3.4 MB"
void put_bytes(double bytes, char (&text)[32]) noexcept {
  if (bytes >= 1e9) {
    snprintf(text, sizeof text, "%.2f GB", bytes / 1e9);
  } else if (bytes >= 1e6) {
    snprintf(text, sizeof text, "%.1f MB", bytes / 1e6);
  } else {
    snprintf(text, sizeof text, "%.0f kB", bytes / 1e3);
  }
}

// A C++ program has the demangler with it, in its libstdc++; for others there is nothing to demangle.
void demangle(char* name, std::size_t room) noexcept {
  using Demangle = char* (*)(const char*, char*, std::size_t*, int*);
  const auto function = reinterpret_cast<Demangle>(dlsym(RTLD_DEFAULT, "__cxa_demangle"));
  if (function == nullptr || std::strncmp(name, "_Z", 2) != 0) return;
  int status = 0;
  char* plain = function(name, nullptr, nullptr, &status);
  if (plain == nullptr) return;
  plain[std::strcspn(plain, "(")] = '\0';  // parameters would fill the line
  std::strncpy(name, plain, room - 1);
  free(plain);
}

void put_place(const SiteFigures& site, char* text, std::size_t room) noexcept {
  if (site.module[0] == '\0') {
    snprintf(text, room, "unknown place");
    return;
  }
  const char* slash = std::strrchr(site.module, '/');
  const char* base = slash != nullptr ? slash + 1 : site.module;
  char name[1024];
  for (std::uint32_t number = 1; number <= record::module_count(); ++number) {
    const char* path = record::module(number).path;
    const std::size_t size = std::strlen(path);
    const std::size_t shown = std::strlen(site.module);
    if (size < shown || std::strcmp(path + size - shown, site.module) != 0) continue;
    if (find_symbol_name(path, site.offset - 1, name, sizeof name)) {
      demangle(name, sizeof name);
      snprintf(text, room, "%.100s (%.60s+0x%llx)", name, base, static_cast<unsigned long long>(site.offset));
      return;
    }
  }
  snprintf(text, room, "%.100s+0x%llx", base, static_cast<unsigned long long>(site.offset));
}

void print_sites(Sum& sum) noexcept {
  std::sort(sum.sites, sum.sites + sum.site_count,
            [](const SumSite& a, const SumSite& b) { return a.site.busy_ns > b.site.busy_ns; });
  const auto shown =
      std::min<std::size_t>(sum.site_count, g_session.settings.summary > 1 ? kMostShownSites : kShownSites);
  if (shown > 0) sum.lines.add("   of time        calls   per call  max/mean  function at place");
  for (std::size_t i = 0; i < shown; ++i) {
    const SumSite& site = sum.sites[i];
    char per_call[32];
    char place[256];
    const double busy = static_cast<double>(site.site.busy_ns);
    put_time(site.site.calls == 0 ? 0 : busy / static_cast<double>(site.site.calls), per_call);
    put_place(site.site, place, sizeof place);
    const double mean_ns = busy / static_cast<double>(sum.ranks);
    sum.lines.add("   %6.2f %% %12llu %10s  %8.2f  %s at %s, longest on rank %d",
                  100 * busy / static_cast<double>(sum.all_thread_ns), static_cast<unsigned long long>(site.site.calls),
                  per_call, mean_ns > 0 ? static_cast<double>(site.longest_ns) / mean_ns : 1.0,
                  record::g_functions[site.site.function].name, place, site.longest_rank);
  }
}

void print_losses(Sum& sum) noexcept {
  if (sum.ranks < static_cast<std::uint64_t>(g_session.world_size)) {
    sum.lines.add("these figures are of %llu of %d ranks: the others left none in %s",
                  static_cast<unsigned long long>(sum.ranks), g_session.world_size, g_session.files.folder());
  }
  if (sum.loss.dropped_calls != 0) {
    const char* why = (sum.flags & kDiskFull) != 0    ? "the disk is full"
                      : (sum.flags & kSizeLimit) != 0 ? "MPITRACE_MAX_SIZE was reached"
                      : (sum.flags & kTooLong) != 0   ? "the system allows no longer file (ulimit -f)"
                                                      : "a file was closed by the program";
    sum.lines.add("LOST: %llu of these calls are not in the files: %s",
                  static_cast<unsigned long long>(sum.loss.dropped_calls), why);
  }
  if (sum.loss.nested_calls != 0) {
    sum.lines.add("%llu MPI calls made inside MPI calls (callbacks) so far were counted, not recorded",
                  static_cast<unsigned long long>(sum.loss.nested_calls));
  }
}

void print(Sum& sum) noexcept {
  char wall[32];
  put_time(static_cast<double>(sum.wall_ns), wall);
  const double share =
      static_cast<double>(sum.mpi_ns) / static_cast<double>(std::max<std::uint64_t>(sum.all_thread_ns, 1));
  sum.lines.add(
      "%.1f %% of the time in MPI: %llu rank%s, %s, %llu calls before MPI_Finalize; least on rank %d (%.1f %%), most "
      "on rank %d (%.1f %%)",
      100 * share, static_cast<unsigned long long>(sum.ranks), sum.ranks == 1 ? "" : "s", wall,
      static_cast<unsigned long long>(sum.calls), sum.least_rank, 100 * sum.least, sum.most_rank, 100 * sum.most);
  print_sites(sum);
  print_losses(sum);
  char bytes[32];
  put_bytes(static_cast<double>(sum.bytes), bytes);
  sum.lines.add("%s in %s; next: mpitrace merge %s%s", bytes, g_session.files.folder(), g_session.files.folder(),
                sum.site_count != 0 ? " (lines of source: mpitrace dump --sites, the same folder)" : "");
  sum.lines.end();
}

bool wants_summary() noexcept {
  return g_session.recording && g_session.opened && g_session.settings.summary > 0;
}

}  // namespace

void leave_figures() noexcept {
  if (!wants_summary()) return;
  const int saved_errno = errno;
  char path[store::kMaxFilePathBytes];
  node_path(path, sizeof path);
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0) {
    const Figures figures = gather_figures();
    const std::uint64_t at = static_cast<std::uint64_t>(figures.rank) * sizeof figures;
    if (store::may_grow_to(at + sizeof figures)) {
      // A full disk leaves a hole or a part: the reader finds no magic, or the size wrong, and says that the rank is
      // missing.
      if (pwrite(file, &figures, sizeof figures, static_cast<off_t>(at)) < 0) errno = saved_errno;
    }
    close(file);
  }
  errno = saved_errno;
}

void print_summary() noexcept {
  if (!wants_summary() || g_session.rank != 0) return;
  const int saved_errno = errno;
  void* place = mmap(nullptr, sizeof(Sum), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place != MAP_FAILED) {
    auto& sum = *static_cast<Sum*>(place);
    read_all(sum);
    if (sum.ranks != 0) print(sum);
    for_each_node([](const char* path) { unlink(path); });
    munmap(place, sizeof(Sum));
  }
  errno = saved_errno;
}

}  // namespace mpitrace::session
