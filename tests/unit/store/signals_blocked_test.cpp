// SPDX-License-Identifier: BSD-3-Clause
#include "store/signals_blocked.h"

#include <gtest/gtest.h>

namespace mpitrace::store {
namespace {

volatile sig_atomic_t g_handled = 0;

// A handler may end the process, and that comes back to whoever takes the lock.
TEST(Locked, KeepsSignalHandlersAwayUntilTheLockIsFree) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static pthread_mutex_t* held;
  held = &lock;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = [](int) {
    g_handled = pthread_mutex_trylock(held) == 0 ? 1 : 2;
    if (g_handled == 1) pthread_mutex_unlock(held);
  };
  sigaction(SIGUSR1, &action, &before);
  {
    const Locked locked(lock);
    raise(SIGUSR1);
    EXPECT_EQ(g_handled, 0);
  }
  EXPECT_EQ(g_handled, 1) << "it came, and found the lock free";
  sigaction(SIGUSR1, &before, nullptr);
}

TEST(SignalsBlocked, LeavesTheMaskAsItWas) {
  sigset_t before;
  sigset_t within;
  sigset_t after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  {
    const SignalsBlocked blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &within);
  }
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&within, SIGTERM), 1);
  EXPECT_EQ(sigismember(&within, SIGSEGV), 0);
  for (int signal = 1; signal < NSIG; ++signal) EXPECT_EQ(sigismember(&after, signal), sigismember(&before, signal));
}

}  // namespace
}  // namespace mpitrace::store
