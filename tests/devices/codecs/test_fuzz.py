"""
Noise, damage and nonsense through the whole way of a ball: decoder, link, driver.

No damaged frame is a ball, nothing raises, memory stays, and a stream means the same however it is cut.
"""

import tracemalloc
from random import Random

import pytest

from devices.codecs.bx1_events import journal_event_of
from devices.codecs.bx1_frames import Bx1Decoder, Frame, encode_frame
from devices.codecs.bx1_messages import MessageDamaged, parse_message
from devices.codecs.events import BallRead, LinkDown
from devices.drivers.bx1 import Bx1Extractor
from tests.devices.codecs.oracle import ball_of, balls_in, bodies_in, check_of

EV = 0x2A
FRAMES, NOISE_BYTES = 100_000, 1_000_000
WORDS = ("E", "K", "A", "N", "C", "BALL", "UNREAD", "MULTI", "VOID", "FAULT", "STATE", "END", "BOOT", "STATUS", "")
SEQS = ("002A", "002B", "0001", "FFFF", "0000", "2A", "01", "2a", "")
KEYS = ("o", "n", "q", "src", "c", "on", "st", "in", "bm", "boot", "tries", "", "on=", "x")
VALUES = ("1", "13", "47", "90", "91", "0", "7x", "-3", "1e3", "98", "101", "rfid", "", "0" * 22 + "F", "9" * 40, "=")


def listening(clock, last=EV - 1):
    """Give a driver whose machine has answered, and whose next event is EV."""
    driver = Bx1Extractor(clock)
    driver.connect(boot="B001", last_ev=last)
    driver.receive(encode_frame("A 01 v=1 model=REF90 fw=1.4 boot=B001 ev=00FF caps=air balls=90"))
    driver.receive(encode_frame(f"A 02 st=READY o=0 last=0 in=90 f=- bm={'0' * 23}"))
    driver.take_output()
    return driver


def heard(driver, data):
    """Give the balls told, as (ordinal, number); whether the conversation ended is the driver's affair."""
    return [(told.ordinal, told.number) for told in driver.receive(data) if isinstance(told, BallRead)]


def ball_frame(number):
    ordinal = 91 - number
    return (ordinal, number), encode_frame(f"E {EV:04X} BALL o={ordinal} n={number} q=98 src=rfid")


def flips(frame):
    for at in range(len(frame)):
        for bit in range(8):
            yield frame[:at] + bytes([frame[at] ^ 1 << bit]) + frame[at + 1 :]


def lost_bytes(frame):
    for at in range(len(frame)):
        yield frame[:at] + frame[at + 1 :]


def extra_bytes(frame):
    for at in range(len(frame) + 1):
        for byte in range(256):
            yield frame[:at] + bytes([byte]) + frame[at:]


def test_the_oracle_knows_the_published_check():
    assert check_of(b"123456789") == 0x29B1
    assert balls_in(ball_frame(47)[1])[0].number == 47


def test_the_undamaged_frames_are_balls(clock):
    assert [heard(listening(clock), ball_frame(n)[1]) for n in range(1, 91)] == [
        [ball_frame(n)[0]] for n in range(1, 91)
    ]


@pytest.mark.parametrize("damage", [flips, lost_bytes], ids=lambda damage: damage.__name__)
def test_no_ball_comes_of_a_frame_with_a_bit_flipped_or_a_byte_lost(clock, damage):
    tried = 0
    for number in range(1, 91):
        ball, frame = ball_frame(number)
        driver = listening(clock)
        for damaged in damage(frame):
            assert heard(driver, damaged) == []
            tried += 1
        # Right behind all of it the ball itself is heard.
        assert heard(driver, frame) == [ball]
    assert tried == sum(len(ball_frame(n)[1]) for n in range(1, 91)) * (8 if damage is flips else 1)


def test_no_other_ball_comes_of_a_frame_with_a_byte_too_many():
    """A byte before or behind a frame leaves the frame whole: then it is the very ball."""
    for number in range(1, 91):
        ball, frame = ball_frame(number)
        decoder = Bx1Decoder()
        bodies = [item.body for more in extra_bytes(frame) for item in decoder.feed(more) if isinstance(item, Frame)]
        others = {body for body in bodies if body.encode() not in frame}
        # One in 65,536 of such frames has a check that fits; what it then says must be no other ball.
        assert len(others) <= 2
        for body in others:
            event = said_by(body)
            assert not isinstance(event, BallRead) or (event.ordinal, event.number) == ball, body
        assert len(bodies) >= 2 * 254


