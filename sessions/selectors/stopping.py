"""What the Jefe de Mesa is told when a game stops, and of the two games of a pair; no writes."""

from __future__ import annotations

from typing import Any

from sessions.journal import codec
from sessions.models import Game
from sessions.rules.replay import CardReplay, FirstCards
from sessions.selectors.replays import replay_of


def pair_of(game: Game | None) -> list[dict[str, Any]]:
    """Give the acta rows of the two games of a pair, the first one first; [] for a single game or before the close."""
    if game is None or not codec.game_board(game.board).pair:
        return []
    numbers = (game.game_no, codec.game_board(game.board).other_game_no)
    games = Game.objects.filter(session_id=game.session_id, game_no__in=numbers).order_by("game_no")
    boards = [codec.game_board(each.board) for each in games]
    return [
        {"game_no": board.game_no, "state": str(board.state), "figures": codec.encode(board.figures)}
        for board in boards
        if board.figures is not None
    ]


def _first(first: FirstCards) -> dict[str, Any]:
    return {"ball": first.ball, "cards": list(first.cards)}


def _card(card: CardReplay) -> dict[str, int]:
    return {
        "card": card.card,
        "line_said": card.line_said,
        "line_drawn": card.line_drawn,
        "bingo_said": card.bingo_said,
        "bingo_drawn": card.bingo_drawn,
    }


def announcing_error(game: Game, ordinal: int, said: int) -> dict[str, Any]:
    """
    Tell what an announcing error changes: who holds either number, whose outcome differs, and the first prizes.

    A ball of 91 stands for a combination that is not complete.

    Raises:
        NoSuchBall, BallOutOfRange, SameNumber: There can be no such error.
        CardUnplayable, MatrixUnusable: A face cannot be read.
    """
    board = codec.game_board(game.board)
    found = replay_of(board, ordinal, said)
    return {
        "game_no": board.game_no,
        "ordinal": ordinal,
        "said": said,
        "number": found.number,
        "last": ordinal == board.called,
        "sold": sum(lot.sold for lot in board.lots),
        "holders": [card.card for card in found.marked],
        "affected": [_card(card) for card in found.marked if card.differs(found.line_ball)],
        "line": {"said": _first(found.line_said), "drawn": _first(found.line_drawn)},
        "bingo": {"said": _first(found.bingo_said), "drawn": _first(found.bingo_drawn)},
        "substantial": found.substantial,
    }
