import pytest

from sessions.rules.errors import BadReference
from sessions.rules.references import CardReference, parse_reference


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
