"""Pairs drawn electronically: promised together, drawn one after the other; and what comes after a pair not played."""

from __future__ import annotations

import hashlib

import pytest
from django.db import IntegrityError, transaction

from sessions.models import DrawSecret, Game
from sessions.rules import errors
from sessions.rules.void import VoidOrder
from sessions.selectors.verify import violations
from sessions.services import draw, electronic, payments, sales, suspensions, voids
from sessions.services.hall import make_series
from tests.sessions.electronic import (
    a_hall_that_may,
    again,
    begun,
    board_of,
    finish_unclaimed,
    nothing_sealed,
    on_sale,
    ready,
    rows_of,
    the,
)
from tests.sessions.stories import double_cards

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def test_a_pair_is_promised_together_and_drawn_one_after_the_other(time):
    story = a_hall_that_may()
    double_cards(story)
    ready(story)
    committed = the(story, "DrawCommitted")
    assert the(story, "DrawCommitted", 2) == {**committed, "commitment": committed["second"], "second": ""}
    second = Game.objects.get(game_no=2)
    with pytest.raises(errors.FirstGameNotEnded):
        electronic.give_public_number(game_id=second.pk, number="111111", actor="mesa")
    by = {"game_id": story.game_id, "actor": "mesa"}
    electronic.give_public_number(number="222222", **by)
    draw.start_draw(**by)
    finish_unclaimed(story)
    assert the(story, "DrawRevealed")["second"] == ""
    first_secret = the(story, "DrawRevealed")["secret"]
    assert board_of(story).drawn == again(story, first_secret, number="222222")
    story.game = second
    with pytest.raises(errors.PublicNumberMissing):
        draw.start_draw(game_id=second.pk, actor="mesa")
    electronic.give_public_number(game_id=second.pk, number="111111", actor="mesa")
    draw.start_draw(game_id=second.pk, actor="mesa")
    finish_unclaimed(story)
    secret = the(story, "DrawRevealed", 2)["secret"]
    told = {"stream": "game:1:2", "number": "111111", "kind": "PairedSaleClosed", "game_no": 2}
    assert board_of(story).drawn == again(story, secret, **told)
    assert secret != first_secret
    assert list(violations(story.hall)) == []


def test_a_pair_ended_before_its_second_game_began_shows_both_secrets():
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    committed = the(story, "DrawCommitted")
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    shown = the(story, "DrawRevealed")
    text = f"bingo-draw-v1\n{story.hall.code}\ngame:1:2\n{shown['second']}"
    assert hashlib.sha256(text.encode()).hexdigest() == committed["second"]
    assert nothing_sealed()
    assert list(violations(story.hall)) == []


def test_a_pair_ended_as_a_whole_shows_the_second_games_secret_in_its_own_journal():
    story = a_hall_that_may()
    double_cards(story)
    ready(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=False, text="x", **by)
    order = VoidOrder(cause="balls", reason="x", agent="TIP 1", end_pair=True)
    voids.void_game(order=order, second="sala", **by)
    assert [row.kind for row in rows_of(story, 2)][-2:] == ["GameClosed", "DrawRevealed"]
    assert len(the(story, "DrawRevealed", 2)["secret"]) == 64
    assert the(story, "DrawRevealed")["second"] == ""
    assert nothing_sealed()
    assert list(violations(story.hall)) == []


def withdrawn(story):
    """Take a pair off whose sale is open."""
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")


def null_in_its_sale(story):
    """Declare a pair null whose sale is open, and close it."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    suspensions.suspend_game(cause="balls", ball_out=False, text="x", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="x", agent="TIP 1"), second="sala", **by)
    voids.complete_refunds(**by)
    payments.close_game(**by)


@pytest.mark.parametrize("ended", [withdrawn, null_in_its_sale])
@pytest.mark.parametrize("parts", [1, 2])
def test_after_a_pair_that_ended_in_its_sale_the_next_game_has_a_secret_of_its_own(parts, ended):
    """The number of the pair's second game, which never began, is the next game's: alone, or first of a pair."""
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    ended(story)
    old = {"commitment": the(story, "DrawCommitted")["second"], "secret": the(story, "DrawRevealed")["second"]}
    if parts == 1:
        story.physical = make_series(story.physical.matrix, "B", "1", "physical", 1, 200)
    begun(story)
    assert board_of(story).pair == parts - 1
    assert story.game.stream == "game:1:2"
    commitment = the(story, "DrawCommitted", 2)["commitment"]
    assert commitment != old["commitment"]
    finish_unclaimed(story)
    secret = the(story, "DrawRevealed", 2)["secret"]
    assert secret != old["secret"]
    text = f"bingo-draw-v1\n{story.hall.code}\ngame:1:2\n{secret}"
    assert hashlib.sha256(text.encode()).hexdigest() == commitment
    assert board_of(story).drawn == again(story, secret, stream="game:1:2", game_no=2)
    # Both secrets of the pair were broken off; the row of the new game is none of theirs.
    rows = DrawSecret.objects.order_by("pk").values_list("stream", "ended", "sealed")[:3]
    assert list(rows) == [("game:1:1", "broken_off", ""), ("game:1:2", "broken_off", ""), ("game:1:2", "played", "")]
    assert list(violations(story.hall)) == []


def test_a_pairs_lost_secret_stays_as_it_is_when_the_next_game_has_its_number(data_dir):
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    key = data_dir / "personal-data.key"
    kept = key.read_text()
    key.unlink()
    withdrawn(story)
    key.write_text(kept)
    lost = DrawSecret.objects.get(stream="game:1:2")
    assert (lost.ended, bool(lost.sealed)) == ("broken_off", True)
    begun(story)
    finish_unclaimed(story)
    assert DrawSecret.objects.get(pk=lost.pk).sealed == lost.sealed
    assert list(violations(story.hall)) == []


def test_two_secrets_of_one_game_are_never_sealed_at_once():
    story = on_sale()
    with pytest.raises(IntegrityError), transaction.atomic():
        DrawSecret.objects.create(hall=story.hall, stream="game:1:1", sealed="x", key_name="k")
