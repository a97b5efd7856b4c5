"""Every line of every entry has a sentence, and what it asks for is there."""

import string
from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from sessions.acta_telling import heading, line, lines, moment, money, paragraphs
from sessions.acta_words import HEADS, SENTENCES
from sessions.rules.acta_rows import KINDS, rows_of
from tests.sessions.rules.acta_samples import SAMPLES


def test_every_kind_of_entry_has_a_heading():
    assert set(HEADS) == KINDS


@pytest.mark.parametrize("kind", sorted(SAMPLES))
@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_an_entry_is_told_line_by_line_without_a_blank(kind, language):
    fields, _lines = SAMPLES[kind]
    with override(language):
        told = lines(kind, fields, {"sala": "Jefe de Sala"})
        for row, words in zip(rows_of(kind, fields), told, strict=True):
            asked = [name for _, name, _, _ in string.Formatter().parse(str(SENTENCES[row.code])) if name]
            assert all(ord(sign) >= ord(" ") for sign in words)
            assert words.strip(), row
            # A name without a value would leave two spaces, or a space before the stop.
            assert "  " not in words or not asked, words
            assert " ." not in words, words


def told(kind, index, **changes):
    fields, _lines = SAMPLES[kind]
    with override("en"):
        return line(rows_of(kind, fields | changes)[index], {"sala": "Jefe de Sala"})


def test_names_amounts_and_codes_are_in_words():
    assert told("void", 5) == "With the agreement of Jefe de Sala."
    assert told("void", 6) == "To be refunded, the whole price of the cards: 34,00\u00a0€."
    assert told("game", 4) == "Cards sold: 17 printed and 0 virtual. Total takings: 34,00\u00a0€."
    assert told("suspension", 0) == "Failure or accident (art. 36)."
    assert told("opening", 1) == "Authorised hours: from 30/11/2026 18:00:00 to 01/12/2026 03:00:00."


def test_words_broken_into_lines_are_put_together_again_and_nothing_else_is():
    fields, _lines = SAMPLES["void"]
    with override("en"):
        told = paragraphs("void", fields | {"reason": "a " * 100}, {})
        assert told[1] == ("a " * 100).strip()
        assert told[2] == "Ball 3 was number 21, and 12 was said."
        fields, _lines = SAMPLES["end"]
        balls, award = paragraphs("end", fields, {})[:2]
        assert balls == "Order of the balls: " + ", ".join(str(n) for n in range(1, 91))
        assert award.startswith("Line: card 3 (printed)")


def test_a_heading_names_its_game():
    with override("en"):
        assert heading("game", 3) == "Game 3"
        assert heading("end", 3) == "End of game 3"
        assert heading("void", 3) == "Null game · game 3"
        assert heading("opening", None) == "Opening entry of the session"


def test_money_and_moments_are_written_as_in_the_hall():
    assert money(123_456_789) == "1.234.567,89\u00a0€"
    assert money(-50) == "\u22120,50\u00a0€"
    assert moment(datetime(2026, 7, 1, 22, 30, 5, tzinfo=UTC)) == "02/07/2026 00:30:05"
