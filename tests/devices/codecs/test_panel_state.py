import pytest

from devices.codecs.panel_levels import Levels, levels_of
from devices.codecs.panel_state import PanelState, plain_text


def test_lamps_stand_in_the_order_of_the_balls():
    lamps = PanelState(frozenset({1, 47, 90}), 47, 3).lamps()
    assert (len(lamps), [ball for ball, on in enumerate(lamps, start=1) if on]) == (90, [1, 47, 90])


def test_the_dark_half_of_a_flash_lacks_the_last_ball_and_nothing_else():
    state = PanelState(frozenset({5, 47}), 47, 2, "X", flash=True, game_no=3, line_cents=1, bingo_cents=2)
    assert state.without_last() == PanelState(
        frozenset({5}), 0, 2, "X", flash=True, game_no=3, line_cents=1, bingo_cents=2
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Línea 12,50 €", "LINEA 12,50"), ("Línia · Bingo", "LINIA BINGO"), ("  ", ""), ("ñÇ", "NC")],
)
def test_a_text_is_made_of_letters_every_sign_has(text, plain):
    assert plain_text(text) == plain


def test_the_last_ball_has_a_level_of_its_own():
    levels = levels_of(PanelState(frozenset({1, 3}), 3, 2), Levels(off=2, on=100, last=250))
    assert (levels[:4], set(levels[3:]), len(levels)) == (bytes([100, 2, 250, 2]), {2}, 90)


def test_a_pixel_of_three_channels_is_white():
    levels = levels_of(PanelState(frozenset({2}), 2, 1), Levels(), per_lamp=3)
    assert (levels[:7], len(levels)) == (bytes([0, 0, 0, 255, 255, 255, 0]), 270)
