"""
Proofs over what is stored: `journal_violations` (chain, and fold == board) and `violations` (that, and I1-I13).

Each yields sentences in English for who maintains the hall; nothing = all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import QuerySet

from ledger import selectors as ledger
from records.anchor import read_anchors, standing
from records.journal import broken_links
from records.models import Event, Hall
from records.snapshot import snapshot
from sessions.journal import codec
from sessions.models import Award, BingoSession, CardMatrix, CardSeries, DrawnBall, Game, SellerTakings, SoldCard
from sessions.rules.board import Board
from sessions.rules.events import CardsSold, Medium, SaleClosed, SaleUndone
from sessions.rules.folding import fold
from sessions.rules.pair import SECOND
from sessions.rules.session import SessionBoard, apply_session_event
from sessions.rules.states import State
from sessions.rules.stock import REMAINS, SPOILT, UNSOLD, SeriesBoard, apply_series_event
from sessions.rules.void import PAIR_ENDED
from sessions.selectors.acta_book import book_violations
from sessions.selectors.cash import taken_in
from sessions.selectors.electronic_proofs import authorisation_violations, electronic_violations
from sessions.selectors.evidence import anchor_violations
from sessions.selectors.faces import matrix_faults
from sessions.selectors.jackpot_proofs import fund_violations, kept_cents, owing_funds
from sessions.selectors.ledger_anchor import ledger_violations
from sessions.selectors.profile_proofs import profile_violations
from sessions.selectors.till_proofs import seller_violations, till_violations
from sessions.selectors.void_proofs import holder_violations, pair_violations, void_violations


def _rows(hall: Hall, stream: str) -> list[Event]:
    return list(Event.objects.filter(hall=hall, stream=stream).order_by("seq"))


def _game_events(hall: Hall, game: Game) -> list[tuple[Any, str]]:
    rows = _rows(hall, game.stream)
    return [(codec.game_event(row.kind, row.payload), row.at.isoformat()) for row in rows]


def journal_violations(hall: Hall) -> Iterator[str]:
    """Check the chain (I9), and that every stored board is the fold of its events (I13), as of one moment."""
    with snapshot():
        yield from _journal_violations(Hall.objects.get(pk=hall.pk))


def recent_violations(hall: Hall) -> Iterator[str]:
    """Check what a start must know at once: the chain from the last anchor on, and the boards that still change."""
    anchored = [anchor.position for anchor in standing(read_anchors(hall.code)[0])]
    with snapshot():
        hall = Hall.objects.get(pk=hall.pk)
        yield from _chain_violations(hall, after=min(anchored[-1], hall.head_position) if anchored else 0)
        for session in BingoSession.objects.filter(hall=hall).exclude(state="closed"):
            yield from _unfolded(session, lambda session=session: _fold_session(hall, session))
        for game in _live_games(hall):
            yield from _unfolded(game, lambda game=game: _fold_game(hall, game))


def start_violations(hall: Hall) -> Iterator[str]:
    """Check at a start what the journal's own proof does not: the game being played, and the anchor file."""
    with snapshot():
        for game in _live_games(hall):
            yield from _game_violations(hall, game, set())
    yield from anchor_violations(hall)
    yield from ledger_violations(hall)


def _live_games(hall: Hall) -> QuerySet[Game]:
    return Game.objects.select_related("session").filter(session__hall=hall).exclude(state=State.CLOSED)


def _chain_violations(hall: Hall, *, after: int = 0) -> Iterator[str]:
    for position, what in broken_links(hall, after=after):
        yield f"I9 the chain is broken at position {position}: {what}"


def _journal_violations(hall: Hall) -> Iterator[str]:
    yield from _chain_violations(hall)
    yield from profile_violations(hall)
    for session in BingoSession.objects.filter(hall=hall):
        yield from _unfolded(session, lambda session=session: _fold_session(hall, session))
    for series in CardSeries.objects.filter(hall=hall).exclude(seq=0):
        yield from _unfolded(series, lambda series=series: _fold_series(hall, series))
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


def _fold_series(hall: Hall, series: CardSeries) -> SeriesBoard:
    board = SeriesBoard()
    for row in _rows(hall, series.stream):
        board = apply_series_event(board, codec.series_event(row.kind, row.payload))
    return board


def _unfolded(
    row: BingoSession | Game | CardSeries, refold: Callable[[], Board | SessionBoard | SeriesBoard]
) -> Iterator[str]:
    try:
        board = refold()
    except codec.UNFOLDABLE as wrong:
        yield f"I13 {row.stream} cannot be folded: {wrong!r}"
        return
    state = row.state if isinstance(row, BingoSession | Game) else board.state
    # A board stored by an earlier version lacks what boards have learnt since; what it lacks has its default.
    same = codec.decode(type(board), row.board) == board and _is_part(row.board, codec.encode(board))
    if not same or (state, row.seq) != (str(board.state), board.seq):
        yield f"I13 {row.stream} does not fold to its board"


