"""Electronic draws that stop: a lost secret, a suspension, the draw by hand, games null and withdrawn."""

from __future__ import annotations

import pytest

from records.models import Incident
from sessions.models import BallSet, DrawSecret, Game
from sessions.rules import errors
from sessions.rules.void import VoidOrder
from sessions.selectors.ball_sets import record_of
from sessions.selectors.electronic import authorisation_of
from sessions.selectors.verify import violations
from sessions.services import corrections, draw, electronic, payments, sales, sessions, suspensions, voids
from tests.sessions.electronic import (
    NUMBER,
    again,
    begun,
    board_of,
    drawn,
    finish_unclaimed,
    nothing_sealed,
    on_sale,
    ready,
    rows_of,
    the,
    won,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def test_without_its_secret_it_stands_and_with_it_it_goes_on_as_before(time, data_dir):
    story = begun()
    first = drawn(story, 5)
    key = data_dir / "personal-data.key"
    kept = key.read_text()
    key.unlink()
    by = {"game_id": story.game_id, "actor": "electronic"}
    for _ in range(2):
        with pytest.raises(errors.DrawSecretLost):
            electronic.draw_electronic(ordinal=6, **by)
    assert board_of(story).drawn == first
    key.write_text(kept)
    won(story, time)
    secret = the(story, "DrawRevealed")["secret"]
    assert board_of(story).drawn == again(story, secret)[: len(board_of(story).drawn)]
    assert list(violations(story.hall)) == []


def test_a_secret_that_is_not_the_one_promised_draws_nothing():
    story = begun()
    other = on_sale()
    row, foreign = DrawSecret.objects.get(hall=story.hall), DrawSecret.objects.get(hall=other.hall)
    DrawSecret.objects.filter(pk=row.pk).update(sealed=foreign.sealed)
    with pytest.raises(errors.DrawSecretLost):
        electronic.draw_electronic(game_id=story.game_id, ordinal=1, actor="electronic")


def test_a_secret_that_is_not_the_one_promised_is_found_before_the_start():
    """While no ball can be out the game is article 36.1's, and every card is paid back; after it, 36.2's."""
    story = ready()
    other = on_sale()
    row, foreign = DrawSecret.objects.get(hall=story.hall), DrawSecret.objects.get(hall=other.hall)
    DrawSecret.objects.filter(pk=row.pk).update(sealed=foreign.sealed)
    with pytest.raises(errors.DrawSecretLost):
        electronic.give_public_number(game_id=story.game_id, number=NUMBER, actor="mesa")
    assert board_of(story).electronic.number == ""


def test_a_lost_secret_ends_in_a_null_game_that_says_so(data_dir):
    story = begun()
    drawn(story, 2)
    (data_dir / "personal-data.key").unlink()
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.pause_draw(reason="secret_lost", **by)
    suspensions.suspend_game(cause="failure", ball_out=True, text="the key is gone", **by)
    suspensions.read_paragraph(paragraph="36.2", **by)
    voids.void_game(order=VoidOrder(cause="not_random", reason="no balls here"), second="sala", **by)
    assert the(story, "DrawRevealed")["secret"] == ""
    assert Incident.objects.get(code="draw_secret_lost").payload == {"stream": "game:1:1"}
    assert list(violations(story.hall)) == []


def test_after_a_failure_it_goes_on_by_hand_with_the_balls_not_yet_out():
    story = begun()
    out = drawn(story, 4)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=True, text="the computer", **by)
    suspensions.read_paragraph(paragraph="36.2", **by)
    suspensions.order_manual_draw(how="a bag shaken before the players", **by)
    with pytest.raises(errors.NotAnElectronicDraw):
        electronic.draw_electronic(ordinal=5, **by)
    with pytest.raises(errors.BallAlreadyDrawn):
        draw.draw_manual(number=out[0], **by)
    by_hand = next(n for n in range(1, 91) if n not in out)
    draw.draw_manual(number=by_hand, **by)
    draw.call_ball(ordinal=5, **by)
    with pytest.raises(errors.ElectronicDrawOnly):
        corrections.correct_ball(ordinal=4, number=90 if 90 not in {*out, by_hand} else 89, **by)
    by_hand_to_the_end(story)
    assert list(violations(story.hall)) == []
    # The set of the bag is worn: its balls were drawn too. What came before them tells nothing of it.
    ball_set = BallSet.objects.get()
    assert ball_set.games == 1
    assert Game.objects.get().drawn_with is None
    assert record_of(ball_set).games == ()


