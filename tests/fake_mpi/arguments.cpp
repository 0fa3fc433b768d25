// SPDX-License-Identifier: BSD-3-Clause
#include "fake_mpi/arguments.h"

#include <cstring>
#include <optional>

namespace mpitrace::fake {
namespace {

// A C compiler leaves anything in the upper half of a word that holds an int.
Word narrow(Word number, std::size_t place) {
  return (0xdead'0000U + place) << 32U | static_cast<std::uint32_t>(number);
}

Word narrow(int number, std::size_t place) {
  return narrow(static_cast<Word>(static_cast<std::uint32_t>(number)), place);
}

std::optional<int> integer(const Row& row, std::string_view role, const Given& given) {
  const bool receives = row.has("Source") && !row.has("Dest");
  if (role == "Dest") return row.is_large ? kAbi.proc_null : kDestination;
  if (role == "Source") return row.is_large ? kArrivedSource : kAbi.any_source;
  if (role == "SourceTag" || (role == "Tag" && receives)) return row.is_large ? kArrivedTag : kAbi.any_tag;
  if (role == "Tag") return kTag;
  if (role == "Root") return row.is_large ? kOtherRoot : kRank;
  if (role == "NReq") return kRequests;
  if (role == "Parts") return kPartitions;
  if (role == "Target") return kDestination;
  if (role == "LockType") return kAbi.lock_exclusive;
  if (role == "Code") return kAbortCode;
  if (role == "Level") return 3;
  if (role == "Amode") return 37;
  if (role == "Required") return given.thread_level;
  return std::nullopt;
}

std::optional<int> count(std::string_view role) {
  if (role == "Cnt") return kCount;
  if (role == "SCnt" || role == "TCnt") return kSendCount;
  if (role == "RCnt") return kRecvCount;
  if (role == "PCnt") return kPartCount;
  if (role == "DispUnit") return 8;
  return std::nullopt;
}

// PCnt is a count of type MPI_Count also in the plain form, but not in MPI 5.0.
bool is_wide_count(const Row& row, std::string_view role) {
  return row.is_large || (role == "PCnt" && kAbi.abi_version < 1);
}

std::optional<Word> handle_word(const Row& row, std::string_view role, std::size_t place, const Given& given) {
  if (role == "Comm") return is_on_grid(row) ? given.grid : predefined().world;
  if (role == "PeerComm") return predefined().world;
  if (role == "Type" || role == "SType") return predefined().int_type;
  if (role == "RType" || role == "TType") return kDerivedType;
  if (role == "Win") return given.window;
  if (role == "File") return given.file;
  if (role == "Op" || role == "Info" || role == "Errh" || role == "Session" || role == "Grp" || role == "ReqIn")
    return kAbi.made + 0x100'0000 + 16 * place;
  return std::nullopt;
}

bool is_status(const Row& row, std::string_view role) {
  return (role == "Stat" || role == "Stats") && row.group != Group::kLocal;
}

}  // namespace

void Arguments::put_handles(std::size_t i, const std::vector<Word>& handles) {
  for (std::size_t k = 0; k < handles.size(); ++k)
    std::memcpy(&cells_[i][k * kAbi.handle_bytes], &handles[k], kAbi.handle_bytes);
}

void Arguments::put_counts(const Row& row, std::size_t i) {
  const bool sends = row.roles[i] == "SCnts";
  for (int peer = 0; peer < kPeers; ++peer) {
    const std::int64_t number = sends ? send_count(peer) : recv_count(peer);
    const std::size_t bytes = row.is_large ? sizeof(std::int64_t) : sizeof(std::int32_t);
    std::memcpy(&cells_[i][static_cast<std::size_t>(peer) * bytes], &number, bytes);
  }
}

void Arguments::put_memory(const Row& row, std::size_t i, const Given& given) {
  const std::string_view role = row.roles[i];
  if (role == "SCnts" || role == "RCnts") put_counts(row, i);
  if (role == "STypes" || role == "RTypes") {
    std::vector<Word> types;
    for (int peer = 0; peer < kPeers; ++peer)
      types.push_back(bytes_of_type(peer) == 4 ? predefined().int_type : kDerivedType);
    put_handles(i, types);
  }
  if (role == "Req" || role == "Reqs") put_handles(i, given.requests);
  if (role == "Msg") put_handles(i, {given.message});
  if (role == "CommInOut") put_handles(i, {given.communicator_to_free});
  if (role == "WinOut") put_handles(i, {given.window_to_free});
  if (role == "FileOut") std::memcpy(cells_[i], &given.file_to_close, sizeof given.file_to_close);
  if (role == "Name") std::memcpy(cells_[i], kName, sizeof kName);
}

void Arguments::fill(const Row& row, const Given& given) {
  for (std::size_t i = 0; i < kMostWords; ++i) {
    std::memset(cells_[i], static_cast<int>(0x51 + i), kCellBytes);
    words_[i] = address(i);
  }
  for (std::size_t i = 0; i < row.roles.size(); ++i) {
    const std::string_view role = row.roles[i];
    put_memory(row, i, given);
    if (const auto number = integer(row, role, given)) words_[i] = narrow(*number, i);
    if (const auto number = count(role))
      words_[i] = is_wide_count(row, role) ? static_cast<Word>(*number) : narrow(*number, i);
    if (const auto handle = handle_word(row, role, i, given))
      words_[i] = handle_bytes(role) == 4 ? narrow(*handle, i) : *handle;
    if (role == "WinSize" || role == "Offset") words_[i] = static_cast<Word>(offset(static_cast<int>(i)));
    if (is_status(row, role) && given.ignores_statuses) words_[i] = kAbi.status_ignore;
  }
}

Word Arguments::handle(const Row& row, std::string_view role) const {
  Word handle = 0;
  std::memcpy(&handle, cells_[row.find(role)], handle_bytes(role));
  return handle;
}

}  // namespace mpitrace::fake
