"""An identity number is one however it is typed; the letters were worked out by hand (figures modulo 23)."""

import pytest

from sessions.rules.admission import identity_of


@pytest.mark.parametrize("typed", ["12345678Z", "12345678", "12.345.678-z", " 12 345 678 z ", "12/345/678/Z"])
def test_a_dni_is_one_with_and_without_its_letter(typed):
    # 12345678 = 536768 * 23 + 14, and the letters count from 0: T R W A G M Y F P D X B N J Z.
    assert identity_of(typed) == "12345678Z"


@pytest.mark.parametrize("typed", ["00000001R", "1r", "000001", "0000001-R"])
def test_a_short_dni_is_filled_with_zeros(typed):
    assert identity_of(typed) == ("00000001R" if len(typed.strip("rR-")) >= 6 else "1R")


@pytest.mark.parametrize("typed", ["X1234567L", "x1234567", "X-1234567-L", " x 1234567 l"])
def test_a_nie_is_one_with_and_without_its_letter(typed):
    # X stands for 0: 1234567 = 53676 * 23 + 19, which is L.
    assert identity_of(typed) == "X1234567L"


def test_a_letter_that_is_not_the_figures_own_is_another_document():
    assert identity_of("12345678A") == "12345678A"


@pytest.mark.parametrize(("typed", "kept"), [("AAB 123-456", "AAB123456"), ("", ""), (" - ", "")])
def test_a_passport_stays_as_it_is(typed, kept):
    assert identity_of(typed) == kept
