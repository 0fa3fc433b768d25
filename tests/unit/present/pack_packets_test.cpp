// SPDX-License-Identifier: BSD-3-Clause
#include "present/pack_packets.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

#include "perfetto/perfetto_trace.pb.h"

namespace mpitrace::present {
namespace {

std::string unpacked(const std::string& bytes) {
  std::string text(1U << 20U, '\0');
  uLongf size = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                       bytes.size()),
            Z_OK);
  text.resize(size);
  return text;
}

TEST(PackPackets, KeepsEveryPacketWholeAndEveryBlockSmall) {
  std::mt19937_64 random(1);
  perfetto::Trace trace;
  for (int i = 0; i < 3'000; ++i) {
    std::string name(random() % 1'000, '\0');
    for (char& character : name) character = static_cast<char>(random());  // cannot be packed
    trace.add_packet()->set_compressed_packets(name);
  }
  const std::string bytes = trace.SerializeAsString();
  Text text;
  text << bytes;
  pack_packets(text);
  perfetto::Trace packed;
  ASSERT_TRUE(packed.ParseFromString(std::string(text.view())));
  EXPECT_GE(packed.packet_size(), 3);
  std::string together;
  for (const auto& packet : packed.packet()) {
    EXPECT_LT(packet.ByteSizeLong() + 8, 512U << 10U);
    const std::string block = unpacked(packet.compressed_packets());
    perfetto::Trace whole;
    EXPECT_TRUE(whole.ParseFromString(block));
    together += block;
  }
  EXPECT_TRUE(together == bytes);
}

TEST(PackPackets, MakesNothingOfNothing) {
  Text text;
  pack_packets(text);
  EXPECT_EQ(text.size(), 0U);
}

}  // namespace
}  // namespace mpitrace::present
