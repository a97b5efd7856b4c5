"""Shifts at the tills: money where it lies, counts that are blind, differences in the books, nothing done twice."""

import pytest
from django.db import IntegrityError, transaction

from ledger.models import Account, Entry
from ledger.selectors import balance_cents
from records.models import Event
from sessions.models import TillShift
from sessions.rules import errors
from sessions.services import payments, sessions, takings, tills
from tests.given import an_open_session
from tests.sessions.services.floors import a_floor, a_player, sell, wrong
from tests.sessions.stories import end_session

pytestmark = pytest.mark.django_db
HUNDRED = {5_000: 2}


@pytest.fixture
def story(settings):
    settings.BINGO_TILLS = ["2"]
    settings.BINGO_TILL_DIFFERENCE_CENTS = 1_000
    told = a_floor()
    tills.move_safe(hall_id=told.hall.pk, amount_cents=50_000, reason="float", actor="sala")
    return told


def books(story, *codes):
    return [balance_cents(story.hall.pk, code) for code in codes]


def opened(story, actor="caja", till="main", **changes):
    asked = {"pieces": HUNDRED, "from_safe_cents": 10_000}
    return tills.open_till(hall_id=story.hall.pk, till=till, actor=actor, **{**asked, **changes})


def count(story, pieces, actor="caja"):
    return tills.count_till(hall_id=story.hall.pk, pieces=pieces, actor=actor)


def close(story, actor="caja", drop=0, **changes):
    return tills.close_till(hall_id=story.hall.pk, drop_cents=drop, actor=actor, **changes)


def test_a_sale_is_in_the_sellers_hand_until_it_is_handed_in(story):
    sell(story, "ana", 5)
    assert books(story, "seller:ana", "cash", "takings") == [1_000, 0, 1_000]
    takings.hand_in_takings(session_id=story.session.pk, seller="ana", counted_cents=990, signed="ana", actor="caja")
    assert books(story, "seller:ana", "cash", "differences") == [0, 990, -10]
    assert wrong(story) == []


def test_a_shift_takes_its_float_from_the_safe(story):
    event = opened(story)
    assert (event.shift_no, event.counted_cents, event.expected_cents) == (1, 10_000, 10_000)
    assert books(story, "cash", "safe", "float", "differences") == [10_000, 40_000, 50_000, 0]
    assert wrong(story) == []


def test_what_was_left_in_a_drawer_and_is_short_goes_into_the_books_at_the_opening(story):
    opened(story)
    count(story, HUNDRED)
    close(story, drop=0)
    event = opened(story, actor="otra", pieces={5_000: 1, 2_000: 2, 500: 1}, from_safe_cents=0)
    assert event.counted_cents - event.expected_cents == -500
    assert books(story, "cash", "differences") == [9_500, -500]
    assert wrong(story) == []


def test_each_cashier_takes_and_pays_in_their_own_till(story):
    a_player(story, 1)
    opened(story)
    opened(story, actor="otra", till="2")
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=700, actor="otra", source_ref="d1")
    sell(story, "ana", 1)
    takings.hand_in_takings(session_id=story.session.pk, seller="ana", counted_cents=200, actor="caja")
    assert books(story, "cash", "cash:2", "player:1") == [10_200, 10_700, 700]
    assert tills.till_of(story.hall.pk, "otra") == "cash:2"
    assert tills.till_of(story.hall.pk, "nobody") == "cash"
    assert wrong(story) == []


def test_money_goes_to_the_safe_and_comes_back_and_a_slip_is_taken_back_once(story):
    opened(story)
    by = {"hall_id": story.hall.pk, "actor": "caja"}
    tills.move_money(amount_cents=3_000, to_safe=True, **by)
    tills.move_money(amount_cents=500, to_safe=False, **by)
    assert books(story, "cash", "safe") == [7_500, 42_500]
    tills.undo_move(reason="it was 50", **by)
    assert books(story, "cash", "safe") == [7_000, 43_000]
    with pytest.raises(errors.NoMoveToUndo):
        tills.undo_move(reason="again", **by)
    assert wrong(story) == []


def test_a_count_is_kept_before_anything_is_told_and_closes_the_till(story):
    opened(story)
    event = count(story, {5_000: 1, 2_000: 2, 500: 1})
    assert (event.counted_cents, event.expected_cents) == (9_500, 10_000)
    assert books(story, "cash", "differences") == [10_000, 0]
    with pytest.raises(errors.DifferenceUnexplained):
        close(story, drop=9_000)
    close(story, drop=9_000, reason="wrong change")
    assert books(story, "cash", "safe", "differences") == [500, 49_000, -500]
    shift = TillShift.objects.get(hall=story.hall)
    assert (shift.counted_cents, shift.expected_cents, shift.closed_at is None) == (9_500, 10_000, False)
    assert wrong(story) == []


