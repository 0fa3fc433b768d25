# SPDX-License-Identifier: BSD-3-Clause
"""Runs a command on some ranks of an MPI, alone or under the tracer, and reads what the tracer left."""
import collections
import os
import re
import shutil
import signal
import subprocess
import tempfile

Outcome = collections.namedtuple("Outcome", "code output")  # code: None where the command had to be ended

SETTINGS = {
    # As root, with more ranks than cores, on loopback alone.
    "openmpi": {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_oob_tcp_if_include": "lo", "OMPI_MCA_btl_tcp_if_include": "lo"},
    "mpich": {"HYDRA_IFACE": "lo"},
}
MPIS = sorted(SETTINGS)
PATIENCE_SECONDS = 10  # for a launcher to end its ranks
LOST = re.compile(r"^lost .*(could not be written|are missing)", re.M)


def launcher(mpi):
    """Debian's name for it, or that of a site with one MPI."""
    for name in (f"mpirun.{mpi}", "mpirun"):
        if path := shutil.which(name):
            return path
    raise SystemExit(f"suites: no mpirun of {mpi} found")


def end(process):
    """A launcher that is asked ends its ranks; one that is killed leaves them."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(PATIENCE_SECONDS)
            return
        except subprocess.TimeoutExpired:
            pass


def run(mpi, ranks, command, folder, settings, timeout_s):
    """Output is what all ranks wrote, to stdout and to stderr, as it came."""
    environment = {**os.environ, **SETTINGS[mpi], **settings}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen([launcher(mpi), "-n", str(ranks), *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            code = None
            end(process)
        output.seek(0)
        return Outcome(code, output.read().decode(errors="replace"))


def tracing(library, run_folder):
    """The environment of a traced run: every function recorded, nothing said."""
    return {"LD_PRELOAD": library, "MPITRACE_DIR": run_folder, "MPITRACE_SUMMARY": "0", "MPITRACE_GROUPS": "all"}


def fault(tool, run_folder):
    """What is wrong with the files of a run; None where nothing is."""
    info = subprocess.run([tool, "info", run_folder], capture_output=True, text=True, check=False)
    if info.returncode != 0:
        return f"mpitrace info ended with {info.returncode}: {first_line(info.stderr)}"
    if not re.search(r"^damage +none$", info.stdout, re.M) or ", damaged" in info.stdout:
        return "the run is damaged"
    if lost := LOST.search(info.stdout):
        return lost.group()
    return None


def first_line(text):
    return text.strip().split("\n")[0]
