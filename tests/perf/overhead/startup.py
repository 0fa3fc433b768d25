# SPDX-License-Identifier: BSD-3-Clause
"""What the preload costs a program that never calls MPI: the shortest of many starts of /bin/true, with and without it."""
import os
import time

HEAD = ["start of /bin/true", "us"]


def start_us(environment):
    start_ns = time.monotonic_ns()
    child = os.posix_spawn("/bin/true", ["true"], environment)
    os.waitpid(child, 0)
    return (time.monotonic_ns() - start_ns) / 1e3


def rows(library, repetitions):
    plain, preloaded = dict(os.environ), {**os.environ, "LD_PRELOAD": str(library)}
    times = [(start_us(plain), start_us(preloaded)) for _ in range(repetitions)]
    alone, with_it = (min(column) for column in zip(*times))
    yield ["alone", f"{alone:.0f}"]
    yield ["with the preload", f"{with_it:.0f} ({with_it - alone:+.0f})"]
