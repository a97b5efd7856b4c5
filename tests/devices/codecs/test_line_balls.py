import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.codecs.line_balls import (
    LineDamaged,
    LineDecoder,
    LinePatterns,
    SaidBall,
    SaidNonsense,
    SaidUnread,
    meaning_of,
)
from devices.codecs.line_patterns import LONGEST_LINE, compile_pattern

TEXTS = st.lists(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=LONGEST_LINE))


def patterns(ball=r"(?P<number>\d\d)", unread="", ignore="", quality=100):
    ball = compile_pattern(ball, needs=frozenset({"number"}), may=frozenset({"ordinal", "quality"}))
    return LinePatterns(ball, *(compile_pattern(text) if text else None for text in (unread, ignore)), quality)


@given(TEXTS, st.sampled_from([b"\r", b"\n", b"\r\n"]), st.data())
def test_lines_come_out_whole_however_the_stream_is_cut(texts, end, data):
    stream = b"".join(text.encode() + end for text in texts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    decoder = LineDecoder()
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [line for chunk in chunks for line in decoder.feed(chunk)] == texts
    assert not decoder.in_line


@given(st.binary(max_size=3000))
def test_noise_is_lines_or_damage_and_never_an_exception(noise):
    decoder = LineDecoder()
    for line in [*decoder.feed(noise), decoder.idle()]:
        assert line is None or isinstance(line, LineDamaged) or (line.isascii() and 1 <= len(line) <= LONGEST_LINE)
    assert not decoder.in_line


def test_a_line_that_never_ends_keeps_no_more_than_one_byte_too_many():
    decoder = LineDecoder()
    for _ in range(1000):
        assert decoder.feed(b"7" * 100) == []
    assert decoder.feed(b"\r47\r") == [LineDamaged(b"7" * 129), "47"]


@pytest.mark.parametrize("damage", [b"4\xb7", b"4\x007", b"\x1b47"])
def test_a_byte_that_is_no_text_damages_its_line_alone(damage):
    assert LineDecoder().feed(damage + b"\r90\r") == [LineDamaged(damage), "90"]


def test_what_is_open_after_a_silence_was_torn():
    decoder = LineDecoder()
    decoder.feed(b"4")
    assert decoder.idle() == LineDamaged(b"4")
    assert decoder.idle() is None
    assert decoder.feed(b"7\r") == ["7"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("47", SaidBall("47", 47, None, 100)),
        ("00", SaidBall("00", 0, None, 100)),
        ("7", SaidNonsense("7")),
        ("477", SaidNonsense("477")),
        ("47 ", SaidNonsense("47 ")),
        ("??", SaidUnread("??")),
        ("READY 47", None),
    ],
)
def test_a_line_means_what_matches_it_to_its_last_character(line, said):
    assert meaning_of(line, patterns(unread=r"\?\?", ignore="READY.*")) == said


@pytest.mark.parametrize(
    ("line", "ordinal", "quality"),
    [("B12 N47 Q98", 12, 98), ("B12 N47", 12, 0), ("N47 Q100", None, 100), ("B12 N47 Q101", 12, 0)],
)
def test_ordinal_and_quality_are_the_reader_s_own_and_a_quality_left_out_is_none(line, ordinal, quality):
    pattern = r"(?:B(?P<ordinal>\d\d) )?N(?P<number>\d\d)(?: Q(?P<quality>\d{1,3}))?"
    assert meaning_of(line, patterns(pattern)) == SaidBall(line, 47, ordinal, quality)


@pytest.mark.parametrize("line", ["N4x", "N"])
def test_a_number_that_is_no_number_is_nonsense(line):
    assert meaning_of(line, patterns("N(?P<number>..)?")) == SaidNonsense(line)
