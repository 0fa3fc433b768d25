// SPDX-License-Identifier: BSD-3-Clause
// Compares functions.inc with one mpi.h, at compile time: the arity of each function, its return type, and the C type
// of each role. Prints which functions it compared and which this MPI lacks; exported.sh holds that against the
// library. Links no MPI.
#include <mpi.h>
#if __has_include(<mpi-ext.h>)  // Open MPI declares its MPIX_ functions there
#include <mpi-ext.h>
#endif

#include <cstdio>
#include <type_traits>

#include "mpi/roles.h"

// Not every MPI has every function. Each row declares a stand-in here, which overloads the function of mpi.h where
// there is one and is found alone where there is none.
namespace stand_in {
struct Absent {};
#define FN(Name, ...) Absent PMPI_##Name(Absent);
#define FL(Name, ...) Absent PMPI_##Name(Absent), PMPI_##Name##_c(Absent);
#define FX(Name, ...) Absent PMPIX_##Name(Absent);
#include "mpi/functions.inc"
}  // namespace stand_in

namespace mpitrace::mpi {
namespace {

enum class Form { kPlain, kLarge };

template <class Given, class... Expected>
constexpr bool is_one_of = (std::is_same_v<Given, Expected> || ...);

template <Form form>
using Count = std::conditional_t<form == Form::kLarge, MPI_Count, int>;
template <Form form>
using Displacement = std::conditional_t<form == Form::kLarge, MPI_Aint, int>;

// Is `Given` the C type that roles.h names? Const is allowed for an array or status that some functions only read.
template <class Role, Form form, class Given>
constexpr bool fits() {
  if constexpr (is_one_of<Role, V>) return sizeof(Given) <= 8 && !std::is_floating_point_v<Given>;
  if constexpr (is_one_of<Role, SBuf>) return is_one_of<Given, const void*>;
  if constexpr (is_one_of<Role, RBuf, Buf>) return is_one_of<Given, void*>;
  if constexpr (is_one_of<Role, Cnt, SCnt, RCnt, TCnt>) return is_one_of<Given, Count<form>>;
  if constexpr (is_one_of<Role, PCnt>) return is_one_of<Given, Count<form>, MPI_Count>;
  if constexpr (is_one_of<Role, Type, SType, RType, TType>) return is_one_of<Given, MPI_Datatype>;
  if constexpr (is_one_of<Role, SCnts, RCnts>) return is_one_of<Given, const Count<form>*>;
  if constexpr (is_one_of<Role, Displs>) return is_one_of<Given, const Displacement<form>*>;
  if constexpr (is_one_of<Role, STypes, RTypes>) return is_one_of<Given, const MPI_Datatype*>;
  if constexpr (is_one_of<Role, Parts, Dest, Source, Root, Tag, SourceTag, NReq, Target>) return is_one_of<Given, int>;
  if constexpr (is_one_of<Role, Code, Level, Required>) return is_one_of<Given, int>;
  if constexpr (is_one_of<Role, Flag, Index, OutCnt, Indices, Provided, ArgcP>) return is_one_of<Given, int*>;
  if constexpr (is_one_of<Role, ArgvP>) return is_one_of<Given, char***>;
  if constexpr (is_one_of<Role, Name>) return is_one_of<Given, const char*>;
  if constexpr (is_one_of<Role, Op>) return is_one_of<Given, MPI_Op>;
  if constexpr (is_one_of<Role, Comm, PeerComm>) return is_one_of<Given, MPI_Comm>;
  if constexpr (is_one_of<Role, CommOut, CommInOut>) return is_one_of<Given, MPI_Comm*>;
  if constexpr (is_one_of<Role, ReqIn>) return is_one_of<Given, MPI_Request>;
  if constexpr (is_one_of<Role, Req>) return is_one_of<Given, MPI_Request*>;
  if constexpr (is_one_of<Role, Reqs>) return is_one_of<Given, MPI_Request*, const MPI_Request*>;
  if constexpr (is_one_of<Role, Stat>) return is_one_of<Given, MPI_Status*, const MPI_Status*>;
  if constexpr (is_one_of<Role, Stats>) return is_one_of<Given, MPI_Status*>;
  if constexpr (is_one_of<Role, Msg>) return is_one_of<Given, MPI_Message*>;
  if constexpr (is_one_of<Role, Win>) return is_one_of<Given, MPI_Win>;
  if constexpr (is_one_of<Role, WinOut>) return is_one_of<Given, MPI_Win*>;
  if constexpr (is_one_of<Role, WinSize>) return is_one_of<Given, MPI_Aint>;
  if constexpr (is_one_of<Role, DispUnit>) return is_one_of<Given, Displacement<form>>;
  if constexpr (is_one_of<Role, LockType, Amode>) return is_one_of<Given, int>;
  if constexpr (is_one_of<Role, File>) return is_one_of<Given, MPI_File>;
  if constexpr (is_one_of<Role, FileOut>) return is_one_of<Given, MPI_File*>;
  if constexpr (is_one_of<Role, Offset>) return is_one_of<Given, MPI_Offset>;
  if constexpr (is_one_of<Role, Info>) return is_one_of<Given, MPI_Info>;
  if constexpr (is_one_of<Role, InfoOut>) return is_one_of<Given, MPI_Info*>;
  if constexpr (is_one_of<Role, Grp>) return is_one_of<Given, MPI_Group>;
  if constexpr (is_one_of<Role, GrpOut>) return is_one_of<Given, MPI_Group*>;
  if constexpr (is_one_of<Role, Errh>) return is_one_of<Given, MPI_Errhandler>;
  if constexpr (is_one_of<Role, ErrhOut>) return is_one_of<Given, MPI_Errhandler*>;
#if MPI_VERSION >= 4
  if constexpr (is_one_of<Role, mpi::Session>) return is_one_of<Given, MPI_Session>;
  if constexpr (is_one_of<Role, SessionOut>) return is_one_of<Given, MPI_Session*>;
#endif
  return false;
}

template <class... Role>
struct Roles {};

enum class Found { kAbsent, kAsTheTableSays, kOtherwise };

// A function that returns anything but int counts as absent: exported.sh then complains that the library has it.
template <Form form, class... Argument, class... Role>
constexpr Found compare(int (*)(Argument...), Roles<Role...>, int) {
  if constexpr (sizeof...(Argument) != sizeof...(Role)) {
    return Found::kOtherwise;
  } else {
    return (fits<Role, form, Argument>() && ...) ? Found::kAsTheTableSays : Found::kOtherwise;
  }
}

// MPI_Pcontrol(int, ...).
template <Form form, class... Argument, class... Role>
constexpr Found compare(int (*)(Argument..., ...), Roles<Role...> roles, int) {
  return compare<form>(static_cast<int (*)(Argument...)>(nullptr), roles, 0);
}

// Worse than the others by its last parameter: chosen only when the stand-in is all there is.
template <Form form, class... Role>
constexpr Found compare(stand_in::Absent (*)(stand_in::Absent), Roles<Role...>, long) {
  return Found::kAbsent;
}

void print(const char* name, Found found) {
  std::printf("%s %s\n", found == Found::kAbsent ? "absent" : "compared", name);
}

}  // namespace
}  // namespace mpitrace::mpi

int main() {
  using namespace mpitrace::mpi;
  using namespace stand_in;
#define COMPARE(name, form, ...)                                                             \
  {                                                                                          \
    constexpr Found found = compare<Form::form>(&P##name, Roles<__VA_ARGS__>{}, 0);          \
    static_assert(found != Found::kOtherwise, "functions.inc and mpi.h differ over " #name); \
    print(#name, found);                                                                     \
  }
#define FN(Name, name, group, kind, shape, ...) COMPARE(MPI_##Name, kPlain, __VA_ARGS__)
#define FL(Name, name, group, kind, shape, ...) \
  COMPARE(MPI_##Name, kPlain, __VA_ARGS__)      \
  COMPARE(MPI_##Name##_c, kLarge, __VA_ARGS__)
#define FX(Name, name, group, kind, shape, ...) COMPARE(MPIX_##Name, kPlain, __VA_ARGS__)
#include "mpi/functions.inc"
}