def _is_part(stored: Any, told: Any) -> bool:
    """Tell whether all that is stored is told, at any depth."""
    if isinstance(stored, dict):
        return isinstance(told, dict) and all(key in told and _is_part(stored[key], told[key]) for key in stored)
    if isinstance(stored, list):
        return isinstance(told, list) and len(stored) == len(told) and all(map(_is_part, stored, told))
    return bool(stored == told)


def _sale_violations(game: Game, events: list[tuple[Any, str]], board: Board) -> Iterator[str]:
    sold = SoldCard.objects.filter(game=game).count()
    by_lots = sum(lot.sold for lot in board.lots)
    runs = sum(e.last - e.first + 1 for e, _ in events if isinstance(e, CardsSold))
    undone = sum(e.last - e.first + 1 for e, _ in events if isinstance(e, SaleUndone))
    told = [e.figures.sold for e, _ in events if e.kind in {"SaleClosed", "SaleFiguresCorrected"}]
    corrected = told[-1] - told[0] if told else 0
    if board.pair != SECOND and not sold == by_lots == runs - undone + corrected:
        yield f"I5 {game.stream}: {sold} rows, {by_lots} in ranges, {runs} - {undone} + {corrected} in sales"
    if board.figures and board.figures.sold != sold:
        yield f"I5 {game.stream}: {board.figures.sold} announced, {sold} sold"
    closed = [i for i, (e, _) in enumerate(events) if isinstance(e, SaleClosed)]
    sales = [i for i, (e, _) in enumerate(events) if isinstance(e, CardsSold)]
    if closed and sales and max(sales) > closed[0]:
        yield f"I12 {game.stream}: a sale after the closing"


def _stock_violations(hall: Hall) -> Iterator[str]:
    """Check that every printed card is in exactly one state, and that used cards are those the games sold (I6)."""
    for series in CardSeries.objects.filter(hall=hall, medium=Medium.PHYSICAL).exclude(seq=0):
        board = codec.series_board(series.board)
        at = series.first_number
        for span in board.spans:
            if span.first != at:
                yield f"I6 {series.stream}: card {min(at, span.first)} is in no state, or in two"
            at = span.last + 1
        if at != series.last_number + 1:
            yield f"I6 {series.stream}: the states end at {at - 1}, the series at {series.last_number}"
        if series.remains != bool(board.runs(*REMAINS)):
            yield f"I6 {series.stream}: whether cards remain to be destroyed is not what their states say"
        yield from _use_violations(hall, series, board)


def _use_violations(hall: Hall, series: CardSeries, board: SeriesBoard) -> Iterator[str]:
    """Check that the stock knows what each closed game sold of a series as used in it."""
    before = _used_before(series)
    for game in Game.objects.filter(session__hall=hall, state=State.CLOSED, sold_cards__series=series).distinct():
        used_in = _collected_after(game)
        if used_in is None:
            continue
        sold = set(SoldCard.objects.filter(game=game, series=series).values_list("number", flat=True))
        told = {
            number
            for span in board.spans
            if (span.session_no, span.game_no) == (game.session.session_no, used_in)
            and span.state not in {UNSOLD, SPOILT}
            for number in range(span.first, span.last + 1)
        }
        # What was kept or destroyed was sold, left unsold or spoiled before: it may be more, never less.
        if not sold <= told | before:
            yield f"I6 {series.stream}: game {game.stream} sold cards the stock does not know as used"


def _collected_after(game: Game) -> int | None:
    """Give the game after which the cards were collected: of a pair the second, None while that is played (33.9)."""
    board = codec.game_board(game.board)
    if board.pair != 1 or (board.voided and board.voided.whole):
        return game.game_no if board.voided is None or board.voided.cause != PAIR_ENDED else None
    second = Game.objects.filter(session=game.session_id, game_no=board.other_game_no, state=State.CLOSED)
    return board.other_game_no if second.exists() else None


def _used_before(series: CardSeries) -> set[int]:
    """Give the cards that games sold before the hall kept its stock: they are used in no game that is known."""
    rows = Event.objects.filter(hall=series.hall_id, stream=series.stream, kind="CardsUsed", payload__game_no=0)
    runs = [run for payload in rows.values_list("payload", flat=True) for run in payload["sold"]]
    return {number for run in runs for number in range(run["first"], run["last"] + 1)}


