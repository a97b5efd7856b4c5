"""
A second reading of docs/devices/bx1.md, written from the page and sharing nothing with the code: sections 2, 3 and 4.

The check is worked out bit by bit, the decoder is the page's table, the grammar is one regular expression.
"""

import re

STX, ETX = 0x02, 0x03

_HEX = "[0-9A-F]"
_FIELDS = r"(?: [!-<>-~]+=[!-~]+)*"
_VERB = "[A-Z][A-Z0-9]*"
MESSAGE = re.compile(
    rf"(?:[CN] {_HEX}{{2}} {_VERB}{_FIELDS}|A {_HEX}{{2}}{_FIELDS}|E {_HEX}{{4}} {_VERB}{_FIELDS}|K {_HEX}{{4}})"
)


def check(body):
    register = 0xFFFF
    for byte in body:
        for bit in range(7, -1, -1):
            top = (register >> 15) ^ (byte >> bit & 1)
            register = (register << 1) & 0xFFFF
            if top:
                register ^= 0x1021
    return f"{register:04X}".encode()


def framed(body):
    return bytes([STX]) + body.encode() + check(body.encode()) + bytes([ETX])


def is_message(body):
    """Whether the page's grammar allows it: numbers from 1, each key once."""
    if not MESSAGE.fullmatch(body) or int(body.split(" ")[1], 16) == 0:
        return False
    keys = [word.partition("=")[0] for word in body.split(" ")[2:] if "=" in word]
    return len(keys) == len(set(keys))


class Decoder:
    """The table of section 3."""

    def __init__(self):
        self.inside = False
        self.buffer = b""
        self.frames, self.noise, self.short, self.bad = [], 0, 0, 0

    def byte(self, byte):
        if not self.inside:
            if byte == STX:
                self.inside, self.buffer = True, b""
            else:
                self.noise += 1
        elif byte == STX:
            self.short += 1
            self.buffer = b""
        elif byte == ETX:
            self.inside = False
            body, said = self.buffer[:-4], self.buffer[-4:]
            if body and said == check(body):
                self.frames.append(body.decode())
            else:
                self.bad += 1
        elif 0x20 <= byte <= 0x7E and len(self.buffer) < 100:
            self.buffer += bytes([byte])
        else:
            self.inside = False
            self.bad += 1

    def silence(self):
        if self.inside:
            self.inside = False
            self.short += 1
