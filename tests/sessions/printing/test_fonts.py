"""A text is shrunk to its room, and cut only when it could not be read."""

import pytest

from sessions.printing.fonts import MEDIUM, fitted, register_fonts, width_of


@pytest.fixture(autouse=True)
def fonts():
    register_fonts()


@pytest.mark.parametrize("length", range(60, 160, 7))
def test_what_still_can_be_read_is_never_cut(length):
    text = ("Wá «m» i, " * 20)[:length].strip()
    told, size = fitted(text, MEDIUM, 10.5, 460, 3)
    assert told == text
    assert width_of(told, MEDIUM, size) <= 460.02


def test_what_could_not_is_cut_and_says_so():
    told, size = fitted("W" * 400, MEDIUM, 10.5, 460, 6)
    assert size == 6
    assert told.endswith("W…")
    assert width_of(told, MEDIUM, size) <= 460