def test_after_the_loss_of_its_secret_it_goes_on_by_hand_and_says_what_cannot_be_proved(data_dir):
    story = begun()
    out = drawn(story, 2)
    (data_dir / "personal-data.key").unlink()
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.pause_draw(reason="secret_lost", **by)
    suspensions.suspend_game(cause="failure", ball_out=True, text="the key is gone", **by)
    suspensions.read_paragraph(paragraph="36.2", **by)
    suspensions.order_manual_draw(how="a bag shaken before the players", **by)
    by_hand_to_the_end(story)
    assert board_of(story).drawn[:2] == out
    assert len(board_of(story).drawn) == 90
    assert the(story, "DrawRevealed") == {"secret": "", "second": ""}
    assert Incident.objects.get(code="draw_secret_lost").payload == {"stream": "game:1:1"}
    told = authorisation_of(story.hall)
    assert (told["draws"], told["broken_off"]) == (1, 0)
    assert list(violations(story.hall)) == ["I14 game:1:1: its secret was lost, and its 2 balls cannot be proved"]


def test_a_suspension_that_the_agent_lifts_changes_nothing_of_the_order():
    story = begun()
    first = drawn(story, 5)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="x", **by)
    with pytest.raises(errors.WrongState):
        electronic.draw_electronic(game_id=story.game_id, ordinal=6, actor="electronic")
    suspensions.lift_suspension(decision="agent", agent="TIP 1", text="seen", **by)
    finish_unclaimed(story)
    secret = the(story, "DrawRevealed")["secret"]
    assert board_of(story).drawn[:5] == first
    assert board_of(story).drawn == again(story, secret)
    assert list(violations(story.hall)) == []


def test_a_suspension_before_the_number_is_lifted_and_the_number_is_drawn_then():
    story = ready()
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=False, text="the light", **by)
    with pytest.raises(errors.WrongState):
        electronic.give_public_number(number=NUMBER, **by)
    suspensions.read_paragraph(paragraph="36.1", **by)
    suspensions.lift_suspension(decision="solved", **by)
    electronic.give_public_number(number=NUMBER, **by)
    draw.start_draw(**by)
    finish_unclaimed(story)
    assert list(violations(story.hall)) == []


def test_a_game_null_before_its_number_is_broken_off_and_proved():
    story = ready()
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=False, text="x", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="x", agent="TIP 1"), second="sala", **by)
    assert len(the(story, "DrawRevealed")["secret"]) == 64
    assert authorisation_of(story.hall)["broken_off"] == 1
    assert list(violations(story.hall)) == []


@pytest.mark.parametrize("begin", [on_sale, ready, begun])
def test_a_session_does_not_close_over_a_draw_that_is_still_to_come(begin):
    story = begin()
    with pytest.raises(errors.GamesStillOpen):
        sessions.close_session(session_id=story.session.pk, signed="sala", actor="sala")
    assert DrawSecret.objects.get().ended == ""


def test_a_machine_that_bears_the_draws_own_name_puts_no_ball_into_it():
    story = begun()
    with pytest.raises(errors.WrongState):
        draw.draw_ball(
            game_id=story.game_id, ordinal=1, number=7, source="rfid", source_ref="bx1:1", actor="device:rng"
        )
    assert board_of(story).drawn == board_of(story).held == ()


def by_hand_to_the_end(story):
    """Key the rest by hand until nothing is left, and close unclaimed."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    for number in range(1, 91):
        if number not in board_of(story).drawn:
            ordinal = draw.draw_manual(number=number, **by).ordinal
            draw.call_ball(ordinal=ordinal, **by)
    draw.close_unclaimed(**by)
    payments.close_game(**by)


def test_a_game_withdrawn_shows_what_it_would_have_been_drawn_by():
    story = on_sale()
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert [row.kind for row in rows_of(story)][-2:] == ["GameWithdrawn", "DrawRevealed"]
    assert nothing_sealed()
    assert authorisation_of(story.hall)["broken_off"] == 1
    assert list(violations(story.hall)) == []


def test_a_null_game_shows_its_secret_at_once():
    story = begun()
    drawn(story, 3)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="x", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="x", agent="TIP 1"), second="sala", **by)
    kinds = [row.kind for row in rows_of(story)]
    assert kinds[kinds.index("GameVoided") + 1] == "DrawRevealed"
    secret = the(story, "DrawRevealed")["secret"]
    assert board_of(story).drawn == again(story, secret)[:3]
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(**by)
    assert authorisation_of(story.hall) == {"reference": "", "dated": "", "draws": 1, "broken_off": 1}
    assert list(violations(story.hall)) == []