def _matrix_violations(hall: Hall) -> Iterator[str]:
    """Check every stored face, and the whole file against its name (S2): the others play on."""
    for matrix in CardMatrix.objects.filter(hall=hall):
        try:
            faults = list(matrix_faults(matrix.sha256, matrix.size))
        except (OSError, ValueError) as wrong:
            yield f"S2 matrix {matrix.name}: cannot be read: {wrong}"
            continue
        yield from (f"S2 matrix {matrix.name}: {fault}" for fault in faults)


def _draw_violations(game: Game, board: Board) -> Iterator[str]:
    rows = DrawnBall.objects.filter(game=game, voided=False).order_by("ordinal")
    balls = list(rows.values_list("ordinal", "number"))
    if balls != list(enumerate(board.drawn, start=1)):
        yield f"I11 {game.stream}: the balls' rows are not the board's draw order"
    if len(set(board.drawn)) != len(board.drawn):
        yield f"I11 {game.stream}: a ball came out twice"


def _money_violations(hall: Hall, game: Game, board: Board) -> Iterator[str]:
    figures = board.figures
    if figures is None or board.voided is not None:
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
    out = prizes - sums.get("tax", 0) - sums.get("house", 0) + carried + kept_cents(sums)
    if out != received:
        yield f"I4 {game.stream}: received {received}, gone out {out}"
    for prize, announced in (("line", figures.line_cents), ("bingo", figures.bingo_cents)):
        won = sum(Award.objects.filter(game=game, prize=prize).values_list("cents", flat=True))
        if won > announced:
            yield f"I8 {game.stream}: {prize} paid {won}, announced {announced}"
    yield from fund_violations(game, board, sums)


def _takings_violations(game: Game, used: set[tuple[int, int]]) -> Iterator[str]:
    """
    Compare the sellers' totals of a closed game with its cards (I4).

    The totals came into the hall together with the stock: a game that closed before either has no CardsUsed, and may
    have none; any other must have what its cards say, and losing all of them is found too.
    """
    kept = dict(SellerTakings.objects.filter(game=game).values_list("seller", "cents"))
    owed = kept or (game.session.session_no, game.game_no) in used
    if game.state == State.CLOSED and owed and kept != taken_in(game):
        yield f"I4 {game.stream}: the sellers' totals are not what their cards cost"


def _award_violations(game: Game, board: Board) -> Iterator[str]:
    rows = {(a.award_no, a.card, a.cents) for a in Award.objects.filter(game=game)}
    facts = {(a.award_no, a.card, a.cents) for a in board.awards}
    if rows != facts:
        yield f"I8 {game.stream}: the awards' rows are not the board's"
    for card in {a.card for a in board.awards}:
        if board.lot_of_card(card) is None:
            yield f"I8 {game.stream}: card {card} won and was not sold"


def violations(hall: Hall) -> Iterator[str]:
    """Check everything: the journal, the ledger, every game's sale, draw, awards and money, and the anchor file."""
    with snapshot():
        yield from _violations(Hall.objects.get(pk=hall.pk))
    # The file is read before the rows it tells of: a line written meanwhile is no row that is missing.
    yield from anchor_violations(hall)
    yield from ledger_violations(hall)


def _violations(hall: Hall) -> Iterator[str]:
    yield from _journal_violations(hall)
    yield from ledger.violations(hall.pk)
    yield from owing_funds(hall)
    yield from seller_violations(hall)
    yield from till_violations(hall)
    yield from authorisation_violations(hall)
    # Sets of (session, game): which games told a series what they did to its cards.
    told = Event.objects.filter(hall=hall, kind="CardsUsed")
    used = set(told.values_list("payload__session_no", "payload__game_no"))
    for game in Game.objects.select_related("session").filter(session__hall=hall):
        yield from _game_violations(hall, game, used)
    yield from _stock_violations(hall)
    yield from _matrix_violations(hall)
    yield from book_violations(hall)


def _game_violations(hall: Hall, game: Game, used: set[tuple[int, int]]) -> Iterator[str]:
    try:
        events = _game_events(hall, game)
    except codec.UNFOLDABLE:
        # The journal's own proof has told that this game cannot be read.
        return
    board = codec.game_board(game.board)
    yield from _sale_violations(game, events, board)
    yield from _draw_violations(game, board)
    yield from _award_violations(game, board)
    yield from _money_violations(hall, game, board)
    yield from _takings_violations(game, used)
    yield from void_violations(hall, game, events, board)
    yield from pair_violations(game, events, board)
    yield from holder_violations(game, events, board)
    yield from electronic_violations(hall, game, events, board)
