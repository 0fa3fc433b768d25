// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/dynamic_symbol.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

#include <cstdlib>
#include <cstring>

#include "mpi/library.h"
#include "mpi/stubs.h"

namespace mpitrace::mpi {
namespace {

using Dlsym = void* (*)(void*, const char*);

// What our dlsym() answers; not `is_ours`: the real one answers.
struct Answer {
  void* symbol;
  std::uint64_t is_ours;
};
constexpr Answer kAskTheRealOne{nullptr, 0};

bool is_wanted() noexcept {
  const char* value = getenv("MPITRACE_DLSYM");
  return value == nullptr || std::strcmp(value, "0") != 0;
}

// A library that offers MPI itself, such as another tool or a translation between two MPIs, asks for what it stands in
// front of: with our stub in its place a call would go round in circles.
bool offers_mpi(const void* caller) noexcept {
  Dl_info info{};
  link_map* object = nullptr;
  if (dladdr1(caller, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0) return true;
  void* handle = dlopen(*object->l_name != '\0' ? object->l_name : nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return true;
  const void* init = real_symbol(handle, "MPI_Init");
  dlclose(handle);
  return init != nullptr && base_of(init) == info.dli_fbase;
}

Answer answer(void* handle, const char* name, const void* caller) noexcept {
  void* const stub = stub_address(name);
  if (stub == nullptr) return kAskTheRealOne;
  void* const symbol = real_symbol(handle, name);
  if (symbol == nullptr) return kAskTheRealOne;
  if (symbol == stub) {
    // Our stubs are there for every function; whether MPI has this one, only MPI knows. It also leaves dlerror()'s
    // text.
    void* const library = find_library();
    if (library == nullptr || real_symbol(library, name) != nullptr) return kAskTheRealOne;
    return {nullptr, 1};
  }
  if (!is_wanted() || base_of(symbol) != library_base() || offers_mpi(caller)) return kAskTheRealOne;
  return {stub, 1};
}

}  // namespace

extern "C" {

__attribute__((visibility("hidden"))) Word mpitrace_real_dlsym = 0;

// The next dlsym() behind ours: another library's that takes it over too, or the loader's.
__attribute__((visibility("hidden"))) Word mpitrace_find_dlsym() noexcept {
  const int saved_errno = errno;
  void* found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (found == nullptr) found = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  // The loader's knows which one comes next; asked by version it would pass over those that have none.
  if (found != nullptr) found = reinterpret_cast<Dlsym>(found)(RTLD_NEXT, "dlsym");
  mpitrace_real_dlsym = reinterpret_cast<Word>(found);
  errno = saved_errno;
  return mpitrace_real_dlsym;
}

__attribute__((visibility("hidden"))) Answer mpitrace_answer_dlsym(void* handle, const char* name,
                                                                   const void* caller) noexcept {
  const int saved_errno = errno;
  const Answer found = answer(handle, name, caller);
  errno = saved_errno;
  return found;
}
}

void* base_of(const void* address) noexcept {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

void* real_symbol(void* handle, const char* name) noexcept {
  const Word real = mpitrace_real_dlsym != 0 ? mpitrace_real_dlsym : mpitrace_find_dlsym();
  return reinterpret_cast<Dlsym>(real)(handle, name);
}

}  // namespace mpitrace::mpi

// Names of MPI alone make a detour. Everything else jumps on with its arguments and its return address untouched.
asm(R"(
.text
.globl dlsym
.type dlsym, @function
.balign 16
dlsym:
  endbr64
  cmp $-1, %rdi  # RTLD_NEXT means the asker's
  je 1f
  cmpb $'M', (%rsi)
  je 2f
  cmpb $'P', (%rsi)
  je 2f
1:
  mov mpitrace_real_dlsym(%rip), %rax
  test %rax, %rax
  je 3f
  jmp *%rax
2:
  push %rdi
  push %rsi
  mov 16(%rsp), %rdx
  sub $8, %rsp
  call mpitrace_answer_dlsym
  add $8, %rsp
  pop %rsi
  pop %rdi
  test %rdx, %rdx
  je 1b
  ret
3:
  push %rdi
  push %rsi
  sub $8, %rsp
  call mpitrace_find_dlsym
  add $8, %rsp
  pop %rsi
  pop %rdi
  jmp *%rax
  .size dlsym, . - dlsym
)");
