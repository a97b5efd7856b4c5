import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.codecs.panel_state import PanelState
from devices.codecs.panel_template import parse_template

STATE = PanelState(frozenset({5, 47}), 47, 2, "Línea 45,50", game_no=12, line_cents=4550, bingo_cents=28750)
DARK = PanelState()


@pytest.mark.parametrize(
    ("pattern", "frame"),
    [
        # exclusive or of 30 31 34 37 03: 30^31=01, ^34=35, ^37=02, ^03=01
        (r"\x02{addr}{last:02d}\x03{bcc}", b"\x020147\x0301"),
        ("\x02{addr}{last:02d}\x03{bcc}", b"\x020147\x0301"),
        ("{last}/{ordinal:02d}", b"47/02"),
        ("{last:4d}|{ordinal:4}|", b"  47|   2|"),
        ("{line_cents:06d} {bingo_cents:06d} {game_no}", b"004550 028750 12"),
        ("{text:5}|{text:14}|", b"LINEA|LINEA 45,50   |"),
        ("{{{last}}}", b"{47}"),
    ],
)
def test_a_pattern_becomes_the_frame_worked_out_by_hand(pattern, frame):
    assert parse_template(pattern).render(STATE, "01") == frame


@pytest.mark.parametrize(
    ("check", "check_from", "field"),
    # "123456789" is the common test of checks: sum 477 = 1DD, CRC-16/CCITT-FALSE 29B1, exclusive or 31
    [("sum8", 0, b"DD"), ("crc16", 0, b"29B1"), ("xor", 0, b"31"), ("xor", 8, b"39")],
)
def test_checks_are_the_known_ones(check, check_from, field):
    template = parse_template("123456789{bcc}", check=check, check_from=check_from)
    assert template.render(DARK) == b"123456789" + field


def test_before_ball_one_the_digits_are_blank():
    assert parse_template("[{last:02d}|{ordinal}|{line_cents:06d}]").render(DARK) == b"[  | |      ]"


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "{unknown}",
        "{last.__class__}",
        "{last!r}",
        "{0}",
        "{}",
        "{last:>10}",
        "{text:02d}",
        "{",
        "a}b",
        "{last:9999}",
        "{_last}",
    ],
)
def test_a_pattern_can_name_our_fields_and_nothing_else(pattern):
    with pytest.raises(ValueError, match=r"field|pattern"):
        parse_template(pattern)


def test_a_check_is_one_of_ours():
    with pytest.raises(ValueError, match="sum9"):
        parse_template("{bcc}", check="sum9")


@given(st.text(max_size=40))
def test_any_text_is_a_pattern_or_says_why_not(pattern):
    try:
        template = parse_template(pattern)
    except ValueError:
        return
    assert isinstance(template.render(STATE, "1"), bytes)
