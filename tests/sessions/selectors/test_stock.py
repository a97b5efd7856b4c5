"""What the store is told to have: series and counts, the heap to destroy, and where one card is."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sessions.rules.errors import NotFound
from sessions.selectors.stock import series_of_hall, store_of, to_destroy, where_is
from sessions.services import floor, sales, store
from sessions.services.hall import make_series
from tests.given import a_game_on_sale, a_hall, an_open_session, open_next_sale
from tests.screens.sockets import make_people
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(time):
    """Spoil 4-6, play a game of 1-3 and 7-9 in which 3 wins, keep 3 as evidence, destroy the rest."""
    story = an_open_session()
    store.spoil_stock(series_id=story.physical.pk, first=4, last=6, reason="wet", actor="sala")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    store.keep_evidence(series_id=story.physical.pk, first=3, last=3, reason="doubt", actor="mesa")
    return story


def places(story, *cards):
    return [where_is(story.hall, "A", "000001", card)["state"] for card in cards]


def test_the_counts_of_a_series_add_up_to_its_size(story):
    printed, virtual = store_of(story.hall)
    assert (printed["state"], printed["next_card"], virtual["state"]) == ("begun", 10, "received")
    counts = {state: cards for state, cards in printed["counts"].items() if cards}
    assert counts == {"stock": 191, "used": 5, "spoiled": 3, "evidence": 1}
    assert sum(printed["counts"].values()) == printed["size"] == 200
    assert virtual["counts"]["stock"] == 100


def test_the_heap_to_destroy_names_series_session_and_game(story):
    told = [
        (one["first"], one["last"], one["state"], one["session_no"], one["game_no"]) for one in to_destroy(story.hall)
    ]
    assert told == [
        (1, 2, "used", 1, 1),
        (3, 3, "evidence", 1, 1),
        (4, 6, "spoiled", 0, 0),
        (7, 9, "used", 1, 1),
    ]
    assert {(one["letter"], one["ident"], one["series"]) for one in to_destroy(story.hall)} == {
        ("A", "000001", story.physical.pk)
    }


def test_a_hall_has_only_its_own_heap(story):
    other, *_rest = a_hall()
    assert to_destroy(other) == []
    assert [one["letter"] for one in store_of(other)] == ["A", "V"]


def test_a_card_is_told_by_its_state_between_games(story):
    assert places(story, 1, 3, 5, 9, 10) == ["used", "evidence", "spoiled", "used", "stock"]
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")
    assert places(story, 1, 3, 5, 9, 10) == ["destroyed", "evidence", "destroyed", "destroyed", "stock"]
    assert where_is(story.hall, "a", "000001", 8) == {
        "state": "destroyed",
        "holder": "",
        "seller": "venta",
        "session_no": 1,
        "game_no": 1,
    }


def test_a_card_is_told_by_the_game_while_it_is_on_sale():
    story = a_game_on_sale()
    make_people(story.hall)
    floor.issue_block(game_id=story.game_id, seller="venta1", quantity=5, actor="caja")
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta1")
    floor.spoil_cards(game_id=story.game_id, seller="venta1", first=3, last=3, reason="torn", actor="venta1")
    assert places(story, 2, 3, 4, 6) == ["sold", "spoiled", "held", "desk"]
    assert where_is(story.hall, "A", "000001", 4)["holder"] == "venta1"
    assert where_is(story.hall, "A", "000001", 2)["seller"] == "venta1"
    assert where_is(story.hall, "V", "000001", 201)["state"] == "desk"


@pytest.mark.parametrize(
    ("letter", "ident", "card"), [("B", "000001", 1), ("A", "1", 1), ("A", "000001", 0), ("A", "000001", 201)]
)
def test_what_the_hall_does_not_have_is_nowhere(letter, ident, card):
    hall, *_series = a_hall()
    with pytest.raises(NotFound):
        where_is(hall, letter, ident, card)


def test_what_is_left_of_a_series_leaves_out_what_was_spoiled_in_it(story):
    store.spoil_stock(series_id=story.physical.pk, first=20, last=29, reason="wet", actor="sala")
    printed = series_of_hall(story.hall)[0]
    assert (printed["letter"], printed["next_card"], printed["left"]) == ("A", 10, 181)


def test_the_heap_is_found_without_reading_the_boards_of_the_years(story):
    make_series(story.physical.matrix, "B", "1", "physical", 1, 200)
    with CaptureQueriesContext(connection) as asked:
        assert {one["letter"] for one in to_destroy(story.hall)} == {"A"}
    (query,) = [one["sql"] for one in asked]
    assert "series_with_remains" in explained(query)


def explained(query):
    """Give the database's plan for a query, in a table too small for it to choose an index of itself."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {query}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
        return " ".join(str(row) for row in cursor.fetchall())
