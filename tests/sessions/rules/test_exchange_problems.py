"""Everything that is wrong with a file of faces, from real bytes; each with its place, and none of it kept."""

import json
import re
import string

import pytest
from django.utils import translation

from sessions.exchange_messages import PROBLEMS, problem_sentence
from sessions.rules import exchange_findings
from sessions.rules.exchange import MOST_BYTES, read_matrix, write_exchange
from sessions.rules.exchange_findings import MOST_TOLD, Problem
from tests.sessions.rules.matrix_files import (
    CARD_1,
    CARD_1_OTHERWISE,
    CARD_2,
    CARD_3,
    LINE_1,
    LINE_2,
    LINE_3,
    THREE,
    csv_of,
    found,
    json_of,
    listed,
    squares,
)

HEADS = "card;" + ";".join(f"r{row}c{column}" for row in (1, 2, 3) for column in range(1, 10))
# Card 1 with an empty sixth column; with 19 above 13; with 31 and 33 in one row; with its first row out of order.
EMPTY_COLUMN = ((4, 13, 31, 60, 85), (19, 21, 45, 66, 70), (29, 33, 49, 74, 89))
UPSIDE_DOWN = ((19, 31, 58, 60, 85), (13, 21, 66, 70, 89), CARD_1[2])
ONE_CELL = ((13, 31, 33, 58, 60), (19, 21, 66, 70, 85), (4, 29, 49, 74, 89))
SHUFFLED = ((31, 13, 58, 60, 85), CARD_1[1], CARD_1[2])

CUT = json_of((1, CARD_1))[:-9]


def line(card, rows, layout=listed):
    return ";".join(layout(card, rows))


def spoilt(old, new, text=LINE_1):
    assert text.count(old) == 1
    return csv_of(text.replace(old, new), LINE_2)


