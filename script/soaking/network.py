"""Four network namespaces on one bridge: three for servers, and one for everybody else."""
import ctypes
import os
import subprocess

ADDRESS = "10.77.255.1"  # of the event: the port says which server is meant
NODES = (1, 2, 3)
PORTS = 3  # from one server of an event to the next
HUB = 0


def run(*words, check=True):
    """A command of the system, which says nothing."""
    return subprocess.run(words, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class Network:
    """Server N of an event at ADDRESS is in place N, and can be cut off with all that is there; place 0 is the hub.

    All servers of an event have one address, as they run on one computer. Here the port leads to the right place.
    """

    def __init__(self, port):
        self.port, self.name = port, f"trove{os.getpid()}"

    def __enter__(self):
        try:
            for place in (HUB, *NODES):
                run("ip", "netns", "add", self.place(place))
                self._ip(place, "link", "set", "lo", "up")
            self._ip(HUB, "link", "add", "br0", "type", "bridge")
            self._ip(HUB, "link", "set", "br0", "up")
            self._ip(HUB, "addr", "add", "10.77.0.254/24", "dev", "br0")
            for node in NODES:
                self._ip(HUB, "link", "add", f"v{node}", "type", "veth", "peer", "name", "e0", "netns",
                         self.place(node))
                self._ip(HUB, "link", "set", f"v{node}", "master", "br0", "up")
                self._ip(node, "addr", "add", f"{self.host(node)}/24", "dev", "e0")
                self._ip(node, "link", "set", "e0", "up")
                self._ip(node, "addr", "add", f"{ADDRESS}/32", "dev", "lo")
            for place in (HUB, *NODES):
                self._lead(place)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for place in (*NODES, HUB):
            run("ip", "netns", "del", self.place(place), check=False)

    def _ip(self, place, *words):
        run("ip", "-n", self.place(place), *words)

    def _lead(self, place):
        """The rules by which ports lead to places come before those of a place's own addresses."""
        self._ip(place, "rule", "add", "pref", "100", "lookup", "local")
        self._ip(place, "rule", "del", "pref", "0")
        for node in NODES:
            if node == place:
                continue
            first, table = self.port_of(node), str(100 + node)
            self._ip(place, "rule", "add", "pref", str(node), "to", ADDRESS, "ipproto", "tcp", "dport",
                     f"{first}-{first + PORTS - 1}", "lookup", table)
            self._ip(place, "route", "add", ADDRESS, "via", self.host(node), "table", table)

    def place(self, place):
        """The name of a namespace."""
        return f"{self.name}-{place}"

    def inside(self, place):
        """The words before a command that is to run at a place."""
        return ["ip", "netns", "exec", self.place(place)]

    def port_of(self, node):
        """The port for players of a server."""
        return self.port + (node - 1) * PORTS

    @staticmethod
    def host(node):
        """A server's own address."""
        return f"10.77.0.{node}"

    def enter(self):
        """This thread, and what it starts, goes to the hub."""
        with open(f"/run/netns/{self.place(HUB)}", "rb") as space:
            if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), 0x40000000):
                raise OSError(ctypes.get_errno(), "setns")

    def cut(self, node):
        """Nothing comes or goes between this place and the others; the cable stays in."""
        self._ip(HUB, "link", "set", f"v{node}", "nomaster")

    def heal(self, node):
        """The place is a part of the network again."""
        self._ip(HUB, "link", "set", f"v{node}", "master", "br0")


def is_possible():
    """Whether this computer and this user can do that."""
    with Network(1) as network:
        return run(*network.inside(1), "true")
