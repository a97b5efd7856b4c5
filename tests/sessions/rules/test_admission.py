"""An identity number is one however it is typed; the letters were worked out by hand (figures modulo 23)."""

import pytest

from sessions.rules import errors
from sessions.rules.admission import identities_of_list, identity_of, kind_of, letter_is_wrong


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


def variants(figures, letter):
    """Write a DNI as people do: with each sign between the groups, before the letter, around it, in both cases."""
    groups = f"{figures[:2]}{{0}}{figures[2:5]}{{0}}{figures[5:]}"
    for between in ("", " ", ".", "-", "/", "\u00a0", "  ", " . ", "\u2009", "·"):
        for before in ("", " ", "-", ".", " - "):
            for sign in (letter, letter.lower()):
                for around in ("{}", " {} "):
                    yield around.format(groups.format(between) + before + sign)


def test_two_hundred_ways_to_write_one_document_are_one_document():
    written = set(variants("12345678", "Z"))
    assert len(written) == 200
    assert {identity_of(one) for one in written} == {"12345678Z"}


def test_figures_and_letters_of_full_width_are_the_plain_ones():
    assert identity_of("\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff3a") == "12345678Z"


@pytest.mark.parametrize(
    ("identity", "wrong"),
    [("12345678Z", False), ("12345678A", True), ("X1234567L", False), ("X1234567M", True), ("AAB123456", False)],
)
def test_a_letter_is_judged_by_the_figures(identity, wrong):
    assert letter_is_wrong(identity) is wrong


@pytest.mark.parametrize(
    ("identity", "kind"),
    [("12345678Z", "dni"), ("X1234567L", "nie"), ("AAB123456", "passport"), ("12345678A", "passport")],
)
def test_the_kind_of_a_document_is_its_form(identity, kind):
    assert kind_of(identity) == kind


def test_a_list_is_read_by_its_first_column_and_its_heading_is_left_out():
    text = 'documento;desde\n"12.345.678-Z";2026\n\nx1234567,2025\nAAB123456\t2024\n'
    assert identities_of_list(text) == ["12345678Z", "X1234567L", "AAB123456"]


def test_a_line_that_holds_no_document_is_named():
    with pytest.raises(errors.RegisterUnread) as refused:
        identities_of_list("documento\n12345678Z\n??\n")
    assert refused.value.params == {"line": 3}


@pytest.mark.parametrize("text", ["", "\n \n", "documento\n"])
def test_a_list_without_a_document_is_none(text):
    with pytest.raises(errors.RegisterEmpty):
        identities_of_list(text)
