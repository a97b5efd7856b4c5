"""The store's deeds on the database: what is spoiled is skipped, what is used is destroyed, and only that."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import CardSeries, SoldCard
from sessions.rules import errors
from sessions.selectors.stock import series_of_hall, to_destroy
from sessions.selectors.verify import violations
from sessions.services import floor, payments, sales, sessions, store
from tests.given import a_game_on_sale, a_hall, an_open_session, close_sale, open_next_sale
from tests.screens.sockets import make_people
from tests.sessions.stories import end_session, play_out, prepare_session, spans_of

pytestmark = pytest.mark.django_db


def spoil(series, first, last, **kwargs):
    return store.spoil_stock(series_id=series.pk, first=first, last=last, reason="wet", actor="sala", **kwargs)


def keep(series, first, last):
    return store.keep_evidence(series_id=series.pk, first=first, last=last, reason="doubt", actor="mesa")


def destroy(story, **kwargs):
    return store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala", **kwargs)


def sell(story, quantity, seller="venta"):
    sold = sales.sell_cards(game_id=story.game_id, quantity=quantity, actor=seller)
    return [(run.first, run.last) for run in sold.runs]


def off(story):
    story.game.refresh_from_db()
    return [(o["first"], o["last"], o["why"]) for o in story.game.board["lots"][0]["off"]]


def sound(story):
    story.hall.refresh_from_db()
    return list(violations(story.hall)) == []


@pytest.fixture
def played(time):
    """Play a game of six cards, 1-6, and three virtual ones; the session stays open."""
    story = a_game_on_sale()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    sell(story, 6)
    sales.buy_cards(game_id=story.game_id, quantity=3, holder="player:1", actor="player:1")
    play_out(story, time, winner=3)
    return story


def test_cards_spoiled_in_stock_are_set_apart_by_the_next_sale_and_sold_to_nobody():
    story = an_open_session()
    spoil(story.physical, 4, 6)
    open_next_sale(story)
    assert off(story) == [(4, 6, "spoiled")]
    assert sell(story, 6) == [(1, 3), (7, 9)]
    assert sorted(SoldCard.objects.values_list("number", flat=True)) == [1, 2, 3, 7, 8, 9]
    assert sound(story)


def test_cards_spoiled_in_stock_are_given_to_no_seller():
    story = an_open_session()
    make_people(story.hall)
    spoil(story.physical, 4, 6)
    open_next_sale(story)
    issue = floor.issue_block(game_id=story.game_id, seller="venta1", quantity=5, actor="caja")
    assert [(run.first, run.last) for run in issue.runs] == [(1, 3), (7, 8)]
    assert sell(story, 5, "venta1") == [(1, 3), (7, 8)]
    assert sound(story)


def test_spoiled_cards_destroyed_while_a_game_goes_on_stay_destroyed_when_it_ends(time):
    story = an_open_session()
    spoil(story.physical, 4, 6)
    open_next_sale(story)
    sell(story, 6)
    assert destroy(story).cards == 3
    play_out(story, time)
    assert spans_of(story.physical) == [(1, 3, "used"), (4, 6, "destroyed"), (7, 9, "used"), (10, 200, "stock")]
    assert sound(story)


def test_a_series_whose_last_cards_are_all_spoiled_is_no_longer_offered(time):
    story = a_game_on_sale()
    sell(story, 190)
    play_out(story, time)
    assert [(one["letter"], one["left"]) for one in series_of_hall(story.hall)] == [("A", 10), ("V", 100)]
    spoil(story.physical, 191, 200)
    assert [one["letter"] for one in series_of_hall(story.hall)] == ["V"]


@pytest.mark.parametrize(("first", "last"), [(0, 1), (200, 201), (6, 5)])
def test_only_cards_of_the_series_in_stock_are_spoiled(first, last):
    _hall, series, _virtual = a_hall()
    with pytest.raises(errors.CardsNotInState):
        spoil(series, first, last)
    assert spans_of(series) == [(1, 200, "stock")]


def test_stock_is_not_touched_while_a_game_is_played_with_it():
    story = a_game_on_sale()
    with pytest.raises(errors.GameInPlay):
        spoil(story.physical, 4, 6)
    with pytest.raises(errors.GameInPlay):
        store.withdraw_series(series_id=story.physical.pk, reason="misprint", actor="sala")
    assert spans_of(story.physical) == [(1, 200, "stock")]


def test_the_same_order_to_spoil_said_twice_is_one():
    _hall, series, _virtual = a_hall()
    assert spoil(series, 4, 6, source_ref="sala:k") == spoil(series, 4, 6, source_ref="sala:k")
    assert Event.objects.filter(kind="StockSpoiled").count() == 1
    with pytest.raises(errors.KeyReused):
        spoil(series, 4, 7, source_ref="sala:k")


def test_what_was_spoiled_in_a_withdrawn_game_is_not_sold_in_the_next():
    story = a_game_on_sale()
    floor.spoil_cards(game_id=story.game_id, seller="", first=2, last=3, reason="torn", actor="mesa")
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert spans_of(story.physical) == [(1, 1, "stock"), (2, 3, "spoiled"), (4, 200, "stock")]
    open_next_sale(story)
    assert sell(story, 3) == [(1, 1), (4, 5)]
    assert sound(story)


def test_used_cards_are_destroyed_but_the_evidence(played):
    keep(played.physical, 3, 3)
    event = destroy(played)
    assert (event.cards, event.kept, event.witness) == (5, 1, "Ana")
    assert spans_of(played.physical) == [
        (1, 2, "destroyed"),
        (3, 3, "evidence"),
        (4, 6, "destroyed"),
        (7, 200, "stock"),
    ]
    assert [(one["first"], one["last"], one["state"]) for one in to_destroy(played.hall)] == [(3, 3, "evidence")]
    assert sound(played)


def test_a_card_that_won_goes_with_the_minutes_and_is_there_when_its_prize_is_paid_late(played):
    """O79 35.6: winning cards are kept with the minutes; card 3 won, and nobody has paid it yet."""
    assert destroy(played).cards == 5
    assert spans_of(played.physical) == [
        (1, 2, "destroyed"),
        (3, 3, "annexed"),
        (4, 6, "destroyed"),
        (7, 200, "stock"),
    ]
    paid = payments.pay_late(session_id=played.session.pk, game_id=played.game_id, award_no=1, card=3, actor="caja")
    assert paid.card == 3
    assert sound(played)


def test_what_is_destroyed_is_not_destroyed_again(played):
    destroy(played)
    with pytest.raises(errors.NothingToDestroy):
        destroy(played)
    with pytest.raises(errors.CardsNotInState):
        keep(played.physical, 2, 2)
    assert Event.objects.filter(kind="UsedCardsDestroyed").count() == 1


def test_the_same_destruction_said_twice_is_one(played):
    assert destroy(played, source_ref="sala:k") == destroy(played, source_ref="sala:k")
    assert Event.objects.filter(kind="CardsDestroyed").count() == 1


def test_virtual_series_are_never_destroyed(played):
    seq = CardSeries.objects.get(pk=played.virtual.pk).seq
    assert destroy(played).cards == 5
    assert spans_of(played.virtual) == [(201, 300, "stock")]
    assert CardSeries.objects.get(pk=played.virtual.pk).seq == seq
    assert {one["letter"] for one in to_destroy(played.hall)} == set()


def test_the_next_session_opens_only_after_the_destruction(played):
    first = played.session
    end_session(played)
    prepare_session(played)
    with pytest.raises(errors.UsedCardsRemain) as refused:
        sessions.open_session(session_id=played.session.pk, signed="mesa", actor="sala")
    assert refused.value.params == {"session_no": 1, "cards": 5}
    store.destroy_used(session_id=first.pk, witness="Ana", actor="sala")
    sessions.open_session(session_id=played.session.pk, signed="mesa", actor="sala")
    played.session.refresh_from_db()
    assert played.session.state == "open"
    assert sound(played)


def test_evidence_does_not_keep_the_next_session_closed(played):
    keep(played.physical, 1, 6)
    end_session(played)
    prepare_session(played)
    sessions.open_session(session_id=played.session.pk, signed="mesa", actor="sala")
    played.session.refresh_from_db()
    assert played.session.state == "open"


def test_a_series_given_back_cannot_be_sold():
    story = an_open_session()
    store.withdraw_series(series_id=story.physical.pk, reason="misprint", actor="sala")
    with pytest.raises(errors.SeriesExhausted):
        open_next_sale(story)
    assert [one["letter"] for one in series_of_hall(story.hall)] == ["V"]
    assert sound(story)


def test_only_an_untouched_series_is_given_back(played):
    with pytest.raises(errors.SeriesTouched) as refused:
        store.withdraw_series(series_id=played.physical.pk, reason="misprint", actor="sala")
    assert refused.value.params == {"touched": 6}


def test_cards_brought_back_are_in_stock_for_the_next_game(time):
    story = a_game_on_sale()
    make_people(story.hall)
    floor.issue_block(game_id=story.game_id, seller="venta1", quantity=10, actor="caja")
    sell(story, 4, "venta1")
    floor.return_block(game_id=story.game_id, seller="venta1", first=5, last=10, actor="caja")
    close_sale(story)
    play_out(story, time, winner=3, close=False)
    assert spans_of(story.physical) == [(1, 2, "used"), (3, 3, "annexed"), (4, 4, "used"), (5, 200, "stock")]
    open_next_sale(story)
    assert sell(story, 2, "venta2") == [(5, 6)]
