// SPDX-License-Identifier: BSD-3-Clause
// Whole Perfetto packets -> packets that hold them packed, each less than the 512 KiB that the format allows.
#pragma once

#include "present/text.h"

namespace mpitrace::present {

void pack_packets(Text& packets);

}  // namespace mpitrace::present
