// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/functions.h"

#include <map>

namespace mpitrace::synthetic {
namespace {

struct Shape {
  format::Group group;
  format::Kind kind;
};

const std::map<std::string, Shape> kShapes = {
    {"MPI_Send", {format::GROUP_POINT_TO_POINT, format::KIND_SEND}},
    {"MPI_Recv", {format::GROUP_POINT_TO_POINT, format::KIND_RECEIVE}},
    {"MPI_Sendrecv", {format::GROUP_POINT_TO_POINT, format::KIND_SEND_RECEIVE}},
    {"MPI_Isend", {format::GROUP_POINT_TO_POINT, format::KIND_SEND_START}},
    {"MPI_Irecv", {format::GROUP_POINT_TO_POINT, format::KIND_RECEIVE_START}},
    {"MPI_Isendrecv", {format::GROUP_POINT_TO_POINT, format::KIND_SEND_RECEIVE_START}},
    {"MPI_Send_init", {format::GROUP_POINT_TO_POINT, format::KIND_SEND_INIT}},
    {"MPI_Recv_init", {format::GROUP_POINT_TO_POINT, format::KIND_RECEIVE_INIT}},
    {"MPI_Start", {format::GROUP_POINT_TO_POINT, format::KIND_START}},
    {"MPI_Startall", {format::GROUP_POINT_TO_POINT, format::KIND_START}},
    {"MPI_Wait", {format::GROUP_POINT_TO_POINT, format::KIND_COMPLETE}},
    {"MPI_Waitall", {format::GROUP_POINT_TO_POINT, format::KIND_COMPLETE}},
    {"MPI_Waitany", {format::GROUP_POINT_TO_POINT, format::KIND_COMPLETE}},
    {"MPI_Test", {format::GROUP_POINT_TO_POINT, format::KIND_COMPLETE}},
    {"MPI_Probe", {format::GROUP_POINT_TO_POINT, format::KIND_PROBE}},
    {"MPI_Iprobe", {format::GROUP_POINT_TO_POINT, format::KIND_PROBE}},
    {"MPI_Mprobe", {format::GROUP_POINT_TO_POINT, format::KIND_MATCHED_PROBE}},
    {"MPI_Mrecv", {format::GROUP_POINT_TO_POINT, format::KIND_MATCHED_RECEIVE}},
    {"MPI_Imrecv", {format::GROUP_POINT_TO_POINT, format::KIND_MATCHED_RECEIVE_START}},
    {"MPI_Request_free", {format::GROUP_POINT_TO_POINT, format::KIND_REQUEST_FREE}},
    {"MPI_Cancel", {format::GROUP_POINT_TO_POINT, format::KIND_CANCEL}},
    {"MPI_Allreduce", {format::GROUP_COLLECTIVE, format::KIND_COLLECTIVE}},
    {"MPI_Bcast", {format::GROUP_COLLECTIVE, format::KIND_COLLECTIVE}},
    {"MPI_Barrier", {format::GROUP_COLLECTIVE, format::KIND_COLLECTIVE}},
    {"MPI_Iallreduce", {format::GROUP_COLLECTIVE, format::KIND_COLLECTIVE_START}},
    {"MPI_Comm_split", {format::GROUP_COMMUNICATOR, format::KIND_COMMUNICATOR_NEW}},
    {"MPI_Comm_dup", {format::GROUP_COMMUNICATOR, format::KIND_COMMUNICATOR_NEW}},
    {"MPI_Comm_free", {format::GROUP_COMMUNICATOR, format::KIND_COMMUNICATOR_FREE}},
    {"MPI_Win_create", {format::GROUP_RMA, format::KIND_WINDOW_NEW}},
    {"MPI_Win_fence", {format::GROUP_RMA, format::KIND_FENCE}},
    {"MPI_Win_post", {format::GROUP_RMA, format::KIND_EPOCH_POST}},
    {"MPI_Put", {format::GROUP_RMA, format::KIND_PUT}},
    {"MPI_File_open", {format::GROUP_IO, format::KIND_FILE_OPEN}},
    {"MPI_File_read_at", {format::GROUP_IO, format::KIND_FILE_READ}},
    {"MPI_Init", {format::GROUP_LIFE_CYCLE, format::KIND_INIT}},
    {"MPI_Finalize", {format::GROUP_LIFE_CYCLE, format::KIND_FINALIZE}},
    {"MPI_Abort", {format::GROUP_LIFE_CYCLE, format::KIND_ABORT}},
};

}  // namespace

format::Function function_named(const std::string& name) {
  format::Function function;
  function.set_name(name);
  const auto shape = kShapes.find(name);
  function.set_group(shape != kShapes.end() ? shape->second.group : format::GROUP_LOCAL);
  function.set_kind(shape != kShapes.end() ? shape->second.kind : format::KIND_PLAIN);
  return function;
}

}  // namespace mpitrace::synthetic
