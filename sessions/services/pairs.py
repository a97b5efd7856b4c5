"""The two games of double cards, where one deed touches both: the sale's closing, its correction, tokens (S0 IV)."""

from __future__ import annotations

from dataclasses import replace

from sessions.journal import codec
from sessions.journal.door import OpenGame, open_game
from sessions.models import Game, SoldCard
from sessions.rules import errors, pair
from sessions.rules.board import Board
from sessions.rules.events import CardsSpoiled, GameEvent, SaleFiguresCorrected
from sessions.rules.sales import figures_of
from sessions.rules.states import State
from sessions.services.posting import post, spread, unspread


def first_of(game: Game, board: Board) -> Board | None:
    """Give the board of the pair's first game, where this one is the second."""
    if board.pair != pair.SECOND:
        return None
    return codec.game_board(Game.objects.get(session=game.session, game_no=board.other_game_no).board)


def _to_second(opened: OpenGame, cents: int, seq: int, second_seq: int) -> None:
    """Carry takings from the first game to the second (or, negative, back)."""
    assert opened.twin is not None, "both games are open"
    post(opened, "pair", {"takings": cents, pair.CLEARING: -cents}, seq)
    post(opened, "pair", {pair.CLEARING: cents, "takings": -cents}, second_seq, stream=opened.twin.game.stream)


def _copy_rows(opened: OpenGame) -> None:
    """Write the second game's rows as the first game's are: the same cards are played in both."""
    assert opened.twin is not None, "both games are open"
    SoldCard.objects.filter(game=opened.twin.game).delete()
    rows = SoldCard.objects.filter(game=opened.game)
    SoldCard.objects.bulk_create(
        SoldCard(
            game=opened.twin.game,
            series_id=row.series_id,
            number=row.number,
            medium=row.medium,
            seller=row.seller,
            holder=row.holder,
        )
        for row in rows
    )


def close_paired_sale(opened: OpenGame, seq: int) -> None:
    """Write the second game's acta row and money, in the door that closes the sale of both."""
    twin = opened.begin_twin()
    event = pair.decide_paired_sale(opened.board)
    second_seq = opened.record_in_twin(event)
    _copy_rows(opened)
    _to_second(opened, event.figures.takings_cents, seq, second_seq)
    post(opened, "closing", spread(event.figures, twin.board), second_seq, stream=twin.game.stream)


def check_correctable(board: Board) -> None:
    """
    Refuse to count a pair's cards anew in its second game: the first has been settled by them.

    Raises:
        LineAlreadyAwarded: It is too late for both.
    """
    if board.pair == pair.SECOND:
        raise errors.LineAlreadyAwarded


def correct_paired_sale(opened: OpenGame, event: SaleFiguresCorrected, seq: int) -> None:
    """Correct the second game's figures, rows and money as the first game's were; who paid it stands in the first."""
    twin = opened.twin
    assert twin is not None, "the deed has locked it before the series"
    assert twin.board.terms is not None, "so it has terms"
    was = twin.board.figures
    assert was is not None, "and figures"
    again = replace(event, figures=figures_of(opened.board.lots, twin.board.terms))
    second_seq = opened.record_in_twin(again)
    _copy_rows(opened)
    delta = again.figures.takings_cents - was.takings_cents
    _to_second(opened, delta, seq, second_seq)
    post(opened, "correction", spread(again.figures, twin.board, was=was), second_seq, stream=twin.game.stream)


def spoil_in_second(opened: OpenGame, event: CardsSpoiled) -> None:
    """Let cards found torn after the closing be so in the second game too: it counts and gives back the same cards."""
    twin = opened.open_twin()
    if twin is not None and twin.board.state == State.WAITING:
        opened.record_in_twin(replace(event, holder=""))


def end_second(opened: OpenGame, event: GameEvent, seq: int) -> None:
    """Let the second game be null with the first, unplayed: its takings go back, and are paid back with the first."""
    twin = opened.twin
    if twin is None or twin.board.figures is None:
        return
    figures, before = twin.board.figures, twin.board
    second_seq = opened.record_in_twin(event)
    post(opened, "void", unspread(figures, before), second_seq, stream=twin.game.stream)
    _to_second(opened, -figures.takings_cents, seq, second_seq)


def give_token(*, game_id: int, award_no: int, token: str, actor: str, source_ref: str | None = None) -> GameEvent:
    """Give a winner of the pair's first game the token against which he is paid after both games."""
    body = {"award_no": award_no, "token": token}
    with open_game(game_id, actor=actor, source_ref=source_ref, deed="give_token", body=body) as opened:
        if again := opened.already():
            return again
        event = pair.decide_token(opened.board, award_no, token)
        opened.record(event)
    return event
