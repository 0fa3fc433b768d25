// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include <cstring>

#include "mpi/call_site.h"
#include "mpi/completions.h"
#include "mpi/datatypes.h"
#include "mpi/dynamic_symbol.h"
#include "mpi/function.h"
#include "mpi/listed_names.h"
#include "mpi/stubs.h"
#include "session/notice.h"
#include "session/session.h"
#include "session/settings.h"

namespace mpitrace::mpi {
namespace {

constexpr std::size_t kMaxObjects = 1024;
constexpr std::size_t kLongestVersion = 8192;  // MPI_MAX_LIBRARY_VERSION_STRING of any library

struct Objects {
  const char* names[kMaxObjects];
  std::size_t count;
};

void* g_library = nullptr;  // set last, when its base is
void* g_library_base = nullptr;
session::Library g_facts;
bool g_resolved = false;
pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;  // nobody waits for the loader under it

int note_object(dl_phdr_info* object, std::size_t, void* data) noexcept {
  auto& objects = *static_cast<Objects*>(data);
  if (object->dlpi_name == nullptr || *object->dlpi_name == '\0' || objects.count == kMaxObjects) return 0;
  objects.names[objects.count++] = object->dlpi_name;
  return 0;
}

// The path of the object that really defines MPI, seen from the object of that name or what it depends on; null if it
// is not there.
const char* definer_seen_from(const char* name) noexcept {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  const void* symbol = real_symbol(handle, "PMPI_Get_library_version");
  dlclose(handle);
  Dl_info info{};
  if (symbol == nullptr || dladdr(symbol, &info) == 0) return nullptr;
  return info.dli_fbase == base_of(reinterpret_cast<const void*>(&note_object)) ? nullptr : info.dli_fname;
}

// dlopen may not be called while dl_iterate_phdr holds the loader's lock: names first. Threads that come here at once
// find the same.
void open_library() noexcept {
  Objects objects;
  objects.count = 0;
  dl_iterate_phdr(note_object, &objects);
  void* found = nullptr;
  for (std::size_t i = 0; i < objects.count && found == nullptr; ++i) {
    const char* path = definer_seen_from(objects.names[i]);
    if (path != nullptr) found = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  }
  if (found == nullptr) return;
  __atomic_store_n(&g_library_base, base_of(real_symbol(found, "PMPI_Get_library_version")), __ATOMIC_RELAXED);
  __atomic_store_n(&g_library, found, __ATOMIC_RELEASE);
}

// Also a library of another ABI may have the question, and answers -1.
bool offers_standard_abi() noexcept {
  const auto ask_abi = reinterpret_cast<int (*)(int*, int*)>(real_symbol(g_library, "PMPI_Abi_get_version"));
  int major = -1;
  int minor = -1;
  return ask_abi != nullptr && ask_abi(&major, &minor) == 0 && major > 0;
}

// What the library says of itself.
struct Answers {
  Abi abi;
  session::Library facts;
  CodeRange fortran_layers[kMaxFortranLayers];
};

void ask_version(Answers& answers) noexcept {
  char version[kLongestVersion] = {};
  int size = 0;
  const auto ask = reinterpret_cast<int (*)(char*, int*)>(real_symbol(g_library, "PMPI_Get_library_version"));
  if (ask != nullptr) ask(version, &size);
  if (offers_standard_abi()) {
    answers.abi = kStandardAbi;
  } else if (std::strncmp(version, "Open MPI", 8) == 0) {
    answers.abi = kOpenMpiAbi;
  } else {
    answers.abi = kMpichAbi;  // MPICH, Intel MPI, MVAPICH, Cray MPICH
  }
  answers.facts.abi = static_cast<std::uint32_t>(answers.abi.name);
  snprintf(answers.facts.version, sizeof answers.facts.version, "%.*s", static_cast<int>(std::strcspn(version, "\n")),
           version);
}

bool is_switched_on(std::size_t i) noexcept {
  const auto kind = static_cast<format::Kind>(kFunctionFacts[i].kind);
  const session::Settings& settings = session::settings();
  const std::uint32_t groups = settings.groups;
  constexpr std::uint32_t kRequests = 0b11110;  // p2p, coll, rma, io: their requests need to be seen completed
  const bool is_excluded = session::is_listed(kFunctionFacts[i].name, settings.exclude);
  const bool is_in_group = (groups >> static_cast<std::uint32_t>(kFunctionGroups[i]) & 1U) != 0;
  if (!is_excluded && (is_in_group || session::is_listed(kFunctionFacts[i].name, settings.include))) return true;
  switch (kind) {
    case format::Kind::kCommunicatorNew:
    case format::Kind::kCommunicatorFree:
    case format::Kind::kWindowNew:
    case format::Kind::kWindowFree:
    case format::Kind::kFileOpen:
    case format::Kind::kFileClose:
      return true;  // without them no later call knows its communicator, window or file
    case format::Kind::kInit:
    case format::Kind::kFinalize:
    case format::Kind::kAbort:
      return true;  // they begin and end the recording
    case format::Kind::kComplete:
    case format::Kind::kStart:
    case format::Kind::kCancel:
    case format::Kind::kRequestFree:
      return (groups & kRequests) != 0 || settings.include[0] != '\0';
    default:
      return static_cast<Function>(i) == Function::kSession_init;
  }
}

// MPI_X of the next tool in the order of LD_PRELOAD or of the program's libraries; the real function where there is
// none.
Word next_tool(const char* name, Word real) noexcept {
  void* next = real_symbol(RTLD_NEXT, name);
  return next != nullptr && base_of(next) != g_library_base ? reinterpret_cast<Word>(next) : real;
}

// Each thread that resolves finds the same addresses.
void find_functions() noexcept {
  const bool chained = session::settings().chain;
  char name[96] = "P";
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    std::strcpy(name + 1, kFunctionFacts[i].name);
    void* symbol = real_symbol(g_library, name);
    if (symbol == nullptr) symbol = real_symbol(g_library, name + 1);
    const auto real = reinterpret_cast<Word>(symbol);
    __atomic_store_n(&g_real[i], real, __ATOMIC_RELAXED);
    __atomic_store_n(&g_next[i], chained ? next_tool(name + 1, real) : real, __ATOMIC_RELAXED);
  }
}

void fill_slots(bool recording) noexcept {
  constexpr std::uint32_t kPointToPoint = 1U << 1U;
  g_only_known_requests = (session::settings().groups & kPointToPoint) == 0;
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    if (g_real[i] == 0) continue;  // the slot still leads here, and a call to it is told below
    // Between us and another tool only a wrapper tells the program's call from the tool's own.
    const bool is_shared = g_next[i] != g_real[i];
    const Word slot = is_shared || (recording && is_switched_on(i)) ? wrapper_address(i) : g_real[i];
    __atomic_store_n(&mpitrace_slots[i], slot, __ATOMIC_RELAXED);
  }
}

