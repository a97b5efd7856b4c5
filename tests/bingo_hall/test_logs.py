"""Log lines: one line a message, nothing in them that a terminal obeys or that passes for another line, no secret."""

import json
import logging
import random
import sys
import unicodedata

import pytest

from bingo_hall.logs import JsonLines, PlainLines

SIGNS = ["\r\n", "\n", "\x1b[2J", "\x1b]0;x\x07", "\x85", "\x00", "\x0b", "\u202e", "\u2028"]
SIGNS += ["\x9b31m", "%s%n", "{0}", "\t", "\x7f"]
NAMES = ("k", "password", "second_password", "pin", "token", "sessionid")


def record(message, *args):
    return logging.LogRecord("axes.attempts", logging.WARNING, "x.py", 1, message, args, None)


def payloads(seed=200):
    """Give two hundred texts with the signs in any places, each with a false line of a log in it."""
    chance = random.Random(seed)
    for number in range(200):
        parts = [chance.choice(SIGNS) for _ in range(chance.randrange(1, 6))]
        yield f"user{number}" + "x".join(parts) + "2026-01-01T00:00:00 INFO root all is well"


def unsafe(line):
    return [sign for sign in line if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}]


@pytest.mark.parametrize("formatter", [PlainLines(), JsonLines()], ids=["plain", "json"])
def test_two_hundred_hostile_texts_stay_one_line_of_harmless_signs(formatter):
    for payload in payloads():
        line = formatter.format(record("log-in of %s failed", payload))
        assert unsafe(line) == [], payload
        assert "user" in line


def test_a_hostile_text_is_one_json_object_with_its_words_in_the_message():
    line = json.loads(JsonLines().format(record("log-in of %s failed", "a\r\nb\x1b[2J")))
    assert line["message"] == "log-in of a\\x0d\\x0ab\\x1b[2J failed"
    assert (line["level"], line["logger"]) == ("WARNING", "axes.attempts")


@pytest.mark.parametrize("name", NAMES)
def test_the_value_of_a_secret_is_nowhere_in_a_line(name):
    for written in (f"GET /sala/?{name}=Zq9Wv7 HTTP/1.1", f"{{'{name}': 'Zq9Wv7'}}", f'{{"{name}": "Zq9Wv7", "a": 1}}'):
        for formatter in (PlainLines(), JsonLines()):
            line = formatter.format(record("%s", written))
            assert "Zq9Wv7" not in line, written
            assert "***" in line


def test_a_traceback_s_lines_are_indented_so_that_none_passes_for_a_message():
    try:
        int("x\n2026-01-01T00:00:00 INFO root all is well password=Zq9Wv7")
    except ValueError:
        told = record("it broke")
        told.exc_info = sys.exc_info()
    first, *others = PlainLines().format(told).split("\n")
    assert first.endswith("it broke")
    assert all(line.startswith("    ") for line in others)
    assert "Zq9Wv7" not in "".join(others)


def test_arguments_that_do_not_fit_stop_no_deed():
    assert "two of" in PlainLines().format(record("two of %s %s", "one"))
