// SPDX-License-Identifier: BSD-3-Clause
// Locks that no signal handler of the program can meet: one that ends the process would come back to us and wait for
// what its own thread holds. Signals by which a fault shows itself are let through. Two system calls each: not for the
// hot path.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <initializer_list>

namespace mpitrace::store {

class SignalsBlocked {
 public:
  SignalsBlocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) sigdelset(&all, fault);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

// A lock that is held for as long as this lives, with signals blocked.
class Locked {
 public:
  explicit Locked(pthread_mutex_t& lock) noexcept : lock_(lock) { pthread_mutex_lock(&lock_); }
  ~Locked() { pthread_mutex_unlock(&lock_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  SignalsBlocked signals_;  // goes last
  pthread_mutex_t& lock_;
};

}  // namespace mpitrace::store
