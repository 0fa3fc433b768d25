// SPDX-License-Identifier: BSD-3-Clause
#include "format/fnv1a.h"

#include <gtest/gtest.h>

namespace mpitrace::format {
namespace {

TEST(Fnv1a, IsThePublishedHash) {
  EXPECT_EQ(Fnv1a32().value(), 0x811c'9dc5U);
  EXPECT_EQ(Fnv1a32().add_text("a").value(), 0xe40c'292cU);
  EXPECT_EQ(Fnv1a32().add_text("foobar").value(), 0xbf9c'f968U);
  EXPECT_EQ(Fnv1a64().value(), 0xcbf2'9ce4'8422'2325ULL);
  EXPECT_EQ(Fnv1a64().add_text("a").value(), 0xaf63'dc4c'8601'ec8cULL);
  EXPECT_EQ(Fnv1a64().add_text("foobar").value(), 0x8594'4171'f739'67e8ULL);
}

TEST(Fnv1a, TakesPartsAsItTakesTheWhole) {
  EXPECT_EQ(Fnv1a64().add_text("foo").add_bytes("bar", 3).value(), Fnv1a64().add_text("foobar").value());
  EXPECT_EQ(Fnv1a64().add('f').value(), Fnv1a64().add_text("f").value());
}

}  // namespace
}  // namespace mpitrace::format
