# SPDX-License-Identifier: BSD-3-Clause
"""other_readers.py duckdb|pyarrow TOOL SYNTHETIC_RUN QUERIES: exports a run of known truth as Parquet and reads it with
a library that others wrote. DuckDB also runs every query of QUERIES. Exits with 77 where the library is missing."""

import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77


def rows_and_sums_by_duckdb(duckdb, folder, queries):
    database = duckdb.connect()
    for table in folder.glob("*.parquet"):
        database.execute(f"CREATE VIEW {table.stem} AS SELECT * FROM read_parquet('{table}')")
    for sql in re.findall(r"```sql\n(.*?)```", queries, re.DOTALL):
        database.execute(sql).fetchall()
    calls = database.execute("SELECT SUM(call_count) FROM calls").fetchone()[0]
    messages = database.execute("SELECT COUNT(*) FROM messages WHERE receive_call_id IS NOT NULL").fetchone()[0]
    return int(calls), messages


def rows_and_sums_by_pyarrow(pyarrow, folder, _):
    parquet = importlib.import_module("pyarrow.parquet")
    compute = importlib.import_module("pyarrow.compute")
    calls = parquet.read_table(folder / "calls.parquet")
    assert pyarrow.types.is_string(calls.schema.field("function").type)
    messages = parquet.read_table(folder / "messages.parquet")
    matched = len(messages) - messages.column("receive_call_id").null_count
    return compute.sum(calls.column("call_count")).as_py(), matched


def main():
    reader, tool, synthetic_run, queries = sys.argv[1:]
    try:
        library = importlib.import_module(reader)
    except ImportError:
        print(f"skipped: this python3 has no {reader}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        made = subprocess.run([synthetic_run, "--ranks", "4", "--calls", "100000", "--out", folder / "run"], check=True,
                              capture_output=True, text=True)
        truth = json.loads(made.stdout)
        subprocess.run([tool, "--quiet", "export", folder / "run", "-o", folder / "tables"], check=True)
        read = {"duckdb": rows_and_sums_by_duckdb, "pyarrow": rows_and_sums_by_pyarrow}[reader]
        found = read(library, folder / "tables", pathlib.Path(queries).read_text(encoding="utf-8"))
    if found != (truth["calls"], truth["messages"]):
        print(f"{reader} found {found}, but there are {truth}")
        return 1
    return 0


sys.exit(main())
