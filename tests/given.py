"""Stories as plain functions: a hall, a session open, a game on sale, a game drawing. They use the services only."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count

from records.models import Hall
from sessions.models import BingoSession, CardSeries, Game
from sessions.rules.events import Medium
from sessions.rules.session import EQUIPMENT
from sessions.services import draw, sales, sessions
from sessions.services.hall import make_ball_set, make_matrix, make_series

_numbers = count(1)


@dataclass
class Story:
    """A hall with its session and the game being played."""

    hall: Hall
    session: BingoSession
    physical: CardSeries
    virtual: CardSeries
    game: Game | None = None

    @property
    def game_id(self) -> int:
        """The game's primary key."""
        assert self.game is not None
        return self.game.pk


def a_hall(*, profile: str = "es-1979", seed: int = 7, cards: int = 300) -> tuple[Hall, CardSeries, CardSeries]:
    """Make a hall with 2/3 printed and 1/3 virtual cards of a seeded matrix, at 2 euros."""
    hall = Hall.objects.create(code=f"hall-{next(_numbers)}", name="Test hall", profile=profile)
    matrix = make_matrix(hall, f"m{seed}-{cards}", cards, random.Random(seed).randbytes)
    edge = cards * 2 // 3
    physical = make_series(matrix, "A", "000001", Medium.PHYSICAL, 1, edge)
    virtual = make_series(matrix, "V", "000001", Medium.VIRTUAL, edge + 1, cards)
    make_ball_set(hall, "set-1")
    return hall, physical, virtual


def an_open_session(**kwargs) -> Story:
    """Open a session with everything the law wants."""
    hall, physical, virtual = a_hall(**kwargs)
    session = sessions.start_session(hall_id=hall.pk)
    by = {"session_id": session.pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    for post, person in (
        ("hall_manager", "sala"),
        ("table_chief", "mesa"),
        ("cashier", "caja"),
        ("seller_caller", "venta"),
    ):
        sessions.post_staff(post=post, usernames=[person], **by)
    sessions.open_session(signed="mesa", **by)
    session.refresh_from_db()
    return Story(hall=hall, session=session, physical=physical, virtual=virtual)


def a_game_on_sale(*, extractor: str = "manual", virtual: bool = True, **kwargs) -> Story:
    """Open the sale of the first game."""
    story = an_open_session(**kwargs)
    open_next_sale(story, extractor=extractor, virtual=virtual)
    return story


def open_next_sale(story: Story, *, extractor: str = "manual", virtual: bool = True) -> None:
    """Open the sale of the next game of a story."""
    story.game = sales.announce_game(session_id=story.session.pk)
    sales.open_sale(
        game_id=story.game_id,
        physical_series=story.physical.pk,
        virtual_series=story.virtual.pk if virtual else None,
        extractor=extractor,
        ball_set="set-1",
        actor="mesa",
    )


def a_game_ready(*, sold: int = 6, **kwargs) -> Story:
    """Sell some printed cards, close the sale, give the leftovers back."""
    story = a_game_on_sale(**kwargs)
    sales.sell_cards(game_id=story.game_id, quantity=sold, actor="venta")
    close_sale(story)
    return story


def close_sale(story: Story) -> None:
    """Close the sale and return the leftovers."""
    sales.close_sale(game_id=story.game_id, actor="mesa")
    board = Game.objects.get(pk=story.game_id).board
    left = board["leftover_first"] <= board["leftover_last"]
    sales.return_leftovers(game_id=story.game_id, first=board["leftover_first"] if left else None, actor="caja")


def a_game_drawing(*numbers: int, **kwargs) -> Story:
    """Draw and call these numbers by hand."""
    story = a_game_ready(**kwargs)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *numbers)
    return story


def call_numbers(story: Story, *numbers: int) -> None:
    """Key and call numbers; the story's game must be drawn by hand."""
    for number in numbers:
        event = draw.draw_manual(game_id=story.game_id, number=number, actor="venta")
        draw.call_ball(game_id=story.game_id, ordinal=event.ordinal, actor="venta")


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def advance(self, seconds: float) -> None:
        """Let seconds pass."""
        self.time += timedelta(seconds=seconds)
