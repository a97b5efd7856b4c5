"""Hostile input, from a seed: values, bodies, addresses, headers and frames that no screen of the house sends."""

from __future__ import annotations

import json
import random
from typing import Any

TEXTS = (
    "\x00",
    "a\x00b",
    "\u202egnip",
    "\uff11\uff10",
    "'; DROP TABLE records_event; --",
    '" OR 1=1 --',
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "{% debug %}",
    "%s%s%n",
    "${jndi:x}",
    "../../etc/passwd",
    "=HYPERLINK(1)",
    "\x1b[2J",
    "\x85\x0b\x0c\x1c",
    "a\r\nSet-Cookie: x=1",
    "🂡" * 300,
    "ñ" * 5_000,
    "\ud800",
    "None",
    "",
    " ",
    "-1",
    "1e400",
    "0x10",
    "NaN",
)
NUMBERS = (-1, 0, 2**31, 2**63, 2**64, 10**30, -(10**30), 1.5, 1e308, float("inf"), float("nan"), True, False)


def value(chance: random.Random, depth: int = 0) -> Any:
    """Give any value that JSON, or Python's reading of it, can hold."""
    kind = chance.randrange(8 if depth < 3 else 5)
    if kind < 2:
        return chance.choice(TEXTS)
    if kind < 4:
        return chance.choice(NUMBERS)
    if kind == 4:
        return None
    if kind == 5:
        return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    if kind == 6:
        return {chance.choice(TEXTS): value(chance, depth + 1) for _ in range(chance.randrange(4))}
    return {"$ne": None, "__proto__": {"a": 1}, "pk__gte": 0, "_connector": "OR 1=1 --"}


def body(chance: random.Random, fields: list[str]) -> bytes:
    """
    Give a deed's body that cannot be a right one.

    Its fields are there with any values, and then something that no right body has: no key, an unknown field, or a key
    that is no text.
    """
    said = {name: value(chance) for name in fields if chance.random() < 0.8}
    spoilt = chance.randrange(3)
    if spoilt == 0:
        said.pop("key", None)
    elif spoilt == 1:
        said |= {"key": f"k{chance.random()}", chance.choice(("__class__", "id", "actor", "hall", "at")): value(chance)}
    else:
        said["key"] = chance.choice((None, 7, [], {}, "", "x" * 65, "\x00"))
    return json.dumps(said).encode("utf-8", "surrogatepass")


def raw(chance: random.Random) -> bytes:
    """Give bytes that are no JSON object of a deed: broken, deep, large, or of another kind."""
    return chance.choice(
        (
            b"",
            b"\xff\xfe\x00",
            b"{",
            b"[" * 10_000 + b"]" * 10_000,
            b'{"a":' * 5_000,
            b'{"key": NaN}',
            b'{"key": 1e400}',
            b"[]",
            b"null",
            b'"key"',
            b'{"key": "a", "key": "b", "c": 1}',
            b"a=1&b=2",
            b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00\x8c\x07builtin.",
            b'{"key":"' + b"A" * 20_000 + b'"}',
            chance.randbytes(chance.randrange(200)),
        )
    )


def query(chance: random.Random) -> dict[str, str]:
    """Give a query string's fields, those that the pages know among them."""
    names = (
        "k",
        "lang",
        "audience",
        "show",
        "voice",
        "next",
        "game_no",
        "session_no",
        "ordinal",
        "said",
        "card",
        "page",
    )
    more = ("year", "month", "from", "to", "kind", "person", "format", "number", "src", "series", "__class__", "a[]")
    # Half of a character cannot be written into an address at all.
    texts = [text for text in TEXTS if "\ud800" not in text]
    return {chance.choice(names + more): chance.choice(texts) for _ in range(chance.randrange(1, 5))}


def header(chance: random.Random) -> dict[str, str]:
    """Give a header whose value nobody sends by chance."""
    name = chance.choice(
        ("Accept-Language", "Cookie", "X-Forwarded-For", "X-Forwarded-Host", "Referer", "User-Agent", "If-None-Match")
    )
    values = (
        "a\x85b",
        "\x0bx",
        "," * 5_000,
        "sessionid=' OR 1=1",
        "*;q=1e400",
        "es\x00",
        "x" * 8_000,
        "1.2.3.4, ::1, x",
    )
    return {name: chance.choice(values)}


def frame(chance: random.Random) -> str | bytes:
    """Give a socket's message."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(64))
    if kind == 1:
        return raw(chance).decode("latin-1")
    if kind == 2:
        return chance.choice(TEXTS).encode("utf-8", "replace").decode()
    said: Any = value(chance)
    if kind > 3:
        types = ("resync", "pong", "hello", "deed", "hall.nudge", "hall.event", "websocket.close", "here", "__init__")
        said = {"type": chance.choice(types), chance.choice(("name", "device", "position", "hall", "at")): said}
    return json.dumps(said)
