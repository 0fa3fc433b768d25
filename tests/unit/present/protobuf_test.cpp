// SPDX-License-Identifier: BSD-3-Clause
#include "present/protobuf.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "perfetto/perfetto_trace.pb.h"

namespace mpitrace::present {
namespace {

// A packet with one event that has this name.
perfetto::TracePacket read_back(const std::string& name) {
  Text text;
  {
    Message message(text, 10 * Message::kFieldBytes + name.size());
    const std::size_t packet = message.begin(1);
    message.number(8, std::numeric_limits<std::uint64_t>::max());
    const std::size_t event = message.begin(11);
    message.number(30, static_cast<std::uint64_t>(-5));
    message.text(23, name);
    message.fixed(47, 1'000'000'007);
    message.end(event);
    message.number(10, 300);
    message.end(packet);
  }
  perfetto::Trace trace;
  EXPECT_TRUE(trace.ParseFromString(std::string(text.view())));
  EXPECT_EQ(trace.packet_size(), 1);
  return trace.packet_size() == 1 ? trace.packet(0) : perfetto::TracePacket();
}

TEST(Message, IsReadBackByProtobuf) {
  for (const std::size_t size : {0U, 1U, 127U, 128U, 16'300U, 16'383U, 16'384U, 100'000U, 3'000'000U}) {
    const std::string name(size, 'x');
    const perfetto::TracePacket packet = read_back(name);
    EXPECT_EQ(packet.timestamp(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(packet.trusted_packet_sequence_id(), 300U);
    EXPECT_EQ(packet.track_event().counter_value(), -5);
    EXPECT_TRUE(packet.track_event().name() == name) << size;
    ASSERT_EQ(packet.track_event().flow_ids_size(), 1);
    EXPECT_EQ(packet.track_event().flow_ids(0), 1'000'000'007U);
  }
}

TEST(Message, FillsShortLengthsIn) {
  Text text;
  {
    Message message(text, 3 * Message::kFieldBytes);
    const std::size_t body = message.begin_short(1);
    message.digits(-120);
    message.end_short(body);
  }
  EXPECT_EQ(text.view(), "\x0a\x04-120");
}

}  // namespace
}  // namespace mpitrace::present
