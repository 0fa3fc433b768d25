// SPDX-License-Identifier: BSD-3-Clause
// same_timeline JSON PFTRACE: says where two forms of one run's timeline differ, or break a rule of their viewers; exit
// code 1 if anywhere.
#include <zlib.h>

#include <cstdio>
#include <string>

#include "perfetto/shown.h"

namespace {

// Packed or not.
std::string content(const char* path) {
  std::string text;
  gzFile file = gzopen(path, "rb");
  if (file == nullptr) return text;
  char buffer[1U << 16U];
  for (int count = 0; (count = gzread(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  gzclose(file);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const auto sentences = mpitrace::tests::differences(mpitrace::tests::read_chrome(content(argv[1])),
                                                      mpitrace::tests::read_perfetto(content(argv[2])));
  for (const std::string& sentence : sentences) std::printf("%s: %s\n", argv[2], sentence.c_str());
  return sentences.empty() ? 0 : 1;
}
