// SPDX-License-Identifier: BSD-3-Clause
// make_corpus DIR: a few small, well-formed inputs for fuzz_run to start from.
#include <filesystem>
#include <string>

#include "synthetic/patterns.h"
#include "synthetic/writer.h"

namespace {

using namespace mpitrace;
using format::Field;

std::string input(const std::string& log, const std::string& live) {
  std::string bytes{static_cast<char>(log.size()), static_cast<char>(log.size() >> 8U)};
  return bytes + log + live;
}

std::string of_every_kind() {
  synthetic::ProcessWriter process(synthetic::make_header(0, 1));
  synthetic::ThreadWriter& thread = process.thread();
  thread.slot_bytes = 1024;
  thread.info(1, "main");
  thread.communicator(synthetic::world(0, 1));
  thread.call({"MPI_Init", 1, 2, {}, {}, 1});
  thread.call({"MPI_Irecv",
               1,
               2,
               {{Field::kCommunicator, 1}, {Field::kPeer, -1}, {Field::kTag, -1}, {Field::kRequest, 1}},
               {},
               2});
  thread.call({"MPI_Send", 1, 2, {{Field::kCommunicator, 1}, {Field::kTag, 3}, {Field::kSentBytes, 8}}, {}, 3});
  thread.call({"MPI_Waitall",
               1,
               2,
               {{Field::kRequest, 1}, {Field::kRequests, 1}},
               {{1, false, synthetic::Status{0, 3, 8}}},
               4});
  thread.completed({{2, true, {}}});
  thread.polls(1, 9, {{"MPI_Test", 3, 2, 5}});
  thread.pause(3);
  thread.call({"MPI_Mprobe", 0, 0, {{Field::kCommunicator, 1}, {Field::kMessage, 1}}, {}, 6});
  thread.resume(3);
  thread.flush(1, 1);
  format::ClockSample sample;
  sample.set_peer_process(1);
  sample.set_peer_ticks(5);
  sample.set_ticks_before(3);
  sample.set_ticks_after(9);
  sample.set_when(format::ClockSample::WHEN_INIT);
  thread.definition(format::Chunk::kClockSampleFieldNumber, sample.SerializeAsString());
  thread.control(static_cast<std::uint64_t>(format::Control::kOwnWork), {1});
  thread.flush(2, 1);
  thread.call({"MPI_Comm_split", 1, 2, {{Field::kCommunicator, 1}, {Field::kObject, 2}}, {}, 7});
  thread.end_chunk();
  thread.call({"MPI_Recv_init", 1, 2, {{Field::kCommunicator, 1}, {Field::kRequest, 3}}, {}, 8});
  thread.call({"MPI_Start", 1, 2, {{Field::kRequest, 3}, {Field::kRequests, 1}}, {}, 9});
  thread.call({"MPI_Cancel", 1, 2, {{Field::kRequest, 3}}, {}, 10});
  format::CurrentCall current{};
  current.given = 7;
  std::string live = thread.slot("MPI_Recv", 5, current, {{"MPI_Test", 1, 1}});
  return input(process.log(), live);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder);
  synthetic::write_file(folder + "/every_kind", of_every_kind());
  std::string logs;
  synthetic::make_pattern_run(2, 40, [&](std::uint32_t, const std::string& log) { logs += log; });
  synthetic::write_file(folder + "/two_ranks", input(logs, ""));
}
