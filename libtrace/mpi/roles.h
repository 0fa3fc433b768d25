// SPDX-License-Identifier: BSD-3-Clause
// What an argument of an MPI function means to the recorder: the last columns of functions.inc. Each is one machine
// word. Gives empty types to select code by; reads no argument. "int, MPI_Count": the C type in MPI_Name, and in
// MPI_Name_c. Within a row only V and Displs may occur twice, so that a role names one argument.
#pragma once

namespace mpitrace::mpi {

struct V {};  // anything the recorder does not read: at most 8 bytes, not floating point

// Buffers and what lies in them. S is what this rank sends, R what it receives; without a letter it is both.
struct SBuf {};    // const void*
struct RBuf {};    // void*
struct Buf {};     // void*: sent at one rank and received at another (Bcast), or replaced
struct Cnt {};     // int, MPI_Count: elements
struct SCnt {};    // the same
struct RCnt {};    // the same
struct PCnt {};    // elements in one partition: MPI_Count, but int in the plain form of the MPI 5.0 ABI
struct Type {};    // MPI_Datatype
struct SType {};   // MPI_Datatype
struct RType {};   // MPI_Datatype
struct SCnts {};   // const int*, const MPI_Count*: elements for each rank
struct RCnts {};   // the same, from each rank
struct Displs {};  // const int*, const MPI_Aint*
struct STypes {};  // const MPI_Datatype*: one for each rank
struct RTypes {};  // const MPI_Datatype*
struct Parts {};   // int: partitions of a partitioned message
struct Op {};      // MPI_Op

// The other side of a message. All int, ranks in the call's communicator.
struct Dest {};
struct Source {};  // may be MPI_ANY_SOURCE
struct Root {};
struct Tag {};        // may be MPI_ANY_TAG in a receive
struct SourceTag {};  // the receiving half's, where one call sends and receives

struct Comm {};       // MPI_Comm
struct PeerComm {};   // MPI_Comm: where the two leaders of MPI_Intercomm_create meet
struct CommOut {};    // MPI_Comm*: result
struct CommInOut {};  // MPI_Comm*: read before the call, a null handle after it

struct Req {};      // MPI_Request*: result; in and out of a call that starts, completes or frees it
struct ReqIn {};    // MPI_Request
struct NReq {};     // int: length of Reqs
struct Reqs {};     // MPI_Request*: array, in and out
struct Stat {};     // MPI_Status*
struct Stats {};    // MPI_Status*: array
struct Flag {};     // int*: result, 0 or 1
struct Index {};    // int*: result, which of Reqs completed
struct OutCnt {};   // int*: result, length of Indices
struct Indices {};  // int*: result array, which of Reqs completed
struct Msg {};      // MPI_Message*: result of a matched probe, in and out of its receive

struct Win {};       // MPI_Win
struct WinOut {};    // MPI_Win*: result, or in and out of MPI_Win_free
struct WinSize {};   // MPI_Aint: bytes of the window's local part
struct DispUnit {};  // int, MPI_Aint: bytes
struct Target {};    // int: rank in the window's group
struct TCnt {};      // int, MPI_Count: elements at the target
struct TType {};     // MPI_Datatype: at the target
struct LockType {};  // int

struct File {};     // MPI_File: 8 bytes in every ABI
struct FileOut {};  // MPI_File*: result, or in and out of MPI_File_close
struct Offset {};   // MPI_Offset
struct Amode {};    // int: MPI_MODE_*

// Other objects. Out is the result, or in and out of the call that frees one.
struct Info {};        // MPI_Info
struct InfoOut {};     // MPI_Info*
struct Grp {};         // MPI_Group
struct GrpOut {};      // MPI_Group*
struct Session {};     // MPI_Session
struct SessionOut {};  // MPI_Session*
struct Errh {};        // MPI_Errhandler
struct ErrhOut {};     // MPI_Errhandler*

struct Name {};      // const char*: a name given by the program
struct Code {};      // int: error code of MPI_Abort
struct Level {};     // int: level of MPI_Pcontrol, whose further arguments are optional
struct Required {};  // int: thread level
struct Provided {};  // int*: thread level, result
struct ArgcP {};     // int*
struct ArgvP {};     // char***

}  // namespace mpitrace::mpi
