import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.codecs.bx1_frames import Bx1Decoder
from devices.codecs.bx1_messages import MessageDamaged
from devices.codecs.panel_frames import encode_panel, parse_panel
from devices.codecs.panel_state import PanelState

BALLS = st.integers(1, 90)


@given(st.frozensets(BALLS), st.integers(0, 90), st.integers(0, 90))
def test_a_panel_shows_what_was_sent(called, last, ordinal):
    state = PanelState(called, last, ordinal)
    (frame,) = Bx1Decoder().feed(encode_panel(state))
    assert parse_panel(frame.body) == state


def test_the_frame_is_the_one_documented():
    data = encode_panel(PanelState(frozenset({47}), 47, 13))
    assert data[1:-5] == b"P bm=00000000000400000000000 last=47 o=13"


def test_a_text_is_made_fit_for_the_wire():
    (frame,) = Bx1Decoder().feed(encode_panel(PanelState(text="¡línea! 12,50 €")))
    assert parse_panel(frame.body).text == "LINEA-12.50"


def test_keys_of_a_later_version_are_ignored():
    assert parse_panel(f"P bm={'0' * 23} last=0 o=0 flash=1") == PanelState()


@pytest.mark.parametrize("body", ["P", "K 0001", f"P bm={'F' * 23} last=0 o=0"])
def test_what_is_no_panel_frame_is_damaged(body):
    with pytest.raises(MessageDamaged):
        parse_panel(body)
