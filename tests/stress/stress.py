#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""stress.py LIBRARY TOOL MPIRUN PROGRAM [--ranks N] [--rounds N] [--seeds N]: runs the stress program traced and merges it; every
message's two ends must have one length. Prints how many messages were compared; exit code 1 when any end is missing or wrong.

The lengths come from the program's own calls in the timeline, and belong to one message of a path each: a message joined to another's
end, in the wrong order or on the wrong communicator, shows.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def nanoseconds(microseconds):
    return int(microseconds.replace(".", ""))


def place(call):
    return call["pid"], call["tid"], call["ts"]


class Timeline:
    """Reads a merged file line by line; joins the ends of messages to the lengths that their calls say."""

    def __init__(self, lines):
        self.calls = collections.defaultdict(lambda: collections.deque(maxlen=1000))  # by (pid, tid): the last call slices
        self.lengths = {"s": {}, "f": {}}  # of a message's ends, by flow id
        self.rooms = {}  # bytes of a receive that was started, by its request's flow id
        self.waits = {}  # by the completing call: the flow of the message it received, and its request's room
        for line in lines:
            if line.startswith('{"ph":"'):
                event = json.loads(line.rstrip().rstrip(","), parse_float=nanoseconds)
                take = {"X": self.slice, "s": self.end, "f": self.end}.get(event["ph"])
                if take:
                    take(event)

    def slice(self, event):
        if event["name"].startswith("MPI_"):
            self.calls[event["pid"], event["tid"]].append(event)

    # An arrow's end may come later in the file than its call: then others stand between.
    def call_around(self, event):
        calls = self.calls[event["pid"], event["tid"]]
        around = (call for call in reversed(calls) if call["ts"] <= event["ts"] < call["ts"] + call["dur"])
        found = next(around, None)
        if found is None:
            raise SystemExit(f"{event} lies in none of the last {len(calls)} calls of its thread: {list(calls)[-2:]}")
        return found

    def end(self, event):
        call = self.call_around(event)
        if event["name"] == "request":
            if event["ph"] == "s":
                self.rooms[event["id"]] = call["args"].get("room_bytes")
            elif call["name"] == "MPI_Wait" and self.rooms.get(event["id"]) is not None:
                self.waits.setdefault(place(call), {})["room"] = self.rooms[event["id"]]
                self.settle(call)
        elif call["name"] == "MPI_Wait":
            self.waits.setdefault(place(call), {})["flow"] = event["id"]
            self.settle(call)
        else:
            self.lengths[event["ph"]][event["id"]] = call["args"]["bytes"]

    def settle(self, call):
        known = self.waits[place(call)]
        if len(known) == 2:
            self.lengths["f"][known["flow"]] = known["room"]


def run(given, seed, folder):
    environment = os.environ | {
        "MPITRACE_DIR": f"{folder}/run", "MPITRACE_SUMMARY": "0", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"}
    library = pathlib.Path(folder, "libmpitrace.so")  # LD_PRELOAD is divided by spaces
    library.symlink_to(given.library)
    preload = ":".join(filter(None, [os.environ.get("MPITRACE_TEST_PRELOAD"), str(library)]))
    command = [given.mpirun, "-n", str(given.ranks), "env", f"LD_PRELOAD={preload}", given.program, str(given.rounds), str(seed)]
    told = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    found = re.search(r"(\d+) messages, 0 wrong", told.stdout)
    if told.returncode != 0 or found is None:
        raise SystemExit(f"the program failed: {told.stdout}{told.stderr}")
    return int(found[1])


def compare(given, seed):
    """How many messages the program counted, and sentences about those that the timeline has wrong."""
    with tempfile.TemporaryDirectory() as folder:
        messages = run(given, seed, folder)
        merge = [given.tool, "--quiet", "merge", f"{folder}/run", "-o", "-"]
        with subprocess.Popen(merge, stdout=subprocess.PIPE, text=True) as merged:
            timeline = Timeline(merged.stdout)
        if merged.returncode != 0:
            raise SystemExit("mpitrace merge failed")
    sent, received = timeline.lengths["s"], timeline.lengths["f"]
    wrong = [f"message {flow}: {sent[flow]} bytes sent, {received[flow]} received" for flow in sent.keys() & received.keys()
             if sent[flow] != received[flow]]
    wrong += [f"message {flow} has one end" for flow in sent.keys() ^ received.keys()]
    if len(sent) != messages:
        wrong.append(f"{len(sent)} of {messages} messages have an arrow")
    return messages, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("library", "tool", "mpirun", "program"):
        parser.add_argument(name)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    total = 0
    for seed in range(1, given.seeds + 1):
        messages, wrong = compare(given, seed)
        total += messages
        if wrong:
            raise SystemExit("\n".join([f"seed {seed}: {len(wrong)} wrong"] + wrong[:20]))
    print(f"{total} messages, both ends right")


if __name__ == "__main__":
    sys.exit(main())
