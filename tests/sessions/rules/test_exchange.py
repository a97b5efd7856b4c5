"""Files of faces that are sound, in every way people write them; the same faces come back from what is given out."""

import csv
import io
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.rules import exchange_findings
from sessions.rules.cards import BadFace, Face, check_face, numbers_to_mask
from sessions.rules.exchange import read_matrix, write_exchange
from sessions.rules.exchange_csv import csv_head, csv_line, read_csv
from sessions.rules.exchange_findings import CardsJudge, Findings, PackedFaces, SeriesOffer
from sessions.rules.exchange_json import json_card, json_head, json_tail, read_json
from sessions.rules.exchange_series import offer_of
from sessions.rules.matrix import generate_matrix
from tests.sessions.rules.matrix_files import (
    CARD_1,
    LINE_1,
    LINE_2,
    LINE_3,
    THREE,
    csv_of,
    found,
    json_of,
    listed,
    rows_of,
    squares,
)

SERIES = SeriesOffer("B", "000042", 150)
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"]

some_faces = st.builds(
    lambda seed, count: generate_matrix(count, Random(seed).randbytes), st.integers(0, 2**32), st.integers(1, 12)
)


def exported(faces, form, series=None):
    return "".join(write_exchange(faces, len(faces), form, series))


def assert_three(data):
    reading = read_matrix(data)
    assert found(reading) == []
    assert reading.sound
    assert rows_of(reading.faces) == list(THREE)


def test_27_squares_a_line_are_read():
    assert_three(csv_of(LINE_1, LINE_2, LINE_3))


def test_15_numbers_a_line_are_read_even_among_lines_of_squares():
    assert_three(csv_of(LINE_1, "2;1;17;33;62;88;5;24;46;53;90;9;38;48;67;71", LINE_3))


def test_heads_comments_empty_lines_padding_zeros_and_quotes_do_no_harm():
    padded = LINE_3 + ";;;"
    zeros = "2;01;17;0;33;0;0;62;0;88;05;0;24;0;46;53;0;0;90;09;0;0;38;48;0;67;71;0"
    quoted = ";".join(f'"{cell}"' for cell in LINE_1.split(";"))
    assert_three(csv_of("# Imprenta Núñez; 2026;;", "", "cartón;a;b", quoted, " ;;; ", zeros, padded, "", ""))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_every_usual_encoding_and_end_of_line_is_read(encoding, end):
    text = end.join(["# Núñez y Cía", "cartón;números", LINE_1, LINE_2, LINE_3])
    assert_three(text.encode(encoding))


def test_a_table_with_tabs_may_end_in_blank_squares_and_blank_lines():
    """Card 1 ends in a blank square: its line ends in a tabulator, which is no blank to be cut off."""
    assert LINE_1.endswith(";")
    lines = [LINE_2.replace("2;", "1;", 1), LINE_1.replace("1;", "2;", 1)]
    for end in ("", "\n", "\r\n\t\r\n  \r\n"):
        reading = read_matrix(("\n".join(lines).replace(";", "\t") + end).encode())
        assert found(reading) == []
        assert rows_of(reading.faces) == [THREE[1], CARD_1]


def test_utf_16_is_read_in_both_orders_of_bytes():
    text = f"{LINE_1}\n{LINE_2}\n{LINE_3}"
    assert_three(b"\xff\xfe" + text.encode("utf-16-le"))
    assert_three(b"\xfe\xff" + text.encode("utf-16-be"))


def test_a_byte_that_windows_1252_does_not_know_in_a_comment_does_no_harm():
    assert_three(b"# \x81\xf1\r\n" + csv_of(LINE_1, LINE_2, LINE_3))


def test_json_is_read_with_or_without_a_count_and_a_series():
    cards = list(enumerate(THREE, start=1))
    assert_three(json_of(*cards))
    assert_three(json_of(*cards, count=3, series=None))
    assert_three(b"\xef\xbb\xbf" + json_of(*cards, count=3))


@pytest.mark.parametrize(
    "comments",
    [
        ("# letter: b", "# ident: 000042", "# face value cents: 150"),
        ("# Letra: B;;", "# Número: 000042;;", "#valor facial en céntimos:150"),
    ],
)
def test_a_csv_file_names_its_series_in_comments(comments):
    reading = read_matrix(csv_of("# cartones: 3", *comments, LINE_1, LINE_2, LINE_3))
    assert found(reading) == []
    assert reading.series == SERIES


def test_a_json_file_names_its_series():
    named = {"letter": "B", "ident": "000042", "face_value_cents": 150}
    assert read_matrix(json_of((1, CARD_1), series=named)).series == SERIES


def test_the_csv_form_is_the_one_in_the_documentation():
    face = Face(tuple(map(numbers_to_mask, CARD_1)))
    assert exported([face], "csv", SERIES).split("\r\n") == [
        "# cards: 1",
        "# letter: B",
        "# ident: 000042",
        "# face value cents: 150",
        "card;" + ";".join(f"r{row}c{column}" for row in (1, 2, 3) for column in range(1, 10)),
        LINE_1,
        "",
    ]


