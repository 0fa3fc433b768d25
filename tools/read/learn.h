// SPDX-License-Identifier: BSD-3-Clause
// A part -> its process as the model knows it: threads, call sites, communicators, counts, and what of it is damaged.
// Reads what chunks define, and decodes the calls of the open one only, to count them.
#pragma once

#include <vector>

#include "model/process.h"
#include "read/part.h"

namespace mpitrace::read {

// What is read of one process; the model's Process says the rest.
struct ProcessRecords {
  Sites sites;
  std::vector<ThreadChunks> threads;  // as in Process::threads
};

struct Learnt {
  model::Process process;
  ProcessRecords records;
  std::vector<model::Damage> damage;
};

Learnt learn(Part part);

}  // namespace mpitrace::read
