"""
Proofs over what is stored: `journal_violations` (chain, and fold == board) and `violations` (that, and I1-I13).

Each yields sentences in English for who maintains the hall; nothing = all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ledger import selectors as ledger
from records.journal import broken_links
from records.models import Event, Hall
from records.snapshot import snapshot
from sessions.journal import codec
from sessions.models import Award, BingoSession, DrawnBall, Game, SoldCard
from sessions.rules.board import Board
from sessions.rules.errors import RuleViolation
from sessions.rules.events import CardsSold, SaleClosed, SaleUndone
from sessions.rules.folding import fold
from sessions.rules.session import SessionBoard, apply_session_event
from sessions.rules.states import State


def _rows(hall: Hall, stream: str) -> list[Event]:
    return list(Event.objects.filter(hall=hall, stream=stream).order_by("seq"))


def _game_events(hall: Hall, game: Game) -> list[tuple[Any, str]]:
    rows = _rows(hall, game.stream)
    return [(codec.game_event(row.kind, row.payload), row.at.isoformat()) for row in rows]


def journal_violations(hall: Hall) -> Iterator[str]:
    """Check the chain (I9), and that every stored board is the fold of its events (I13), as of one moment."""
    with snapshot():
        yield from _journal_violations(Hall.objects.get(pk=hall.pk))


def _journal_violations(hall: Hall) -> Iterator[str]:
    for position, what in broken_links(hall):
        yield f"I9 the chain is broken at position {position}: {what}"
    for session in BingoSession.objects.filter(hall=hall):
        yield from _unfolded(session, lambda session=session: _fold_session(hall, session))
    for game in Game.objects.select_related("session").filter(session__hall=hall):
        yield from _unfolded(game, lambda game=game: _fold_game(hall, game))


def _fold_session(hall: Hall, session: BingoSession) -> SessionBoard:
    board = SessionBoard(session_no=session.session_no)
    for row in _rows(hall, session.stream):
        board = apply_session_event(board, codec.session_event(row.kind, row.payload))
    return board


def _fold_game(hall: Hall, game: Game) -> Board:
    start = Board(session_no=game.session.session_no, game_no=game.game_no)
    return fold(start, _game_events(hall, game))


def _unfolded(row: BingoSession | Game, refold: Callable[[], Board | SessionBoard]) -> Iterator[str]:
    try:
        board = refold()
    except (RuleViolation, KeyError, TypeError, ValueError) as wrong:
        yield f"I13 {row.stream} cannot be folded: {wrong!r}"
        return
    if codec.encode(board) != row.board or (row.state, row.seq) != (str(board.state), board.seq):
        yield f"I13 {row.stream} does not fold to its board"


def _sale_violations(game: Game, events: list[tuple[Any, str]], board: Board) -> Iterator[str]:
    sold = SoldCard.objects.filter(game=game).count()
    by_lots = sum(lot.sold for lot in board.lots)
    runs = sum(e.last - e.first + 1 for e, _ in events if isinstance(e, CardsSold))
    undone = sum(e.last - e.first + 1 for e, _ in events if isinstance(e, SaleUndone))
    corrected = sum(e.last - e.was_last for e, _ in events if e.kind == "SaleFiguresCorrected")
    if not sold == by_lots == runs - undone + corrected:
        yield f"I5 {game.stream}: {sold} rows, {by_lots} in ranges, {runs} - {undone} + {corrected} in sales"
    if board.figures and board.figures.sold != sold:
        yield f"I5 {game.stream}: {board.figures.sold} announced, {sold} sold"
    closed = [i for i, (e, _) in enumerate(events) if isinstance(e, SaleClosed)]
    sales = [i for i, (e, _) in enumerate(events) if isinstance(e, CardsSold)]
    if closed and sales and max(sales) > closed[0]:
        yield f"I12 {game.stream}: a sale after the closing"


def _draw_violations(game: Game, board: Board) -> Iterator[str]:
    rows = DrawnBall.objects.filter(game=game, voided=False).order_by("ordinal")
    balls = list(rows.values_list("ordinal", "number"))
    if balls != list(enumerate(board.drawn, start=1)):
        yield f"I11 {game.stream}: the balls' rows are not the board's draw order"
    if len(set(board.drawn)) != len(board.drawn):
        yield f"I11 {game.stream}: a ball came out twice"


def _money_violations(hall: Hall, game: Game, board: Board) -> Iterator[str]:
    figures = board.figures
    if figures is None:
        return
    sums = ledger.sums_by_account(hall.pk, game.stream)
    received = figures.takings_cents
    if sums.get("takings", 0) != 0:
        yield f"I4 {game.stream}: {sums['takings']} cents of takings are not shared out"
    if game.state != State.CLOSED:
        return
    if sums.get("prizes", 0) != 0:
        yield f"I4 {game.stream}: {sums['prizes']} cents of prizes are left over"
    carried = -(sums.get("carried:line", 0) + sums.get("carried:bingo", 0))
    prizes = sum(Award.objects.filter(game=game).values_list("cents", flat=True))
    out = prizes - sums.get("tax", 0) - sums.get("house", 0) + carried
    if out != received:
        yield f"I4 {game.stream}: received {received}, gone out {out}"
    for prize, announced in (("line", figures.line_cents), ("bingo", figures.bingo_cents)):
        won = sum(Award.objects.filter(game=game, prize=prize).values_list("cents", flat=True))
        if won > announced:
            yield f"I8 {game.stream}: {prize} paid {won}, announced {announced}"


def _award_violations(game: Game, board: Board) -> Iterator[str]:
    rows = {(a.award_no, a.card, a.cents) for a in Award.objects.filter(game=game)}
    facts = {(a.award_no, a.card, a.cents) for a in board.awards}
    if rows != facts:
        yield f"I8 {game.stream}: the awards' rows are not the board's"
    for card in {a.card for a in board.awards}:
        if board.lot_of_card(card) is None:
            yield f"I8 {game.stream}: card {card} won and was not sold"


def violations(hall: Hall) -> Iterator[str]:
    """Check everything: the journal, the ledger, and every game's sale, draw, awards and money."""
    with snapshot():
        yield from _violations(Hall.objects.get(pk=hall.pk))


def _violations(hall: Hall) -> Iterator[str]:
    yield from _journal_violations(hall)
    yield from ledger.violations(hall.pk)
    for game in Game.objects.select_related("session").filter(session__hall=hall):
        events = _game_events(hall, game)
        board = codec.game_board(game.board)
        yield from _sale_violations(game, events, board)
        yield from _draw_violations(game, board)
        yield from _award_violations(game, board)
        yield from _money_violations(hall, game, board)
