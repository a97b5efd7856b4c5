"""A seller's money: expected, counted, signed; what differs goes into the hall's books."""

import pytest

from ledger.models import Entry
from sessions.models import BingoSession
from sessions.rules import errors
from sessions.services import floor, sales, sessions, store, takings
from tests.given import a_game_on_sale, open_next_sale
from tests.money import balance_of
from tests.sessions.services.floors import a_floor, end_game, issue, sell, undo, wrong
from tests.sessions.stories import play_out, prepare_session

pytestmark = pytest.mark.django_db


def hand_in(story, seller, cents, **kwargs):
    return takings.hand_in_takings(
        session_id=story.session.pk, seller=seller, counted_cents=cents, actor="caja", **kwargs
    )


def books(story):
    return [balance_of(story.hall.pk, code) for code in ("cash", "differences")]


def told(event):
    return (event.expected_cents, event.counted_cents, event.difference_cents, event.signed)


def test_the_right_sum_moves_no_money_and_needs_no_signature():
    story = a_floor()
    sell(story, "ana", 5)
    assert told(hand_in(story, "ana", 1_000)) == (1_000, 1_000, 0, "")
    assert books(story) == [1_000, 0]
    assert not Entry.objects.filter(hall=story.hall, kind="difference").exists()
    assert wrong(story) == []


@pytest.mark.parametrize(
    ("counted", "difference", "cash", "differences"),
    [(940, -60, 940, -60), (1_050, 50, 1_050, 50), (0, -1_000, 0, -1_000)],
)
def test_a_difference_is_signed_and_booked(counted, difference, cash, differences):
    story = a_floor()
    sell(story, "ana", 5)
    assert told(hand_in(story, "ana", counted, signed="ana")) == (1_000, counted, difference, "ana")
    assert books(story) == [cash, differences]
    entry = Entry.objects.get(hall=story.hall, kind="difference")
    assert {leg.account.code: leg.cents for leg in entry.legs.all()} == {"cash": difference, "differences": -difference}
    assert wrong(story) == []


@pytest.mark.parametrize("signed", ["", "luis", "caja"])
def test_a_difference_without_the_sellers_own_signature_is_refused(signed):
    story = a_floor()
    sell(story, "ana", 5)
    with pytest.raises(errors.SignatureNeeded) as refused:
        hand_in(story, "ana", 999, signed=signed)
    assert refused.value.params == {"expected_cents": 1_000, "counted_cents": 999}
    assert books(story) == [1_000, 0]
    assert BingoSession.objects.get(pk=story.session.pk).board["handed_in"] == []


@pytest.mark.parametrize("cents", [-1, 100_000_001])
def test_impossible_sums_are_refused(cents):
    story = a_floor()
    sell(story, "ana", 5)
    with pytest.raises(errors.BadAmount):
        hand_in(story, "ana", cents, signed="ana")


def test_a_seller_who_is_owed_money_is_given_it_back_and_no_more():
    """Ana hands in 2.00 and then takes that card back, paying the player herself: the desk owes her 2.00."""
    story = a_floor()
    sell(story, "ana", 1)
    hand_in(story, "ana", 200)
    undo(story, "ana", 1, 1)
    with pytest.raises(errors.BadAmount):
        hand_in(story, "ana", -201, signed="ana")
    assert told(hand_in(story, "ana", -200)) == (-200, -200, 0, "")
    assert books(story) == [0, 0]
    assert wrong(story) == []


def test_nobody_signs_what_he_counted_himself():
    story = a_floor()
    sell(story, "ana", 1)
    with pytest.raises(errors.SignatureNeeded):
        takings.hand_in_takings(session_id=story.session.pk, seller="ana", counted_cents=100, signed="ana", actor="ana")


def test_who_never_sold_hands_in_nothing_whatever_is_counted():
    story = a_floor()
    with pytest.raises(errors.NothingToHandIn):
        hand_in(story, "luis", 5_000, signed="luis")
    assert books(story) == [0, 0]


def test_no_session_opens_while_money_of_the_last_one_is_out(time):
    story = a_game_on_sale(virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    first = story.session
    sessions.count_balls(session_id=first.pk, ball_set="set-1", missing=[], actor="sala")
    sessions.close_session(session_id=first.pk, signed="mesa", actor="sala")
    store.destroy_used(session_id=first.pk, witness="Ana", actor="sala")
    prepare_session(story)
    with pytest.raises(errors.TakingsOutstanding) as refused:
        sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert refused.value.params == {"session_no": 1, "seller": "venta", "amount_cents": 600}
    takings.hand_in_takings(session_id=first.pk, seller="venta", counted_cents=600, actor="caja")
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    assert wrong(story) == []


def test_who_has_sold_nothing_hands_in_nothing():
    story = a_floor()
    issue(story, "luis", 5)
    for seller in ("ana", "luis", "unknown"):
        with pytest.raises(errors.NothingToHandIn):
            hand_in(story, seller, 0)
    sell(story, "luis", 1)
    hand_in(story, "luis", 200)
    with pytest.raises(errors.NothingToHandIn):
        hand_in(story, "luis", 0)


def test_after_a_difference_the_seller_starts_at_nothing_again():
    story = a_floor()
    sell(story, "ana", 5)
    hand_in(story, "ana", 900, signed="ana")
    sell(story, "ana", 2)
    assert told(hand_in(story, "ana", 400)) == (400, 400, 0, "")
    assert books(story) == [1_300, -100]
    assert wrong(story) == []


def test_an_undone_sale_is_not_expected():
    story = a_floor()
    issue(story, "ana", 6)
    sell(story, "ana", 3)
    sell(story, "ana", 2)
    undo(story, "ana", 4, 5)
    assert told(hand_in(story, "ana", 600)) == (600, 600, 0, "")
    assert wrong(story) == []


def test_each_seller_hands_in_his_own_and_passed_cards_count_for_who_sold_them():
    story = a_floor()
    issue(story, "ana", 6)
    floor.hand_over_block(game_id=story.game_id, seller="ana", to="luis", first=4, last=6, actor="ana")
    sell(story, "ana", 3)
    sell(story, "luis", 2)
    assert hand_in(story, "luis", 400).expected_cents == 400
    assert hand_in(story, "ana", 600).expected_cents == 600
    assert books(story) == [1_000, 0]


def test_what_was_sold_in_earlier_games_of_the_session_is_expected_too():
    story = a_floor()
    issue(story, "ana", 5)
    sell(story, "ana", 5)
    end_game(story)
    open_next_sale(story)
    sell(story, "ana", 1)
    assert told(hand_in(story, "ana", 1_200)) == (1_200, 1_200, 0, "")
    assert wrong(story) == []


def test_the_same_count_told_again_is_one_and_another_under_its_key_is_refused():
    story = a_floor()
    sell(story, "ana", 5)
    event = hand_in(story, "ana", 900, signed="ana", source_ref="caja:1")
    assert hand_in(story, "ana", 900, signed="ana", source_ref="caja:1") == event
    with pytest.raises(errors.KeyReused):
        hand_in(story, "ana", 800, signed="ana", source_ref="caja:1")
    assert books(story) == [900, -100]
    assert wrong(story) == []
