# SPDX-License-Identifier: BSD-3-Clause
"""The ways a program is run here: alone, under the floor, under mpitrace, under a peer. Gives environments and launched processes."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ALL_GROUPS = "p2p,coll,rma,io,comm,local"

# Open MPI refuses to run as root, and on fewer cores than ranks, unless told so.
LAUNCH_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


class Mpi:
    """An MPI's compiler and launcher, and the benchmark and the floor built with them."""

    def __init__(self, suffix, build):
        self.mpicc, self.mpirun = shutil.which(f"mpicc{suffix}"), shutil.which(f"mpirun{suffix}")
        if not self.mpicc or not self.mpirun:
            raise SystemExit(f"overhead: no mpicc{suffix} and mpirun{suffix} found (choose another with --mpi)")
        self.bench, self.floor = build / "bench", build / "libfloor.so"
        self._compile("bench.c", self.bench)
        self._compile("floor.c", self.floor, "-fPIC", "-shared")

    def _compile(self, source, output, *flags):
        subprocess.run([self.mpicc, "-O2", "-std=gnu11", *flags, "-o", output, HERE / source], check=True)


class Tracer:
    """A way to run: its name, and the variables it puts into the environment of the ranks (FOLDER is where it may write)."""

    def __init__(self, name, variables):
        self.name, self.variables = name, variables

    def environment(self, folder):
        return [f"{name}={value.replace('FOLDER', str(folder))}" for name, value in self.variables.items()]


def mpitrace(library, name="mpitrace", groups=ALL_GROUPS):
    settings = {"MPITRACE_DIR": "FOLDER", "MPITRACE_SUMMARY": "0", "MPITRACE_GROUPS": groups}
    return Tracer(name, {"LD_PRELOAD": str(library), **settings})


def eztrace():
    """The peer that Debian packages; None where it is missing."""
    library = pathlib.Path("/usr/lib") / f"{os.uname().machine}-linux-gnu" / "libeztrace-openmpi.so"
    if not library.exists():
        return None
    return Tracer("EZTrace", {"LD_PRELOAD": str(library), "EZTRACE_TRACE_DIR": "FOLDER", "EZTRACE_TRACE": "openmpi"})


def scratch_folder():
    """Memory where there is some: a disk's speed is not what is measured."""
    shm = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="overhead.", dir=shm if os.access(shm, os.W_OK) else None)


class Run:
    """One finished launch: what it printed, when and how long, what it left on disk."""

    def __init__(self, mpi, ranks, tracer, command, folder, cwd=None):
        folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, **LAUNCH_ENVIRONMENT}
        full = [mpi.mpirun, "-n", str(ranks), "env", *tracer.environment(folder), *map(str, command)]
        start_ns = time.monotonic_ns()
        done = subprocess.run(full, env=environment, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.end_ns = time.monotonic_ns()
        self.wall_ns = self.end_ns - start_ns
        self.stdout, self.stderr, self.code = done.stdout, done.stderr, done.returncode
        self.disk_bytes = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        shutil.rmtree(folder)
        if self.code != 0:
            raise SystemExit(f"overhead: {' '.join(map(str, command))} under {tracer.name} ended with {self.code}:\n{self.stderr}")
