// SPDX-License-Identifier: BSD-3-Clause
#include "session/figures.h"

#include <algorithm>
#include <cstring>

#include "format/fnv1a.h"
#include "record/clock.h"
#include "record/context.h"
#include "record/modules.h"
#include "session/state.h"

namespace mpitrace::session {
namespace {

SiteFigures describe_site(const record::Context& context) noexcept {
  SiteFigures site{};
  site.busy_ns = context.busy_ticks;  // ticks until the sums are made
  site.calls = context.calls;
  site.function = context.function;
  site.offset = context.site;
  const std::uint32_t number = context.module;
  format::Fnv1a64 key;
  key.add_bytes(&context.function, sizeof context.function);
  if (number != 0) {
    const record::Module& module = record::module(number);
    site.offset -= module.load_address;
    const std::size_t size = std::strlen(module.path);
    const std::size_t shown = std::min(size, sizeof site.module - 1);
    std::memcpy(site.module, module.path + size - shown, shown);
    key.add_bytes(module.path, size);
    key.add_bytes(module.build_id, module.build_id_bytes);
  }
  site.key = key.add_bytes(&site.offset, sizeof site.offset).value();
  return site;
}

// Two threads may call from one place.
void add_site(Figures& figures, const SiteFigures& fresh) noexcept {
  SiteFigures* cheapest = nullptr;
  for (std::uint64_t i = 0; i < figures.site_count; ++i) {
    SiteFigures& known = figures.sites[i];
    if (known.key == fresh.key) {
      known.busy_ns += fresh.busy_ns;
      known.calls += fresh.calls;
      return;
    }
    if (cheapest == nullptr || known.busy_ns < cheapest->busy_ns) cheapest = &known;
  }
  if (figures.site_count < kSitesOfRank) {
    figures.sites[figures.site_count++] = fresh;
  } else if (fresh.busy_ns > cheapest->busy_ns) {
    *cheapest = fresh;
  }
}

// Start-up is no communication time.
bool is_start_up(const record::Context& context) noexcept {
  constexpr std::uint32_t kInit = 21;  // trace.proto's Kind
  const record::FunctionFacts& function = record::g_functions[context.function];
  return function.kind == kInit || std::strcmp(function.name, "MPI_Session_init") == 0;
}

std::uint64_t to_ns(std::uint64_t ticks, const encode::AnchorTimes& now) noexcept {
  const encode::AnchorTimes& start = g_session.start;
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t span_ticks = now.ticks - start.ticks;
  if (span_ticks == 0) return 0;
  return static_cast<std::uint64_t>(static_cast<Wide>(ticks) * (now.monotonic_raw_ns - start.monotonic_raw_ns) /
                                    span_ticks);
}

void add_thread(Figures& figures, const record::Thread& thread) noexcept {
  figures.bytes += thread.in_use ? thread.slot->used_bytes : 0;
  ++figures.threads;
  for (std::uint32_t i = 1; i <= thread.context_count; ++i) {
    const record::Context& context = thread.contexts[i];
    figures.calls += context.calls;
    if (context.busy_ticks == 0 || is_start_up(context)) continue;
    figures.mpi_ns += context.busy_ticks;
    add_site(figures, describe_site(context));
  }
}

}  // namespace

Figures gather_figures() noexcept {
  Figures figures{};
  const encode::AnchorTimes now = record::take_anchor(3);
  figures.magic = kFiguresMagic;
  figures.process = g_session.process;
  figures.rank = g_session.rank;
  figures.world_size = g_session.world_size;
  figures.wall_ns = now.monotonic_raw_ns - g_session.up.monotonic_raw_ns;
  figures.bytes = g_session.files.log().size();
  for (const record::Thread* thread = g_session.threads; thread != nullptr; thread = thread->next)
    add_thread(figures, *thread);
  figures.mpi_ns = to_ns(figures.mpi_ns, now);
  for (SiteFigures& site : figures.sites) site.busy_ns = to_ns(site.busy_ns, now);
  const Totals sum = totals();
  figures.loss = sum.loss;
  if (sum.disk_full) figures.flags |= kDiskFull;
  if (sum.too_long) figures.flags |= kTooLong;
  if (sum.size_limit) figures.flags |= kSizeLimit;
  if (sum.gone) figures.flags |= kFileGone;
  if (sum.unmapped) figures.flags |= kNotMapped;
  return figures;
}

}  // namespace mpitrace::session
