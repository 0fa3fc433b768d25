#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""mpich.py MPI --build FOLDER --library libmpitrace.so --tool mpitrace: runs MPICH's own test suite alone and traced, and compares.

A test that passes alone must pass traced, and `mpitrace info` must find nothing damaged or lost in what it left. Says in a line each
test for which that does not hold, then how many there were; exit code 1 if any. Fetches, configures and builds the suite where that has
not been done. Without --library it stops when the suite is built.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import sys
import tempfile

import launch
import mpich_tests
import source

HERE = os.path.dirname(os.path.abspath(__file__))

Result = collections.namedtuple("Result", "passes_alone fault")  # fault: None where all is well


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mpi", choices=launch.MPIS)
    parser.add_argument("--build", required=True, metavar="FOLDER", help="where the suite is, or will be, built for this MPI")
    parser.add_argument("--source", metavar="FOLDER",
                        help="MPICH's source; Debian's is put there if there is none (default: mpich-source beside the build)")
    parser.add_argument("--library", metavar="FILE", help="libmpitrace.so")
    parser.add_argument("--tool", metavar="FILE", help="mpitrace, to read what the library writes")
    parser.add_argument("--tests", metavar="FILE", help="a list of tests, or `all` (default: mpich-MPI.list beside this script)")
    parser.add_argument("--only", metavar="PATTERN", default="*", help="only tests whose line matches, such as 'coll/*'")
    parser.add_argument("--most-ranks", type=int, default=5, metavar="N", help="leave out tests with more ranks (default 5)")
    parser.add_argument("--list", action="store_true", help="print the tests chosen, and run none")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs to build, or tests to run, at once")
    parser.add_argument("--timeout", type=float, default=180, metavar="SECONDS", help="when a test is taken to hang (default 180)")
    parser.add_argument("--write-list", metavar="FILE", help="write the tests that passed alone")
    chosen = parser.parse_args()
    if chosen.library and not chosen.tool:
        parser.error("--library needs --tool")
    return chosen


def chosen_tests(suite, arguments):
    if arguments.tests == "all":
        tests = suite.all_tests()
    else:
        tests = mpich_tests.read_list(arguments.tests or os.path.join(HERE, f"mpich-{arguments.mpi}.list"))
    unique = {test.line: test for test in tests if test.ranks <= arguments.most_ranks and fnmatch.fnmatch(test.line, arguments.only)}
    return list(unique.values())


def prepare(arguments):
    """The suite, configured."""
    suite = mpich_tests.Suite(arguments.build)
    if not suite.is_configured():
        folder = arguments.source or os.path.join(os.path.dirname(suite.build), "mpich-source")
        source.fetch("mpich", folder)
        suite.configure(folder, arguments.mpi)
    return suite


def run_once(suite, test, arguments, scratch, name, settings):
    """In a folder of its own with the programs of the test's folder: tests write files, start each other, and run side by side."""
    folder = os.path.join(scratch, name)
    os.mkdir(folder)
    programs = os.path.join(suite.build, test.folder)
    for entry in os.scandir(programs):
        if entry.is_file():
            os.symlink(entry.path, os.path.join(folder, entry.name))
    outcome = launch.run(arguments.mpi, test.ranks, [f"./{test.program}", *test.arguments], folder, {**test.settings, **settings},
                         arguments.timeout)
    return test.failure(outcome)


def run(suite, test, arguments):
    """A test that fails alone says nothing about the tracer, so it is not run traced."""
    with tempfile.TemporaryDirectory() as scratch:
        alone = run_once(suite, test, arguments, scratch, "alone", {})
        if alone is not None:
            return Result(False, f"alone it {alone}")
        run_folder = os.path.join(scratch, "run")
        traced = run_once(suite, test, arguments, scratch, "traced", launch.tracing(os.path.abspath(arguments.library), run_folder))
        if traced is not None:
            return Result(True, f"passes alone, traced it {traced}")
        return Result(True, launch.fault(arguments.tool, run_folder))


def run_all(suite, tests, arguments):
    """Results by test, in the order of the list."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for test, result in zip(tests, pool.map(lambda test: run(suite, test, arguments), tests)):
            results[test] = result
            if result.fault is not None:
                print(f"{test.line}: {result.fault}", flush=True)
    return results


def summary(arguments, results, unbuilt):
    """Says how many; gives the exit code."""
    alone = sum(result.passes_alone for result in results.values())
    well = sum(result.fault is None for result in results.values())
    print(f"{arguments.mpi}: {len(results)} tests run, {alone} pass alone, {well} of these pass traced and leave a good run, "
          f"{alone - well} differ; {unbuilt} not built")
    return 0 if 0 < alone == well else 1


def main():
    arguments = options()
    suite = prepare(arguments)
    tests = chosen_tests(suite, arguments)
    if arguments.list:
        print("\n".join(test.line for test in tests))
        return 0
    suite.make(tests, arguments.jobs)
    built = [test for test in tests if suite.is_built(test)]
    if not arguments.library:
        print(f"{arguments.mpi}: {len(built)} of {len(tests)} tests built in {suite.build}")
        return 0
    results = run_all(suite, built, arguments)
    if arguments.write_list:
        with open(arguments.write_list, "w", encoding="utf-8") as file:
            file.writelines(f"{test.line}\n" for test, result in results.items() if result.passes_alone)
    return summary(arguments, results, len(tests) - len(built))


sys.exit(main())
