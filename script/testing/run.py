#!/usr/bin/env python3
"""Builds and runs tests; prints which they were and how long each step took.

    script/test                every test
    script/test Map            the tests of modules, suites or functions with this in their name, or in their sentence;
                               builds only what these tests need
    script/test --times Feed   and then the slowest of them; one test at a time, so that the times are their own
    script/test --list Feed    only their names; builds nothing

A NAME with a capital letter is looked for as it is written, one without in any spelling. First come the tests that only
compute; then the suites called ...LiveTests, which watch daemons, terminals and the clock. Eight run at a time.
"""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import events  # noqa: E402  (the files beside this one)
import names  # noqa: E402

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
SERIOUS = re.compile(r"Fatal error|Sanitizer|Crash:|error:")
# On two processors more live tests at a time disturb each other; and a test that waits goes on when all others that have
# begun have had their turn, which must not take longer than its time limit.
WIDTH = 8


def named(tests, patterns):
    """The tests that match any of these patterns."""
    picked = set()
    for pattern in patterns:
        ignores_case = pattern == pattern.lower()
        here = {test for test in tests
                if any(pattern in (text.lower() if ignores_case else text) for text in (test.name, test.text))}
        if not here:
            sys.exit(f"script/test: no test has “{pattern}” in its name; script/test --list shows all names")
        picked |= here
    return picked


def filters(tests, everything):
    """The test runner's options for exactly these tests: a module or a suite where all of it is meant."""
    found = []
    for module in sorted({test.module for test in tests}):
        mine = {test for test in tests if test.module == module}
        if mine == {test for test in everything if test.module == module}:
            found.append(f"^{module}[.]")
            continue
        for suite in sorted({test.suite for test in mine}):
            part = {test for test in mine if test.suite == suite}
            if part == {test for test in everything if (test.module, test.suite) == (module, suite)}:
                found.append(f"^{module}[.]{suite}/")
            else:
                found += ["^" + test.name.replace(".", "[.]").replace("(", "[(]").replace(")", "[)]") for test in part]
    return [word for expression in found for word in ("--filter", expression)]


def groups(tests, everything):
    """What runs one after the other: a title, and the test runner's options."""
    live, computing = [test for test in tests if test.is_live], [test for test in tests if not test.is_live]
    # Many expressions take the runner seconds; for all tests one is enough.
    if computing:
        some = filters(computing, everything) if tests != everything else ["--skip", "LiveTests/"]
        yield f"{len(computing):,} tests that compute", some
    if live:
        some = filters(live, everything) if tests != everything else ["--filter", "LiveTests/"]
        yield f"{len(live):,} live tests", some


def build(tests, everything, options):
    """Builds the test targets of these tests and their dependencies; returns the folder of the programs."""
    variables, flags = dict(os.environ), ["--build-tests"]
    if options.without:
        variables["TROVE_WITHOUT"] = options.without
    elif tests != everything or options.also:
        variables["TROVE_TESTS"] = ",".join(sorted({test.module for test in tests} | set(options.also)))
    if options.sanitize:
        variables["TROVE_OPTIMIZE"] = ""
        flags += ["--sanitize", options.sanitize, "--scratch-path", f".build-{options.sanitize}"]
    done = subprocess.run([ROOT / "script/debug", *flags], env=variables, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit("script/test: this does not build")
    return done.stdout.splitlines()[-1]


def left_without(module):
    """The names of the test targets that need a module neither directly nor through others."""
    described = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, stdout=subprocess.PIPE, check=True,
                               env=dict(os.environ, TROVE_WITHOUT=module))
    return {target["name"] for target in json.loads(described.stdout)["targets"] if target["type"] == "test"}


