import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.codecs.bx1_messages import (
    Message,
    MessageDamaged,
    bitmap_of,
    encode_message,
    numbers_of,
    parse_message,
)

WORDS = st.text(st.sampled_from("abcdefXYZ0189,-."), min_size=1, max_size=8)
KEYS = st.text(st.sampled_from("abcdefgo"), min_size=1, max_size=4)


@st.composite
def messages(draw):
    kind = draw(st.sampled_from("CANEK"))
    seq = draw(st.integers(1, 0xFFFF if kind in "EK" else 0xFF))
    verb = draw(st.sampled_from(["DRAW", "BALL", "X1"])) if kind in "CNE" else ""
    return Message(kind, seq, verb, draw(st.dictionaries(KEYS, WORDS, max_size=4)))


@given(messages())
def test_a_message_survives_the_wire(message):
    assert parse_message(encode_message(message)) == message


def test_the_examples_of_the_protocol_read_as_documented():
    assert parse_message("C 01 DRAW o=13") == Message("C", 1, "DRAW", {"o": "13"})
    assert parse_message("A 01 dup=1") == Message("A", 1, "", {"dup": "1"})
    assert parse_message("N 0A BALLS in=89 miss=17") == Message("N", 10, "BALLS", {"in": "89", "miss": "17"})
    assert parse_message("K 0C1F") == Message("K", 0x0C1F)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "X 01 DRAW",
        "C",
        "C 1 DRAW",
        "C 00 DRAW",
        "C 0a DRAW",
        "C 01",
        "E 0001",
        "E 01 BALL",
        "N 01",
        "C 01 draw",
        "A 01 o=",
        "A 01 =3",
        "A 01 o=1 o=2",
        "E 0001 BALL o=1 47",
        "E 0001  BALL",
    ],
)
def test_what_is_no_message_is_damaged(body):
    with pytest.raises(MessageDamaged):
        parse_message(body)


@given(st.text(max_size=96))
def test_any_text_is_a_message_or_damaged(body):
    try:
        message = parse_message(body)
    except MessageDamaged:
        return
    assert encode_message(message) == body


@given(st.frozensets(st.integers(1, 90)))
def test_a_map_of_balls_survives_the_wire(balls):
    assert numbers_of(bitmap_of(balls)) == balls
    assert len(bitmap_of(balls)) == 23


def test_bit_0_is_ball_1_and_the_first_digit_is_the_highest():
    assert bitmap_of({1}) == "0" * 22 + "1"
    assert bitmap_of({90}) == "2" + "0" * 22


@pytest.mark.parametrize("bitmap", ["", "0" * 22, "4" + "0" * 22, "g" * 23, "0" * 24])
def test_a_map_with_a_ball_91_or_another_length_is_damaged(bitmap):
    with pytest.raises(MessageDamaged):
        numbers_of(bitmap)


@pytest.mark.parametrize("message", [Message("C", 0, "DRAW"), Message("C", 256, "DRAW"), Message("K", 65536)])
def test_a_number_that_does_not_fit_is_not_sent(message):
    with pytest.raises(ValueError, match="does not fit"):
        encode_message(message)


def test_a_value_with_a_space_is_not_sent():
    with pytest.raises(ValueError, match="space"):
        encode_message(Message("C", 1, "LOAD", {"g": "a b"}))
