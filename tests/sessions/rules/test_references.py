import pytest

from sessions.rules.errors import BadReference, BadSeriesName
from sessions.rules.references import CardReference, parse_reference, printed_code, read_code, series_name

KEY = b"0123456789abcdef"


@pytest.mark.parametrize(
    ("text", "number", "letter", "ident"),
    [
        ("104", 104, "", ""),
        (" 104 ", 104, "", ""),
        ("A-000001/104", 104, "A", "000001"),
        ("a 000001 / 104", 104, "A", "000001"),
        ("A000001/104", 104, "A", "000001"),
        ("ABC-1/1", 1, "ABC", "1"),
        ("0104", 104, "", ""),
    ],
)
def test_a_card_is_named_by_its_number_or_with_its_series(text, number, letter, ident):
    assert parse_reference(text) == CardReference(number=number, letter=letter, ident=ident)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A-1",
        "/104",
        "-1",
        "1.5",
        "12345678",
        "ABCD-1/1",
        "104 105",
        "\uff11\uff10\uff14",
        "1e5",
        "A-1/1/1",
        "0x10",
    ],
)
def test_what_is_no_card_is_refused(text):
    with pytest.raises(BadReference) as refused:
        parse_reference(text)
    assert refused.value.params == {"text": text}


def test_a_refused_text_is_told_back_short():
    with pytest.raises(BadReference) as refused:
        parse_reference("x" * 10_000)
    assert refused.value.params == {"text": "x" * 40}


@pytest.mark.parametrize(("letter", "ident"), [("A", "1"), ("abc", "0" * 12), ("zz", "000042")])
def test_a_series_has_a_name_whose_cards_have_a_code_and_are_read_from_it(letter, ident):
    name = series_name(letter, ident)
    assert name == (letter.upper(), ident)
    code = printed_code(CardReference(number=1, letter=name[0], ident=name[1]), KEY)
    assert read_code(code, KEY) == CardReference(number=1, letter=letter.upper(), ident=ident)


@pytest.mark.parametrize(
    ("letter", "ident"),
    [
        *((letter, "1") for letter in ("", "ABCD", "Ñ", "ß", "A1", "A ")),
        *(("A", ident) for ident in ("", "12/A", "1" * 13, "\u0661", "1\n")),
    ],
)
def test_a_series_that_no_card_can_name_is_refused(letter, ident):
    with pytest.raises(BadSeriesName) as refused:
        series_name(letter, ident)
    assert refused.value.params == {"letter": letter, "ident": ident}
