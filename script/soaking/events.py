"""An event of three servers in three namespaces, players beside each, and servers that fail."""
import collections
import contextlib
import dataclasses
import datetime
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.request

from soaking import replicas
from soaking.network import ADDRESS, HUB, NODES, Network, run

PORT = 24222
ANSWER, RECONNECT = 10.0, 3.0  # seconds
# The server of each node starts in its place, and not before the file .hold has gone.
# The certificate by which servers know each other is for 127.0.0.1, and here they have other addresses.
SERVER = r"""#!/bin/sh
[ "$1" = -c ] || exec "{server}" "$@"
name=$(basename "$2" .conf)
node=${{name#nats}}
sed -e 's/listen: "127\.0\.0\.1:/listen: "0.0.0.0:/; s/127\.0\.0\.1/{address}/g' \
  -e 's/^cluster .* tls {{ /&insecure: true, /' "$2" > "$2.node"
echo 'http: "0.0.0.0:8222"' >> "$2.node"
while [ -e "$2.hold" ]; do sleep 0.05; done
exec ip netns exec {place}-${{node:-1}} {tracer} "{server}" -c "$2.node"
"""


@dataclasses.dataclass
class Outcome:
    """What was seen in a trial."""

    faults: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    answers: list = dataclasses.field(default_factory=list)  # seconds with a majority, from the claim or the last fault
    reconnects: list = dataclasses.field(default_factory=list)  # seconds; infinite for never
    problems: list = dataclasses.field(default_factory=list)
    players: int = 0
    finds: int = 0
    claims: int = 0

    def figures(self):
        """One line."""
        answers, back = sorted(self.answers), sorted(self.reconnects)
        soon = sum(each <= RECONNECT for each in back)
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        text = f"{faults}: {self.players} players, {self.claims} claims, {self.finds} finds"
        if answers:
            text += f", answered within {share(answers, 0.5):.1f} s (median), {answers[-1]:.1f} s (longest)"
        if back:
            text += f", {100 * soon / len(back):.1f} % of {len(back)} connections back within {RECONNECT:g} s"
            text += f" (longest {back[-1]:.1f} s)"
        return text

    def judge(self):
        """Adds what misses a goal."""
        late = [each for each in self.answers if each > ANSWER]
        if late:
            self.problems.append(f"{len(late)} finds were answered late: {max(late):.1f} s")
        slow = [each for each in self.reconnects if each > RECONNECT]
        if slow and len(slow) > len(self.reconnects) / 100:
            self.problems.append(f"{len(slow)} of {len(self.reconnects)} connections came back late")


def share(numbers, part):
    """A percentile of sorted numbers."""
    return numbers[min(len(numbers) - 1, int(len(numbers) * part))]


