"""Stories of electronic draws: a hall that may, a game sold and drawn so, and what its journal says."""

from __future__ import annotations

from records.models import Event
from sessions.journal import codec
from sessions.models import DrawSecret, Game
from sessions.services import claims, draw, electronic, payments, sales
from tests.given import an_open_session, close_sale, open_next_sale
from tests.sessions.rules.electronic_peer import order_again
from tests.sessions.stories import numbers_of

NUMBER = "004711"


def a_hall_that_may():
    """Open a session in a hall that is authorised."""
    story = an_open_session()
    authorise(story)
    return story


def authorise(story, reference="DGJ 12/2026", dated="2026-11-02"):
    """Take down an authorisation, or take it back."""
    deed = electronic.authorise_electronic_draw
    return deed(hall_id=story.hall.pk, reference=reference, dated=dated, actor="sala")


def on_sale(story=None):
    """Put a game on sale that is drawn electronically."""
    story = story or a_hall_that_may()
    open_next_sale(story, extractor="rng", virtual=False)
    return story


def ready(story=None, *, sold=6):
    """Sell printed cards, close the sale, take the leftovers back."""
    story = on_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=sold, actor="venta")
    close_sale(story)
    return story


def begun(story=None, *, number=NUMBER):
    """Let the public draw its number, and give the start."""
    story = ready(story)
    electronic.give_public_number(game_id=story.game_id, number=number, actor="mesa")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    return story


def drawn(story, balls, *, call=True):
    """Draw so many balls more, each called at once."""
    for _ in range(balls):
        ordinal = len(board_of(story).drawn) + 1
        electronic.draw_electronic(game_id=story.game_id, ordinal=ordinal, actor="electronic")
        if call:
            draw.call_ball(game_id=story.game_id, ordinal=ordinal, actor="venta")
    return board_of(story).drawn


def finish_unclaimed(story):
    """Draw what is left of the 90 and close the game."""
    drawn(story, 90 - len(board_of(story).drawn))
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")


def won(story, time, card=1):
    """Draw until a card has bingo, uphold it, and close the game."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    while not set(numbers_of(story, card)) <= set(board_of(story).drawn):
        drawn(story, 1)
    raised = claims.raise_claim(prize="bingo", card=str(card), **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    payments.close_game(**by)


def board_of(story):
    """Read the story's game."""
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def rows_of(story, game_no=1):
    """Give the rows of a game."""
    return list(Event.objects.filter(hall=story.hall, stream=f"game:1:{game_no}").order_by("seq"))


def the(story, kind, game_no=1):
    """Give the payload of the one row of a kind."""
    (row,) = [row for row in rows_of(story, game_no) if row.kind == kind]
    return row.payload


def again(story, secret, *, stream="game:1:1", number=NUMBER, kind="SaleClosed", game_no=1):
    """Work an order out from what the journal says, without the hall's own arithmetic."""
    (closing,) = [row.hash for row in rows_of(story, game_no) if row.kind == kind]
    return order_again(secret, story.hall.code, stream, closing, number)


def nothing_sealed():
    """Tell whether no secret of any draw is kept any more."""
    return not DrawSecret.objects.exclude(sealed="").exists()