def test_money_that_moves_after_the_count_asks_for_another(story):
    opened(story)
    count(story, HUNDRED)
    tills.move_money(hall_id=story.hall.pk, amount_cents=1_000, to_safe=True, actor="caja")
    with pytest.raises(errors.CountIsOld):
        close(story)
    count(story, {5_000: 1, 2_000: 2})
    assert close(story).counted_cents == 9_000
    assert Event.objects.filter(hall=story.hall, kind="TillCounted").count() == 2


def test_a_till_goes_over_with_its_difference_booked(story):
    opened(story)
    count(story, {5_000: 1, 2_000: 2, 500: 1})
    event = tills.hand_over(hall_id=story.hall.pk, giver="caja", taker="otra", reason="a note", actor="caja")
    assert (event.next_shift_no, event.taker) == (2, "otra")
    assert books(story, "cash", "differences") == [9_500, -500]
    assert tills.till_of(story.hall.pk, "otra") == "cash"
    with pytest.raises(errors.NoOpenShift):
        count(story, HUNDRED)
    assert wrong(story) == []


def test_the_same_request_opens_counts_and_closes_once(story):
    for _ in range(2):
        opened(story, source_ref="caja:1")
    for _ in range(2):
        tills.count_till(hall_id=story.hall.pk, pieces=HUNDRED, actor="caja", source_ref="caja:2")
    for _ in range(2):
        close(story, drop=10_000, source_ref="caja:3")
    assert books(story, "cash", "safe") == [0, 50_000]
    assert TillShift.objects.count() == 1
    with pytest.raises(errors.KeyReused):
        close(story, drop=5, source_ref="caja:3")


def test_a_refusal_leaves_nothing_half_done(story):
    rows, entries = Event.objects.count(), Entry.objects.count()
    for pieces, refusal in (({3: 1}, errors.BadCount), ({5_000: 3}, errors.DifferenceUnsigned)):
        with pytest.raises(refusal):
            opened(story, pieces=pieces)
    with pytest.raises(errors.TillUnknown):
        opened(story, till="9")
    assert (Event.objects.count(), Entry.objects.count(), TillShift.objects.count()) == (rows, entries, 0)


def test_the_database_too_keeps_a_till_and_a_person_to_one_shift(story):
    opened(story)
    facts = {"hall": story.hall, "opened_cents": 0, "opened_at": TillShift.objects.get().opened_at}
    for till, holder in (("main", "otra"), ("2", "caja")):
        with pytest.raises(IntegrityError), transaction.atomic():
            TillShift.objects.create(shift_no=9, till=till, holder=holder, **facts)


def test_where_shifts_are_required_no_coin_moves_without_one(story, settings):
    settings.BINGO_TILL_SHIFTS = "required"
    a_player(story, 1)
    sell(story, "ana", 1)
    hand_in = {"session_id": story.session.pk, "seller": "ana", "counted_cents": 200, "actor": "caja"}
    deposit = {"hall_id": story.hall.pk, "account": "player:1", "amount_cents": 100, "actor": "caja", "source_ref": "d"}
    with pytest.raises(errors.NoOpenShift):
        takings.hand_in_takings(**hand_in)
    with pytest.raises(errors.NoOpenShift):
        payments.deposit(**deposit)
    assert books(story, "cash", "player:1", "seller:ana") == [0, 0, 200]
    opened(story)
    takings.hand_in_takings(**hand_in)
    payments.deposit(**deposit)
    assert books(story, "cash", "player:1", "seller:ana") == [10_300, 100, 0]


def test_where_shifts_are_required_no_session_closes_over_an_open_till(settings):
    story = an_open_session()
    settings.BINGO_TILL_SHIFTS = "required"
    tills.open_till(hall_id=story.hall.pk, till="main", pieces={}, actor="caja")
    with pytest.raises(errors.TillStillOpen):
        end_session(story)
    count(story, {})
    close(story)
    sessions.close_session(session_id=story.session.pk, signed="mesa", actor="sala")


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda: TillShift.objects.update(holder="otra"), "I15 shift 1 is not the fold of its events"),
        (lambda: TillShift.objects.all().delete(), "I15 shift 1 is not the fold of its events"),
        (lambda: Account.objects.filter(code="cash").update(balance_cents=9), "I2 account cash shows 9"),
    ],
)
def test_what_is_changed_behind_the_tills_is_found(story, spoil, found):
    opened(story)
    spoil()
    assert any(found in violation for violation in wrong(story))


def test_money_moved_without_an_event_of_the_tills_is_found(story):
    from ledger import services as ledger
    from records import clock

    opened(story)
    ledger.post(story.hall.pk, "till_drop", {"cash": -100, "safe": 100}, actor="caja", at=clock.now())
    assert wrong(story) == ["I15 cash: till_drop moved -100 cents, its events say 0"]
