#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""trace_rules.py FILE...: says where a timeline of `mpitrace merge` breaks a rule that viewers rely on; exit code 1 if anywhere.

Takes Chrome Trace Event JSON, packed or not. The rules are what the importers of Chromium's DevTools, Perfetto and speedscope need to show
every slice where it was and every arrow in its direction; none of them complains when a rule is broken, they draw something else.
"""
import collections
import json
import re
import sys
import zlib

NANOSECONDS = re.compile(r"\d+\.\d{3}")
METADATA = {"process_name", "process_sort_index", "thread_name", "thread_sort_index"}
CATEGORIES = {"mpi.p2p", "mpi.coll", "mpi.rma", "mpi.io", "mpi.comm", "mpi.local", "mpi.life", "mpi.wait", "compute", "mpitrace", "region"}
CALL_NAME = re.compile(r"MPIX?_\w+|recv<-\d+|wait at (barrier|NxN)|late (broadcast|sender)|early reduce")
DEEPEST = 512  # Perfetto drops what is nested deeper

Slice = collections.namedtuple("Slice", "start end ts dur line name")


def read(path):
    """The text of a timeline. A viewer reads only the first member of a gzip file, so there may be only one."""
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".gz"):
        unpacker = zlib.decompressobj(wbits=31)
        data = unpacker.decompress(data)
        if unpacker.unused_data or not unpacker.eof:
            raise SystemExit(f"{path}: not one whole gzip member")
    return data.decode()


class Rules:
    """What is wrong with one timeline, a sentence each."""

    def __init__(self, text):
        self.broken = []
        self.slices = collections.defaultdict(list)  # by (pid, tid), as in the file
        self.begun = collections.defaultdict(list)  # the same, begun and not ended
        self.flows = {"s": collections.defaultdict(list), "f": collections.defaultdict(list)}  # by id
        self.metadata = collections.defaultdict(set)  # by pid or (pid, tid)
        self.unfinished = 0
        whole = json.loads(text, parse_float=str)  # numbers with a point stay as they are written
        self.whole(whole, text)
        for line, event in enumerate(whole["traceEvents"]):
            self.event(event, line)
        self.expect(not any(self.begun.values()), "a region has no end")
        for track, slices in self.slices.items():
            self.track(track, [slice_ for slice_ in slices if slice_.end is not None])
        self.tracks()
        self.arrows()
        self.expect(whole.get("unfinished_calls") == self.unfinished, "unfinished_calls is not the number of such slices")

    def expect(self, holds, sentence):
        if not holds:
            self.broken.append(sentence)

    def whole(self, whole, text):
        self.expect(whole.get("displayTimeUnit") == "ns", "displayTimeUnit is not ns")
        self.expect(whole.get("otherData", {}).get("base_unix_ns", "").isdigit(), "otherData.base_unix_ns is no text of digits")
        lines = text[text.index("[\n", text.index('"traceEvents"')) + 2:].split("\n")
        events = [line for line in lines if line.startswith('{"ph"')]
        self.expect(len(events) == len(whole["traceEvents"]), "events do not stand one on a line")

    def event(self, event, line):
        kind, pid = event.get("ph"), event.get("pid")
        where = f"event {line} ({kind} {event.get('name')})"
        self.expect(isinstance(pid, int) and pid > 0, f"{where}: pid is no positive number")
        self.expect("cname" not in event, f"{where}: has a cname")
        if kind != "C":
            self.expect(isinstance(event.get("tid"), int) and event["tid"] > 0, f"{where}: tid is no positive number")
        if kind == "M":
            self.describe(event, where)
            return
        self.expect(isinstance(event.get("ts"), str) and NANOSECONDS.fullmatch(event["ts"]), f"{where}: ts has not three decimals")
        take = {"X": self.slice, "B": self.begin, "E": self.end, "s": self.flow, "f": self.flow, "C": self.counter, "i": self.instant}.get(kind)
        self.expect(take is not None, f"{where}: this kind of event is not for merged files")
        if take is not None:
            take(event, line, where)

    def describe(self, event, where):
        name = event["name"]
        self.expect(name in METADATA, f"{where}: no viewer reads this")
        self.metadata[event["pid"] if name.startswith("process") else (event["pid"], event["tid"])].add(name)
        if name == "process_name":
            self.expect(re.search(r"rank \d{4,}\b", event["args"]["name"]), f"{where}: the rank is not padded with zeros")

    def slice(self, event, line, where):
        ts, dur = event["ts"], event.get("dur")
        if not (isinstance(dur, str) and NANOSECONDS.fullmatch(dur)):
            self.broken.append(f"{where}: dur has not three decimals")
            return
        start = nanoseconds(ts)
        self.expect(nanoseconds(dur) > 0, f"{where}: lasts no time, so it is an instant")
        self.expect(event.get("cat") in CATEGORIES, f"{where}: unknown category {event.get('cat')}")
        if event.get("cat", "").startswith("mpi."):
            self.expect(CALL_NAME.fullmatch(event["name"]), f"{where}: the name is not a call's alone")
        self.unfinished += event.get("args", {}).get("unfinished", 0)
        self.slices[event["pid"], event["tid"]].append(
            Slice(start, start + nanoseconds(dur), float(ts), float(dur), line, event["name"]))

    def begin(self, event, line, where):
        self.expect(event.get("cat") == "region", f"{where}: only a region is written in two halves")
        track = self.slices[event["pid"], event["tid"]]
        self.begun[event["pid"], event["tid"]].append(len(track))
        track.append(Slice(nanoseconds(event["ts"]), None, float(event["ts"]), 0.0, line, event["name"]))

    def end(self, event, line, where):
        if not self.begun[event["pid"], event["tid"]]:
            self.broken.append(f"{where}: ends what has not begun")
            return
        track, place = self.slices[event["pid"], event["tid"]], self.begun[event["pid"], event["tid"]].pop()
        end = nanoseconds(event["ts"])
        self.expect(track[place].start <= end, f"{where}: ends before it begins")
        track[place] = track[place]._replace(end=end, dur=float(event["ts"]) - track[place].ts)

    def flow(self, event, line, where):
        number = event.get("id")
        self.expect(isinstance(number, int) and 0 <= number < 2**53, f"{where}: id {number} is no number below 2^53")
        self.expect(event["ph"] == "s" or event.get("bp") == "e", f"{where}: without bp=e it ends at the next slice")
        self.flows[event["ph"]][number].append((event, line))

    def counter(self, event, line, where):
        values = list(event["args"].values())
        self.expect(len(values) == 1 and isinstance(values[0], int), f"{where}: not one number")

    def instant(self, event, line, where):
        self.expect(event.get("s") == "t", f"{where}: is not the thread's")

    def track(self, track, slices):
        """Slices of a track are sorted, the outer of two that begin together first, and nest, also as a viewer adds doubles up."""
        open_slices, previous = [], None
        for slice_ in slices:
            where = f"track {track}: event {slice_.line} ({slice_.name})"
            self.expect(previous is None or (previous.start, -previous.end) <= (slice_.start, -slice_.end), f"{where}: is not in order")
            previous = slice_
            while open_slices and open_slices[-1].end <= slice_.start:
                ended = open_slices.pop()
                self.expect(ended.ts + ended.dur <= slice_.ts, f"{where}: overlaps event {ended.line} by the rounding of doubles")
            if open_slices:
                outer = open_slices[-1]
                self.expect(slice_.end <= outer.end, f"{where}: overlaps event {outer.line}")
                self.expect(slice_.ts + slice_.dur <= outer.ts + outer.dur, f"{where}: outlasts event {outer.line} by the rounding of doubles")
            open_slices.append(slice_)
            self.expect(len(open_slices) <= DEEPEST, f"{where}: is nested too deep")

    def tracks(self):
        pids_of_tid = collections.defaultdict(set)
        for pid, tid in self.slices:
            pids_of_tid[tid].add(pid)
            self.expect({"process_name", "process_sort_index"} <= self.metadata[pid], f"process {pid} has no name or place")
            self.expect({"thread_name", "thread_sort_index"} <= self.metadata[pid, tid], f"track {pid, tid} has no name or place")
        for tid, pids in pids_of_tid.items():
            self.expect(len(pids) == 1, f"tid {tid} is in the processes {sorted(pids)}")

    def arrows(self):
        for number in sorted(self.flows["s"].keys() | self.flows["f"].keys()):
            starts, ends = self.flows["s"][number], self.flows["f"][number]
            # A request that was freed, or whose rank died, has no end; a message has an arrow only with both.
            is_open = len(starts) == 1 and not ends and starts[0][0]["name"] == "request"
            self.expect(is_open or (len(starts) == 1 and len(ends) == 1), f"flow {number} has {len(starts)} starts and {len(ends)} ends")
            if len(starts) != 1 or len(ends) != 1:
                continue
            (start, start_line), (end, end_line) = starts[0], ends[0]
            self.expect((start["name"], start["cat"]) == (end["name"], end["cat"]), f"flow {number} changes its name")
            origin, goal = self.around(start, start_line), self.around(end, end_line)
            self.expect(origin is not None, f"flow {number} starts in no slice")
            self.expect(goal is not None, f"flow {number} ends in no slice")
            if origin is not None and goal is not None:
                self.expect(origin.start <= goal.start, f"flow {number} is drawn backwards: its end's slice {goal.name} begins first")

    def around(self, event, line):
        """The innermost slice that is open where an event of its track stands, as a viewer finds it: before it in the file."""
        when = nanoseconds(event["ts"])
        around = [s for s in self.slices[event["pid"], event["tid"]] if s.line < line and s.end is not None and s.start <= when < s.end]
        return max(around, key=lambda s: s.start, default=None)


def nanoseconds(microseconds):
    return int(microseconds.replace(".", ""))


def main(paths):
    status = 0
    for path in paths:
        broken = Rules(read(path)).broken
        for sentence in broken:
            print(f"{path}: {sentence}")
        status |= bool(broken)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
