#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""clocks.py LIBRARY TOOL SKEWED_NODE MPIRUN PROGRAM CASE [--ranks N]: runs PROGRAM as one node and as several, with clocks that differ by
known amounts. Samples must be where they belong and true, and the program must be what it is without the recorder: its output, its
exit code, and the communicators and collectives in its record. Prints how close the samples are; exit code 1 when something is wrong.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OFFSETS_NS = [0, 1_500_000_000, -20_000_000, 7_000_000, -3_000, 600_000_000, 250, -90_000_000]
DRIFTS_PPB = [0, 40_000, -25_000, 100_000, -100_000, 7, 30_000, -60_000]
ENDS = {"plain": ["init", "finalize"], "pending": ["init", "finalize"], "unwritable": ["init", "finalize"],
        "killed": ["init"], "exit": ["init"], "abort": ["init"], "off": []}
CUT_SHORT = ("killed", "exit", "abort")  # the first rank that ends ends the others, wherever they have got to
SAMPLE = re.compile(r"(?P<rank>\d+) clock_sample when=(?P<when>\w+) process=(?P<process>\w+) peer=(?P<peer>\w+) "
                    r"peer_ticks=(?P<ticks>\d+) ticks_before=(?P<before>\d+) ticks_after=(?P<after>\d+)")


def parent_of(leader):
    return leader - (1 << (leader.bit_length() - 1))


def true_ns(node, ticks):
    """When a node's clock showed `ticks`, as the machine counts; good to two nanoseconds."""
    return (ticks - OFFSETS_NS[node]) * 1_000_000_000 // (1_000_000_000 + DRIFTS_PPB[node])


class Run:
    def __init__(self, given, case, ranks_per_node, folder):
        self.given, self.case, self.ranks_per_node, self.folder = given, case, ranks_per_node, folder
        shutil.rmtree(folder / "run", ignore_errors=True)

    def node_of(self, rank):
        return rank // self.ranks_per_node

    def output(self, preload):
        """Lines in any order: launchers mix them, and add their own to those of a program that failed."""
        environment = os.environ | {
            "MPITRACE_DIR": str(self.folder / "run"), "MPITRACE_SUMMARY": "0", "MPITRACE_OFF": "1" if self.case == "off" else "0",
            "SKEWED_NODE_RANKS": str(self.ranks_per_node), "SKEWED_NODE_OFFSETS_NS": ",".join(map(str, OFFSETS_NS)),
            "SKEWED_NODE_DRIFTS_PPB": ",".join(map(str, DRIFTS_PPB)), "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
        sanitizer = [os.environ["MPITRACE_TEST_PRELOAD"]] if os.environ.get("MPITRACE_TEST_PRELOAD") else []
        program_case = "plain" if self.case == "off" else self.case
        ran = subprocess.run(
            [self.given.mpirun, "-n", str(self.given.ranks), "env", f"LD_PRELOAD={':'.join(sanitizer + preload)}", self.given.program,
             program_case], env=environment, capture_output=True, text=True)
        told = [line for line in ran.stderr.splitlines() if line.startswith("mpitrace:")]
        return sorted(line for line in ran.stdout.splitlines() if line.startswith("rank ")), ran.returncode, told

    def dump(self, *options):
        dumped = subprocess.run([self.given.tool, "dump", *options, str(self.folder / "run")], capture_output=True, text=True)
        return dumped.stdout.splitlines()


class Faults(list):
    def expect(self, found, wanted, what):
        if found != wanted:
            self.append(f"{what}: {found} instead of {wanted}")


def check_samples(run, faults):
    samples = [match.groupdict() for match in map(SAMPLE.fullmatch, run.dump("--definitions")) if match]
    leaders = range(0, run.given.ranks, run.ranks_per_node)
    is_missing = (lambda rank: rank == 1) if run.case == "unwritable" else (lambda rank: False)
    wanted = sorted((rank, when) for rank in leaders if rank != 0 and not is_missing(rank) for when in ENDS[run.case])
    faults.expect(sorted((int(sample["rank"]), sample["when"]) for sample in samples), wanted, "samples")
    leader_of = {sample["process"]: int(sample["rank"]) for sample in samples}
    bounds = []
    for sample in samples:
        rank = int(sample["rank"])
        parent = parent_of(run.node_of(rank)) * run.ranks_per_node
        # Rank 0 has no sample of its own, and a rank without a file none at all.
        faults.expect(leader_of.get(sample["peer"], parent if parent == 0 or is_missing(parent) else None), parent,
                      f"whom rank {rank} compared with")
        before, after = (true_ns(run.node_of(rank), int(sample[end])) for end in ("before", "after"))
        when = true_ns(run.node_of(parent), int(sample["ticks"]))
        bounds.append((after - before) // 2)
        if not before - 2 <= when <= after + 2:
            faults.append(f"rank {rank} at {sample['when']}: its parent read its clock {when - before} ns after the question was asked, "
                          f"and the answer came after {after - before} ns")
    return bounds


def check_time(run, faults):
    """The time that comparing took is on record: in MPI_Init of all, before MPI_Finalize of the leaders."""
    compared = sorted(line.split()[0] for line in run.dump() if line.endswith(" clocks_compared"))
    is_several = run.given.ranks > run.ranks_per_node
    ranks = [rank for rank in range(run.given.ranks) if run.case != "unwritable" or rank != 1]
    leaders = [rank for rank in ranks if rank % run.ranks_per_node == 0]
    wanted = (ranks if is_several else []) + (leaders if is_several and "finalize" in ENDS[run.case] else [])
    faults.expect(compared, sorted(map(str, wanted)), "ranks that compared clocks")


def check(run, faults, preload):
    alone = run.output(preload[:1])
    traced = run.output(preload)
    if run.case != "exit":  # where a launcher may or may not see it in time
        faults.expect(traced[1], alone[1], "exit code")
    if run.case not in CUT_SHORT:
        faults.expect(traced[0], alone[0], "output")
    told = [line for line in traced[2] if not (run.case == "unwritable" and "rank 1: cannot make" in line)]
    faults.expect(told, [], "messages of the recorder")
    if run.case == "off":
        faults.expect((run.folder / "run").exists(), False, "files")
        return []
    check_time(run, faults)
    return check_samples(run, faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("library", "tool", "skewed_node", "mpirun", "program"):
        parser.add_argument(name)
    parser.add_argument("case", choices=ENDS)
    parser.add_argument("--ranks", type=int, default=4)
    given = parser.parse_args()
    faults = Faults()
    calls = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        preload = []
        for library in (given.skewed_node, given.library):  # LD_PRELOAD is divided by spaces
            preload.append(str(folder / pathlib.Path(library).name))
            os.symlink(library, preload[-1])
        for nodes in (1, 2, given.ranks):
            run = Run(given, given.case, given.ranks // nodes, folder)
            found = Faults()
            bounds = check(run, found, preload)
            faults += [f"{nodes} nodes: {fault}" for fault in found]
            if given.case not in CUT_SHORT and given.case != "off":
                calls[nodes] = sorted(line for line in run.dump() if not line.endswith(" clocks_compared"))
                faults.expect(calls[nodes], calls[1], f"{nodes} nodes: the program's calls")
            print(f"{nodes} nodes: {len(bounds)} samples, good to {sorted(bounds)} ns")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
