import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.codecs.bx1_events import hello_of, journal_event_of, status_of
from devices.codecs.bx1_frames import Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import Message, MessageDamaged, parse_message
from devices.codecs.event_payloads import event_of, payload_of
from devices.codecs.events import (
    BallRead,
    BallUnread,
    BallVoided,
    Booted,
    DrawEnded,
    Fault,
    MachineState,
    StatusRead,
    Unknown,
)

SPOKEN = [
    (
        "E 000C BALL o=13 n=47 q=98 src=rfid",
        BallRead("91C0", 12, 13, 47, 98, "rfid", "E 000C BALL o=13 n=47 q=98 src=rfid"),
    ),
    ("E 000C UNREAD o=13 tries=3", BallUnread("91C0", 12, 13, "unread", "")),
    ("E 000C MULTI o=13 n=47,12", BallUnread("91C0", 12, 13, "multi", "47,12")),
    ("E 000C NOBALL o=13 ms=8000", BallUnread("91C0", 12, 13, "noball", "")),
    ("E 000C BALL o=13 n=0 q=98", BallUnread("91C0", 12, 13, "range", "0")),
    ("E 000C BALL o=13 n=91 q=98", BallUnread("91C0", 12, 13, "range", "91")),
    ("E 000C BALL o=13 n=7x q=98", BallUnread("91C0", 12, 13, "range", "7x")),
    ("E 000C BALL o=13 n=047 q=98", BallUnread("91C0", 12, 13, "range", "047")),
    ("E 000C BALL o=13 q=98", BallUnread("91C0", 12, 13, "range", "")),
    ("E 000C BALL o=0 n=47 q=98", BallUnread("91C0", 12, 0, "range", "47")),
    ("E 000C VOID o=12 n=47", BallVoided("91C0", 12, 12, 47)),
    ("E 000C VOID o=12 n=99", Unknown("91C0", 12, "E 000C VOID o=12 n=99")),
    ("E 000C FAULT c=JAM on=1", Fault("91C0", 12, "JAM", active=True)),
    ("E 000C FAULT c=JAM on=0", Fault("91C0", 12, "JAM", active=False)),
    ("E 000C STATE st=READY", MachineState("91C0", 12, "READY")),
    ("E 000C END in=90", DrawEnded("91C0", 12, 90)),
    ("E 0001 BOOT reason=power", Booted("91C0", 1, "power")),
    ("E 000C FAULT c=jam on=1", Unknown("91C0", 12, "E 000C FAULT c=jam on=1")),
    ("E 000C SMOKE c=1", Unknown("91C0", 12, "E 000C SMOKE c=1")),
]


@pytest.mark.parametrize(("body", "event"), SPOKEN)
def test_an_event_reads_as_documented(body, event):
    assert journal_event_of(parse_message(body), "91C0") == event


@pytest.mark.parametrize(("body", "event"), SPOKEN)
def test_an_event_is_the_same_after_a_night_in_the_log(body, event):
    kind, payload = payload_of(event)
    assert event_of(kind, json.loads(json.dumps(payload))) == event


@pytest.mark.parametrize("quality", ["", " q=x", " q=101"])
def test_a_ball_without_a_believable_quality_has_none(quality):
    event = journal_event_of(parse_message(f"E 000C BALL o=13 n=47{quality}"), "91C0")
    assert (event.number, event.quality) == (47, 0)


@given(st.integers(0, 34 * 8 - 1), st.integers(0, 34 * 8 - 1))
def test_two_flipped_bits_never_give_a_wrong_ball(first, second):
    flipped = bytearray(encode_frame("E 000C BALL o=13 n=47 q=98 src=rf"))
    for position in {first, second}:
        flipped[position // 8] ^= 1 << position % 8
    items = Bx1Decoder().feed(bytes(flipped))
    events = [journal_event_of(parse_message(item.body), "b") for item in items if isinstance(item, Frame)]
    assert [event for event in events if (event.ordinal, event.number) != (13, 47)] == []


def test_status_is_read_with_its_map():
    message = parse_message(f"A 0F st=READY o=2 last=90 in=88 f=JAM,DOOR bm=2{'0' * 21}1")
    assert status_of(message) == StatusRead("READY", 2, 90, 88, frozenset({"JAM", "DOOR"}), frozenset({1, 90}))


def test_a_status_without_a_map_is_damaged():
    with pytest.raises(MessageDamaged):
        status_of(Message("A", 1, "", {"st": "READY", "o": "0", "f": "-"}))


@pytest.mark.parametrize("faults", ["jam", "JAM,,DOOR", "JAM,9", "A" * 17])
def test_a_status_with_a_fault_nobody_could_clear_is_damaged(faults):
    with pytest.raises(MessageDamaged):
        status_of(Message("A", 1, "", {"st": "FAULT", "o": "0", "f": faults, "bm": "0" * 23}))


def test_hello_is_read():
    hello = hello_of(parse_message("A 01 v=1 model=REF90 fw=1.4 boot=91C0 ev=0031 caps=air,auto balls=90"))
    assert (hello.version, hello.model, hello.boot, hello.ev) == (1, "REF90", "91C0", 0x31)
    assert (hello.caps, hello.balls) == (("air", "auto"), 90)


@pytest.mark.parametrize(
    "fields",
    [
        {"v": "1", "ev": "0001"},
        {"v": "1", "boot": "91C0", "ev": "1"},
        {"v": "1", "boot": "run-1", "ev": "0001"},
        {"v": "1", "boot": "91C0" * 9, "ev": "0001"},
    ],
)
def test_a_hello_that_names_no_run_or_count_is_damaged(fields):
    with pytest.raises(MessageDamaged):
        hello_of(Message("A", 1, "", fields))