// The program calls something that its MPI does not have. Without us the dynamic linker would end it in the same way.
[[noreturn]] void end_as_linker_would(std::size_t function) noexcept {
  const char* what = g_library == nullptr ? "no MPI library is loaded" : "the loaded MPI does not have it";
  session::notice("%s is called but %s", kFunctionFacts[function].name, what);
  _exit(127);
}

void note_fortran_layer(const char* path, dl_phdr_info* object, Answers& answers) noexcept {
  const char* slash = std::strrchr(path, '/');
  const char* name = slash != nullptr ? slash + 1 : path;
  if (std::strstr(name, "mpifh") == nullptr && std::strstr(name, "usempi") == nullptr &&
      std::strstr(name, "mpichf") == nullptr && std::strstr(name, "mpifort") == nullptr) {
    return;
  }
  for (CodeRange& range : answers.fortran_layers) {
    if (range.end != 0) continue;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = object->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
      range = {object->dlpi_addr + segment.p_vaddr, object->dlpi_addr + segment.p_vaddr + segment.p_memsz};
    }
    return;
  }
}

// Open MPI's predefined objects are variables of its library.
int note_if_predefined(dl_phdr_info* object, std::size_t, void*) noexcept {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const Word begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || g_abi.byte_type < begin || g_abi.byte_type >= begin + segment.p_memsz) continue;
    set_predefined_range(begin, begin + segment.p_memsz);
    return 1;
  }
  return 0;
}

int is_perhaps_mpi(dl_phdr_info* object, std::size_t, void*) noexcept {
  if (object->dlpi_name == nullptr) return 0;
  const char* slash = std::strrchr(object->dlpi_name, '/');
  const char* name = slash != nullptr ? slash + 1 : object->dlpi_name;
  return std::strstr(name, "mpi") != nullptr && std::strstr(name, "libmpitrace") == nullptr ? 1 : 0;
}