def test_the_json_form_is_the_one_in_the_documentation():
    face = Face(tuple(map(numbers_to_mask, CARD_1)))
    assert json.loads(exported([face], "json", SERIES)) == {
        "format": "bingo-matrix",
        "version": 1,
        "count": 1,
        "series": {"letter": "B", "ident": "000042", "face_value_cents": 150},
        "cards": [{"card": 1, "rows": [list(row) for row in CARD_1]}],
    }


def test_there_is_no_third_form():
    with pytest.raises(ValueError, match="xlsx"):
        write_exchange([], 0, "xlsx")


def test_no_cell_that_is_given_out_begins_as_a_formula_does():
    wicked = SeriesOffer('";=1+1', "=HYPERLINK(;@A1;-2\r\n+3", 150)
    lines = [*csv_head(3, wicked).splitlines(keepends=True), csv_line(1, [[0] * 9, [7] + [0] * 8, [0] * 9])]
    cells = [cell for row in csv.reader(io.StringIO("".join(lines)), delimiter=";") for cell in row]
    assert sum(cell.startswith("#") for cell in cells) == 4
    assert [cell for cell in cells if cell[:1] in set("=+-@\t\r\n")] == []


@given(some_faces, st.sampled_from(["csv", "json"]), st.sampled_from(ENCODINGS), st.sampled_from([SERIES, None]))
def test_what_is_given_out_comes_back_the_same(faces, form, encoding, series):
    reading = read_matrix(exported(faces, form, series).encode(encoding))
    assert found(reading) == []
    assert (reading.form, list(reading.faces), reading.series) == (form, faces, series)


@given(
    some_faces,
    st.sampled_from([squares, listed]),
    st.sampled_from([";", ",", "\t"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(ENCODINGS),
    st.booleans(),
)
def test_what_a_spreadsheet_writes_comes_back_the_same(faces, layout, separator, quoting, encoding, heads):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=quoting)
    if heads:
        writer.writerow(["cartón", "números"])
    writer.writerows(layout(card, rows) for card, rows in enumerate(rows_of(faces), start=1))
    reading = read_matrix(text.getvalue().encode(encoding))
    assert found(reading) == []
    assert list(reading.faces) == faces


@given(some_faces, st.data())
def test_a_card_is_taken_exactly_when_its_face_is_one(faces, data):
    """One number of a face becomes another one: the reader and `check_face` must judge alike."""
    rows = [list(row) for row in rows_of(faces[:1])[0]]
    row, place = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 4))
    rows[row][place] = data.draw(st.integers(1, 90))
    rows[row].sort()
    try:
        check_face(Face(tuple(numbers_to_mask(row) for row in rows)))
        is_face = True
    except BadFace:
        is_face = False
    line = ";".join(listed(1, rows))
    assert read_matrix(csv_of(line)).sound == is_face
    assert read_matrix(json_of((1, rows))).sound == is_face


@given(some_faces, st.data())
def test_a_card_is_sound_at_a_glance_exactly_when_nothing_is_wrong_with_it(faces, data):
    """Up to two places of a face are changed: another number, another column, gone, or twice."""
    rows = [[(n, data.draw(st.sampled_from([None, min(n // 10, 8)]))) for n in row] for row in rows_of(faces[:1])[0]]
    for _ in range(data.draw(st.integers(0, 2))):
        row = rows[data.draw(st.integers(0, 2))]
        place = data.draw(st.integers(0, len(row) - 1))
        column = data.draw(st.one_of(st.none(), st.integers(0, 8)))
        other = data.draw(st.integers(-1, 92))
        changes = [[(other, column)], [(row[place][0], column)], [], [row[place]] * 2]
        row[place : place + 1] = data.draw(st.sampled_from(changes))
    findings = Findings()
    exchange_findings._judge_rows(findings, 1, 1, rows)
    assert exchange_findings._is_sound(rows) == (findings.total == 0)


def test_packed_faces_are_a_sequence_of_the_same_faces():
    faces = generate_matrix(5, Random(3).randbytes)
    packed = PackedFaces()
    for face in faces:
        packed.append(face)
    assert len(packed) == 5
    assert list(packed) == faces
    assert packed[-1] == faces[4]
    assert list(packed[1:3]) == faces[1:3]
    with pytest.raises(IndexError):
        packed[5]
    with pytest.raises(ValueError, match="one piece"):
        packed[::2]


def test_each_reader_has_the_cards_judged_and_says_what_the_file_says_of_itself():
    judge = CardsJudge(Findings())
    assert read_csv(f"# cards: 3\n{LINE_1}\n{LINE_2}\n{LINE_3}", judge) == (3, None)
    assert (judge.judged, rows_of(judge.faces)) == (3, list(THREE))
    judge = CardsJudge(Findings())
    text = json_head(1, SERIES) + json_card(1, CARD_1) + json_tail()
    assert read_json(text, judge) == (1, SERIES)
    assert (judge.judged, rows_of(judge.faces)) == (1, [CARD_1])


def test_a_series_is_whole_or_none():
    findings = Findings()
    assert offer_of({}, findings) is None
    assert offer_of({"letter": "b", "ident": "000042", "face_value_cents": 150}, findings) == SERIES
    assert findings.total == 0
    assert offer_of({"letter": "b", "ident": "000042", "face_value_cents": True}, findings, 4) is None
    assert [(one.code, one.row, one.params) for one in findings.problems] == [
        ("series", 4, {"field": "face_value_cents"})
    ]