def run(bundle, options, log, says_all):
    """Runs tests in one process; returns whether all passed. Failures are printed again below the summary."""
    command = [bundle, "--testing-library", "swift-testing", "--event-stream-version", "0",
               "--event-stream-output-path", log, "--experimental-maximum-parallelization-width", str(WIDTH), *options]
    failures, passed, latest, shows = [], 0, collections.deque(maxlen=40), True
    progress = sys.stderr.isatty() and not says_all
    # The settings of whoever runs the tests are none of theirs.
    with tempfile.TemporaryDirectory() as settings, subprocess.Popen(
            command, cwd=ROOT, env=dict(os.environ, XDG_CONFIG_HOME=settings), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            # Names of test cases may contain anything, including escapes and line breaks.
            text = UNPRINTABLE.sub("", COLOUR.sub("", line.decode(errors="replace")))[:2000]
            latest.append(text)
            if text.startswith("✔ Test ") and progress:
                passed += 1
                print(f"\r{passed:,} passed ", end="", file=sys.stderr, flush=True)
            if text[:1] in "◇✔✘➜↳" and text:
                shows = says_all or "Test run" in text or text[0] in "✘➜" or text[0] == "↳" and shows
            if shows or SERIOUS.search(text):
                print(("\r" if progress else "") + text, flush=True)
            if text.startswith("✘") and not text.startswith(("✘ Suite", "✘ Test run")):
                failures.append(text[:600])
    if process.returncode:
        print("\nWhat failed:", *failures[-60:], sep="\n")
        if process.returncode < 0:
            print(f"The process ended by signal {-process.returncode}. Before that:", *latest, sep="\n")
    return process.returncode == 0


@contextlib.contextmanager
def busy(count):
    """Programs that use all the processor time they get, while something else runs."""
    # They end with this script, also when it is killed.
    loop = f"import os\nwhile os.getppid() == {os.getpid()}: pass"
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


class Clock:
    """Prints each step when it begins, and at the end how long each one took."""

    def __init__(self):
        self.start = time.monotonic()
        self.steps = []

    @contextlib.contextmanager
    def step(self, name):
        print(f"{name} ...", file=sys.stderr, flush=True)
        begin, processor = time.monotonic(), processor_time()
        try:
            yield
        finally:
            self.steps.append((name, minutes(time.monotonic() - begin), minutes(processor_time() - processor)))

    def summary(self):
        rows = self.steps + [("In all", minutes(time.monotonic() - self.start), minutes(processor_time()))]
        return "\n".join(["Times as min:s, and of processors:"]
                         + [f"{wall:>7} {processor:>7}  {name}" for name, wall, processor in rows])


def processor_time():
    """Seconds of processor time that finished child programs have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def minutes(seconds):
    """A time as min:s."""
    return f"{int(seconds + 0.5) // 60}:{int(seconds + 0.5) % 60:02d}"


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(prog="script/test", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a module, a suite, or part of a name or sentence")
    parser.add_argument("--times", action="store_true", help="one test at a time; print the slowest at the end")
    parser.add_argument("--list", action="store_true", help="print the names of the tests and build nothing")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="run them N times; stop at a failure")
    parser.add_argument("--busy", type=int, default=0, metavar="N",
                        help="run N programs beside them that take all the processor time they get")
    parser.add_argument("--verbose", action="store_true", help="say of every test when it begins and ends")
    parser.add_argument("--sanitize", choices=["thread", "address"], help="build and run with a sanitizer")
    parser.add_argument("--skip", action="append", default=[], metavar="NAME", help="leave these out, e.g. LiveTests")
    parser.add_argument("--without", metavar="MODULE", help="build and test the package without a module")
    parser.add_argument("--also", action="append", default=[], metavar="TARGET", help="build this target, too")
    return parser.parse_args()


def main():
    """Command line."""
    options = arguments()
    everything = names.read(ROOT)
    tests = sorted((named(everything, options.names) if options.names else set(everything))
                   - named(everything, options.skip))
    if options.without:
        left = left_without(options.without)
        tests = [test for test in tests if test.module in left]
        gone = sorted({test.module for test in everything} - left)
        print(f"Without {options.without}, and without what needs it: the program, {', '.join(gone)}", flush=True)
    if not tests:
        sys.exit("script/test: no test is left")
    if options.list:
        print("\n".join(f"{test.name}\t{test.text}" for test in tests))
        return 0
    clock = Clock()
    with clock.step("Set-up"):
        subprocess.run([ROOT / "script/bootstrap", "--tests"], check=True)
    with clock.step("Build"):
        bundle = build(tests, everything, options) + "/trovePackageTests.xctest"
    with tempfile.TemporaryDirectory(prefix="trove-test-") as folder, busy(options.busy):
        for turn in range(options.repeat):
            logs, good = [], True
            for title, words in groups(tests, everything):
                logs.append(f"{folder}/{len(logs)}")
                with clock.step(title):
                    good &= run(bundle, words + ["--no-parallel"] * options.times, logs[-1], options.verbose)
            if not good:
                break
            if options.repeat > 1:
                print(f"Turn {turn + 1} of {options.repeat} passed.", flush=True)
        if good:
            good = events.all_known(logs, tests)
        if options.times:
            print(events.slowest(logs))
    print(f"Ran: {', '.join(sorted({test.module for test in tests}))}")
    print(clock.summary())
    return 0 if good else 1


if __name__ == "__main__":
    # The reader of a pipe may close it, as `head` does.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