class Event:
    """An event that is hosted in the hub, with one server in each of three places."""

    def __init__(self, trove, server, network, home, tracer="", nodes=len(NODES)):
        self.trove, self.network, self.home, self.nodes = trove, network, home, nodes
        self.folder = os.path.join(home, "event")
        self.server = os.path.join(home, "server")
        with open(self.server, "w", encoding="utf-8") as file:
            file.write(SERVER.format(server=server, address=ADDRESS, place=network.name, tracer=tracer))
        os.chmod(self.server, 0o700)
        self.host = None

    def environment(self, user):
        """The variables of a user."""
        home = os.path.join(self.home, user)
        return dict(os.environ, HOME=home, XDG_DATA_HOME=home + "/data", XDG_STATE_HOME=home + "/state",
                    TROVE_EVENTS=home + "/events", TROVE_SAVES=home + "/saves", TROVE_NATS_SERVER=self.server)

    def run(self, *words, user="organiser", place=HUB, limit=60):
        """The program, to its end; what it wrote, or None if it failed."""
        command = [*self.network.inside(place), self.trove, *words]
        try:
            done = subprocess.run(command, env=self.environment(user), capture_output=True, text=True, check=False,
                                  timeout=limit)
        except subprocess.TimeoutExpired:
            return None
        return done.stdout if done.returncode == 0 else None

    def make(self, hunt):
        """Makes the event."""
        if self.run("event", "new", hunt, "--name", "Soak", "--dir", self.folder, "--address",
                    f"{ADDRESS}:{self.network.port}") is None:
            raise RuntimeError("no event was made")

    def start(self):
        """Starts the host, and waits until it is ready."""
        self.host = subprocess.Popen(  # pylint: disable=R1732
            [*self.network.inside(HUB), self.trove, "event", "host", self.folder, "--nodes", str(self.nodes)],
            env=self.environment("organiser"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self._listen, args=(self.host.stderr,), daemon=True).start()
        if not self.host.stdout.readline().startswith("ready"):
            raise RuntimeError("the host is not ready: " + self.trouble())

    def _listen(self, troubles):
        for line in troubles:
            self.note(f"host: {line.rstrip()}")

    def note(self, text):
        """A line for whoever wants to know what was when."""
        with open(os.path.join(self.home, "trial.log"), "a", encoding="utf-8") as file:
            print(f"{datetime.datetime.now():%H:%M:%S.%f} {text}", file=file)

    def trouble(self):
        """What was noted last."""
        with open(os.path.join(self.home, "trial.log"), encoding="utf-8") as file:
            return file.read()[-600:]

    def close(self):
        """Ends the host, and with it the servers."""
        self.host.send_signal(signal.SIGTERM)
        try:
            return self.host.wait(60)
        except subprocess.TimeoutExpired:
            self.host.kill()
            return None

    # The servers

    def name(self, node):
        """The name of a server's files."""
        return os.path.join(self.folder, "server", "nats" if node == 1 else f"nats{node}")

    def store(self, node):
        """The folder of a server's streams."""
        return os.path.join(self.folder, "server", "streams" if node == 1 else f"streams{node}")

    def pid(self, node):
        """The process of a server; None if it does not run."""
        try:
            with open(self.name(node) + ".pid", encoding="ascii") as file:
                pid = int(file.read())
            with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                return pid if self.name(node) + ".conf" in file.read() else None
        except (OSError, ValueError):
            return None

    def hold(self, node, holds):
        """Keeps a server from being started, or lets it."""
        path = self.name(node) + ".conf.hold"
        if holds:
            with open(path, "w", encoding="ascii"):
                pass
        else:
            os.unlink(path)

    def status(self, node):
        """What a server says of its streams, by their names; None if it says nothing."""
        url = f"http://{Network.host(node)}:8222/jsz?streams=true"
        try:
            with urllib.request.urlopen(url, timeout=1) as answer:
                accounts = json.load(answer).get("account_details") or []
        except (OSError, ValueError):
            return None
        return {stream["name"].split("_")[0]: stream for each in accounts for stream in each.get("stream_detail") or []}

    def leader(self):
        """The server that leads the ledger; 0 if there is none."""
        for node in NODES:
            leader = (self.status(node) or {}).get("FINDS", {}).get("cluster", {}).get("leader", "")
            if leader:
                return int(leader[4:] or 1)
        return 0

    def wait_whole(self, limit=60):
        """Waits until all servers have the same; returns whether they do."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            states = [self.status(node) for node in NODES]
            if all(states) and all(
                    len({state.get(name, {}).get("state", {}).get("last_seq") for state in states}) == 1
                    for name in ("FINDS", "CLAIMS", "RULINGS")):
                return True
            time.sleep(0.5)
        return False


class Players:
    """Walkers, some at each place: when one has won, another comes."""

    def __init__(self, event, outcome, each, speed, hunt_points=200):
        self.event, self.outcome, self.speed, self.points = event, outcome, speed, hunt_points
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self.away = {place: [] for place in (HUB, *NODES)}  # [from, to] when a place had no majority
        self.faults = []  # when each began
        self.processes = {}  # of games, to their places
        self.counted = collections.Counter()  # (player, treasure) that a game has said to count
        self.won = set()
        self.threads = [threading.Thread(target=self._visit, args=(place, number), daemon=True)
                        for place in (HUB, *NODES) for number in range(each)]

    def start(self):
        """All begin."""
        for thread in self.threads:
            thread.start()

    def finish(self, limit=300):
        """Waits until all have ended their games."""
        self.stopping.set()
        end = time.monotonic() + limit
        for thread in self.threads:
            thread.join(max(0, end - time.monotonic()))
        if any(thread.is_alive() for thread in self.threads):
            self._problem("players did not come to an end")

    def _problem(self, text):
        with self.lock:
            self.outcome.problems.append(text)

    @contextlib.contextmanager
    def without_majority(self, *places):
        """While it lasts nobody at these places can expect an answer."""
        spans = []
        with self.lock:
            for place in places:
                spans.append([time.monotonic(), float("inf")])
                self.away[place].append(spans[-1])
        try:
            yield
        finally:
            for span in spans:
                span[1] = time.monotonic()

    def _waited(self, place, start, end):
        """Seconds of a wait since the place had a majority again, and since the last fault."""
        with self.lock:
            start = max([start, *(fault for fault in self.faults if fault < end)])
            for begun, ended in self.away[place]:
                if begun < end and ended > start:
                    start = min(end, ended)
        return end - start

    def _visit(self, place, number):
        games = 0
        while not self.stopping.is_set():
            games += 1
            name = f"P{place}-{number}-{games}"
            link = self.event.run("event", "invite", self.event.folder, "--player", name)
            if link is None:
                self._problem("no invitation was made")
                return
            while self.event.run("event", "join", link.strip(), user=name, place=place) is None:
                if self.stopping.wait(1):
                    return
            with self.lock:
                self.outcome.players += 1
            open_finds = {}
            # What a game could not send in time is sent with the next one.
            for _ in range(60):
                if self._play(link.strip(), name, place, games * 50 + number, open_finds) and not open_finds:
                    break
            else:
                self._problem(f"{name} has heard nothing of {', '.join(open_finds)}")

    def _play(self, link, name, place, seed, open_finds):
        """One game; returns whether everything was sent."""
        command = [*self.event.network.inside(place), self.event.trove, "play", "--event", link, "--from",
                   f"walker:{seed}", "--speed", self.speed, "--json"]
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            with subprocess.Popen(command, env=self.event.environment(name), stdout=subprocess.PIPE,
                                  stdin=subprocess.DEVNULL, stderr=errors, text=True) as game:
                with self.lock:
                    self.processes[game.pid] = place
                for line in game.stdout:
                    self._note(line, name, place, open_finds)
            with self.lock:
                del self.processes[game.pid]
            errors.seek(0)
            said = errors.read()
        # A find of an earlier game was not waited for all the time.
        for treasure in open_finds:
            open_finds[treasure] = None
        if game.returncode != 0:
            self._problem(f"{name}: {said[-300:]}")
        return game.returncode == 0 and "sent to the event with the next game" not in said

    def _note(self, line, name, place, open_finds):
        if not any(f'"event":"{each}"' in line for each in ("found", "ruling", "won", "connection")):
            return None
        said, now = json.loads(line), time.monotonic()
        treasure = said.get("id")
        if said["event"] == "connection":
            return self.event.note(f"{name}: {said.get('text')}")
        with self.lock:
            if said["event"] == "won":
                self.won.add(name)
        if said["event"] == "found":
            open_finds[treasure] = now
        elif said["event"] == "ruling":
            if not said.get("counts") or treasure is None:
                return self._problem(f"{name}: {said.get('text')}")
            found = open_finds.pop(treasure, None)
            waited = self._waited(place, found, now) if found is not None else None
            with self.lock:
                if not said["text"].endswith("counts already."):
                    self.counted[name, treasure] += 1
                if waited is not None:
                    self.outcome.answers.append(waited)
            if waited is not None and waited > ANSWER:
                self.event.note(f"{name} waited {now - found:.1f} s for {treasure}, {waited:.1f} s with a majority")
        return None

    # Connections

    def connections(self, ports):
        """The games that have a connection to a server of these ports."""
        with self.lock:
            games = list(self.processes)
        found = set()
        for pid in games:
            with contextlib.suppress(OSError, ValueError):
                own = {os.readlink(f"/proc/{pid}/fd/{each}") for each in os.listdir(f"/proc/{pid}/fd")}
                with open(f"/proc/{pid}/net/tcp", encoding="ascii") as file:
                    for line in list(file)[1:]:
                        words = line.split()
                        if (words[3] == "01" and int(words[2].split(":")[1], 16) in ports
                                and f"socket:[{words[9]}]" in own):
                            found.add(pid)
        return found

    def watch_reconnects(self, lost, ports, limit=15):
        """Notes how long the games take that had a connection before; those that end meanwhile do not count."""
        began = time.monotonic()
        missing = set(lost)
        while missing and time.monotonic() < began + limit:
            time.sleep(0.05)
            back = self.connections(ports)
            with self.lock:
                missing &= set(self.processes)
                self.outcome.reconnects += [time.monotonic() - began] * len(missing & back)
            missing -= back
        self.outcome.reconnects += [float("inf")] * len(missing)


class Faults:
    """What is done to the servers, by chance of one seed."""

    def __init__(self, event, players, outcome, seed=7):
        self.event, self.players, self.outcome = event, players, outcome
        self.random = random.Random(seed)

    def _ports(self, nodes):
        return {self.event.network.port_of(node) for node in nodes}

    def _quorum(self):
        """Waits until two servers answer."""
        while sum(self.event.status(node) is not None for node in NODES) < 2:
            time.sleep(0.05)

    def kill(self, kind):
        """SIGKILL for the leader, two of three, or all; they are away for up to three seconds."""
        leader = self.event.leader() or self.random.choice(NODES)
        others = [node for node in NODES if node != leader]
        victims = {"leader": [leader], "two": [leader, self.random.choice(others)], "all": list(NODES)}[kind]
        rest = [node for node in NODES if node not in victims]
        names = {"leader": "leaders killed", "two": "times two killed", "all": "times all killed"}
        self.outcome.faults[names[kind]] += 1
        lost = self.players.connections(self._ports(victims))
        self.event.note(f"killed: {victims}; the leader was {leader}, {len(lost)} players were there")
        has_majority = len(victims) == 1
        with contextlib.ExitStack() as stack:
            if not has_majority:
                stack.enter_context(self.players.without_majority(HUB, *NODES))
            for node in victims:
                self.event.hold(node, True)
                pid = self.event.pid(node)
                if pid:
                    os.kill(pid, signal.SIGKILL)
            while any(self.event.pid(node) for node in victims):
                time.sleep(0.01)
            watcher = threading.Thread(target=self.players.watch_reconnects, args=(lost, self._ports(NODES)))
            if rest:
                watcher.start()
            time.sleep(self.random.uniform(0.2, 3))
            for node in victims:
                self.event.hold(node, False)
            self._quorum()
        self.event.note("two answer again")
        if not rest:
            watcher.start()
        watcher.join()

    def cut(self, is_leader):
        """A place is cut off for 15 to 20 s, with the players there."""
        node = self.event.leader() if is_leader else 0
        node = node or self.random.choice(NODES)
        self.outcome.faults["partitions"] += 1
        with self.players.without_majority(node):
            self.event.note(f"cut off: {node}")
            self.event.network.cut(node)
            time.sleep(self.random.uniform(15, 20))
            self.event.network.heal(node)
        self.event.note("healed")

    def stop(self, is_leader):
        """A server stands still for 15 to 20 s, and its connections stay."""
        node = self.event.leader() if is_leader else 0
        node = node or self.random.choice(NODES)
        pid = self.event.pid(node)
        self.outcome.faults["servers stopped"] += 1
        if pid:
            self.event.note(f"stopped: {node}")
            os.kill(pid, signal.SIGSTOP)
            try:
                time.sleep(self.random.uniform(15, 20))
            finally:
                os.kill(pid, signal.SIGCONT)
                self.event.note("goes on")

    def pause(self, fault):
        """The time until the next fault: after a kill the servers may still be choosing a leader."""
        time.sleep(self.random.uniform(6, 9) if fault == self.kill else self.random.uniform(10, 12))


def check(event, players, outcome):
    """Compares what players were told, the ledger, the board, and the disks of all servers."""
    def lines(name):
        with open(os.path.join(event.folder, name), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    finds, claims = lines("finds.jsonl"), lines("claims.jsonl")
    outcome.finds, outcome.claims = len(finds), len(claims)
    ledger = collections.Counter((find["playerName"], find["treasure"]) for find in finds)
    lost = [each for each in players.counted if each not in ledger]
    for text, those in (("acknowledged finds lost", lost),
                        ("finds twice in the ledger", [each for each, count in ledger.items() if count > 1]),
                        ("finds acknowledged twice", [each for each, count in players.counted.items() if count > 1])):
        if those:
            outcome.problems.append(f"{len(those)} {text}: {those[:3]}")
    for player, own in by_player(claims).items():
        if own != list(range(1, len(own) + 1)):
            outcome.problems.append(f"claims of {player} are not in order: {own[:20]}")
    verified = event.run("event", "verify", event.folder, limit=600)
    if verified is None or not re.match(rf"Verified: {len(finds)} finds", verified):
        outcome.problems.append(f"verify: {verified}")
    board = {row["player"]: row["points"] for row in map(
        json.loads, (event.run("event", "board", event.folder, "--json") or "").splitlines()) if "player" in row}
    wrong = [name for name in players.won if board.get(name, players.points) != players.points]
    if wrong or not board:
        outcome.problems.append(f"the board is wrong for {wrong[:3]}")
    compare(event, "FINDS", len(finds), outcome)
    compare(event, "CLAIMS", len(claims), outcome)
    compare(event, "RULINGS", len(claims), outcome, replicas.newest)


def compare(event, stream, count, outcome, *keep):
    """The replicas of a stream on the disks."""
    with open(os.path.join(event.folder, "event.json"), encoding="utf-8") as file:
        name = f"{stream}_{json.load(file)['plan']['id'].upper()}"
    try:
        counts, different = replicas.differences([event.store(node) for node in NODES], name, *keep)
    except ValueError as error:
        outcome.problems.append(str(error))
        return
    if different or counts != [count] * len(NODES):
        outcome.problems.append(f"replicas of {stream}: {counts} messages, {len(different)} differ: {different[:5]}")


def by_player(claims):
    """The numbers of each player's claims, in order."""
    numbers = collections.defaultdict(list)
    for claim in claims:
        numbers[claim["id"]].append(claim["number"])
    return numbers


def in_network(body):
    """Does something in a network of its own; what goes wrong is a problem of the outcome."""
    outcome = Outcome()
    home = tempfile.mkdtemp(prefix="soak-event-")
    with Network(PORT) as network:
        # Only a thread goes to another namespace.
        worker = threading.Thread(target=_guarded, args=(body, network, home, outcome))
        worker.start()
        worker.join()
    if outcome.problems:
        print("kept:", home)
    else:
        shutil.rmtree(home, ignore_errors=True)
    return outcome


def _guarded(body, network, home, outcome):
    network.enter()
    try:
        body(network, home, outcome)
    except (RuntimeError, OSError, subprocess.SubprocessError) as error:
        outcome.problems.append(str(error))


@contextlib.contextmanager
def hosted(event):
    """The event is hosted, and nothing of it stays."""
    try:
        event.start()
        yield
    finally:
        if event.host and event.host.poll() is None:
            event.close()
        for node in NODES:
            pid = event.pid(node)
            if pid:
                os.kill(pid, signal.SIGKILL)


def faults(programs, hunt, kills, partitions, stops, each=3, speed="20", seed=7):
    """Servers are killed, cut off and stopped while walkers play."""
    def body(network, home, outcome):
        event = Event(*programs, network, home)
        event.make(hunt)
        with hosted(event):
            players = Players(event, outcome, each, speed)
            players.start()
            time.sleep(10)
            doing = Faults(event, players, outcome, seed)
            kinds = (["leader"] * 6 + ["two"] * 2 + ["all"] * 2) * (kills // 10 + 1)
            plan = [(doing.kill, kind) for kind in kinds[:kills]]
            plan += [(doing.cut, number % 3 < 2) for number in range(partitions)]
            plan += [(doing.stop, number % 3 < 2) for number in range(stops)]
            doing.random.shuffle(plan)
            for fault, kind in plan:
                if event.host.poll() is not None:
                    raise RuntimeError("the host has ended: " + event.trouble())
                players.faults.append(time.monotonic())
                fault(kind)
                doing.pause(fault)
            end(event, players, outcome)
        outcome.judge()

    return in_network(body)


def end(event, players, outcome):
    """Lets all games come to their end, ends the host, and compares."""
    players.finish()
    if not event.wait_whole():
        outcome.problems.append("the servers do not have the same")
    time.sleep(2)
    if event.close() != 0:
        outcome.problems.append("the host did not end: " + event.trouble())
    check(event, players, outcome)


def full_disk(programs, hunt, each=1, speed="30"):
    """The disk of one server of three is full for a while."""
    def body(network, home, outcome):
        event = Event(*programs, network, home)
        event.make(hunt)
        disk = event.store(2)
        os.makedirs(disk)
        if not run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk, check=False):
            raise RuntimeError("no small disk could be mounted")
        try:
            with hosted(event):
                players = Players(event, outcome, each, speed)
                players.start()
                time.sleep(10)
                filler = os.path.join(disk, "filler")
                run("sh", "-c", f"head -c 100m /dev/zero > {filler}", check=False)
                outcome.faults["full disk"] += 1
                event.note("the disk of 2 is full")
                time.sleep(30)
                event.note(f"2 says: {sorted(event.status(2) or {})}")
                os.unlink(filler)
                event.note("there is room again")
                time.sleep(10)
                end(event, players, outcome)
            outcome.judge()
        finally:
            run("umount", "-l", disk, check=False)

    return in_network(body)


def fsyncs(programs, hunt, nodes):
    """Counts what each server writes through to its disk while two walkers play: only of claims."""
    counts = []

    def body(network, home, outcome):
        trace = os.path.join(home, "trace")
        tracer = f"strace -f -qq -y -e signal=none -e trace=fsync,fdatasync -o {trace}-${{node:-1}}"
        event = Event(*programs, network, home, tracer=tracer, nodes=nodes)
        event.make(hunt)
        with hosted(event):
            for number in (1, 2):
                link = event.run("event", "invite", event.folder, "--player", f"P{number}").strip()
                if event.run("play", "--event", link, "--from", f"walker:{number}", "--speed", "max", "--json",
                             user=f"P{number}", limit=120) is None:
                    raise RuntimeError("a game failed")
            with open(os.path.join(event.folder, "claims.jsonl"), encoding="utf-8") as file:
                outcome.claims = len(list(file))
            # A cluster keeps messages in a log of its own first, and each server syncs that.
            cluster = event.status(1)["CLAIMS"].get("cluster") or {}
            group = f"/{cluster.get('raft_group', 'CLAIMS_')}/msgs/"
        for node in NODES[:nodes]:
            with open(f"{trace}-{node}", encoding="utf-8") as file:
                counts.append(sum("CLAIMS_" in line or group in line for line in file))

    outcome = in_network(body)
    return outcome, counts
