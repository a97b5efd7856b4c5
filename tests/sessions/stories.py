"""What stories of several games need besides `tests.given`: a game played out, a session closed, the next prepared."""

from __future__ import annotations

from sessions.models import CardSeries, Game
from sessions.rules.session import EQUIPMENT
from sessions.rules.void import VoidOrder
from sessions.selectors.acta import pending_signatures
from sessions.selectors.cash import sold_by_seller
from sessions.selectors.faces import face_rows
from sessions.services import acta, claims, draw, payments, series, sessions, takings
from tests.given import call_numbers, close_sale

POSTS = {"hall_manager": "sala", "table_chief": "mesa", "cashier": "caja", "seller_caller": "venta"}


def play_out(story, time, *, winner: int | None = None, close: bool = True) -> None:
    """Close the sale if asked, call the numbers of a card, which wins line and bingo, or all 90, and close the game."""
    if close:
        close_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    if winner is None:
        call_numbers(story, *range(1, 91))
        draw.close_unclaimed(**by)
        payments.close_game(**by)
        return
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, winner) for n in row])
    for prize in ("line", "bingo"):
        raised = claims.raise_claim(prize=prize, card=str(winner), **by)
        claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    payments.close_game(**by)


def end_session(story) -> None:
    """Count the sellers' money and the balls, and close the session."""
    by = {"session_id": story.session.pk, "actor": "sala"}
    for seller, cents in sold_by_seller(story.session).items():
        takings.hand_in_takings(session_id=story.session.pk, seller=seller, counted_cents=cents, actor="caja")
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    sign_entries(story)
    sessions.close_session(signed="mesa", **by)


def sign_entries(story) -> None:
    """Let everybody at the story's posts sign what the session left unsigned."""
    for entry_no, post in pending_signatures(story.session):
        signed = {"entry_no": entry_no, "as_post": post, "signer": POSTS[post]}
        acta.sign_entry(session_id=story.session.pk, actor="sala", **signed)


def prepare_session(story, **others: str) -> None:
    """Prepare the hall's next session, all but its opening; `others` hold a post instead of the story's people."""
    story.session = sessions.start_session(hall_id=story.hall.pk)
    by = {"session_id": story.session.pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    for post, person in (POSTS | others).items():
        sessions.post_staff(post=post, usernames=[person], **by)


def spans_of(series) -> list[tuple[int, int, str]]:
    """Give the stored spans of a series: first, last, state."""
    board = CardSeries.objects.get(pk=series.pk).board
    return [(span["first"], span["last"], span["state"]) for span in board["spans"]]


def receive(hall, **changes) -> list[str]:
    """Take in three series of the hall's matrix, B 000098 to 000100; another body has another key."""
    body = {
        "matrix_id": hall.matrices.get().pk,
        "delivery": "G-77",
        "letter": "B",
        "first_ident": "000098",
        "quantity": 3,
        "medium": "physical",
        "face_value_cents": 150,
        "first_number": 1,
        "last_number": 200,
        "actor": "sala",
    }
    return series.receive_delivery(hall_id=hall.pk, **{"source_ref": repr(changes), **body, **changes})


def double_cards(story) -> None:
    """Let the story's printed cards be double ones, of which none has been touched."""
    CardSeries.objects.filter(pk=story.physical.pk).update(parts=2)
    story.physical.refresh_from_db()


def numbers_of(story, card: int) -> list[int]:
    """Give the 15 numbers of a card, row by row."""
    return [n for row in face_rows(story.physical.matrix.sha256, card) for n in row]


def win_bingo(story, time, card: int, *, part: int = 0) -> None:
    """Call the numbers of a card, uphold its bingo and order the end."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *numbers_of(story, card))
    raised = claims.raise_claim(prize="bingo", card=str(card), part=part, **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)


def misheard(story, **changes) -> VoidOrder:
    """
    Call what is missing of card 1's first line, and order the game void for another number said at its last ball.

    As it was heard card 1 has no line: that is substantial.
    """
    drawn = Game.objects.get(pk=story.game_id).board["drawn"]
    line = numbers_of(story, 1)[:5]
    call_numbers(story, *[number for number in line if number not in drawn])
    drawn = Game.objects.get(pk=story.game_id).board["drawn"]
    ordinal = max(drawn.index(number) for number in line) + 1
    said = next(n for n in range(1, 91) if n not in {*drawn, *numbers_of(story, 1)})
    return VoidOrder(cause="announcing_error", reason="another number was said", ordinal=ordinal, said=said, **changes)
