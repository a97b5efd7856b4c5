"""Scanned cards at the table and at the cash desk: a forged one is refused and noted, a photocopy is paid nothing."""

import pytest
from django.conf import settings

from records.models import Event, Incident
from screens.deeds.clean import card as clean_card
from sessions.models import Game
from sessions.rules import errors
from sessions.rules.references import CardReference, printed_code, short_check
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, payments
from tests.given import a_game_drawing, call_numbers
from tests.money import cash_of

pytestmark = pytest.mark.django_db


def reference(number, *, ident="000001", part=0):
    return CardReference(number=number, letter="A", ident=ident, part=part)


def code(number, **kwargs):
    return printed_code(reference(number, **kwargs), settings.BINGO_CARD_KEY.encode())


def forged(number):
    true = code(number)
    return true[:-1] + str((int(true[-1]) + 1) % 10)


def noted(story):
    return list(Event.objects.filter(hall=story.hall, kind="IncidentNoted").values_list("actor", "payload"))


def whole(story):
    """Prove the hall from its rows as they stand now."""
    story.hall.refresh_from_db()
    return list(violations(story.hall))


def a_bingo_of_card_3(time):
    story = a_game_drawing()
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, 3) for n in row])
    raised = claims.raise_claim(game_id=story.game_id, prize="bingo", card=code(3), actor="mesa")
    assert raised.card == 3
    claims.verify_claim(game_id=story.game_id, claim_no=raised.claim_no, actor="mesa")
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    return story


def test_a_photocopy_of_a_paid_card_is_paid_nothing(time):
    story = a_bingo_of_card_3(time)
    again = {"game_id": story.game_id, "award_no": 1, "card": code(3), "actor": "caja"}
    assert payments.pay_prize(**again).cents == 690
    with pytest.raises(errors.NoSuchAward):
        payments.pay_prize(**again)
    # 12.00 of six cards in, 6.90 out, once.
    assert cash_of(story.hall.pk) == 510
    assert whole(story) == []


def test_a_payment_left_for_later_takes_the_scanned_card_once(time):
    story = a_bingo_of_card_3(time)
    payments.close_game(game_id=story.game_id, actor="mesa")
    late = {"session_id": story.session.pk, "game_id": story.game_id, "award_no": 1, "actor": "caja"}
    with pytest.raises(errors.CardOfAnotherSeries):
        payments.pay_late(card=code(3, ident="000002"), **late)
    with pytest.raises(errors.WrongCard):
        payments.pay_late(card=code(4), **late)
    assert payments.pay_late(card=code(3), **late).card == 3
    with pytest.raises(errors.NoSuchAward):
        payments.pay_late(card=code(3), **late)
    assert whole(story) == []


def test_the_same_number_of_another_series_is_not_the_winning_card(time):
    """The face of a number is the same in every series: only the code tells the cards apart."""
    story = a_bingo_of_card_3(time)
    with pytest.raises(errors.CardOfAnotherSeries) as refused:
        payments.pay_prize(game_id=story.game_id, award_no=1, card=code(3, ident="000002"), actor="caja")
    assert refused.value.params == {"letter": "A", "ident": "000002", "expected": "A 000001"}


def test_a_forged_claim_is_refused_and_noted_once_in_the_minutes():
    story = a_game_drawing(5)
    for _ in range(2):
        with pytest.raises(errors.ForgedReference):
            claims.raise_claim(game_id=story.game_id, prize="line", card=forged(3), actor="mesa")
    assert noted(story) == [("mesa", {"code": "forged_card", "text": forged(3)})]
    assert Game.objects.get(pk=story.game_id).board["claims"] == []
    assert whole(story) == []


def test_a_forged_card_is_paid_nothing_and_noted(time):
    story = a_bingo_of_card_3(time)
    with pytest.raises(errors.ForgedReference):
        payments.pay_prize(game_id=story.game_id, award_no=1, card=forged(3), actor="caja")
    assert noted(story) == [("caja", {"code": "forged_card", "text": forged(3)})]
    assert cash_of(story.hall.pk) == 1_200


def test_a_forged_card_outside_a_session_is_the_hall_s_incident():
    story = a_game_drawing(5)
    type(story.session).objects.filter(pk=story.session.pk).update(state="closed")
    for _ in range(2):
        with pytest.raises(errors.ForgedReference):
            claims.raise_claim(game_id=story.game_id, prize="line", card=forged(3), actor="mesa")
    incident = Incident.objects.get(hall=story.hall)
    assert (incident.code, incident.payload["text"], incident.payload["actor"]) == ("forged_card", forged(3), "mesa")


def test_a_reference_typed_with_its_check_is_proved_like_a_scan():
    story = a_game_drawing(5)
    check = short_check(reference(3), settings.BINGO_CARD_KEY.encode())
    with pytest.raises(errors.ForgedReference):
        claims.raise_claim(game_id=story.game_id, prize="line", card=f"A-000001/4 {check}", actor="mesa")
    raised = claims.raise_claim(game_id=story.game_id, prize="line", card=f"A-000001/3 {check}", actor="mesa")
    assert raised.card == 3


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [(3, 3), ("3", 3), (" 0003 ", 3), ("A-000001/3", "A-000001/3"), ("1" * 28, "1" * 28)],
)
def test_the_field_of_the_cash_desk_takes_a_number_or_a_code(typed, cleaned):
    assert clean_card(typed) == cleaned


@pytest.mark.parametrize("typed", [0, -1, True, None, "", "0", 10_000_000, 3.0, "1" * 41, "3\n4", [3]])
def test_the_field_of_the_cash_desk_takes_nothing_else(typed):
    with pytest.raises(ValueError):  # noqa: PT011 - the sentence is the language's
        clean_card(typed)
