"""
The JSON form of a matrix: {"format": "bingo-matrix", "version": 1, "count": n, "series": {...}, "cards": [...]}.

A card is {"card": 1, "rows": [[5 numbers], [5], [5]]}, each row from left to right. `count` and `series` are
optional.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from sessions.rules.cards import LAST_NUMBER, NUMBERS_A_CARD, NUMBERS_A_ROW, ROWS
from sessions.rules.exchange_series import offer_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.rules.exchange_findings import CardsJudge, Rows, SeriesOffer

FORMAT: Final = "bingo-matrix"
VERSION: Final = 1

_LONGEST_TOLD: Final = 20
# What a file that was cut lacks is missed at its very end, give or take a comma.
_AT_THE_END: Final = 2


class _Unreadable(ValueError):
    """JSON that `json` takes and we do not: a name given twice, or NaN."""


class _Card:
    """A card as it was read; 15 plain numbers are packed, for a million lists would not fit."""

    __slots__ = ("number", "rows")

    def __init__(self, number: Any, rows: Any) -> None:
        self.number = number
        self.rows = rows
        if _is_plain(rows):
            self.rows = bytes(number for row in rows for number in row)


def json_head(count: int, series: SeriesOffer | None) -> str:
    """
    Write what stands before the cards.

    Args:
        count: How many cards follow.
        series: Named, if given.

    Returns:
        The beginning of the file.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    head: dict[str, object] = {"format": FORMAT, "version": VERSION, "count": count}
    if series:
        head["series"] = {
            "letter": series.letter,
            "ident": series.ident,
            "face_value_cents": series.face_value_cents,
        }
    return json.dumps(head, ensure_ascii=False)[:-1] + ', "cards": ['


def json_card(card: int, rows: Sequence[Sequence[int]]) -> str:
    """
    Write a card, on a line of its own.

    Args:
        card: Its number; the first is 1.
        rows: Three rows of five numbers.

    Returns:
        The card, with the comma that separates it from the one before.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I.
    """
    return ("\n" if card == 1 else ",\n") + json.dumps({"card": card, "rows": rows})


def json_tail() -> str:
    """
    Write what stands after the cards.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    return "\n]}\n"


def read_json(text: str, judge: CardsJudge) -> tuple[int | None, SeriesOffer | None] | None:
    """
    Read the file, and have every card judged.

    Args:
        text: The file.
        judge: Takes the cards, and notes what is wrong.

    Returns:
        How many cards the file declares, if it does, and the series it names; None if it is no matrix.

    Source:
        Catálogo (BOE-A-1979-25744), bingo I and II.
    """
    document = _parsed(text, judge)
    if document is None:
        return None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        judge.findings.add("format")
        return None
    if not _is_whole(document.get("version")) or document["version"] != VERSION:
        judge.findings.add("version", found=str(document.get("version"))[:_LONGEST_TOLD], known=VERSION)
        return None
    cards = document.get("cards")
    if not isinstance(cards, list):
        judge.findings.add("cards-unread")
        return None
    for row, card in enumerate(cards, start=1):
        _card(judge, row, card)
    return _said(document, judge)


def _parsed(text: str, judge: CardsJudge) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        # A text that was cut in two is said to be open from its beginning, so that is looked at too.
        cut = error.pos >= len(text.rstrip()) - _AT_THE_END or error.msg.startswith("Unterminated string")
        judge.findings.add("truncated-json" if cut else "syntax", row=error.lineno, column=error.colno)
    except (_Unreadable, RecursionError, ValueError) as error:
        judge.findings.add("unreadable", text=str(error)[:80])
    return None


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _Unreadable(next(name for name in names if names.count(name) > 1))
    return _Card(found["card"], found["rows"]) if "card" in found and "rows" in found else found


def _constant(name: str) -> Any:
    raise _Unreadable(name)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_plain(rows: Any) -> bool:
    return (
        isinstance(rows, list)
        and len(rows) == ROWS
        and all(isinstance(row, list) and len(row) == NUMBERS_A_ROW for row in rows)
        and all(type(number) is int and 1 <= number <= LAST_NUMBER for row in rows for number in row)
    )


def _said(document: dict[str, Any], judge: CardsJudge) -> tuple[int | None, SeriesOffer | None]:
    declared = document.get("count")
    if declared is not None and not _is_whole(declared):
        judge.findings.add("count-unread", text=str(declared)[:_LONGEST_TOLD])
        declared = None
    series = document.get("series")
    if series is None:
        return declared, None
    if not isinstance(series, dict):
        judge.findings.add("series", field="letter")
        return declared, None
    return declared, offer_of(series or {"letter": None}, judge.findings)


def _card(judge: CardsJudge, row: int, card: Any) -> None:
    if not isinstance(card, _Card):
        judge.findings.add("card-shape", row)
        judge.card(row, None, None)
        return
    number = card.number if _is_whole(card.number) else None
    if number is None:
        judge.findings.add("card-unread", row, text=str(card.number)[:_LONGEST_TOLD])
    judge.card(row, number, _rows(judge, row, number, card.rows))


def _rows(judge: CardsJudge, row: int, card: int | None, rows: Any) -> Rows | None:
    if isinstance(rows, bytes):
        starts = range(0, NUMBERS_A_CARD, NUMBERS_A_ROW)
        return [[(number, None) for number in rows[start : start + NUMBERS_A_ROW]] for start in starts]
    if not isinstance(rows, list) or not all(isinstance(one, list) for one in rows):
        judge.findings.add("card-shape", row, card)
        return None
    if len(rows) != ROWS:
        judge.findings.add("rows", row, card, found=len(rows))
        return None
    unread = [number for one in rows for number in one if not _is_whole(number)]
    for number in unread:
        judge.findings.add("number-unread", row, card, text=str(number)[:_LONGEST_TOLD])
    return None if unread else [[(number, None) for number in one] for one in rows]
