"""A card's code in the fields of the table and of the cash desk, over HTTP as the screens send it."""

import pytest
from django.conf import settings
from django.test import Client

from sessions.rules.references import CardReference, printed_code
from sessions.selectors.faces import face_rows
from sessions.services import claims
from tests.given import a_game_drawing, call_numbers
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


def code(number, key=""):
    key = key or settings.BINGO_CARD_KEY
    return printed_code(CardReference(number=number, letter="A", ident="000001"), key.encode())


def in_english(user):
    browser: Client = logged_in(user)
    browser.cookies["django_language"] = "en"
    return browser


def test_a_scanned_card_is_called_judged_and_paid_once_and_a_forged_one_never(time):
    story = a_game_drawing()
    people = make_people(story.hall)
    table, desk = in_english(people["mesa"]), in_english(people["caja"])
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, 3) for n in row])
    forged = code(3, "somebody else's key, long enough")

    status, answer = do(table, "raise_claim", key="1", game_no=1, prize="bingo", card=forged)
    assert (status, answer["code"]) == (409, "forged_reference")
    assert answer["message"] == "The check on this card is false: it was not printed by this hall. Keep the card."
    status, answer = do(table, "raise_claim", key="2", game_no=1, prize="bingo", card=f" {code(3)} ")
    assert (status, answer["event"]["card"]) == (200, 3)
    assert do(table, "verify_claim", key="3", game_no=1, claim_no=1)[0] == 200
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")

    pay = {"session_no": None, "game_no": 1, "award_no": 1}
    status, answer = do(desk, "pay_prize", key="4", card=forged, **pay)
    assert (status, answer["code"]) == (409, "forged_reference")
    status, answer = do(desk, "pay_prize", key="5", card=code(4), **pay)
    assert (status, answer["code"]) == (409, "wrong_card")
    status, answer = do(desk, "pay_prize", key="6", card=code(3), **pay)
    assert (status, answer["event"]["cents"]) == (200, 690)
    # The same request again is answered as before; a photocopy at another window is not paid.
    assert do(desk, "pay_prize", key="6", card=code(3), **pay) == (status, answer)
    status, answer = do(desk, "pay_prize", key="7", card=code(3), **pay)
    assert (status, answer["code"]) == (409, "no_such_award")
