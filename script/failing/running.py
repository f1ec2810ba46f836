"""Runs a command with a fault, and says what is wrong with how it ended."""
import dataclasses
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time

from failing import commands

KINDS = re.search(r"kinds\[KINDS\] = \{(.*?)\};", open(
    os.path.join(os.path.dirname(__file__), "fail.c"), encoding="utf-8").read(), re.S)[1].replace('"', "").split(",")
KINDS = [kind.strip() for kind in KINDS]
LIMIT = 60  # seconds until a command counts as hung
SAID = re.compile(rb"not.?saved|cannot|could not|lost|trouble|no home|error|failed|not written", re.I)
OSM = ('<osm version="0.6"><node id="1" lat="0.1" lon="0.1"><tag k="tourism" v="museum"/><tag k="name" v="Museum"/></node>'
       "</osm>")


@dataclasses.dataclass
class Outcome:
    """How a command ended."""

    fault: tuple = None
    status: int = None
    output: bytes = b""
    error: bytes = b""
    counts: dict = dataclasses.field(default_factory=dict)
    failed: int = 0
    files: dict = dataclasses.field(default_factory=dict)
    finds: set = None
    terminal: str = None


class Daemon(threading.Thread):
    """A gpsd that says the same to everybody: a fix twice a second, always the same place."""

    def __init__(self):
        super().__init__(daemon=True)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.start()

    def run(self):
        while True:
            client, _ = self.server.accept()
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    @staticmethod
    def serve(client):
        """One listener, until it goes."""
        lines = ['{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}',
                 '{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyS1","driver":"u-blox"}]}']
        try:
            while True:
                client.sendall("".join(line + "\r\n" for line in lines).encode())
                lines = ['{"class":"TPV","device":"/dev/ttyS1","mode":3,"lat":0.0,"lon":0.0,"eph":2.0}']
                time.sleep(0.5)
        except OSError:
            client.close()


