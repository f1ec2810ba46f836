"""How much memory a gpsd client has after very many epochs."""
import dataclasses
import fcntl
import os
import pty
import select
import signal
import socket
import struct
import termios
import threading
import time

VERSION = b'{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r\n'
METRES_PER_DEGREE = 111195.0  # of a sphere of 6,371,008.8 m


@dataclasses.dataclass
class Found:
    """Resident memory in MB, after a tenth of the epochs and at the end."""

    begin_mb: float
    end_mb: float
    is_running: bool

    @property
    def growth_mb(self):
        """By how much it grew."""
        return self.end_mb - self.begin_mb


def epoch(number):
    """The reports of one epoch of a 25 Hz receiver that walks north at 1.4 m/s: a position, and a sky each second."""
    milliseconds = number * 40
    clock = "2026-05-01T{:02d}:{:02d}:{:02d}.{:03d}Z".format(
        milliseconds // 3_600_000 % 24, milliseconds // 60_000 % 60, milliseconds // 1000 % 60, milliseconds % 1000)
    latitude = 48 + number * 0.056 / METRES_PER_DEGREE
    text = (f'{{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"{clock}","lat":{latitude:.9f},"lon":11.5,'
            f'"altMSL":520.0,"eph":{3 + number % 7 / 10},"speed":1.4,"track":0.0}}\r\n')
    if number % 25 == 0:
        satellites = ",".join(f'{{"PRN":{prn},"el":40.0,"az":83.0,"ss":30.0,"used":true}}' for prn in range(1, 13))
        text += f'{{"class":"SKY","device":"/dev/ttyUSB0","hdop":0.90,"satellites":[{satellites}]}}\r\n'
    return text.encode()


class Server:
    """A gpsd that sends epochs to everybody at one pace; `sent` counts those of the first caller."""

    def __init__(self, epochs, rate):
        self.epochs, self.rate, self.sent = epochs, rate, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        began, number = time.monotonic(), 0
        try:
            connection.sendall(VERSION)
            while True:
                due = int((time.monotonic() - began) * self.rate)
                connection.sendall(b"".join(epoch(each) for each in range(number, due)))
                number = max(number, due)
                self.sent = max(self.sent, number)
                time.sleep(0.01)
        except OSError:
            pass  # the client went away

    def close(self):
        """Stops accepting."""
        self.listener.close()


def resident_mb(process):
    """Resident memory of a process."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(command, epochs, rate):
    """Plays `command` on a pseudo-terminal of 80 x 24 until so many epochs were sent."""
    server = Server(epochs, rate)
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm-256color"
        words = [word.replace("{port}", str(server.port)) for word in command]
        os.execvp(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    begin = end = 0.0
    is_running = True
    try:
        while is_running and server.sent < epochs:
            is_running = drain(terminal, 0.1)
            if is_running:
                end = resident_mb(process)
                begin = begin if server.sent > epochs / 10 and begin else end
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
        server.close()
    return Found(begin, end, is_running)


def drain(terminal, seconds):
    """Reads what is written for a while; returns whether the program still runs."""
    deadline = time.monotonic() + seconds
    while (rest := deadline - time.monotonic()) > 0:
        if not select.select([terminal], [], [], rest)[0]:
            continue
        try:
            if not os.read(terminal, 65536):
                return False
        except OSError:
            return False
    return True