CASES = {
    "nothing": (b"", [("empty", None, None, {})]),
    "only blanks": (b" \r\n\t", [("empty", None, None, {})]),
    "only a mark": (b"\xef\xbb\xbf", [("empty", None, None, {})]),
    "an Excel workbook": (b"PK\x03\x04\x14\x00\x06\x00", [("workbook", None, None, {})]),
    "an old Excel workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", [("workbook", None, None, {})]),
    "every byte there is": (bytes(range(256)), [("binary", None, None, {})]),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", [("binary", None, None, {})]),
    "high bytes": (bytes(range(160, 256)) * 9, [("binary", None, None, {})]),
    "UTF-16 cut in a letter": (("\ufeff" + LINE_1).encode("utf-16-le")[:-1], [("binary", None, None, {})]),
    "a letter": (b"Dear Sirs,\n".replace(b",", b""), [("no-separator", None, None, {})]),
    "only heads": (csv_of(HEADS), [("no-cards", None, None, {})]),
    "JSON without a card": (json_of(), [("no-cards", None, None, {})]),
    "fewer cards than declared": (
        csv_of("# cards: 4", LINE_1, LINE_2, LINE_3),
        [("count", None, None, {"declared": 4, "found": 3})],
    ),
    "more cards than declared": (
        json_of((1, CARD_1), (2, CARD_2), count=1),
        [("count", None, None, {"declared": 1, "found": 2})],
    ),
    "a count that is none": (csv_of("# cards: many", LINE_1), [("count-unread", 1, None, {"text": "many"})]),
    "a JSON count that is none": (json_of((1, CARD_1), count="1"), [("count-unread", None, None, {"text": "1"})]),
    "a formula for a letter": (
        csv_of("# letter: =A1", "# ident: 000001", "# face value cents: 200", LINE_1),
        [("series", 1, None, {"field": "letter"})],
    ),
    "a number no card can carry": (
        csv_of("# letter: B", "# ident: 12/A", "# face value cents: 200", LINE_1),
        [("series", 1, None, {"field": "ident"})],
    ),
    "half a series": (
        csv_of("#", "# letter: A", LINE_1),
        [("series", 2, None, {"field": "ident"}), ("series", 2, None, {"field": "face_value_cents"})],
    ),
    "a price in euros": (
        json_of((1, CARD_1), series={"letter": "A", "ident": "1", "face_value_cents": 1.5}),
        [("series", None, None, {"field": "face_value_cents"})],
    ),
    "an open quote": (spoilt(";13;", ';"13;'), [("quote", 1, None, {}), ("card-missing", 2, 2, {"missing": 1})]),
    "a line with a square too few": (spoilt("1;;13", "1;13"), [("cells", 1, 1, {"found": 27, "most": 28})]),
    "a line with a square too many": (spoilt("74;", "74;;7"), [("cells", 1, 1, {"found": 29, "most": 28})]),
    "a last line cut off": (
        csv_of(LINE_1, LINE_2[:30]),
        [("truncated", 2, 2, {"found": LINE_2[:30].count(";") + 1, "most": 28})],
    ),
    "JSON with a slip": (
        b'{"format": "bingo-matrix" "version": 1, "cards": [],\n"more": 12345}',
        [("syntax", 1, None, {"column": 27})],
    ),
    "JSON cut off": (CUT, [("truncated-json", 1, None, {"column": len(CUT) + 1})]),
    "JSON that says a thing twice": (
        b'{"format": "bingo-matrix", "format": "bingo-matrix"}',
        [("unreadable", None, None, {"text": "format"})],
    ),
    "JSON with NaN": (json_of((float("nan"), CARD_1)), [("unreadable", None, None, {"text": "NaN"})]),
    "another JSON": (b'{"type": "FeatureCollection"}', [("format", None, None, {})]),
    "a JSON list": (b"[1, 2]", [("format", None, None, {})]),
    "a later version": (
        b'{"format": "bingo-matrix", "version": 2, "cards": []}',
        [("version", None, None, {"found": "2", "known": 1})],
    ),
    "JSON whose cards are none": (
        b'{"format": "bingo-matrix", "version": 1, "cards": {}}',
        [("cards-unread", None, None, {})],
    ),
    "an entry that is no card": (json_of((1, CARD_1), 5), [("card-shape", 2, None, {})]),
    "a card whose rows are none": (json_of((1, "rows")), [("card-shape", 1, 1, {})]),
    "a card of two rows": (json_of((1, CARD_1[:2])), [("rows", 1, 1, {"found": 2})]),
    "a card number that is none": (
        csv_of(LINE_1, "B" + LINE_2[1:]),
        [("card-unread", 2, None, {"text": "B"})],
    ),
    "a JSON card number that is none": (json_of(("1", CARD_1)), [("card-unread", 1, None, {"text": "1"})]),
    "card 0": (csv_of("0" + LINE_1[1:]), [("card-range", 1, 0, {"most": 1_000_000})]),
    "card 1000001": (
        csv_of(LINE_1, "1000001" + LINE_2[1:]),
        [("card-range", 2, 1_000_001, {"most": 1_000_000})],
    ),
    "a card twice": (csv_of(LINE_1, LINE_2, LINE_2), [("card-repeated", 3, 2, {})]),
    "a number for two cards": (csv_of(LINE_1, line(1, CARD_2)), [("card-repeated", 2, 1, {})]),
    "a card missing": (csv_of(LINE_1, LINE_3), [("card-missing", 2, 3, {"missing": 2})]),
    "a file from card 101": (
        csv_of(line(101, CARD_1), line(102, CARD_2)),
        [("cards-missing", 1, 101, {"first": 1, "last": 100})],
    ),
    "two cards changed about": (
        csv_of(LINE_1, LINE_3, LINE_2),
        [("card-missing", 2, 3, {"missing": 2}), ("card-order", 3, 2, {"after": 3})],
    ),
    "one card twice after a gap": (
        csv_of(line(2, CARD_2), line(5, CARD_3), line(1, CARD_1), line(1, CARD_1), line(2, CARD_2)),
        [
            ("card-missing", 1, 2, {"missing": 1}),
            ("cards-missing", 2, 5, {"first": 3, "last": 4}),
            ("card-order", 3, 1, {"after": 5}),
            ("card-repeated", 4, 1, {}),
            ("card-repeated", 5, 2, {}),
        ],
    ),
    "a word among the numbers": (spoilt(";13;", ";trece;"), [("number-unread", 1, 1, {"text": "trece"})]),
    "a fraction": (json_of((1, ((13.5, *CARD_1[0][1:]), *CARD_1[1:]))), [("number-unread", 1, 1, {"text": "13.5"})]),
    "truth for a number": (
        json_of((1, ((True, *CARD_1[0][1:]), *CARD_1[1:]))),
        [("number-unread", 1, 1, {"text": "True"})],
    ),
    "number 91": (spoilt(";85;", ";91;"), [("range", 1, 1, {"number": 91})]),
    "number -5": (spoilt("89;4;", "89;-5;"), [("range", 1, 1, {"number": -5})]),
    "JSON number 0": (json_of((1, ((0, *CARD_1[0][1:]), *CARD_1[1:]))), [("range", 1, 1, {"number": 0})]),
    "a row of four": (spoilt(";13;", ";;"), [("row-size", 1, 1, {"row_of_card": 1, "found": 4})]),
    "a row of six": (spoilt("1;;13", "1;3;13"), [("row-size", 1, 1, {"row_of_card": 1, "found": 6})]),
    "a JSON row of four": (
        json_of((1, (CARD_1[0], CARD_1[1], CARD_1[2][:4]))),
        [("row-size", 1, 1, {"row_of_card": 3, "found": 4})],
    ),
    "a number twice": (spoilt(";19;", ";13;"), [("repeated", 1, 1, {"number": 13})]),
    "a number in another's column": (spoilt(";13;;31;", ";;13;31;"), [("column", 1, 1, {"number": 13, "column": 3})]),
    "two numbers in a square": (csv_of(line(1, ONE_CELL)), [("cell", 1, 1, {"row_of_card": 1, "column": 4})]),
    "a row out of order": (csv_of(line(1, SHUFFLED)), [("row-order", 1, 1, {"row_of_card": 1})]),
    "an empty column": (csv_of(line(1, EMPTY_COLUMN, squares)), [("column-empty", 1, 1, {"column": 6})]),
    "a column upside down": (
        csv_of(line(1, UPSIDE_DOWN, squares)),
        [("column-order", 1, 1, {"column": 2, "numbers": [19, 13]})],
    ),
    "two equal faces": (
        csv_of(LINE_1, LINE_2, line(3, CARD_1)),
        [("same-face", 3, 3, {"other": 1})],
    ),
    "the same 15 numbers on two cards": (
        json_of((1, CARD_1), (2, CARD_2), (3, CARD_1_OTHERWISE)),
        [("same-numbers", 3, 3, {"other": 1})],
    ),
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_file_is_refused_for(case):
    data, problems = CASES[case]
    reading = read_matrix(data)
    assert found(reading) == problems
    assert (reading.sound, len(reading.faces), reading.more) == (False, 0, 0)


