// SPDX-License-Identifier: BSD-3-Clause
#include "format/crc32c.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace mpitrace::format {
namespace {

std::vector<std::uint8_t> bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

struct KnownSum {
  std::vector<std::uint8_t> bytes;
  std::uint32_t sum;
};

std::vector<std::uint8_t> counting(int first, int step) {
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<std::uint8_t>(first + i * step));
  return bytes;
}

// The check value of the algorithm, and the vectors of RFC 3720, B.4.
class Crc32cKnown : public testing::TestWithParam<KnownSum> {};

TEST_P(Crc32cKnown, GivesThePublishedSum) {
  const KnownSum& known = GetParam();
  EXPECT_EQ(crc32c(known.bytes.data(), known.bytes.size()), known.sum);
}

INSTANTIATE_TEST_SUITE_P(Vectors, Crc32cKnown,
                         testing::Values(KnownSum{bytes_of("123456789"), 0xe306'9283U}, KnownSum{{}, 0U},
                                         KnownSum{std::vector<std::uint8_t>(32, 0), 0x8a91'36aaU},
                                         KnownSum{std::vector<std::uint8_t>(32, 0xff), 0x62a8'ab43U},
                                         KnownSum{counting(0, 1), 0x46dd'794eU},
                                         KnownSum{counting(31, -1), 0x113f'db5cU}));

TEST(Crc32c, IsTheSameByTableAsByTheProcessor) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("sse4.2")) GTEST_SKIP() << "this processor has no CRC instruction";
  std::mt19937_64 random(1);
  std::vector<std::uint8_t> bytes(300);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (std::size_t begin = 0; begin < 9; ++begin) {
    for (std::size_t size = 0; begin + size <= bytes.size(); ++size) {
      const auto state = static_cast<std::uint32_t>(random());
      ASSERT_EQ(crc32c_portable(bytes.data() + begin, size, state), crc32c_sse42(bytes.data() + begin, size, state))
          << size << " bytes at " << begin;
    }
  }
#else
  GTEST_SKIP() << "only x86-64 has both";
#endif
}

}  // namespace
}  // namespace mpitrace::format
