"""Each way to falsify a series' stock is named: I6 says which cards, I13 that the board is not its events' fold."""

from __future__ import annotations

import pytest

from records.models import Event
from sessions.models import CardSeries
from sessions.selectors.verify import violations
from sessions.services import sales
from tests.given import a_game_on_sale
from tests.sessions.stories import play_out, spans_of

pytestmark = pytest.mark.django_db

SERIES = "series:A:000001"
UNFOLDED = f"I13 {SERIES} does not fold to its board"
UNMARKED = f"I6 {SERIES}: whether cards remain to be destroyed is not what their states say"
UNUSED = f"I6 {SERIES}: game game:1:1 sold cards the stock does not know as used"


@pytest.fixture
def story(time):
    """Play a game of cards 1-6; the stock is 1-6 used, 7-200 in stock."""
    story = a_game_on_sale(virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time)
    story.hall.refresh_from_db()
    assert spans_of(story.physical) == [(1, 6, "used"), (7, 200, "stock")]
    assert list(violations(story.hall)) == []
    return story


def tampered(story, change):
    """Change the stored spans and give what is found."""
    row = CardSeries.objects.get(pk=story.physical.pk)
    spans = [dict(span) for span in row.board["spans"]]
    CardSeries.objects.filter(pk=row.pk).update(board={**row.board, "spans": change(spans)})
    return list(violations(story.hall))


def test_a_span_taken_away_is_named(story):
    assert tampered(story, lambda spans: spans[1:]) == [
        UNFOLDED,
        f"I6 {SERIES}: card 1 is in no state, or in two",
        UNMARKED,
        UNUSED,
    ]


def test_the_last_span_taken_away_is_named(story):
    assert tampered(story, lambda spans: spans[:1]) == [
        UNFOLDED,
        f"I6 {SERIES}: the states end at 6, the series at 200",
    ]


def test_used_cards_put_back_into_stock_are_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "state": "stock", "session_no": 0, "game_no": 0}, spans[1]]) == [
        UNFOLDED,
        UNMARKED,
        UNUSED,
    ]


@pytest.mark.parametrize("state", ["unsold", "spoiled"])
def test_sold_cards_called_something_else_are_named(story, state):
    assert tampered(story, lambda spans: [{**spans[0], "state": state}, spans[1]]) == [UNFOLDED, UNUSED]


def test_cards_called_destroyed_without_an_event_are_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "state": "destroyed"}, spans[1]]) == [UNFOLDED, UNMARKED]


def test_a_used_range_made_shorter_is_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "last": 5}, spans[1]]) == [
        UNFOLDED,
        f"I6 {SERIES}: card 6 is in no state, or in two",
        UNUSED,
    ]


def test_a_used_range_made_shorter_with_the_stock_made_longer_is_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "last": 5}, {**spans[1], "first": 6}]) == [UNFOLDED, UNUSED]


def test_a_range_that_overlaps_the_next_is_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "last": 7}, spans[1]]) == [
        UNFOLDED,
        f"I6 {SERIES}: card 7 is in no state, or in two",
    ]


def test_cards_used_in_another_game_are_named(story):
    assert tampered(story, lambda spans: [{**spans[0], "game_no": 2}, spans[1]]) == [UNFOLDED, UNUSED]


def test_a_series_whose_last_event_is_not_its_board_s_is_named(story):
    CardSeries.objects.filter(pk=story.physical.pk).update(seq=7)
    assert list(violations(story.hall)) == [UNFOLDED]


def test_a_series_without_its_delivery_in_the_journal_is_named(story):
    """Without the first row of its stream the cards used were never there; only the rows are looked at here."""
    rows = Event.objects.filter(hall=story.hall, stream=SERIES)
    assert [row.kind for row in rows.order_by("seq")] == ["SeriesReceived", "CardsUsed"]
    CardSeries.objects.filter(pk=story.physical.pk).update(letter="B")
    found = list(violations(story.hall))
    assert "I13 series:B:000001 does not fold to its board" in found


def test_a_mark_that_hides_used_cards_from_their_destruction_is_named(story):
    CardSeries.objects.filter(pk=story.physical.pk).update(remains=False)
    assert list(violations(story.hall)) == [UNMARKED]
