"""A series of a hall that kept no stock before: its row says how far its sale had come, and that is all it says."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import CardSeries
from sessions.rules import errors
from sessions.rules.references import CardReference
from sessions.selectors.stock import store_of, to_destroy, where_is
from sessions.selectors.store import places_of
from sessions.selectors.verify import violations
from sessions.services import sales, store
from tests.given import a_game_on_sale, an_open_session, close_sale, open_next_sale
from tests.records.test_journal import without_triggers
from tests.sessions.stories import play_out, spans_of

pytestmark = pytest.mark.django_db

STREAM = "series:A:000001"


def forgotten(story, *, next_number):
    """Take the series back to what an earlier version left: a row, and no event."""
    with without_triggers():
        Event.objects.filter(hall=story.hall, stream=STREAM).delete()
    CardSeries.objects.filter(pk=story.physical.pk).update(
        seq=0, board={}, next_number=next_number, remains=next_number > 1
    )


@pytest.fixture
def old():
    """Open a session with a series whose cards 1-8 were sold before; 9-200 were not."""
    story = an_open_session()
    forgotten(story, next_number=9)
    return story


def kinds():
    return list(Event.objects.filter(stream=STREAM).order_by("seq").values_list("kind", "source_ref"))


def test_the_store_shows_it_begun_with_what_is_left(old):
    told = next(one for one in store_of(old.hall) if one["id"] == old.physical.pk)
    assert (told["state"], told["counts"]["used"], told["counts"]["stock"], told["next_card"]) == ("begun", 8, 192, 9)


def test_it_cannot_be_given_back_as_untouched(old):
    with pytest.raises(errors.SeriesTouched) as refused:
        store.withdraw_series(series_id=old.physical.pk, reason="end", actor="sala")
    assert refused.value.params == {"touched": 8}
    assert kinds() == []


def test_cards_of_it_are_spoiled_in_stock_and_the_same_request_is_answered_the_same(old):
    spoil = {"series_id": old.physical.pk, "first": 20, "last": 21, "reason": "wet", "actor": "sala"}
    first = store.spoil_stock(**spoil, source_ref="sala:key-1")
    assert store.spoil_stock(**spoil, source_ref="sala:key-1") == first
    assert spans_of(old.physical) == [(1, 8, "used"), (9, 19, "stock"), (20, 21, "spoiled"), (22, 200, "stock")]
    assert kinds() == [("SeriesReceived", None), ("CardsUsed", None), ("StockSpoiled", "sala:key-1")]


def test_its_cards_are_found_from_its_row_and_after_its_first_event(old):
    for spoiled in (50, 60):
        assert [where_is(old.hall, "A", "000001", card)["state"] for card in (1, 8, 9, 200)] == [
            "used",
            "used",
            "stock",
            "stock",
        ]
        place = places_of(old.hall, CardReference(number=8))
        assert [(one["letter"], one["state"]) for one in place] == [("A", "used")]
        store.spoil_stock(series_id=old.physical.pk, first=spoiled, last=spoiled, reason="wet", actor="sala")
        with pytest.raises(errors.NotFound):
            where_is(old.hall, "A", "000001", 201)


def test_its_used_cards_are_destroyed_with_the_others(old):
    assert [(one["first"], one["last"], one["state"]) for one in to_destroy(old.hall)] == [(1, 8, "used")]
    store.destroy_used(session_id=old.session.pk, witness="Ana", actor="sala")
    assert spans_of(old.physical) == [(1, 8, "destroyed"), (9, 200, "stock")]
    assert to_destroy(old.hall) == []


def test_a_sale_goes_on_where_the_last_one_stood_and_only_its_own_cards_are_of_its_game(old, time):
    open_next_sale(old)
    assert kinds() == [("SeriesReceived", None), ("CardsUsed", None)]
    sales.sell_cards(game_id=old.game_id, quantity=6, actor="venta")
    close_sale(old)
    assert where_is(old.hall, "A", "000001", 9)["state"] == "sold"
    play_out(old, time, close=False)
    spans = CardSeries.objects.get(pk=old.physical.pk).board["spans"]
    assert [(s["first"], s["last"], s["state"], s["session_no"], s["game_no"]) for s in spans] == [
        (1, 8, "used", 0, 0),
        (9, 14, "used", 1, 1),
        (15, 200, "stock", 0, 0),
    ]


def test_games_of_before_are_no_fault_of_the_stock(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=8, actor="venta")
    play_out(story, time)
    forgotten(story, next_number=9)
    store.spoil_stock(series_id=story.physical.pk, first=20, last=20, reason="wet", actor="sala")
    assert [found for found in violations(story.hall) if found.startswith("I6")] == []


def test_cards_a_game_sold_above_what_was_used_before_are_a_fault(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=8, actor="venta")
    play_out(story, time)
    forgotten(story, next_number=8)
    store.spoil_stock(series_id=story.physical.pk, first=20, last=20, reason="wet", actor="sala")
    assert [found for found in violations(story.hall) if found.startswith("I6")] == [
        "I6 series:A:000001: game game:1:1 sold cards the stock does not know as used"
    ]


def test_a_game_on_sale_while_the_program_was_renewed_uses_its_own_cards_only(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    forgotten(story, next_number=7)
    play_out(story, time, close=False)
    spans = CardSeries.objects.get(pk=story.physical.pk).board["spans"]
    assert [(s["first"], s["last"], s["state"], s["game_no"]) for s in spans] == [
        (1, 6, "used", 1),
        (7, 200, "stock", 0),
    ]
