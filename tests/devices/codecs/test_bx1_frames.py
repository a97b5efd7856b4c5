import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from devices.codecs.bx1_frames import BODY_MAX, Bx1Decoder, Frame, FrameDamaged, crc_of, encode_frame

BODIES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=BODY_MAX)
RUBBISH = st.binary(max_size=40).map(lambda data: data.replace(b"\x02", b""))
SAMPLES = (
    "E 000C BALL o=13 n=47 q=98 src=rfid",
    "A 0F st=READY o=12 last=47 in=78 f=- bm=00000000400000000000000",
    "C 01 DRAW o=13",
    "K 000C",
)


def bodies_of(*chunks):
    decoder = Bx1Decoder()
    return [item.body for chunk in chunks for item in decoder.feed(chunk) if isinstance(item, Frame)]


def single_bytes(data):
    return [bytes([byte]) for byte in data]


def test_the_check_value_of_the_standard_is_29b1():
    assert crc_of(b"123456789") == b"29B1"


def test_a_frame_is_stx_body_check_etx():
    assert encode_frame("123456789") == b"\x0212345678929B1\x03"


@given(st.lists(BODIES, max_size=5), st.data())
def test_frames_come_out_whole_however_the_stream_is_cut(bodies, data):
    stream = b"".join(encode_frame(body) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert bodies_of(stream) == bodies
    assert bodies_of(*single_bytes(stream)) == bodies
    assert bodies_of(*chunks) == bodies


@given(RUBBISH, BODIES, RUBBISH)
@example(b"\x03\x03", "K 0001", b"\x03")
def test_rubbish_before_and_behind_a_frame_hides_nothing(before, body, behind):
    stream = before + encode_frame(body) + behind
    assert bodies_of(stream) == [body]
    assert bodies_of(*single_bytes(stream)) == [body]


@given(st.binary(max_size=2000))
def test_noise_is_no_frame_and_every_byte_is_accounted_for(noise):
    decoder = Bx1Decoder()
    found = decoder.feed(noise)
    assert not [item for item in found if isinstance(item, Frame)]
    assert decoder.noise <= len(noise)
    assert len(found) == decoder.bad + decoder.short


@pytest.mark.parametrize("body", SAMPLES)
def test_no_single_flipped_bit_gives_another_frame(body):
    frame = encode_frame(body)
    for position in range(len(frame) * 8):
        flipped = bytearray(frame)
        flipped[position // 8] ^= 1 << position % 8
        assert bodies_of(bytes(flipped)) == [], f"bit {position}"


def test_two_digits_changed_places_are_noticed():
    frame = encode_frame("E 000C BALL o=13 n=47 q=98 src=rfid")
    decoder = Bx1Decoder()
    assert [type(item) for item in decoder.feed(frame.replace(b"n=47", b"n=74"))] == [FrameDamaged]
    assert decoder.bad == 1


def test_a_frame_cut_by_the_next_one_is_short_and_the_next_one_is_read():
    decoder = Bx1Decoder()
    found = decoder.feed(encode_frame("E 0001 STATE st=READY")[:9] + encode_frame("K 0001"))
    assert [type(item) for item in found] == [FrameDamaged, Frame]
    assert found[0].reason == "short"
    assert decoder.short == 1


def test_silence_ends_a_frame_that_was_left_open():
    decoder = Bx1Decoder()
    decoder.feed(encode_frame("K 0001")[:4])
    assert decoder.in_frame
    assert [item.reason for item in decoder.idle()] == ["silence"]
    assert decoder.idle() == []
    assert (decoder.short, decoder.in_frame) == (1, False)
    assert decoder.feed(encode_frame("K 0001")) == [Frame("K 0001")]


def test_the_byte_that_makes_a_frame_too_long_aborts_it():
    decoder = Bx1Decoder()
    longest = encode_frame("x" * BODY_MAX)
    assert decoder.feed(longest) == [Frame("x" * BODY_MAX)]
    assert decoder.feed(b"\x02" + b"x" * (BODY_MAX + 4)) == []
    assert [item.reason for item in decoder.feed(b"x")] == ["bad"]


@pytest.mark.parametrize("body", ["", "x" * (BODY_MAX + 1), "línea", "a\x03b", "a\nb"])
def test_what_cannot_be_framed_is_refused(body):
    with pytest.raises(ValueError, match="not a BX/1 body"):
        encode_frame(body)
