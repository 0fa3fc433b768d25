# SPDX-License-Identifier: BSD-3-Clause
"""What a tracer adds to one MPI call: CPU time, bytes on disk, and to the run: memory, and time from MPI_Finalize to the end.

The figures of a repetition are differences to the run without a tracer of the same repetition; all kinds of runs take turns, so that
what the machine does meanwhile falls on all of them alike.
"""
import statistics

from tracers import ALL_GROUPS, Run, Tracer, eztrace, mpitrace

# loop: (ranks, iterations, calls an iteration, the groups its functions are not in)
LOOPS = {
    "rank": (1, 2_000_000, 1, "p2p"),
    "iprobe": (1, 2_000_000, 1, "coll"),
    "self": (1, 500_000, 3, "coll"),
    "pingpong": (2, 200_000, 2, "coll"),
    "allreduce": (2, 200_000, 1, "p2p"),
}
NONE = Tracer("none", {})


class Sample:
    """The figures of one run of the benchmark."""

    def __init__(self, run, ranks):
        printed = dict(pair.split("=") for pair in run.stdout.split())
        calls = int(printed["calls"])
        self.ns_per_call = int(printed["cpu_ns"]) / calls
        self.bytes_per_call = run.disk_bytes / (calls * ranks)
        self.peak_mib = int(printed["peak_kib"]) / 1024
        self.end_ms = (run.end_ns - int(printed["finalize_ns"])) / 1e6


def tracers_for(loop, mpi, library, peers):
    off_groups = LOOPS[loop][3]
    chosen = [NONE, Tracer("floor", {"LD_PRELOAD": str(mpi.floor), "FLOOR_DIR": "FOLDER"})]
    chosen += [mpitrace(library, "mpitrace", ALL_GROUPS), mpitrace(library, "mpitrace, off", off_groups)]
    return chosen + ([eztrace()] if peers and eztrace() else [])


def measure(loop, mpi, library, peers, repetitions, scratch):
    """Gives {tracer's name: [Sample, ...]}, the samples of one index from one repetition."""
    ranks, iterations, _, _ = LOOPS[loop]
    samples = {tracer.name: [] for tracer in tracers_for(loop, mpi, library, peers)}
    for _ in range(repetitions):
        for tracer in tracers_for(loop, mpi, library, peers):
            run = Run(mpi, ranks, tracer, [mpi.bench, loop, iterations], scratch / "run")
            samples[tracer.name].append(Sample(run, ranks))
    return samples


def added(samples, name, figure):
    """Median over the repetitions of (with tracer - without)."""
    pairs = zip(samples[name], samples["none"])
    return statistics.median(getattr(with_it, figure) - getattr(without, figure) for with_it, without in pairs)


def added_minimum(samples, name, figure):
    return min(getattr(s, figure) for s in samples[name]) - min(getattr(s, figure) for s in samples["none"])


def rows(loop, samples):
    base = statistics.median(s.ns_per_call for s in samples["none"])
    yield [loop, "none", f"{base:.1f}", "", "", "", "", ""]
    floor = added(samples, "floor", "ns_per_call")
    for name in samples:
        if name == "none":
            continue
        more = added(samples, name, "ns_per_call")
        yield [
            loop,
            name,
            f"{more:+.1f}",
            f"{added_minimum(samples, name, 'ns_per_call'):+.1f}",
            f"{more / floor:.2f}" if floor > 0 else "-",
            f"{statistics.median(s.bytes_per_call for s in samples[name]):.2f}",
            f"{added(samples, name, 'peak_mib'):+.1f}",
            f"{added(samples, name, 'end_ms'):+.1f}",
        ]


HEAD = ["loop", "tracer", "ns a call", "of minima", "x floor", "bytes a call", "peak MiB", "end ms"]