int note_if_fortran(dl_phdr_info* object, std::size_t, void* answers) noexcept {
  if (object->dlpi_name != nullptr) note_fortran_layer(object->dlpi_name, object, *static_cast<Answers*>(answers));
  return 0;
}

// Everything that asks the loader comes first, without a lock of ours: a constructor in dlopen() may hold the loader's
// and come here too. Threads that meet do the same work, and one of them makes it known.
void resolve_once() noexcept {
  if (__atomic_load_n(&g_resolved, __ATOMIC_ACQUIRE)) return;
  const bool recording = session::start();  // reads whether other tools are wanted
  if (find_library() == nullptr) return;
  Answers answers{};
  ask_version(answers);
  dl_iterate_phdr(note_if_fortran, &answers);
  find_functions();
  pthread_mutex_lock(&g_lock);
  if (!g_resolved) {
    g_abi = answers.abi;
    g_facts = answers.facts;
    std::memcpy(g_fortran_layers, answers.fortran_layers, sizeof g_fortran_layers);
    record::g_functions = kFunctionFacts.data();
    fill_slots(recording);
    check_listed_names("INCLUDE", session::settings().include);
    check_listed_names("EXCLUDE", session::settings().exclude);
    __atomic_store_n(&g_resolved, true, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&g_lock);
}

}  // namespace

// Where every slot leads at first: finds the library, fills the slots, and says where the call goes on.
extern "C" Word mpitrace_resolve(std::size_t function) noexcept {
  const int saved_errno = errno;
  resolve_once();
  if (g_library == nullptr || g_real[function] == 0) end_as_linker_would(function);
  errno = saved_errno;
  return mpitrace_slots[function];
}

void* find_library() noexcept {
  void* const known = __atomic_load_n(&g_library, __ATOMIC_ACQUIRE);
  if (known != nullptr) return known;
  open_library();
  return __atomic_load_n(&g_library, __ATOMIC_ACQUIRE);
}

void* library_base() noexcept {
  return find_library() != nullptr ? g_library_base : nullptr;
}

session::Library loaded_library() noexcept {
  return g_facts;
}

void* find_symbol(const char* name) noexcept {
  void* symbol = real_symbol(RTLD_DEFAULT, name);
  return symbol != nullptr ? symbol : real_symbol(g_library, name);
}

void find_predefined_objects() noexcept {
  if (g_abi.name != AbiName::kOpenMpi) return;
  const auto address = [](const char* name) { return reinterpret_cast<Word>(find_symbol(name)); };
  g_abi.comm_world = address("ompi_mpi_comm_world");
  g_abi.comm_self = address("ompi_mpi_comm_self");
  g_abi.comm_null = address("ompi_mpi_comm_null");
  g_abi.request_null = address("ompi_request_null");
  g_abi.message_null = address("ompi_message_null");
  g_abi.message_no_process = address("ompi_message_no_proc");
  g_abi.byte_type = address("ompi_mpi_byte");
  g_abi.datatype_null = address("ompi_mpi_datatype_null");
  g_abi.win_null = address("ompi_mpi_win_null");
  g_abi.no_op = address("ompi_mpi_op_no_op");
  g_abi.file_null = address("ompi_mpi_file_null");
  g_abi.bitwise_and = address("ompi_mpi_op_band");
  g_abi.errors_return = address("ompi_mpi_errors_return");
  dl_iterate_phdr(note_if_predefined, nullptr);
}

namespace {

pid_t g_process = 0;

// A forked child is no process of its own here: its parent speaks for it.
__attribute__((constructor)) void note_process() noexcept {
  g_process = getpid();
}

}  // namespace

// A program whose MPI is bound before anyone may take it over looks as if it had made no call. Most processes have no
// library of such a name, and are let go at once.
void tell_if_bypassed() noexcept {
  if (__atomic_load_n(&g_resolved, __ATOMIC_ACQUIRE) || dl_iterate_phdr(is_perhaps_mpi, nullptr) == 0) return;
  if (getpid() != g_process || session::is_switched_off() || find_library() == nullptr) return;
  const auto initialized = reinterpret_cast<int (*)(int*)>(real_symbol(g_library, "PMPI_Initialized"));
  int flag = 0;
  if (initialized == nullptr || initialized(&flag) != 0 || flag == 0) return;
  session::notice(
      "this program's MPI calls went past us (bound with RTLD_DEEPBIND or -Bsymbolic, or fetched with "
      "MPITRACE_DLSYM=0): "
      "nothing was recorded; see libmpitrace(7)");
}

}  // namespace mpitrace::mpi
