"""The page, its vectors, our codec, and a second reading of the page: all four say the same."""

import json
import re
from itertools import islice

import pytest

from devices.codecs.bx1_frames import Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import MessageDamaged, encode_message, parse_message
from devices.simulators.paths import PROJECT
from tests.devices import bx1_by_the_page as second

PAGE = PROJECT / "docs" / "devices" / "bx1.md"
VECTORS = json.loads((PAGE.parent / "bx1-vectors.json").read_text())


def named(vector):
    return vector.get("name") or vector["body"]


def ours(parts):
    decoder, frames = Bx1Decoder(), []
    for part in parts:
        found = decoder.idle() if part == "silence" else decoder.feed(bytes.fromhex(part))
        frames += [item.body for item in found if isinstance(item, Frame)]
    return frames, decoder.noise, decoder.short, decoder.bad


def theirs(parts):
    decoder = second.Decoder()
    for part in parts:
        if part == "silence":
            decoder.silence()
        else:
            for byte in bytes.fromhex(part):
                decoder.byte(byte)
    return decoder.frames, decoder.noise, decoder.short, decoder.bad


def table(*columns):
    """Give the rows of the page's table with these first columns, without the marks of code."""
    lines = iter(PAGE.read_text().splitlines())
    head = f"| {' | '.join(columns)}".replace("|  |", "| |")
    assert any(line.startswith(head) for line in lines), head
    rows = (line for line in islice(lines, 1, None))
    kept = []
    for line in rows:
        if not line.startswith("|"):
            break
        kept.append([cell.strip().strip("`") for cell in line.strip("|").split(" | ")])
    return kept


def written_out(cell):
    """Give a cell's bytes as the vectors have them: `78*96` written out, parts apart."""
    whole = re.sub(r"([0-9A-F]{2})\*(\d+)", lambda found: " ".join([found[1]] * int(found[2])), cell)
    return [part.strip() for part in whole.split("…")]


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=named)
def test_a_frame_is_these_bytes_and_these_bytes_are_this_frame(vector):
    body, data = vector["body"], bytes.fromhex(vector["hex"])
    assert encode_frame(body) == second.framed(body) == data
    assert ours([vector["hex"]]) == theirs([vector["hex"]]) == ([body], 0, 0, 0)
    assert second.is_message(body)
    assert encode_message(parse_message(body)) == body


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=named)
def test_a_stream_holds_these_frames_and_this_damage(vector):
    told = vector["frames"], vector["noise"], vector["short"], vector["bad"]
    assert ours(vector["hex"]) == told
    assert theirs(vector["hex"]) == told


@pytest.mark.parametrize("vector", VECTORS["nonsense"], ids=named)
def test_a_whole_frame_without_sense_is_no_message(vector):
    assert ours([vector["hex"]]) == theirs([vector["hex"]]) == ([vector["body"]], 0, 0, 0)
    assert not second.is_message(vector["body"])
    with pytest.raises(MessageDamaged):
        parse_message(vector["body"])


def test_every_frame_stands_in_the_page_with_its_bytes():
    rows = [[vector["name"], vector["body"], vector["hex"]] for vector in VECTORS["frames"]]
    assert table("frame", "body", "bytes") == rows


def test_every_stream_stands_in_the_page_with_its_bytes_and_counts():
    rows = [
        [vector["name"], vector["hex"], str(vector["noise"]), str(vector["short"]), str(vector["bad"])]
        for vector in VECTORS["streams"]
    ]
    assert [[row[0], written_out(row[1]), *row[3:6]] for row in table("stream", "bytes")] == rows


def test_every_frame_without_sense_stands_in_the_page_with_its_bytes():
    rows = table("body", "why it is no message", "bytes")
    assert [[row[0], row[2]] for row in rows] == [[v["body"], v["hex"]] for v in VECTORS["nonsense"]]


def test_the_vectors_have_every_command_answer_and_event_of_the_page():
    text = PAGE.read_text()
    bodies = [vector["body"] for vector in VECTORS["frames"]]
    commands = set(re.findall(r"^### 6\.\d+ ([A-Z]+)$", text, re.MULTILINE))
    assert len(commands) == 12
    assert commands <= {body.split(" ")[2] for body in bodies if body[0] == "C"}
    codes = {row[0] for row in table("code", "meaning")}
    assert {body.split(" ")[2] for body in bodies if body[0] == "N"} == codes
    events = {row[0] for row in table("event", "keys")}
    assert {body.split(" ")[2] for body in bodies if body[0] == "E"} == events | {"LAMP"}
