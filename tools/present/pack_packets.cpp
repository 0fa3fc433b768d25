// SPDX-License-Identifier: BSD-3-Clause
#include "present/pack_packets.h"

#include <string>
#include <string_view>
#include <utility>

#include "present/compress.h"
#include "present/perfetto_schema.h"
#include "present/protobuf.h"

namespace mpitrace::present {
namespace {

constexpr std::size_t kMostBytes = 448U << 10U;  // also when they cannot be packed, with what stands around them

// The size of the first packet, its tag and length included.
std::size_t packet_size(std::string_view packets) {
  std::size_t size = 0;
  std::size_t at = 1;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(packets[at++]);
    size |= static_cast<std::size_t>(byte & 0x7fU) << shift;
    if (byte < 0x80) return at + size;
  }
}

}  // namespace

void pack_packets(Text& packets) {
  Text packed;
  std::string_view left = packets.view();
  while (!left.empty()) {
    std::size_t size = packet_size(left);
    while (size < left.size()) {
      const std::size_t next = packet_size(left.substr(size));
      if (size + next > kMostBytes) break;
      size += next;
    }
    const std::string bytes = pack_alone(left.substr(0, size));
    left.remove_prefix(size);
    Message message(packed, bytes.size() + 4 * Message::kFieldBytes);
    const std::size_t packet = message.begin(kTracePacket);
    message.text(PacketField::kCompressedPackets, bytes);
    message.end(packet);
  }
  std::swap(packets, packed);
}

}  // namespace mpitrace::present
