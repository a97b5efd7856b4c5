"""Halls for the races, made through the services; the faces are drawn once."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import count

from records.models import Hall
from sessions.models import BingoSession, CardSeries, Game
from sessions.rules.events import Medium
from sessions.rules.session import EQUIPMENT, REQUIRED_POSTS, Post
from sessions.rules.states import State
from sessions.services import sales, sessions
from sessions.services.hall import make_ball_set, make_matrix, make_series

_numbers = count(1)


@dataclass
class RaceHall:
    """A hall with an open session; printed cards from 1, then 60 virtual ones, at 2 euros."""

    hall: Hall
    session: BingoSession
    printed: CardSeries
    virtual: CardSeries

    def next_sale(self) -> Game:
        """
        Open the sale of a new game.

        The game before it is set aside, not played to its end: only the column that says the hall is busy is
        changed, and `put_back` restores it.
        """
        Game.objects.filter(session=self.session, state="ready").update(state=State.CLOSED)
        game = sales.announce_game(session_id=self.session.pk)
        sales.open_sale(
            game_id=game.pk,
            physical_series=self.printed.pk,
            virtual_series=self.virtual.pk,
            extractor="manual",
            ball_set="set-1",
            actor="mesa",
        )
        return game

    def put_back(self) -> None:
        """Let the games set aside say again where they stand."""
        for game in Game.objects.filter(session=self.session):
            Game.objects.filter(pk=game.pk).update(state=game.board["state"])
        self.hall.refresh_from_db()


def a_race_hall(*, printed: int = 60) -> RaceHall:
    """Make a hall and open its session."""
    hall = Hall.objects.create(code=f"race-{next(_numbers)}", name="Race")
    matrix = make_matrix(hall, "race", printed + 60, random.Random(5).randbytes)
    series = make_series(matrix, "A", "1", Medium.PHYSICAL, 1, printed, 200)
    virtual = make_series(matrix, "V", "1", Medium.VIRTUAL, printed + 1, printed + 60, 200)
    make_ball_set(hall, "set-1")
    session = sessions.start_session(hall_id=hall.pk)
    by = {"session_id": session.pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    for post in REQUIRED_POSTS:
        sessions.post_staff(post=post, usernames=["sala" if post == Post.HALL_MANAGER else "ana"], **by)
    sessions.open_session(signed="ana", **by)
    return RaceHall(hall=hall, session=session, printed=series, virtual=virtual)