def test_a_file_that_is_too_large_is_not_looked_at():
    assert found(read_matrix(b"PK\x03\x04" * 3, most_bytes=11)) == [
        ("too-large", None, None, {"bytes": 12, "most": 11})
    ]
    assert read_matrix(csv_of(LINE_1), most_bytes=len(csv_of(LINE_1))).sound
    # A million cards as we write them, at most 93 bytes each, are within the limit.
    assert MOST_BYTES > 93 * 1_000_000


def test_more_cards_than_a_matrix_holds_are_too_many(monkeypatch):
    monkeypatch.setattr(exchange_findings, "LAST_COUNT", 2)
    assert ("too-many", None, None, {"found": 3, "most": 2}) in found(read_matrix(csv_of(LINE_1, LINE_2, LINE_3)))


def test_all_that_is_wrong_is_told_in_the_order_of_the_file():
    data = csv_of(LINE_1.replace(";13;", ";91;"), LINE_2.replace(";17;", ";x;"), LINE_3, LINE_3)
    assert [(code, row) for code, row, _, _ in found(read_matrix(data))] == [
        ("range", 1),
        ("number-unread", 2),
        ("card-repeated", 4),
    ]


def test_the_first_200_problems_are_told_and_the_others_counted():
    reading = read_matrix(csv_of(*[f"{card};1" for card in range(1, 252)]))
    assert (len(reading.problems), reading.more, reading.total) == (200, 51, 251)
    assert MOST_TOLD == 200
    assert (reading.problems[199].row, reading.problems[199].card) == (200, 200)


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_file_of_ours_that_was_cut_anywhere_is_refused(form):
    faces = read_matrix(csv_of(LINE_1, LINE_2, LINE_3)).faces
    data = "".join(write_exchange(faces, 3, form)).rstrip().encode()
    assert read_matrix(data).sound
    assert [end for end in range(len(data)) if read_matrix(data[:end]).sound] == []


def test_json_of_a_hundred_thousand_brackets_is_refused_and_not_fallen_over():
    assert [code for code, *_ in found(read_matrix(b"[" * 100_000))] == ["unreadable"]
    assert [code for code, *_ in found(read_matrix(b'{"version": ' + b"9" * 5_000 + b"}"))] == ["unreadable"]


def test_a_quote_never_swallows_the_lines_below_it():
    lines = [LINE_1.replace(";13;", ';"13;'), LINE_2.replace(";17;", ";x;"), LINE_3]
    assert [(code, row) for code, row, *_ in found(read_matrix(csv_of(*lines)))] == [
        ("quote", 1),
        ("number-unread", 2),
        ("card-missing", 2),
    ]


# Sentences -------------------------------------------------------------------------------------------------


def test_every_problem_has_a_sentence_and_a_file_that_shows_it():
    shown = {code for _, problems in CASES.values() for code, *_ in problems} | {"too-large", "too-many"}
    assert shown == set(PROBLEMS)


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_every_problem_can_be_said(language):
    with translation.override(language):
        for data, _ in CASES.values():
            for problem in read_matrix(data).problems:
                said = problem_sentence(problem)
                assert said
                assert "{" not in re.sub(r"“.*?”", "", said)


def test_a_sentence_asks_only_for_what_its_problem_has():
    for data, _ in CASES.values():
        for problem in read_matrix(data).problems:
            asked = {name for _, name, _, _ in string.Formatter().parse(str(PROBLEMS[problem.code])) if name}
            assert asked <= {*problem.params, "card"}, problem.code


def test_two_serials_with_the_same_numbers_are_both_named():
    data = csv_of(LINE_1, LINE_2, line(3, CARD_1_OTHERWISE), line(4, CARD_3))
    with translation.override("en"):
        (problem,) = read_matrix(data).problems
        assert problem_sentence(problem) == ("Cards 1 and 3 have the same 15 numbers: they would always win together.")
        assert problem_sentence(Problem("too-large", params={"bytes": 8_388_609, "most": 8_388_608})) == (
            "The file is too large: 9 MB. It may have 8 MB."
        )


def test_the_three_cards_of_these_tests_are_sound():
    assert json.loads(json_of((1, THREE[0])))["cards"][0]["card"] == 1
    assert read_matrix(json_of(*enumerate(THREE, start=1))).sound
    assert read_matrix(json_of((1, CARD_1_OTHERWISE))).sound
