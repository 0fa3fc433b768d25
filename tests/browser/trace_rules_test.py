# SPDX-License-Identifier: BSD-3-Clause
"""Each rule of trace_rules.py is seen to fail: a good timeline is changed in one place, and one sentence must come."""
import copy
import json
import os
import tempfile
import unittest
import zlib

import trace_rules


def x(tid, ts, dur, name="MPI_Recv", **more):
    return {"ph": "X", "pid": tid // 1000, "tid": tid, "name": name, "cat": "mpi.p2p", "ts": ts, "dur": dur, **more}


def flow(kind, tid, ts, **more):
    return {"ph": kind, "pid": tid // 1000, "tid": tid, "ts": ts, "name": "message", "cat": "mpi", "id": 2, **more}


def names(rank):
    ids = {"ph": "M", "pid": rank + 1, "tid": (rank + 1) * 1000 + 1}
    return [{**ids, "name": "process_name", "args": {"name": f"rank 000{rank} host"}},
            {**ids, "name": "process_sort_index", "args": {"sort_index": rank}},
            {**ids, "name": "thread_name", "args": {"name": "main thread"}},
            {**ids, "name": "thread_sort_index", "args": {"sort_index": 1}}]


# Eight descriptions, then rank 0's call and arrow, then rank 1's.
SEND, START, RECEIVE, INNER, END, COUNTER = range(8, 14)
GOOD = {"displayTimeUnit": "ns", "otherData": {"base_unix_ns": "1"}, "traceEvents": [
    *names(0), *names(1),
    x(1001, 5.125, 2.25, "MPI_Send"), flow("s", 1001, 5.125),
    x(2001, 4.5, 3.25), x(2001, 5.126, 2.5, "recv<-0"), flow("f", 2001, 5.126, bp="e"),
    {"ph": "C", "pid": 1, "ts": 7.5, "name": "bytes in flight", "args": {"bytes": 4}}], "unfinished_calls": 0}


def text(timeline):
    """As the merger writes it: three decimals, an event a line."""
    encoded = json.dumps(timeline["traceEvents"], separators=(",", ":"))
    lines = encoded[1:-1].replace(',{"ph"', ',\n{"ph"')
    head = json.dumps({key: value for key, value in timeline.items() if key != "traceEvents"})
    return head[:-1] + ',"traceEvents":[\n' + with_decimals(lines) + "\n]}"


def with_decimals(lines):
    return trace_rules.re.sub(r'("ts":|"dur":)(\d+\.\d+)', lambda m: f"{m[1]}{float(m[2]):.3f}", lines)


class TraceRules(unittest.TestCase):
    def broken_by(self, change):
        timeline = copy.deepcopy(GOOD)
        change(timeline["traceEvents"])
        return trace_rules.Rules(text(timeline)).broken

    def test_accepts_a_good_timeline(self):
        self.assertEqual(self.broken_by(lambda events: None), [])

    def test_names_what_is_wrong(self):
        cases = [
            ("ts has not three decimals", lambda e: e[COUNTER].update(ts=7)),
            ("dur has not three decimals", lambda e: e[INNER].update(dur=2)),
            ("is an instant", lambda e: e[SEND].update(dur=0.0)),
            ("pid is no positive number", lambda e: e[COUNTER].update(pid=0)),
            ("tid is no positive number", lambda e: e[END].update(tid=0)),
            ("has a cname", lambda e: e[SEND].update(cname="good")),
            ("not for merged files", lambda e: e.append({**e[SEND], "ph": "b"})),
            ("only a region is written", lambda e: e.append({**e[SEND], "ph": "B"})),
            ("a region has no end", lambda e: e.append({**e[SEND], "ph": "B", "cat": "region", "ts": 9.5})),
            ("ends what has not begun", lambda e: e.append({"ph": "E", "pid": 1, "tid": 1001, "ts": 9.5})),
            ("ends before it begins", lambda e: e.extend([{**e[SEND], "ph": "B", "cat": "region", "ts": 9.5},
                                                          {"ph": "E", "pid": 1, "tid": 1001, "ts": 9.25}])),
            ("no viewer reads this", lambda e: e[0].update(name="process_labels")),
            ("not padded", lambda e: e[0]["args"].update(name="rank 0")),
            ("unknown category", lambda e: e[SEND].update(cat="mpi.p3p")),
            ("not a call's alone", lambda e: e[SEND].update(name="MPI_Send 4 bytes")),
            ("is not in order", lambda e: e.insert(SEND, x(1001, 9.5, 1.5))),
            ("overlaps event", lambda e: e.insert(START, x(1001, 6.5, 2.25))),
            # 0.1 + 0.2 is more than 0.3 in doubles.
            ("outlasts event 10 by the rounding", lambda e: [e[at].update(change) for at, change in [
                (SEND, {"ts": 0.0}), (START, {"ts": 0.0}), (RECEIVE, {"ts": 0.0, "dur": 0.3}), (INNER, {"ts": 0.1, "dur": 0.2}),
                (END, {"ts": 0.1})]]),
            ("overlaps event 8 by the rounding", lambda e: e.insert(SEND, x(1001, 0.3, 0.1)) or e.insert(SEND, x(1001, 0.1, 0.2))),
            ("has no name or place", lambda e: e.pop(2)),
            ("is in the processes", lambda e: [event.update(tid=1001) for event in e if event.get("tid") == 2001]),
            ("1 starts and 0 ends", lambda e: e.pop(END)),
            ("0 starts and 1 ends", lambda e: e.pop(START)),
            ("2 starts and 2 ends", lambda e: e.extend([e[START], e[END]])),
            ("no number below 2^53", lambda e: [e[at].update(id=2**53) for at in (START, END)]),
            ("no number below 2^53", lambda e: [e[at].update(id="2") for at in (START, END)]),
            ("ends at the next slice", lambda e: e[END].pop("bp")),
            ("changes its name", lambda e: e[END].update(name="request")),
            ("starts in no slice", lambda e: e[START].update(ts=1.5)),
            ("ends in no slice", lambda e: e[END].update(ts=9.5)),
            ("drawn backwards", lambda e: e.pop(INNER)),
            ("not one number", lambda e: e[COUNTER]["args"].update(more=1)),
            ("is not the thread's", lambda e: e.append({"ph": "i", "pid": 1, "tid": 1001, "ts": 9.5, "name": "n", "s": "g"})),
            ("unfinished_calls", lambda e: e[SEND].update(args={"unfinished": 1})),
        ]
        for sentence, change in cases:
            with self.subTest(sentence):
                self.assertTrue(any(sentence in broken for broken in self.broken_by(change)), self.broken_by(change))

    def test_sees_the_whole_file(self):
        good = text(GOOD)
        for sentence, bad in [("displayTimeUnit", good.replace('"ns"', '"ms"')), ("base_unix_ns", good.replace('"1"', '""')),
                              ("one on a line", good.replace(",\n", ","))]:
            with self.subTest(sentence):
                self.assertTrue(any(sentence in broken for broken in trace_rules.Rules(bad).broken))

    def test_refuses_a_second_gzip_member(self):
        def packed(part):
            packer = zlib.compressobj(wbits=31)
            return packer.compress(part.encode()) + packer.flush()

        good = text(GOOD)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.trace.json.gz")
            for parts, is_good in [([good], True), ([good[:99], good[99:]], False)]:
                with open(path, "wb") as file:
                    file.write(b"".join(map(packed, parts)))
                if is_good:
                    self.assertEqual(trace_rules.read(path), good)
                else:
                    self.assertRaises(SystemExit, trace_rules.read, path)


if __name__ == "__main__":
    unittest.main()
