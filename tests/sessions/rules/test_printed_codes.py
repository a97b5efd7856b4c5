"""The code on a card: every card has its own, and nobody makes one without the key."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.rules.errors import BadReference, ForgedReference
from sessions.rules.references import (
    FIRST_HALF,
    SECOND_HALF,
    CardReference,
    printed_code,
    read_code,
    read_reference,
    short_check,
)

KEY = b"a key of the hall, 16 to 64 bytes"
TRIES = 100_000
cards = st.builds(
    CardReference,
    number=st.integers(1, 9_999_999),
    letter=st.from_regex(r"[A-Z]{1,3}", fullmatch=True),
    ident=st.from_regex(r"[0-9]{1,12}", fullmatch=True),
    part=st.integers(0, 2),
)


def a_card(number, *, part=0, letter="A", ident="000001"):
    return CardReference(number=number, letter=letter, ident=ident, part=part)


def accepted(texts):
    found = []
    for text in texts:
        try:
            found.append((text, read_code(text, KEY)))
        except (BadReference, ForgedReference):
            continue
    return found


@given(cards)
def test_a_code_is_read_back_as_its_card(card):
    assert read_code(printed_code(card, KEY), KEY) == card
    assert read_reference(f" {printed_code(card, KEY)} ", KEY) == card


@given(cards)
def test_a_code_is_digits_that_fit_the_two_smallest_qr_sizes(card):
    assert re.fullmatch(r"[0-9]{23,34}", printed_code(card, KEY))


@given(cards, cards)
def test_no_two_cards_have_one_code(one, other):
    assert (printed_code(one, KEY) == printed_code(other, KEY)) == (one == other)


def test_a_code_can_be_read_by_eye():
    code = printed_code(a_card(104, part=2), KEY)
    assert code[:20] == "10000120000104000001"  # format 1, letter 00001, part 2, card 0000104, number 000001
    assert len(code) == 28


def test_leading_zeros_of_the_identification_number_are_kept():
    idents = ["1", "01", "001", "000000000001"]
    codes = [printed_code(a_card(7, ident=ident), KEY) for ident in idents]
    assert [read_code(code, KEY).ident for code in codes] == idents


def test_no_random_digits_pass():
    chance = random.Random(1)
    texts = (f"1{chance.randrange(20_000):05}{chance.randrange(3)}{chance.randrange(10**21):021}" for _ in range(TRIES))
    assert accepted(texts) == []


def test_no_code_with_one_digit_changed_passes():
    chance = random.Random(2)

    def changed():
        for _ in range(TRIES):
            code = printed_code(a_card(chance.randrange(1, 100_000), part=chance.randrange(3)), KEY)
            place = chance.randrange(len(code))
            other = chance.choice([digit for digit in "0123456789" if digit != code[place]])
            yield code[:place] + other + code[place + 1 :]

    assert accepted(changed()) == []


def test_no_number_passes_with_the_check_of_another():
    chance = random.Random(3)

    def borrowed():
        for _ in range(TRIES):
            mine, theirs = chance.sample(range(1, 100_000), 2)
            yield printed_code(a_card(mine), KEY)[:-8] + printed_code(a_card(theirs), KEY)[-8:]

    assert accepted(borrowed()) == []


def test_another_key_s_code_is_forged():
    code = printed_code(a_card(104), b"the key of some other hall")
    with pytest.raises(ForgedReference) as refused:
        read_code(code, KEY)
    assert refused.value.params == {"text": code}


def test_neither_half_passes_for_the_other():
    first, second = (printed_code(a_card(104, part=part), KEY) for part in (FIRST_HALF, SECOND_HALF))
    assert (read_code(first, KEY).part, read_code(second, KEY).part) == (1, 2)
    with pytest.raises(ForgedReference):
        read_code(first[:6] + "2" + first[7:], KEY)


@pytest.mark.parametrize("text", ["", "104", "2" * 28, "1" * 22, "1" * 35, "1" * 27 + "x", "\uff11" * 28])
def test_what_has_not_the_form_of_a_code_is_no_reference(text):
    with pytest.raises(BadReference) as refused:
        read_code(text, KEY)
    assert refused.value.params == {"text": text}


@pytest.mark.parametrize(
    "card",
    [
        a_card(0),
        a_card(10_000_000),
        a_card(1, part=3),
        a_card(1, letter=""),
        a_card(1, letter="ABCD"),
        a_card(1, letter="Ñ"),
        a_card(1, ident=""),
        a_card(1, ident="1" * 13),
        a_card(1, ident="12B"),
    ],
)
def test_what_is_no_card_gets_no_code(card):
    with pytest.raises(BadReference):
        printed_code(card, KEY)
    with pytest.raises(BadReference):
        short_check(card, KEY)


def test_the_short_check_is_four_signs_that_are_not_taken_for_others():
    signs = {short_check(a_card(number), KEY) for number in range(1, 501)}
    assert len(signs) > 490
    assert all(re.fullmatch(r"[34679AC-HJKMNPQRTVWXY]{4}", one) for one in signs)


def test_a_reference_typed_with_its_short_check_is_proved():
    for part in (0, 1, 2):
        check = short_check(a_card(104, part=part), KEY)
        assert read_reference(f"a-000001/104 {check.lower()}", KEY) == a_card(104)
    with pytest.raises(ForgedReference) as refused:
        read_reference(f"A-000001/105 {short_check(a_card(104), KEY)}", KEY)
    assert refused.value.params["text"].startswith("A-000001/105 ")


@pytest.mark.parametrize(("text", "card"), [("104", CardReference(number=104)), ("A 000001 / 104", a_card(104))])
def test_a_plain_reference_is_read_as_before(text, card):
    assert read_reference(text, KEY) == card


@pytest.mark.parametrize("text", ["104 105", "104 ABCD", "12345678", "A-1/1/1"])
def test_what_is_none_of_them_is_refused_as_before(text):
    with pytest.raises(BadReference):
        read_reference(text, KEY)


def misreads(code):
    """Give what a scanner makes of a code when it errs: a digit wrong, lost or doubled, two neighbours changed over."""
    for at, digit in enumerate(code):
        yield from (code[:at] + other + code[at + 1 :] for other in "0123456789" if other != digit)
        yield code[:at] + code[at + 1 :]
        yield code[:at] + digit + code[at:]
    for at in range(len(code) - 1):
        if code[at] != code[at + 1]:
            yield code[:at] + code[at + 1] + code[at] + code[at + 2 :]


def test_no_misread_of_a_scanner_passes():
    """Of 400 cards all their misreads, some 140,000: each would pass once in 100 million."""
    dice = random.Random(20261130)
    tried = 0
    for _ in range(400):
        ident = f"{dice.randrange(10**12):012}"[: dice.randint(1, 12)]
        card = a_card(dice.randint(1, 9_999_999), letter=dice.choice(["A", "B", "AB", "XYZ"]), ident=ident)
        wrong = set(misreads(printed_code(card, KEY))) - {printed_code(card, KEY)}
        tried += len(wrong)
        # One that loses or doubles a digit among equal neighbours is another code's length: none is left that passes.
        assert accepted(wrong) == []
    assert tried > 120_000
