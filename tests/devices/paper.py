"""
A receipt printer on a real TCP socket: what a till's bytes put on paper, read by the command reference alone.

Nothing of the product's own reading of ESC/POS is used: whoever writes and who reads here do not share a mistake.
"""

import socket
import threading
from contextlib import suppress

TABLES = {0: "cp437", 2: "cp850", 16: "cp1252", 19: "cp858"}
"""ESC t n: the code table that n chooses on the usual printers."""


class Paper:
    """Decodes a stream of bytes; `lines` are (text, bold, big), `log` all that happened in order."""

    def __init__(self):
        self.lines = []
        self.log = []
        self.tables = set()
        self.reset()
        self.row = ""

    def reset(self):
        self.table, self.bold, self.wide, self.high = 0, False, False, False

    def take(self, byte_at, answer):
        """Take one command or sign; `byte_at(i)` gives the i-th byte or raises IndexError. Gives how many it took."""
        first = byte_at(0)
        if first == 0x0A:
            self.lines.append((self.row, self.bold, self.wide and self.high))
            self.log.append(("line", self.row))
            self.row = ""
            return 1
        if first in (0x1B, 0x1D):
            return self.command(first, byte_at, answer)
        assert first >= 0x20, f"control byte {first:#x}"
        if first >= 0x80:
            self.tables.add(TABLES[self.table])
        self.row += bytes([first]).decode(TABLES[self.table])
        return 1

    def command(self, first, byte_at, answer):  # noqa: C901 - one branch a command
        second = byte_at(1)
        if (first, second) == (0x1B, 0x40):  # ESC @ initialise
            self.reset()
            return 2
        value = byte_at(2)
        if (first, second) == (0x1B, 0x21):  # ESC ! print mode: 8 bold, 16 high, 32 wide
            self.bold, self.high, self.wide = bool(value & 8), bool(value & 16), bool(value & 32)
        elif (first, second) == (0x1B, 0x45):  # ESC E emphasised
            self.bold = bool(value & 1)
        elif (first, second) == (0x1B, 0x74):  # ESC t code table
            self.table = value
        elif (first, second) == (0x1B, 0x64):  # ESC d feed n lines
            self.log.append(("feed", value))
        elif (first, second) == (0x1D, 0x56):  # GS V cut; 1 and 49 partial
            assert value in (0, 1, 48, 49), value
            self.log.append(("cut", value))
        elif (first, second) == (0x1B, 0x70):  # ESC p m t1 t2: pulse of 2*t1 ms on, then 2*t2 ms off
            self.log.append(("pulse", value, 2 * byte_at(3), 2 * byte_at(4)))
            return 5
        elif (first, second) == (0x1D, 0x72):  # GS r n transmit status
            assert value in (1, 49), value
            answer(b"\x00")
        else:
            raise AssertionError(f"unknown command {first:#x} {second:#x}")
        return 3


def decoded(data):
    """Decode a whole stream; answers are asserted to be asked for, and dropped."""
    paper = Paper()
    at = 0
    while at < len(data):
        at += paper.take(lambda i, at=at: data[at + i], lambda _answer: None)
    return paper


class TcpPrinter:
    """
    A printer that listens on 127.0.0.1: status at once, all else in its turn and only while there is paper.

    `out_of_paper_after(n)`: the roll ends after n more lines. `mute`: switched off behind its network card, which takes
    bytes and says nothing. `lose(n)`: its next n answers that something is printed are lost on the way; `hold`: they
    are kept until `say`. `end` frees the port.
    """

    def __init__(self):
        self.paper = Paper()
        self.received = bytearray()
        self.lock = threading.RLock()
        self.mute = False
        self.lines_left = None
        self.cover_open = False
        self.to_lose = 0
        self.held = None
        self.connections = 0
        self.buffer = bytearray()
        self.peers = set()
        self.port = 0
        self.server = None
        self.listen()

    @property
    def url(self):
        return f"socket://127.0.0.1:{self.port}"

    def listen(self):
        self.server = socket.create_server(("127.0.0.1", self.port))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.server,), daemon=True).start()

    def accept(self, server):
        with suppress(OSError):
            while True:
                peer, _ = server.accept()
                with self.lock:
                    self.connections += 1
                    self.peers.add(peer)
                threading.Thread(target=self.talk, args=(peer,), daemon=True).start()

    def talk(self, peer):
        with suppress(OSError), peer:
            while data := peer.recv(4096):
                with self.lock:
                    if self.mute:
                        continue
                    self.received += data
                    self.hear(data, peer)

    def hear(self, data, peer):
        """Answer DLE EOT n at once, out of turn; keep the rest for its turn."""
        at = 0
        while at < len(data):
            if data[at : at + 2] == b"\x10\x04":
                peer.sendall(bytes([self.status(data[at + 2])]))
                at += 3
            else:
                self.buffer.append(data[at])
                at += 1
        self.peer = peer
        self.print()

    def status(self, number):
        out = self.lines_left == 0
        bits = 0x12
        if number == 1 and (out or self.cover_open):
            bits |= 0x08
        if number == 2:
            bits |= 0x20 * out | 0x04 * self.cover_open
        if number == 4 and out:
            bits |= 0x60
        return bits

    def print(self):
        while self.buffer and self.lines_left != 0 and not self.cover_open:
            try:
                taken = self.paper.take(lambda i: self.buffer[i], self.answer)
            except IndexError:
                return
            if self.buffer[0] == 0x0A and self.lines_left is not None:
                self.lines_left -= 1
            del self.buffer[:taken]

    def answer(self, data):
        if self.to_lose:
            self.to_lose -= 1
        elif self.held is not None:
            self.held.append(data)
        else:
            self.peer.sendall(data)

    def lose(self, answers):
        with self.lock:
            self.to_lose = answers

    def hold(self):
        with self.lock:
            self.held = []

    def say(self, answers):
        """Say so many of the answers that are held."""
        with self.lock:
            for _ in range(answers):
                self.peer.sendall(self.held.pop(0))

    def out_of_paper_after(self, lines):
        with self.lock:
            self.lines_left = lines

    def load(self):
        with self.lock:
            self.lines_left = None
            self.print()

    def shut(self, *, is_open):
        with self.lock:
            self.cover_open = is_open
            self.print()

    def power(self, *, on):
        """Switched off it forgets what it had not printed, and the line to it is dead."""
        with self.lock:
            self.buffer.clear()
            if on:
                self.listen()
                return
            self.server.shutdown(socket.SHUT_RDWR)
            self.server.close()
            for peer in self.peers:
                with suppress(OSError):
                    peer.shutdown(socket.SHUT_RDWR)
                peer.close()
            self.peers.clear()

    def end(self):
        with suppress(OSError):
            self.power(on=False)

    def texts(self):
        """Give the lines on paper, without the blanks at their ends."""
        with self.lock:
            return [text.rstrip() for text, _bold, _big in self.paper.lines]

    def cuts(self):
        with self.lock:
            return sum(entry[0] == "cut" for entry in self.paper.log)

    def pulses(self):
        with self.lock:
            return [entry[1:] for entry in self.paper.log if entry[0] == "pulse"]
