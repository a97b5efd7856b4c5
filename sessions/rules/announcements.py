"""
What the Jefe de Mesa reads aloud now, from the board: the law's words and, beside them, the other language.

Texts are made here because the formulas are law (S0 IV; article 85), not interface.
"""

from __future__ import annotations

from dataclasses import dataclass

from sessions.rules.board import Board
from sessions.rules.events import BALLS, Medium, PrizeKind
from sessions.rules.regulation import Phrase, regulation_of
from sessions.rules.states import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """One sentence; source is verbatim (the law's words), ours, or translation (of the law's words)."""

    text: str
    lang: str
    source: str


def euros(cents: int) -> str:
    """
    Write an amount as the formulas do: 1.234,50, or 1.234 when it is whole euros.

    Source:
        Article 85, 1 and 4: "[…] euros".
    """
    whole, rest = divmod(cents, 100)
    text = f"{whole:,}".replace(",", ".")
    return f"{text},{rest:02d}" if rest else text


def _keys(board: Board) -> list[str]:
    match board.state:
        case State.SELLING:
            physical = ["sale_open_first"] if board.lot(Medium.PHYSICAL) else []
            return ["sale_open", *physical]
        case State.READY if not board.draw_started:
            return _closing_keys(board)
        case State.DRAWING if board.called == BALLS:
            return ["last_call"]
        case State.DRAWING if board.line_closed and _just_resumed(board):
            return ["line_closed"]
        case State.CHECKING:
            return _checking_keys(board)
        case State.WON | State.PAYING if board.claims_of(PrizeKind.BINGO, "upheld"):
            return ["bingo_closed"]
        case State.UNCLAIMED | State.PAYING:
            return ["unclaimed"]
        case _:
            return []


def _closing_keys(board: Board) -> list[str]:
    figures = board.figures
    if figures is None:
        return []
    if not figures.physical_sold:
        sold = ["sale_closed_only_virtual"]
    else:
        sold = ["sale_closed", *(["sale_closed_virtual"] if figures.virtual_sold else [])]
    return [*sold, "prizes", "start"]


def _just_resumed(board: Board) -> bool:
    line = board.claims_of(PrizeKind.LINE, "upheld")
    return bool(line) and board.claims[-1].window == line[-1].window and board.called <= line[-1].ball + 1


def _checking_keys(board: Board) -> list[str]:
    if board.open_claims:
        return []
    window = [c for c in board.claims if c.window == board.window]
    keys = [
        f"{prize}_more" for prize in ("line", "bingo") if any(c.prize == prize and c.status == "upheld" for c in window)
    ]
    return keys or ["rejected_late" if board.claims[-1].reason == "late" else "rejected"]


def _values(board: Board) -> dict[str, object]:
    lot = board.lot(Medium.PHYSICAL) or (board.lots[0] if board.lots else None)
    values: dict[str, object] = {}
    if lot:
        values |= {
            "letter": lot.letter,
            "ident": lot.ident,
            "size": lot.size,
            "price": euros(lot.face_value_cents),
            "first": lot.first_card,
            "last": lot.last_sold,
            "sold": lot.sold,
        }
    if board.figures:
        values |= {
            "physical": board.figures.physical_sold,
            "virtual": board.figures.virtual_sold,
            "line": euros(board.figures.line_cents),
            "bingo": euros(board.figures.bingo_cents),
        }
    if board.claims:
        last = board.claims[-1]
        values |= {"card": last.card, "missing": ", ".join(str(n) for n in last.missing)}
    return values


def _count(board: Board, key: str) -> int:
    if key == "rejected":
        return len(board.claims[-1].missing)
    prize = PrizeKind.LINE if key == "line_closed" else PrizeKind.BINGO
    return len(board.claims_of(prize, "upheld"))


def _say(phrase: Phrase, lang: str, values: dict[str, object]) -> Announcement:
    text = {"es": phrase.es, "ca": phrase.ca}[lang].format(**values)
    if not phrase.verbatim:
        return Announcement(text=text, lang=lang, source="ours")
    return Announcement(text=text, lang=lang, source="verbatim" if phrase.verbatim == lang else "translation")


def announcements_now(board: Board) -> list[Announcement]:
    """
    Give the sentences to read aloud in the board's state, the law's language first; [] when there are none.

    The number of cards agrees with the count; prizes are always announced.

    Source:
        Catálogo (BOE-A-1979-25744), bingo IV; article 85, 1, 4, 6 and 8.
    """
    if board.terms is None:
        return []
    regulation = regulation_of(board.terms.profile)
    languages = (regulation.language, "ca" if regulation.language == "es" else "es")
    said = []
    for key in _keys(board):
        values = _values(board)
        many = f"{key}.many"
        if many in regulation.phrases:
            count = _count(board, key)
            values["count"] = count
            chosen = many if count != 1 else key
        else:
            chosen = key
        said += [_say(regulation.phrases[chosen], lang, values) for lang in languages]
    return sorted(said, key=lambda a: a.lang != regulation.language)
