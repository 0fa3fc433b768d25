# SPDX-License-Identifier: BSD-3-Clause
"""The tests of MPICH's suite: which there are, how each is built, and when it has passed. All by the rules of the suite's own runner.

A test is a line: DIR/PROGRAM RANKS [arg=ARGUMENT]... [env=NAME=VALUE]... [resultTest=RULE], as in the suite's testlist files but for DIR/.
"""
import os
import re
import subprocess

NO_ERRORS = re.compile(r"\s*No [Ee]rrors\s*")
ALLOWED = re.compile(r"\s*(No [Ee]rrors|Test Passed)?\s*|.*FORTRAN STOP.*")
MARK = "configured"  # a file in the build, made when it is configured; says where the source is
LEFT_OUT = {"xfail", "mpiexecarg"}  # known to fail, or written for the launcher of MPICH's developers
SUPPORT = [("util", "all"), ("util", "libmtest_f08.la"), ("dtpools", "all")]
F08 = "f08"  # configured always, but listed only in a build of MPICH itself


class Test:
    """One line of a list."""

    def __init__(self, line):
        self.line = line
        words = line.split()
        self.folder, self.program = os.path.split(words[0])
        self.ranks = int(words[1])
        pairs = [word.split("=", 1) for word in words[2:]]
        self.arguments = [value for key, value in pairs if key == "arg"]
        self.settings = dict(value.split("=", 1) for key, value in pairs if key == "env")
        self.rule = dict(pairs).get("resultTest")

    def failure(self, outcome):
        """Why the suite's rules take this outcome for a failure; None where the test has passed."""
        if outcome.code is None:
            return "hung"
        if self.rule and outcome.code == 0:
            return "ended with 0 where it should not"
        if not self.rule and outcome.code != 0:
            return f"ended with {outcome.code}"
        return self.unexpected(outcome.output) if self.rule in (None, "TestStatusNoErrors") else None

    @staticmethod
    def unexpected(output):
        """What an output says besides that all is well."""
        lines = output.splitlines()
        for line in lines:
            if not ALLOWED.fullmatch(line):
                return f"said: {line}"
        return None if any(NO_ERRORS.fullmatch(line) for line in lines) else "said nothing"


def read_list(path):
    with open(path, encoding="utf-8") as file:
        return [Test(line.strip()) for line in file if line.strip() and not line.startswith("#")]


class Suite:
    """The suite, configured for one MPI in a folder of its own."""

    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.mark = os.path.join(self.build, MARK)
        self.source = None
        if self.is_configured():
            with open(self.mark, encoding="utf-8") as file:
                self.source = file.read().strip()

    def is_configured(self):
        return os.path.exists(self.mark)

    def configure(self, source, mpi):
        """Once; MPIs other than MPICH are asked for the standard's behaviour only, and not for C++, which it has not any more."""
        # The suite calls some functions of MPI 1, which Open MPI still has, but declares only on demand.
        flags = "-O0 -DOMPI_OMIT_MPI1_COMPAT_DECLS=0"
        self.source = os.path.join(os.path.abspath(source), "test", "mpi")
        os.makedirs(self.build, exist_ok=True)
        tools = {"CC": "gcc", "CXX": "g++", "MPICC": f"mpicc.{mpi}", "MPICXX": f"mpicxx.{mpi}", "MPIF77": f"mpif77.{mpi}",
                 "MPIFC": f"mpifort.{mpi}", "CFLAGS": flags, "CXXFLAGS": "-O0", "FFLAGS": "-fallow-argument-mismatch",
                 "FCFLAGS": "-fallow-argument-mismatch"}
        options = ["--with-mpi=/usr", "--enable-threads=multiple", "--disable-dependency-tracking"]
        options += [] if mpi == "mpich" else ["--enable-strictmpi", "--disable-cxx"]
        self.quietly([os.path.join(self.source, "configure"), *(f"{name}={value}" for name, value in tools.items()), *options], ".")
        for folder, target in SUPPORT:
            self.quietly(["make", target], folder, check=False)  # what needs one that fails stays missing
        with open(self.mark, "w", encoding="utf-8") as file:
            print(self.source, file=file)

    def quietly(self, command, folder, check=True):
        """Output is added to build.log."""
        with open(os.path.join(self.build, "build.log"), "a", encoding="utf-8") as log:
            subprocess.run(command, cwd=os.path.join(self.build, folder), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                           check=check)

    def is_built(self, test):
        return os.path.isfile(os.path.join(self.build, test.folder, test.program))

    def make(self, tests, jobs):
        """Builds the programs that are not there yet; one that cannot be built stays missing."""
        missing = {}
        for test in tests:
            if not self.is_built(test):
                missing.setdefault(test.folder, set()).add(test.program)
        for folder, programs in sorted(missing.items()):
            if os.path.isdir(os.path.join(self.build, folder)):
                self.quietly(["make", "-k", f"-j{jobs}", *sorted(programs)], folder, check=False)

    def testlist(self, folder):
        for root in (self.build, self.source):
            path = os.path.join(root, folder, "testlist")
            if os.path.exists(path):
                return path
        return None

    def all_tests(self):
        """Every test of the suite's own lists, without those that change only what happens inside MPICH."""
        tests = self.tests_below("")
        return tests if any(test.folder.startswith(F08) for test in tests) else tests + self.tests_below(F08)

    def tests_below(self, folder):
        tests = []
        path = self.testlist(folder)
        with open(path or os.devnull, encoding="utf-8") as file:
            lines = [line.split("#")[0].strip() for line in file]
        for line in filter(None, lines):
            name, *words = line.split()
            inner = os.path.join(folder, name)
            keys = {word.split("=")[0] for word in words}
            if os.path.isdir(os.path.join(self.build, inner)):
                tests += self.tests_below(inner)
            elif words and words[0].isdigit() and not keys & LEFT_OUT and "env=MPIR_CVAR" not in line:
                kept = [word for word in words[1:] if word.split("=")[0] in ("arg", "env", "resultTest")]
                tests.append(Test(" ".join([inner, words[0], *kept])))
        return tests
