"""The entries of a game: its figures before any ball, what went wrong, its end (O79 37.1, 37.3, 37.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sessions.rules.acta_facts import Entry, Fields, Recorded, runs_told
from sessions.rules.board import Board
from sessions.rules.events import Lot, Run
from sessions.rules.pair import SECOND
from sessions.rules.ranges import GONE, common, count, minus
from sessions.rules.states import State
from sessions.rules.void import price_of

Made = tuple[str, Fields] | None
_NO_STOP: Final = frozenset({"claim", "person"})
"""The second game of a pair."""
_PAID: Final = frozenset({"paid", "credited"})


def _pairs(runs: Iterable[Any]) -> list[tuple[int, int]]:
    return [(r["first"], r["last"]) if isinstance(r, dict) else (r.first, r.last) for r in runs]


def _lot(lot: Lot, holes: Iterable[dict[str, Any]] = ()) -> Fields:
    """Tell a series on sale: its range sold, and what lies within it unsold or spoiled."""
    gone = [o for o in lot.off if o.why in GONE and o.last < lot.last_sold]
    return {
        "letter": lot.letter,
        "ident": lot.ident,
        "size": lot.size,
        "medium": str(lot.medium),
        "first": lot.sold_runs[0].first if lot.sold else 0,
        "last": lot.last_sold if lot.sold else 0,
        "sold": lot.sold,
        "parts": lot.parts,
        "complementary": lot.complementary,
        "holes": runs_told(_pairs(o for o in holes if lot.has(o["first"]))),
        "gone": runs_told(_pairs(gone)),
    }


def _figures(board: Board) -> Fields:
    """Tell what O79 37.3 lists of the money, and the additional prizes announced."""
    told = board.figures
    if told is None:
        return {}
    return {
        "physical": told.physical_sold,
        "virtual": told.virtual_sold,
        "takings_cents": told.takings_cents,
        "line_cents": told.line_cents,
        "bingo_cents": told.bingo_cents,
        "jackpots": [
            {"name": j.name or j.code, "prize_cents": j.prize_cents, "last_ball": j.last_ball}
            for j in told.jackpots
            if j.prize_cents
        ],
    }


def _game(row: Recorded) -> Made:
    board: Board = row.after
    holes = row.payload.get("holes", ())
    lots = sorted(board.lots, key=_of_lots)
    return "game", {
        "series": [_lot(lot, holes) for lot in lots],
        "price_cents": lots[0].face_value_cents * lots[0].parts if lots else 0,
        "parts": lots[0].parts if lots else 1,
        "pair": board.pair,
        "other_game_no": board.other_game_no,
        "extractor": board.extractor,
        "ball_set": board.ball_set,
        "rules": f"{board.terms.profile} v{board.terms.profile_version}" if board.terms else "",
        **_figures(board),
    }


def _figures_corrected(row: Recorded) -> Made:
    told = {name: row.payload[name] for name in ("was_last", "last", "reason")}
    return "correction", {"what": "figures", **told, **_figures(row.after)}


def _ball_corrected(row: Recorded) -> Made:
    return "correction", {"what": "ball", **row.payload}


def _call_corrected(row: Recorded) -> Made:
    return "correction", {"what": "call", **row.payload}


def _held_resolved(row: Recorded) -> Made:
    held = row.before.held
    reason, read = (held[0].reason, held[0].number) if held else ("", 0)
    return "held", {**row.payload, "reason": reason, "read": read}


def _paused(row: Recorded) -> Made:
    reason = row.payload["reason"]
    return None if reason in _NO_STOP else ("stop", {"reason": reason, "called": row.before.called})


def _as_told(kind: str) -> Callable[[Recorded], Made]:
    return lambda row: (kind, dict(row.payload))


def _spoiled(row: Recorded) -> Made:
    """Tell of torn cards once: those of a pair's second game, before its turn, are the first game's."""
    return None if row.before.state == State.WAITING else ("spoiled", dict(row.payload))


def _series_added(row: Recorded) -> Made:
    lot = row.payload["lot"]
    return "second_series", {name: lot[name] for name in ("letter", "ident", "first_card", "last_card")}


def _voided(row: Recorded) -> Made:
    told = dict(row.payload)
    told["affected"] = runs_told((card, card) for card in told.get("affected", ()))
    return "void", told | {"called": row.before.called} | _sold_so_far(row.before)


def _sold_so_far(board: Board) -> Fields:
    """Tell what O79 37.3 lists of a game that ends before its sale closed: no entry has told it yet."""
    if board.figures is not None or not board.lots:
        return {}
    printed = sum(lot.sold for lot in board.printed)
    return {
        "series": [_lot(lot, _between(lot)) for lot in sorted(board.lots, key=_of_lots)],
        "price_cents": board.lots[0].price_cents,
        "parts": board.lots[0].parts,
        "physical": printed,
        "virtual": sum(lot.sold for lot in board.lots) - printed,
        "takings_cents": sum(lot.sold * lot.price_cents for lot in board.lots),
    }


def _of_lots(lot: Lot) -> tuple[str, bool]:
    """Order printed before virtual, a complementary series after the first."""
    return lot.medium, lot.complementary


def _between(lot: Lot) -> list[dict[str, Any]]:
    """Give the cards that were neither sold nor spoiled, with a sold one after them."""
    if not lot.sold:
        return []
    counted = Run(first=lot.first_card, last=lot.last_sold)
    unsold = minus([counted], [*lot.sold_runs, *(o for o in lot.off if o.why in GONE)])
    return [{"first": run.first, "last": run.last} for run in unsold]


def _brought(board: Board) -> Fields:
    """
    Tell which printed cards came back against their refund, and which were only paid half and stay with their players.

    What accounts got back is no card that could be attached to the minutes (O79 37.6).
    """
    printed = [run for lot in board.printed for sold in lot.sold_runs for run in common(board.refunded, sold)]
    half = board.pair == 1 and board.voided is not None and not board.voided.whole
    # The second half paid back alone: the card is used, for its first half was played, unless that was null too.
    first_game_no = board.other_game_no if board.pair == SECOND and printed else 0
    cents = sum(count(common(printed, sold)) * price_of(board, lot) for lot in board.printed for sold in lot.sold_runs)
    told = runs_told(_pairs(printed))
    return {"returned": "" if half else told} | _if_any(
        kept=told if half else "", first_game_no=first_game_no, virtual_cents=board.refunded_cents - cents
    )


def _if_any(**values: int | str) -> Fields:
    """Leave out what says nothing: entries of before these facts were told are still what their rows make."""
    return {name: value for name, value in values.items() if value}


def _refunds_completed(row: Recorded) -> Made:
    return "refunds", {
        "refunded_cents": row.payload["refunded_cents"],
        "payable_cents": row.payload["payable_cents"],
        "outstanding": runs_told(_pairs(row.payload.get("outstanding", ()))),
        **_brought(row.after),
    }


def _end(row: Recorded) -> Made:
    board: Board = row.after
    paid = [a for a in board.awards if a.status in _PAID]
    awards = [
        {"prize": str(a.prize), "card": a.card, "medium": str(a.medium), "cents": a.cents, "status": a.status}
        for a in board.awards
    ]
    return "end", {
        "balls": list(board.numbers_called),
        "uncalled": list(board.uncalled),
        "awards": awards,
        "line_cents": sum(a.cents for a in paid if a.prize == "line"),
        "bingo_cents": sum(a.cents for a in paid if a.prize == "bingo"),
        "unpaid_cents": sum(a.cents for a in board.awards if a.status == "payable"),
        "carried_line_cents": row.payload["carried_line_cents"],
        "carried_bingo_cents": row.payload["carried_bingo_cents"],
        "void": board.voided is not None,
        "refunded_cents": board.refunded_cents,
        **_brought(board),
        **_if_any(house_cents=row.payload.get("house_cents", 0)),
    }


def _number_given(row: Recorded) -> Made:
    return "public_number", {"number": row.payload["number"]}


_MAKERS: Final[dict[str, Callable[[Recorded], Made]]] = {
    "SaleClosed": _game,
    "PairedSaleClosed": _game,
    "SaleFiguresCorrected": _figures_corrected,
    "BallCorrected": _ball_corrected,
    "CallCorrected": _call_corrected,
    "HeldBallResolved": _held_resolved,
    "DrawPaused": _paused,
    "GameWithdrawn": _as_told("withdrawn"),
    "SeriesAdded": _series_added,
    "CardsSpoiled": _spoiled,
    "GameSuspended": _as_told("suspension"),
    "ParagraphRead": _as_told("paragraph"),
    "SuspensionLifted": _as_told("lifted"),
    "ManualDrawOrdered": _as_told("manual_draw"),
    "GameVoided": _voided,
    "RefundsCompleted": _refunds_completed,
    "TokenGiven": _as_told("token"),
    "DrawCommitted": _as_told("draw_committed"),
    "PublicNumberGiven": _number_given,
    "DrawRevealed": _as_told("draw_revealed"),
    "GameClosed": _end,
}


def game_entry(row: Recorded) -> Entry | None:
    """
    Give the entry that a game's event makes, None when it makes none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 34.4, 35.6, 36.1, 36.2, 36.3, 37.1, 37.3, 37.4;
        Catálogo (BOE-A-1979-25744), bingo IV and V.
    """
    maker = _MAKERS.get(row.kind)
    made = maker(row) if maker else None
    return None if made is None else Entry(kind=made[0], fields={"by": row.actor, **made[1]}, game_no=row.game_no)
