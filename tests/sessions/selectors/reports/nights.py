"""A night worked out by hand: a void game, one won, one that nobody won, and one that is given what that left."""

from __future__ import annotations

from datetime import UTC, datetime

from sessions.services import draw, payments, sales, voids
from tests.given import an_open_session, close_sale, open_next_sale
from tests.sessions.stories import end_session, misheard, play_out

PLAYER = "player:1"


def sell(story, printed: int, virtual: int = 0) -> None:
    """Open the next sale and sell printed cards, 2 euros each, and virtual ones to the player."""
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=printed, actor="venta")
    if virtual:
        sales.buy_cards(game_id=story.game_id, quantity=virtual, holder=PLAYER, actor="player")


def void_game(story) -> None:
    """Play the story's game as far as an error in announcing, pay back all but its printed cards, and close it."""
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    voids.void_game(game_id=story.game_id, order=misheard(story), second="sala", actor="mesa")
    voids.refund_cards(game_id=story.game_id, card="1", last=4, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")


def a_night(time):
    """
    Play four games and close the session; cards cost 2 euros, line 9 %, bingo 57.5 %, the rest is the house's.

    1: 6 printed cards and 2 virtual, 16.00, void: the virtual ones and 4 printed are paid back, 2 printed are not.
    2: 6 printed, 12.00, after a sale of 2 was undone: line 1.08, bingo 6.90, house 4.02.
    3: 6 printed, 12.00, an hour later, won by nobody: 1.08 and 6.90 are carried, house 4.02.
    4: 4 printed and 1 virtual, 10.00: line 0.90 + 1.08, bingo 5.75 + 6.90, house 3.35.
    """
    time.time = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    story = an_open_session()
    payments.deposit(hall_id=story.hall.pk, account=PLAYER, amount_cents=2_000, actor="caja")
    sell(story, 6, 2)
    void_game(story)
    sell(story, 6)
    run = sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta").runs[-1]
    sales.undo_sale(game_id=story.game_id, first=run.first, last=run.last, actor="venta")
    first = run.first - 6
    play_out(story, time, winner=first)
    time.advance(3_600)
    sell(story, 6)
    play_out(story, time)
    sell(story, 4, 1)
    play_out(story, time, winner=first + 12)
    end_session(story)
    return story
