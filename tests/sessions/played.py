"""Games already played with a ball set, as rows only: what is counted of a set's life is read from them."""

from __future__ import annotations

from datetime import UTC, datetime

from sessions.journal import codec
from sessions.models import BallSet, DrawnBall, Game
from sessions.rules.board import Board

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def play(session, ball_set: BallSet, *draws) -> list[Game]:
    """Make a closed game of each list of balls; game numbers from 1,001 on, away from those a story plays."""
    begun = 1_001 + Game.objects.filter(session=session, game_no__gt=1_000).count()
    games = []
    for game_no, numbers in enumerate(draws, start=begun):
        board = Board(session_no=session.session_no, game_no=game_no)
        game = Game.objects.create(
            session=session, game_no=game_no, state="closed", board=codec.encode(board), drawn_with=ball_set
        )
        DrawnBall.objects.bulk_create(
            DrawnBall(game=game, ordinal=at, number=number, drawn_at=LONG_AGO, called_at=LONG_AGO)
            for at, number in enumerate(numbers, start=1)
        )
        games.append(game)
    return games


def all_but(*away: int, balls: int = 60, turn: int = 0) -> list[int]:
    """Give so many balls without some, turned from game to game so that each of the others comes out often."""
    there = [number for number in range(1, 91) if number not in away]
    begin = turn * 30 % len(there)
    return (there[begin:] + there[:begin])[:balls]
