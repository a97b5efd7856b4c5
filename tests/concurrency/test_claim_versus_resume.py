"""A player calls as the order to go on is given: the claim counts, or the right is lost; never both, never neither."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.journal import codec
from sessions.models import Game
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, draw, sales
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS = 200


def a_game_with_numbers(race, numbers):
    """Sell six cards, and draw and call numbers."""
    game = race.next_sale()
    by = {"game_id": game.pk, "actor": "mesa"}
    first = sales.sell_cards(game_id=game.pk, quantity=6, actor="venta").first
    sales.close_sale(**by)
    sales.return_leftovers(game_id=game.pk, first=first + 6, actor="caja")
    draw.start_draw(**by)
    for ordinal, number in enumerate(numbers(first), start=1):
        draw.draw_manual(number=number, **by)
        draw.call_ball(ordinal=ordinal, **by)
    return by, first


def board_of(by):
    return codec.game_board(Game.objects.get(pk=by["game_id"]).board)


def test_a_claim_and_the_order_to_go_on_are_one_before_the_other():
    """With wrong cards the line stays open, so the game can be raced over and over."""
    race = a_race_hall()
    by, first = a_game_with_numbers(race, lambda _: [90])
    claims.verify_claim(claim_no=claims.raise_claim(prize="line", card=str(first), **by).claim_no, **by)
    with Crew(2) as crew:
        for _ in range(ROUNDS):
            position = Event.objects.filter(hall=race.hall).count()
            claim, resume = crew.at_once(
                (claims.raise_claim, {"prize": "line", "card": str(first + 1), **by}), (claims.resume_play, by)
            )
            kinds = list(Event.objects.filter(hall=race.hall, position__gt=position).values_list("kind", flat=True))
            assert (claim.refused, claim.error, resume.error) == ("", "", "")
            if resume.refused:
                assert (resume.refused, kinds) == ("claims_open", ["ClaimRaised"])
            else:
                assert kinds == ["PlayResumed", "ClaimRaised"]
            assert board_of(by).state == "checking"
            claims.verify_claim(claim_no=claim.value.claim_no, **by)
    race.hall.refresh_from_db()
    assert list(violations(race.hall)) == []


def test_a_line_called_as_the_line_is_closed_counts_or_is_lost(time):
    """The people of the crew live an hour later, when the ten seconds for other winners are over."""
    race = a_race_hall(printed=200)
    with Crew(2, lambda: time.advance(3_600)) as crew:
        for _ in range(10):
            by, first = a_game_with_numbers(race, lambda card: face_rows(race.printed.matrix.sha256, card)[0])
            claims.verify_claim(claim_no=claims.raise_claim(prize="line", card=str(first), **by).claim_no, **by)
            claim, resume = crew.at_once(
                (claims.raise_claim, {"prize": "line", "card": str(first + 1), **by}), (claims.resume_play, by)
            )
            board = board_of(by)
            assert (claim.error, resume.error) == ("", "")
            if claim.refused:
                assert (claim.refused, resume.refused, board.state, board.line_closed) == (
                    "right_lost",
                    "",
                    "drawing",
                    True,
                )
                assert [award.card for award in board.awards] == [first]
            else:
                assert (resume.refused, board.state, board.awards) == ("claims_open", "checking", ())
            Game.objects.filter(pk=by["game_id"]).update(state="closed")
    race.put_back()
    assert list(violations(race.hall)) == []
