"""The only dictionary from a problem of an imported file to a sentence; a test asks for every code and place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from sessions.rules.exchange_findings import Problem

FIELD_WORDS: Final[dict[str, Promise]] = {
    "letter": lazy("the letter (1 to 3 letters)"),
    "ident": lazy("the identification number (1 to 12 digits)"),
    "face_value_cents": lazy("the face value (whole cents, 1 to 1,000,000)"),
}

PROBLEMS: Final[dict[str, Promise]] = {
    # the file
    "too-large": lazy("The file is too large: {size} MB. It may have {limit} MB."),
    "empty": lazy("The file is empty."),
    "workbook": lazy("This is a spreadsheet's own file. Save it as CSV and choose that one."),
    "binary": lazy("This is not a text file: neither CSV nor JSON."),
    "no-separator": lazy("No cells were found: they must be separated by semicolons, commas or tabs."),
    "no-cards": lazy("The file holds no card."),
    "too-many": lazy("The file holds {found} cards; a matrix has at most {most}."),
    "count": lazy("The file says it has {declared} cards, and {found} were found. It may have been cut off."),
    "count-unread": lazy("The number of cards is not a whole number: “{text}”."),
    "series": lazy("The series named in the file is not complete. Look at {field}."),
    # lines of CSV
    "quote": lazy("A quotation mark is opened and not closed."),
    "cells": lazy("Cells found: {found}. There must be {most}: the card's number and 27 squares."),
    "truncated": lazy("The file breaks off in its last line: it has {found} cells of {most}."),
    # JSON
    "syntax": lazy("This is not JSON, from character {column} of this line on."),
    "truncated-json": lazy("The file breaks off: its end is missing."),
    "unreadable": lazy("This JSON cannot be read: {text}."),
    "format": lazy("This is another kind of JSON: it does not say that its format is “bingo-matrix”."),
    "version": lazy("The file is of version {found}; version {known} can be read."),
    "cards-unread": lazy("The file has no list of cards."),
    "card-shape": lazy("This entry is not a card with its number and its rows."),
    "rows": lazy("Rows found: {found}. A card has 3."),
    # a card's number
    "card-unread": lazy("The card's number is not a number: “{text}”."),
    "card-range": lazy("Card numbers go from 1 to {most}."),
    "card-repeated": lazy("This card's number already stands higher up."),
    "card-missing": lazy("Card {missing} is missing before this one."),
    "cards-missing": lazy("Cards {first} to {last} are missing before this one."),
    "card-order": lazy("The card is out of order: it stands after card {after}."),
    # a card's face
    "number-unread": lazy("“{text}” is not a number."),
    "range": lazy("{number} is not a number from 1 to 90."),
    "row-size": lazy("Numbers in row {row_of_card} of the card: {found}. There must be 5."),
    "repeated": lazy("Number {number} stands twice on the card."),
    "column": lazy("Number {number} is in column {column}, which is not its own."),
    "cell": lazy("Row {row_of_card} of the card has two numbers of column {column}."),
    "row-order": lazy("Row {row_of_card} of the card does not grow from left to right."),
    "column-empty": lazy("Column {column} of the card has no number."),
    "column-order": lazy("Column {column} of the card does not grow downward: {numbers}."),
    "same-face": lazy("Cards {other} and {card} are the same."),
    "same-numbers": lazy("Cards {other} and {card} have the same 15 numbers: they would always win together."),
}

_MEGABYTE: Final = 1024 * 1024


def _words(problem: Problem) -> dict[str, Any]:
    """Turn a problem's parameters into words."""
    words: dict[str, Any] = {**problem.params, "card": problem.card}
    if problem.code == "too-large":
        words["size"] = f"{-(-words['bytes'] // _MEGABYTE)}"
        words["limit"] = f"{words['most'] // _MEGABYTE}"
    if "field" in words:
        words["field"] = FIELD_WORDS.get(words["field"], words["field"])
    if "numbers" in words:
        words["numbers"] = ", ".join(str(number) for number in words["numbers"])
    return words


def problem_sentence(problem: Problem) -> str:
    """Say a problem in the active language; where it stands is said beside it."""
    text = PROBLEMS.get(problem.code)
    if text is None:
        return _("This cannot be read.")
    return str(text).format_map(_words(problem))