def said_by(body):
    try:
        return journal_event_of(parse_message(body), "B001")
    except MessageDamaged:
        return None


def nonsense(dice):
    """Make a body out of the protocol's own words, put together at random; now and then of any characters."""
    if dice.random() < 0.1:
        return "".join(chr(dice.randint(0x20, 0x7E)) for _ in range(dice.randint(1, 96)))
    if dice.random() < 0.3:
        return f"E {dice.choice(SEQS)} BALL o={dice.choice(VALUES)} n={dice.choice(VALUES)} q={dice.choice(VALUES)}"[
            :96
        ]
    words = [dice.choice(WORDS[:5]), dice.choice(SEQS), dice.choice(WORDS[5:])]
    words += [f"{dice.choice(KEYS)}={dice.choice(VALUES)}" for _ in range(dice.randint(0, 4))]
    return " ".join(words)[:96]


def test_a_hundred_thousand_whole_frames_of_nonsense_are_the_balls_the_oracle_finds_and_raise_nothing(clock):
    dice = Random(20_261_130)
    driver, balls, ended = listening(clock), 0, 0
    for _ in range(FRAMES):
        body = nonsense(dice)
        oracle, ours = ball_of(body), said_by(body)
        found = (ours.ev, ours.ordinal, ours.number) if isinstance(ours, BallRead) and body[0] == "E" else None
        assert found == (oracle and (oracle.ev, oracle.ordinal, oracle.number)), body
        told = driver.receive(encode_frame(body))
        said = [event for event in told if isinstance(event, BallRead)]
        assert [(e.ev, e.ordinal, e.number) for e in said] in ([], [found]), body
        balls += len(said)
        if any(isinstance(event, LinkDown) for event in told) or dice.random() < 0.01:
            driver, ended = listening(clock), ended + 1
        driver.take_output()
    assert balls > 100, "the vocabulary makes balls too, or nothing was tried"
    assert ended > 100


def test_a_million_bytes_of_noise_are_no_ball_and_memory_stays(clock):
    dice = Random(7)
    driver = listening(clock)
    tracemalloc.start()
    try:
        for _ in range(NOISE_BYTES // 1_000):
            assert heard(driver, dice.randbytes(1_000)) == []
            driver.tick()
            driver.take_output()
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200_000
    counters = driver.counters()
    assert counters.noise + counters.bad + counters.short > NOISE_BYTES // 2
    ball, frame = ball_frame(47)
    assert heard(driver, frame) == [ball]


def stream_of(dice):
    """Frames whole, cut, damaged and doubled, with noise between them."""
    parts = []
    for _ in range(dice.randint(1, 12)):
        frame = encode_frame(nonsense(dice)) if dice.random() < 0.5 else ball_frame(dice.randint(1, 90))[1]
        kind = dice.random()
        if kind < 0.2:
            frame = frame[: dice.randrange(len(frame))]
        elif kind < 0.3:
            at = dice.randrange(len(frame))
            frame = frame[:at] + dice.randbytes(1) + frame[at + 1 :]
        parts += [frame, dice.randbytes(dice.choice((0, 0, 1, 30)))]
    return b"".join(parts)


def decoded(chunks):
    decoder = Bx1Decoder()
    items = [item for chunk in chunks for item in decoder.feed(chunk)]
    return items, decoder.noise, decoder.short, decoder.bad


def cut(dice, stream):
    at = 0
    while at < len(stream):
        length = dice.randint(1, 9)
        yield stream[at : at + length]
        at += length


def test_a_stream_means_the_same_however_it_is_cut_and_what_the_oracle_says():
    dice = Random(5)
    frames = 0
    for _ in range(1_000):
        stream = stream_of(dice)
        whole = decoded([stream])
        assert decoded(stream[at : at + 1] for at in range(len(stream))) == whole
        assert decoded(cut(dice, stream)) == whole
        bodies = [item.body for item in whole[0] if isinstance(item, Frame)]
        assert bodies == bodies_in(stream)
        frames += len(bodies)
    assert frames > 3_000
