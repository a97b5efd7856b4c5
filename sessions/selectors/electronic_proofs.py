"""Proofs of electronic draws (I14): what was promised before the sale is what was drawn, and it is shown afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from records.models import Event, Hall
from sessions.models import Game
from sessions.rules.board import Board
from sessions.rules.electronic import ELECTRONIC
from sessions.rules.electronic_draw import commitment_of, order_of, seed_of
from sessions.rules.electronic_events import DrawCommitted, DrawRevealed, PublicNumberGiven
from sessions.rules.events import BallDrawn, PairedSaleClosed, SaleOpened
from sessions.rules.states import State

OVER = frozenset({State.VOID, State.REFUNDED, State.CLOSED})
CLOSINGS = ("SaleClosed", "PairedSaleClosed")


def authorisation_violations(hall: Hall) -> Iterator[str]:
    """Check that the hall's leave to draw electronically is what the journal last says (I14)."""
    last = Event.objects.filter(hall=hall, kind="ElectronicDrawAuthorised").order_by("-position").first()
    told = (last.payload["reference"], last.payload["dated"]) if last else ("", "")
    stored = (hall.electronic_ref, hall.electronic_from.isoformat() if hall.electronic_from else "")
    if stored != told:
        yield f"I14 the hall's electronic draw is authorised as {stored}, and the journal says {told}"


def electronic_violations(hall: Hall, game: Game, events: Sequence[tuple[Any, str]], board: Board) -> Iterator[str]:
    """Check one game: its events in their places, its commitment, its order, its secret (I14)."""
    told = [event for event, _ in events]
    committed = [event for event in told if isinstance(event, DrawCommitted)]
    balls = [event for event in told if isinstance(event, BallDrawn) and event.source == ELECTRONIC]
    opened = told[0].extractor if told and isinstance(told[0], SaleOpened | PairedSaleClosed) else ""
    if opened != ELECTRONIC:
        if committed or balls:
            yield f"I14 {game.stream}: electronic balls in a game drawn with {opened}"
        return
    if len(committed) != 1 or not isinstance(told[1], DrawCommitted):
        yield f"I14 {game.stream}: the order was not fixed as the sale opened"
        return
    yield from _promise_violations(hall, game, committed[0])
    yield from _place_violations(hall, game, told)
    revealed = [event for event in told if isinstance(event, DrawRevealed)]
    if game.state in OVER and len(revealed) != 1:
        yield f"I14 {game.stream}: its secret was shown {len(revealed)} times"
    elif revealed:
        yield from _second_violations(hall, game, board, revealed[0])
        yield from _order_violations(hall, game, board, balls)


def _promise_violations(hall: Hall, game: Game, committed: DrawCommitted) -> Iterator[str]:
    """Check that the second game of a pair plays by what was promised with the first."""
    first = Event.objects.filter(hall=hall, kind="DrawCommitted", stream=_first_stream(game)).first()
    if first is not None and first.payload["second"] != committed.commitment:
        yield f"I14 {game.stream}: its commitment is not the one made as its cards were put on sale"


def _first_stream(game: Game) -> str:
    return f"game:{game.session.session_no}:{game.board['other_game_no']}" if game.board["pair"] > 1 else ""


def _place_violations(hall: Hall, game: Game, told: Sequence[Any]) -> Iterator[str]:
    """
    Check that the number of the public came between the sale's closing, which it names, and the start.

    And that no ball of another kind came before the order to go on by hand, nor one of this kind after it.
    """
    kinds = [event.kind for event in told]
    given = [event for event in told if isinstance(event, PublicNumberGiven)]
    started = kinds.index("DrawStarted") if "DrawStarted" in kinds else None
    if started is None:
        return
    closing = Event.objects.filter(hall=hall, stream=game.stream, kind__in=CLOSINGS).values_list("hash", flat=True)
    if len(given) != 1 or kinds.index("PublicNumberGiven") > started:
        yield f"I14 {game.stream}: the draw began with {len(given)} numbers of the public"
    elif [given[0].closing] != list(closing):
        yield f"I14 {game.stream}: the number of the public names another closing of the sale"
    by_hand = kinds.index("ManualDrawOrdered") if "ManualDrawOrdered" in kinds else len(kinds)
    balls = [(at < by_hand, e.source == ELECTRONIC) for at, e in enumerate(told) if isinstance(e, BallDrawn)]
    if any(before != electronic for before, electronic in balls):
        yield f"I14 {game.stream}: balls of an electronic draw and others are mixed"


def _kept(secret: str, commitment: str, *, hall: str, stream: str) -> bool:
    """Tell whether a secret as it was shown is the one of a commitment."""
    try:
        return commitment_of(bytes.fromhex(secret), hall=hall, stream=stream) == commitment
    except ValueError:
        return False


def _second_violations(hall: Hall, game: Game, board: Board, shown: DrawRevealed) -> Iterator[str]:
    """Check the secret of the pair's second game, shown with the first's only where that game never began."""
    draw = board.electronic
    assert draw is not None, "a committed draw is on the board"
    if not shown.second:
        return
    stream = f"game:{board.session_no}:{board.other_game_no}"
    if board.figures is not None:
        yield f"I14 {game.stream}: it shows the secret of {stream}, which had still to be drawn"
    elif not _kept(shown.second, draw.second, hall=hall.code, stream=stream):
        yield f"I14 {game.stream}: the secret shown of {stream} is not the one promised"


def _order_violations(hall: Hall, game: Game, board: Board, balls: Sequence[BallDrawn]) -> Iterator[str]:
    """Check the shown secret against the commitment, and every ball against the order it makes."""
    draw = board.electronic
    assert draw is not None, "a committed draw is on the board"
    if not draw.secret:
        if balls and board.voided is None:
            yield f"I14 {game.stream}: its secret was lost, and its {len(balls)} balls cannot be proved"
        return
    where = {"hall": hall.code, "stream": game.stream}
    if not _kept(draw.secret, draw.commitment, **where):
        yield f"I14 {game.stream}: the secret shown is not the one promised"
        return
    order = order_of(seed_of(bytes.fromhex(draw.secret), **where, closing=draw.closing, number=draw.number))
    if tuple(ball.number for ball in balls) != order[: len(balls)] or board.drawn[: len(balls)] != order[: len(balls)]:
        yield f"I14 {game.stream}: the balls are not those of the order promised"
