"""
A second decoder of BX/1, written from docs/devices/bx1.md alone and in another manner: patterns over the whole stream.

It is slow and needs all bytes at once; it exists to disagree with the hall's own.
"""

import re
from dataclasses import dataclass

_FRAME = re.compile(rb"\x02([\x20-\x7e]{1,96})([0-9A-F]{4})\x03")
_EVENT = re.compile(r"E ([0-9A-F]{4}) BALL((?: [^ =]+=[^ ]+)*)")
_POLYNOMIAL = 0x1021


@dataclass(frozen=True)
class OracleBall:
    """What a BALL event says, where it says a ball: 1 to 90 at a place 1 to 90."""

    ev: int
    ordinal: int
    number: int


def check_of(body):
    """Divide by the polynomial, bit by bit, from 0xFFFF."""
    register = 0xFFFF
    for byte in body:
        for place in range(7, -1, -1):
            carry = register >> 15 ^ byte >> place & 1
            register = register << 1 & 0xFFFF
            if carry:
                register ^= _POLYNOMIAL
    return register


def bodies_in(stream):
    """Give the bodies of the intact frames of a stream, in order."""
    return [found[1].decode("ascii") for found in _FRAME.finditer(stream) if check_of(found[1]) == int(found[2], 16)]


def ball_of(body):
    """Give the ball that a body says, or None."""
    found = _EVENT.fullmatch(body)
    if found is None or int(found[1], 16) == 0:
        return None
    pairs = [word.split("=", 1) for word in found[2].split()]
    said = dict(pairs)
    if len(said) != len(pairs):
        return None
    place, number = said.get("o", ""), said.get("n", "")
    if not re.fullmatch(r"[1-9]|[1-8][0-9]|90", number) or not re.fullmatch(r"0*([1-9]|[1-8][0-9]|90)", place):
        return None
    return OracleBall(int(found[1], 16), int(place), int(number))


def balls_in(stream):
    """Give the balls of a stream, in order."""
    return [ball for body in bodies_in(stream) if (ball := ball_of(body)) is not None]
