"""
The book of minutes as a fold of the journal: which event makes which entry, told in facts (O79 37).

An event that is not named here makes no entry. What an entry says in words, and how many lines it takes, is
`sessions.rules.acta_rows`; where it stands in the book, `sessions.rules.acta_folios`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sessions.rules.acta_facts import Entry, Fields, Recorded
from sessions.rules.acta_games import Made, game_entry

AUTOMATIC: Final = frozenset({"cards_printed", "dispute_pack"})
"""Notes the house makes by itself of what is no incident of a game; nobody signs them."""


def _people(board: Any, post: str) -> list[str]:
    return next((list(p.usernames) for p in board.posts if p.post == post), [])


def _opened(row: Recorded) -> Made:
    board = row.after
    count = board.count
    return "opening", {
        "posts": [[str(p.post), list(p.usernames)] for p in sorted(board.posts, key=lambda p: _ORDER.index(p.post))],
        "equipment": list(board.in_order),
        "ball_set": board.ball_set,
        "count": count.count if count else 0,
        "witness": count.witness if count else "",
        "spare": count.spare if count else None,
        **{name: row.payload.get(name, "") for name in ("signed", "category", "opens_at", "closes_at")},
    }


_ORDER: Final = ("hall_manager", "table_chief", "cashier", "seller_caller", "floor_assistant", "admission")


def _closed(row: Recorded) -> Made:
    ends = [entry for entry in row.earlier if entry.kind == "end"]
    void = [entry.game_no for entry in ends if entry.fields["void"]]
    count = row.after.count
    return "closing", {
        "signed": row.payload.get("signed", ""),
        "games": sum(not entry.fields["void"] for entry in ends),
        "void_games": void,
        "incidents": sum(entry.kind in {"incident", "suspension", "void"} for entry in row.earlier),
        "complaints": sum(entry.kind == "complaint" for entry in row.earlier),
        "ball_set": row.after.ball_set,
        "count": count.count if count else 0,
        "missing": list(count.missing) if count else [],
        "returned": [
            # What went back to players' accounts is no card that came back.
            [
                entry.game_no,
                entry.fields["returned"],
                entry.fields["refunded_cents"] - entry.fields.get("virtual_cents", 0),
            ]
            for entry in ends
            if entry.fields["returned"] and entry.fields.get("first_game_no", entry.game_no) in void
        ],
    }


def _posted(row: Recorded) -> Made:
    """Tell a substitution: in an open session only, for who holds the posts at its opening stands in that entry."""
    if row.before.state != "open":
        return None
    was, now = _people(row.before, row.payload["post"]), list(row.payload["usernames"])
    if was == now:
        return None
    told = {name: row.payload.get(name) for name in ("reason", "transitory")}
    return "substitution", {"post": row.payload["post"], "was": was, "now": now, **told}


def _counted(row: Recorded) -> Made:
    return ("ball_count", dict(row.payload)) if row.before.state == "open" else None


def _jackpot(row: Recorded) -> Made:
    """Tell what was fixed of an additional prize; what goes on as the session before left it is no news."""
    told = row.payload
    if row.before.state != "open" or told["carried"]:
        return None
    return "jackpot", {name: told[name] for name in ("code", "on", "amount_cents", "exact_ball", "due_at")}


def _incident(row: Recorded) -> Made:
    kind = "note" if row.payload["code"] in AUTOMATIC else "incident"
    return kind, dict(row.payload)


def _as_told(kind: str) -> Callable[[Recorded], Made]:
    return lambda row: (kind, dict(row.payload))


_MAKERS: Final[dict[str, Callable[[Recorded], Made]]] = {
    "SessionOpened": _opened,
    "StaffPosted": _posted,
    "BallsCounted": _counted,
    "BallSetChanged": _as_told("ball_set"),
    "StrayBall": _as_told("stray_ball"),
    "IncidentNoted": _incident,
    "ComplaintNoted": _as_told("complaint"),
    "AdmissionRefused": _as_told("non_admission"),
    "LastGameAnnounced": _as_told("last_game"),
    "JackpotSet": _jackpot,
    "PrizePaid": _as_told("late_payment"),
    "RefundPaid": _as_told("late_refund"),
    "ChequeReturned": _as_told("cheque_returned"),
    "UsedCardsDestroyed": _as_told("destruction"),
    "SessionClosed": _closed,
}


def entry_of(row: Recorded) -> Entry | None:
    """
    Give the entry that an event makes in the book, None when it makes none.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 26.2.b, 26.3, 30.2, 33.9, 34.1, 35.6, 37.1, 37.3, 37.4, 37.6;
        Catálogo (BOE-A-1979-25744), bingo II.
    """
    if row.game_no is not None:
        return game_entry(row)
    maker = _MAKERS.get(row.kind)
    made = maker(row) if maker else None
    if made is None:
        return None
    kind, fields = made
    return Entry(kind=kind, fields={"by": row.actor, **fields}, game_no=_game_of(fields))


def _game_of(fields: Fields) -> int | None:
    """Give the game that a session's entry is about; a late payment is often of another session's game."""
    return fields.get("game_no") or None if not fields.get("game_session_no") else None
