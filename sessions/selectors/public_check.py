"""
What anyone may see of a game and a card, without a name and without a log-in (O79 34.2; C2).

While a game is played only the face and the balls called are told: whether a card is complete is the player's to call
(Q15). Once it has ended all is told that a player needs to work it out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models.fields.json import KT

from records.models import Event
from sessions.journal import codec
from sessions.models import CardMatrix, Game, SoldCard
from sessions.rules.board import Board, public_board
from sessions.rules.cards import COLUMNS, column_of
from sessions.rules.events import Award, PrizeKind, Rows
from sessions.rules.references import CardReference
from sessions.rules.states import LIVE, State
from sessions.rules.void import PAIR_ENDED, price_of
from sessions.selectors.faces import face_rows

ENDED: Final = frozenset({State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED, State.VOID, State.REFUNDED})
"""States in which a game has ended and its outcome is public; `void` and `refunded` ones have none but the refund."""

RECENT: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One place of a face: its number (0 = blank) and the ordinal at which that ball was called (0 = not)."""

    number: int
    ordinal: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCard:
    """
    A card in a game that has ended; ordinals are 0 where the prize was not complete by the last ball.

    `of_series` is (letter, ident) under which its number was on sale; `elsewhere` are the session's other games in
    which that number was sold. `refund_cents` is 0 where a pair's second game is null with the first, which pays both
    halves back.
    """

    number: int
    grid: tuple[tuple[Cell, ...], ...]
    told: bool  # False while the game is played: nothing but the face
    sold: bool = False
    of_series: tuple[str, str] = ("", "")
    other_series: bool = False
    line_ball: int = 0
    bingo_ball: int = 0
    awards: tuple[Award, ...] = ()
    refund_cents: int = 0
    paid_back: bool = False
    elsewhere: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentGame:
    """A game that can be chosen."""

    session_no: int
    game_no: int
    state: str
    ended: bool
    opened_at: datetime | None


def recent_games(hall_id: int) -> list[RecentGame]:
    """Give the hall's last games whose sale was opened, newest first; withdrawn ones are left out."""
    games = (
        Game.objects.filter(session__hall_id=hall_id)
        .exclude(state=State.ANNOUNCED)
        .annotate(figures=KT("board__figures__takings_cents"), cause=KT("board__voided__cause"))
        .order_by("-pk")
        .values_list("session__session_no", "game_no", "state", "figures", "cause", "session__opened_at")
    )
    return [
        RecentGame(session_no=session_no, game_no=game_no, state=state, ended=state in ENDED, opened_at=opened_at)
        for session_no, game_no, state, figures, cause, opened_at in games[: RECENT * 2]
        if state in LIVE or figures is not None or cause is not None
    ][:RECENT]


def game_to_check(hall_id: int, session_no: int, game_no: int) -> Game | None:
    """Find a game whose sale was opened; None when there is none."""
    return (
        Game.objects.select_related("session")
        .exclude(state=State.ANNOUNCED)
        .filter(session__hall_id=hall_id, session__session_no=session_no, game_no=game_no)
        .first()
    )


def shown_board(game: Game) -> Board:
    """Give the game as the room may see it."""
    return public_board(codec.game_board(game.board))


def proof_of(game: Game) -> tuple[int, str]:
    """Give the position and hash of the game's last row, to be written down."""
    rows = Event.objects.filter(hall_id=game.session.hall_id, stream=game.stream).order_by("-seq")
    return rows.values_list("position", "hash").first() or (0, "")


def checked_card(game: Game, board: Board, card: CardReference) -> CheckedCard | None:
    """
    Tell what became of a card in a game; None when no card has that number.

    Raises:
        CardUnplayable: Its stored face is damaged.
        MatrixUnusable: The file of faces is missing.
    """
    lot = board.lot_with(card.number)
    matrix = lot.matrix if lot else next((one.matrix for one in board.lots), "")
    sizes = CardMatrix.objects.filter(hall_id=game.session.hall_id, sha256=matrix).values_list("size", flat=True)
    if not 1 <= card.number <= max(sizes, default=0):
        return None
    rows = face_rows(matrix, card.number)
    if game.state not in ENDED:
        # Not even the balls are marked on it.
        return CheckedCard(number=card.number, grid=_grid(rows, {}), told=False)
    called = {number: n for n, number in enumerate(board.numbers_called, start=1)}
    other = bool(card.letter) and not any((one.letter, one.ident) == (card.letter, card.ident) for one in board.lots)
    other = other or bool(lot and card.letter and (lot.letter, lot.ident) != (card.letter, card.ident))
    sold = board.lot_of_card(card.number) if not other else None
    return CheckedCard(
        number=card.number,
        grid=_grid(rows, called),
        told=True,
        sold=sold is not None,
        of_series=(lot.letter, lot.ident) if lot else ("", ""),
        other_series=other,
        line_ball=complete_at(rows, called, PrizeKind.LINE),
        bingo_ball=complete_at(rows, called, PrizeKind.BINGO),
        awards=tuple(a for a in board.awards if a.card == card.number) if sold and not board.voided else (),
        refund_cents=price_of(board, sold) if sold and board.voided and board.voided.cause != PAIR_ENDED else 0,
        paid_back=any(run.first <= card.number <= run.last for run in board.refunded) if sold else False,
        elsewhere=() if sold else _elsewhere(game, card),
    )


def _grid(rows: Rows, called: dict[int, int]) -> tuple[tuple[Cell, ...], ...]:
    grid = []
    for row in rows:
        cells = [Cell(number=0)] * COLUMNS
        for number in row:
            cells[column_of(number)] = Cell(number=number, ordinal=called.get(number, 0))
        grid.append(tuple(cells))
    return tuple(grid)


def complete_at(rows: Sequence[Sequence[int]], called: dict[int, int], prize: PrizeKind) -> int:
    """Give the ordinal of the ball that completed a card for a prize, 0 when it never was complete."""
    groups = rows if prize == PrizeKind.LINE else [[number for row in rows for number in row]]
    return min((max(called[n] for n in group) for group in groups if all(n in called for n in group)), default=0)


def _elsewhere(game: Game, card: CardReference) -> tuple[int, ...]:
    """Find the session's other ended games in which the number was sold: often the wrong game was chosen."""
    rows = SoldCard.objects.filter(game__session=game.session, number=card.number, game__state__in=ENDED)
    if card.letter:
        rows = rows.filter(series__letter=card.letter, series__ident=card.ident)
    return tuple(rows.exclude(game=game).order_by("-game__game_no").values_list("game__game_no", flat=True)[:6])
