"""One game through the services, with every expected figure worked by hand."""

import pytest

from ledger.selectors import balance_cents
from sessions.models import Award, Game
from sessions.rules import errors
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, draw, payments, sales, sessions
from tests.given import a_game_drawing, a_game_on_sale, call_numbers
from tests.money import cash_of

pytestmark = pytest.mark.django_db


def test_a_whole_game_is_sold_drawn_claimed_paid_and_closed(time):
    """Six cards at 2 euros: 12.00 in; line 1.08, bingo 6.90, house 4.02."""
    story = a_game_drawing()
    rows = face_rows(story.physical.matrix.sha256, 3)
    call_numbers(story, *rows[0])
    draw.pause_draw(game_id=story.game_id, reason="claim", actor="venta")
    claim = claims.raise_claim(game_id=story.game_id, prize="line", card="3", actor="mesa")
    upheld = claims.verify_claim(game_id=story.game_id, claim_no=claim.claim_no, actor="mesa")
    assert upheld.kind == "ClaimUpheld"
    with pytest.raises(errors.ClaimWindowOpen):
        claims.resume_play(game_id=story.game_id, actor="mesa")
    time.advance(10)
    resumed = claims.resume_play(game_id=story.game_id, actor="mesa")
    assert [(a.card, a.cents) for a in resumed.awards] == [(3, 108)]
    call_numbers(story, *rows[1], *rows[2])
    claim = claims.raise_claim(game_id=story.game_id, prize="bingo", card="A-000001/3", actor="mesa")
    claims.verify_claim(game_id=story.game_id, claim_no=claim.claim_no, actor="mesa")
    time.advance(10)
    closed = claims.close_bingo(game_id=story.game_id, actor="mesa")
    assert [(a.card, a.cents) for a in closed.awards] == [(3, 690)]
    payments.pay_prize(game_id=story.game_id, award_no=1, card=3, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert Award.objects.get(award_no=2).status == "payable"
    payments.pay_late(session_id=story.session.pk, game_id=story.game_id, award_no=2, card=3, actor="caja")
    assert cash_of(story.hall.pk) == 402
    assert balance_cents(story.hall.pk, "house") == 402
    sessions.count_balls(session_id=story.session.pk, ball_set="set-1", missing=[], actor="sala")
    sessions.close_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert Game.objects.get(pk=story.game_id).state == "closed"
    assert list(violations(reread(story))) == []


def reread(story):
    """Read the hall's row again: its head has moved."""
    story.hall.refresh_from_db()
    return story.hall


def test_the_same_sale_sent_twice_is_one_sale():
    """The same key gives the first answer; another body under it is refused."""
    story = a_game_on_sale()
    first = sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta", source_ref="k1")
    again = sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta", source_ref="k1")
    assert first == again
    assert cash_of(story.hall.pk) == 1200
    with pytest.raises(errors.KeyReused):
        sales.sell_cards(game_id=story.game_id, quantity=7, actor="venta", source_ref="k1")
