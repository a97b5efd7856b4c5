"""Files of faces as a printer writes them: three cards made by hand, and lines written without the code under test."""

from __future__ import annotations

import json

CARD_1 = ((13, 31, 58, 60, 85), (19, 21, 66, 70, 89), (4, 29, 33, 49, 74))
CARD_2 = ((1, 17, 33, 62, 88), (5, 24, 46, 53, 90), (9, 38, 48, 67, 71))
CARD_3 = ((8, 30, 61, 72, 85), (32, 49, 50, 64, 75), (19, 25, 35, 51, 87))
THREE = (CARD_1, CARD_2, CARD_3)
CARD_1_OTHERWISE = ((13, 31, 49, 60, 85), (19, 21, 66, 70, 89), (4, 29, 33, 58, 74))
"""The numbers of card 1 on another face: 49 and 58 have changed rows."""

LINE_1 = "1;;13;;31;;58;60;;85;;19;21;;;;66;70;89;4;;29;33;49;;;74;"
LINE_2 = "2;1;17;;33;;;62;;88;5;;24;;46;53;;;90;9;;;38;48;;67;71;"
LINE_3 = "3;8;;;30;;;61;72;85;;;;32;49;50;64;75;;;19;25;35;;51;;;87"


def csv_of(*lines, end="\r\n"):
    """Join lines as bytes."""
    return "".join(line + end for line in lines).encode()


def squares(card, rows):
    """Write a card as its number and 27 squares."""
    cells = [str(card)]
    for row in rows:
        standing = {min(number // 10, 8): str(number) for number in row}
        cells += [standing.get(column, "") for column in range(9)]
    return cells


def listed(card, rows):
    """Write a card as its number and 15 numbers."""
    return [str(card), *(str(number) for row in rows for number in row)]


def json_of(*cards, **others):
    """Write a JSON file; a card is its number and rows, or anything else as it is."""
    entries = [{"card": c[0], "rows": c[1]} if isinstance(c, tuple) else c for c in cards]
    return json.dumps({"format": "bingo-matrix", "version": 1, **others, "cards": entries}).encode()


def found(reading):
    """Give the problems as plain tuples."""
    return [(one.code, one.row, one.card, dict(one.params)) for one in reading.problems]


def rows_of(faces):
    """Give faces as rows of numbers, read bit by bit."""
    return [tuple(tuple(n for n in range(1, 91) if row >> (n - 1) & 1) for row in face.rows) for face in faces]