class Stage:
    """The files that every command finds, and the library that lets calls fail."""

    def __init__(self, trove, root, top):
        self.trove, self.top = trove, top
        self.library = os.path.join(top, "fail.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", self.library, os.path.join(root, "script/failing/fail.c")],
                       check=True)
        self.gpsd = f"127.0.0.1:{Daemon().port}"
        self.template = os.path.join(top, "template")
        os.mkdir(self.template)
        for source, name in [("Maps/null-island-hunt.geojson", "hunt.geojson"), ("Maps/null-island.geojson", "map.geojson"),
                             ("Maps/null-island-places.geojson", "places.geojson"),
                             ("Maps/keepers-riddle-hunt.geojson", "riddle.geojson"),
                             ("Traces/null-island-walk.gpx", "walk.gpx")]:
            shutil.copy(os.path.join(root, source), os.path.join(self.template, name))
        for name, text in [("commands", "at 20 status\nat 30 hint\nat 60 where\nat 400 quit\n"), ("soon", "at 4 quit\n"),
                           ("tiny.osm", OSM)]:
            with open(os.path.join(self.template, name), "w", encoding="utf-8") as file:
                file.write(text)
        for command in commands.PREPARATION:
            done = subprocess.run([trove, *command.words], cwd=self.template, env=self.environment(self.template),
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode:
                raise SystemExit(f"{command.name}: {done.stdout.decode()}")
        self.before = self.template

    def environment(self, folder, fault=None, table=None):
        """What a command finds around it."""
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "LD_LIBRARY_PATH") if key in os.environ}
        kept |= {"HOME": folder, "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder}
        if table:
            kept |= {"LD_PRELOAD": self.library, "FAIL_TABLE": table}
        if fault:
            kind, at, error, goes_on = fault
            kept |= {"FAIL_CALL": kind, "FAIL_AT": str(at), "FAIL_ERROR": str(error), "FAIL_ON": str(int(goes_on))}
        return kept

    def run(self, command, fault=None):
        """Runs a command in a new folder; with a fault, or to see what it does without."""
        with tempfile.TemporaryDirectory(dir=self.top) as folder:
            shutil.copytree(self.template, folder, dirs_exist_ok=True)
            table = os.path.join(self.top, "table-" + os.path.basename(folder))
            words = [self.trove, *(word.format(gpsd=self.gpsd) for word in command.words)]
            how = {"cwd": folder, "env": self.environment(folder, fault, table)}
            outcome = Outcome(fault)
            if command.keys:
                play_on_terminal(words, command.keys, how, outcome)
            else:
                play(words, how, outcome)
            outcome.output = outcome.output.replace(folder.encode(), b"DIR")
            with open(table, "rb") as file:
                *counts, outcome.failed = struct.unpack(f"{len(KINDS) + 1}q", file.read())
            os.remove(table)
            outcome.counts = {kind: count for kind, count in zip(KINDS, counts) if count}
            for name in command.makes:
                outcome.files[name] = contents(os.path.join(folder, name))
            if command.saves:
                outcome.finds = self.finds(folder)
            return outcome

    def finds(self, folder):
        """The finds of the last saved game; None if the games cannot be read."""
        how = {"cwd": folder, "env": self.environment(folder), "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL,
               "check": False}
        games = subprocess.run([self.trove, "games", "list", "--json"], **how)
        if games.returncode:
            return None
        lines = [json.loads(line) for line in games.stdout.splitlines()]
        if not lines:
            return set()
        show = subprocess.run([self.trove, "games", "show", str(lines[0]["id"]), "--json"], **how)
        if show.returncode:
            return None
        events = [json.loads(line) for line in show.stdout.splitlines()]
        return {event["treasure"] for event in events if event["event"] in ("found", "claimed")}

    def judge(self, command, usual, outcome):
        """What is wrong with an outcome, sentence by sentence."""
        if outcome.status is None:
            yield "it does not end"
            return
        # A terminal that cannot be read counts as closed, and the program ends by SIGHUP.
        if outcome.status == -signal.SIGHUP and command.keys and outcome.fault[0] == "read":
            return
        if outcome.status < 0:
            yield f"ended by signal {-outcome.status}: {outcome.error[-300:]!r}"
            return
        said = outcome.error.strip() != usual.error.strip() or bool(SAID.search(outcome.output))
        # If writing fails, the message cannot be written either.
        is_mute = outcome.fault and outcome.fault[0] == "write"
        # Reports, such as those of the doctor, have the message on standard output.
        says = said or outcome.output.strip() and not matches(outcome.output, usual.output)
        if outcome.status != usual.status and not says and not is_mute:
            yield f"status {outcome.status} without a word"
        if outcome.status == 0 and not said and not command.keys and not matches(outcome.output, usual.output):
            yield f"another output, and no word about it: {difference(outcome.output, usual.output)}"
        for name, whole in usual.files.items():
            old = contents(os.path.join(self.before, name))
            if outcome.files[name] not in (whole, old):
                yield f"{name} is torn or was left behind"
            if outcome.status == 0 and not said and outcome.files[name] != whole:
                yield f"{name} is not there, and no word about it"
        if command.saves:
            if outcome.finds is None:
                yield "the saved games cannot be read any more"
            elif outcome.status is not None and not said:
                told = set(re.findall(rb'"event":"found","id":"([^"]+)"', outcome.output))
                missing = {name.decode() for name in told} - outcome.finds
                if missing:
                    yield f"told, and not saved: {', '.join(sorted(missing))}"
        if outcome.terminal:
            yield outcome.terminal


def contents(path):
    """The bytes of a file; None if there is no such file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def matches(one, other):
    """Whether two outputs say the same, but for what differs from run to run."""
    return steady(one) == steady(other)


def steady(output):
    """An output without what differs from run to run."""
    return re.sub(rb"\d\d:\d\d:\d\d(\.\d+)?|\"(elapsed|listened|age|time)[^,}]*|127.0.0.1:\d+", b"", output)


def difference(one, other):
    """The first line that differs."""
    for left, right in zip(steady(one).splitlines() + [b""], steady(other).splitlines() + [b""]):
        if left != right:
            return f"{left[:120]!r} for {right[:120]!r}"
    return "fewer lines"


def play(words, how, outcome):
    """Runs a command without a terminal."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
    try:
        outcome.output, outcome.error = process.communicate(timeout=LIMIT)
        outcome.status = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def play_on_terminal(words, keys, how, outcome):
    """Runs a command on a terminal of its own and presses keys, until it ends."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    before = termios.tcgetattr(follower)
    # A file instead of a pipe, because a pipe would have to be read meanwhile.
    with tempfile.TemporaryFile() as error:
        process = subprocess.Popen(words, stdin=follower, stdout=follower, stderr=error, start_new_session=True,
                                   preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), **how)
        began, due = time.monotonic(), None
        deadline = began + LIMIT
        waiting = list(keys)
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([leader], [], [], 0.05)[0]:
                outcome.output += os.read(leader, 65536)
            # After a while keys are pressed in any case: what takes the terminal may be what failed.
            if due is None and (b"\x1b[?1049h" in outcome.output or time.monotonic() > began + 5):
                due = time.monotonic() + 0.3
            if due and time.monotonic() >= due:
                key = waiting.pop(0) if waiting else "q\x1b"[int(time.monotonic() * 4) % 2]
                os.write(leader, key.encode())
                due = time.monotonic() + 0.1
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        else:
            outcome.status = process.returncode
        while select.select([leader], [], [], 0)[0]:
            outcome.output += os.read(leader, 65536)
        error.seek(0)
        outcome.error = error.read()
    disorder = []
    # What cannot be set back is not.
    if termios.tcgetattr(follower) != before and not (outcome.fault and outcome.fault[0] == "terminal"):
        disorder.append("its settings")
    for mode, name in [("1049", "the other screen"), ("25", "the cursor"), ("1006", "the mouse")]:
        switches = re.findall(rf"\x1b\[\?{mode}([hl])".encode(), outcome.output)
        is_mute = outcome.fault and outcome.fault[0] == "write" and outcome.fault[3]
        if switches and (switches[-1] == b"h") == (mode != "25") and not is_mute:
            disorder.append(name)
    if disorder and outcome.status is not None:
        outcome.terminal = f"the terminal is left with {', '.join(disorder)}"
    os.close(leader)
    os.close(follower)
