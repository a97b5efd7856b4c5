"""The acta of a session as a page shows it (O79 37), read from the journal alone; the numbers are its rows' own."""

from __future__ import annotations

from typing import Any

from people.models import StaffMember
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, BingoSession, Game
from sessions.rules.board import Board
from sessions.rules.regulation import regulation_of
from sessions.rules.states import State


def acta_of(hall: Hall, session: BingoSession) -> dict[str, Any]:
    """Put the session's acta together."""
    rows = list(Event.objects.filter(hall=hall, session_no=session.session_no).order_by("position"))
    board = codec.session_board(session.board)
    games = Game.objects.filter(session=session).exclude(state=State.ANNOUNCED).order_by("game_no")
    last = rows[-1] if rows else None
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    return {
        "hall": hall,
        "profile_name": regulation_of(hall.profile).name,
        "session_no": session.session_no,
        "state": session.state,
        "opened_at": session.opened_at,
        "closed_at": session.closed_at,
        "posts": [{"post": p.post, "names": [names.get(u, u) for u in p.usernames]} for p in board.posts],
        "equipment": list(board.in_order),
        "counts": [_count(row, names) for row in rows if row.kind == "BallsCounted"],
        "games": [_game(game, rows) for game in games],
        "diligencias": [
            _entry(row, names) for row in rows if row.kind in DILIGENCIAS and not _is_ordinary_payment(row)
        ],
        "head_hash": last.hash if last else hall.head_hash,
        "position": last.position if last else 0,
    }


DILIGENCIAS = frozenset(
    {
        "SessionOpened",
        "SessionClosed",
        "StaffPosted",
        "BallSetChanged",
        "StrayBall",
        "IncidentNoted",
        "PrizePaid",
        "SaleFiguresCorrected",
        "BallHeld",
        "HeldBallResolved",
        "BallCorrected",
        "CallCorrected",
        "GameWithdrawn",
    }
)
"""Events with an entry of their own; a payment only when it came after its game was closed."""


def _is_ordinary_payment(row: Event) -> bool:
    return row.kind == "PrizePaid" and bool(row.stream and row.stream.startswith("game:"))


def _count(row: Event, names: dict[str, str]) -> dict[str, Any]:
    return {"when": row.at, "by": names.get(row.actor, row.actor), **row.payload}


def _entry(row: Event, names: dict[str, str]) -> dict[str, Any]:
    payload = dict(row.payload)
    if "usernames" in payload:
        payload["usernames"] = [names.get(u, u) for u in payload["usernames"]]
    return {
        "at": row.at,
        "kind": row.kind,
        "stream": row.stream,
        "game_no": row.stream.rsplit(":", 1)[1] if row.stream and row.stream.startswith("game:") else None,
        "text": str(row.payload.get("text") or row.payload.get("reason") or ""),
        "payload": payload,
        "by": names.get(row.actor, row.actor),
        "position": row.position,
    }


def _game(game: Game, rows: list[Event]) -> dict[str, Any]:
    board: Board = codec.game_board(game.board)
    figures = board.figures
    own = [row for row in rows if row.stream == game.stream]
    awards = Award.objects.filter(game=game).order_by("award_no")
    paid = {prize: sum(a.cents for a in awards if a.prize == prize) for prize in ("line", "bingo")}
    return {
        "game_no": game.game_no,
        "state": game.state,
        "opened_at": own[0].at if own else None,
        "closed_at": own[-1].at if own and game.state == State.CLOSED else None,
        "series": [
            {
                "letter": lot.letter,
                "ident": lot.ident,
                "size": lot.size,
                "first": lot.first_card,
                "last": lot.last_sold,
                "sold": lot.sold,
                "medium": str(lot.medium),
            }
            for lot in board.lots
        ],
        "face_value_cents": board.lots[0].face_value_cents if board.lots else 0,
        "physical_sold": figures.physical_sold if figures else 0,
        "virtual_sold": figures.virtual_sold if figures else 0,
        "takings_cents": figures.takings_cents if figures else 0,
        "line_cents": figures.line_cents if figures else 0,
        "bingo_cents": figures.bingo_cents if figures else 0,
        "line_paid_cents": paid["line"],
        "bingo_paid_cents": paid["bingo"],
        "extractor": board.extractor,
        "ball_set": board.ball_set,
        "draw_order": list(board.numbers_called),
        "awards": [{"prize": a.prize, "card": a.card, "cents": a.cents, "status": a.status} for a in awards],
        "incidents": [
            row.payload["reason"] for row in own if row.kind == "DrawPaused" and row.payload["reason"] != "claim"
        ],
        "corrections": [codec.encode(c) for c in board.corrections],
    }
