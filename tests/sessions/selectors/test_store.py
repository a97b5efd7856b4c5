"""The store's books: deliveries as lines, the life of one card, what was destroyed."""

from __future__ import annotations

import pytest

from sessions.journal.carried import board_of
from sessions.models import CardSeries
from sessions.rules.errors import NotFound
from sessions.rules.references import parse_reference
from sessions.selectors.store import deliveries_of, destructions_of, life_of, next_delivery, places_of
from sessions.services import sales, store
from tests.given import a_game_on_sale, a_hall, an_open_session, open_next_sale
from tests.sessions.stories import play_out, receive

pytestmark = pytest.mark.django_db


def lines(hall):
    return [
        (one["delivery"], one["letter"], one["first_ident"], one["last_ident"], one["quantity"])
        for one in deliveries_of(hall)
    ]


def test_the_series_of_one_note_are_one_line_newest_first():
    hall, *_rest = a_hall()
    receive(hall)
    receive(hall, delivery="G-78", first_ident="000101", quantity=1)
    assert lines(hall) == [
        ("G-78", "B", "000101", "000101", 1),
        ("G-77", "B", "000098", "000100", 3),
        ("", "V", "000001", "000001", 1),
        ("", "A", "000001", "000001", 1),
    ]
    newest, before, *_older = deliveries_of(hall)
    assert (newest["value_cents"], before["value_cents"], before["size"]) == (30_000, 90_000, 200)


def test_numbers_with_a_gap_between_them_are_two_lines():
    hall, *_rest = a_hall()
    receive(hall, quantity=2)
    receive(hall, first_ident="000105", quantity=2)
    assert lines(hall)[:2] == [("G-77", "B", "000105", "000106", 2), ("G-77", "B", "000098", "000099", 2)]


def test_the_next_delivery_goes_on_where_the_last_one_of_paper_ended():
    hall, *_rest = a_hall()
    receive(hall)
    receive(hall, letter="W", medium="virtual", first_ident="1", quantity=1)
    suggested = next_delivery(deliveries_of(hall))
    names = ("letter", "first_ident", "quantity", "face_value_cents", "last_number")
    assert tuple(suggested[name] for name in names) == ("B", "000101", 3, 150, 200)
    assert next_delivery([]) == {}


def test_after_the_last_number_of_its_digits_none_is_suggested():
    hall, *_rest = a_hall()
    receive(hall, first_ident="99", quantity=1)
    assert next_delivery(deliveries_of(hall))["first_ident"] == ""


def test_the_life_of_a_card_is_told_from_its_delivery_to_its_end(time):
    story = an_open_session()
    store.spoil_stock(series_id=story.physical.pk, first=4, last=6, reason="wet", actor="sala")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time)
    store.keep_evidence(series_id=story.physical.pk, first=3, last=3, reason="doubt", actor="mesa")
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")

    def told(card):
        return [(one["how"], one["actor"]) for one in life_of(story.physical, card)]

    assert told(1) == [("received", "setup"), ("used", "mesa"), ("destroyed", "sala")]
    assert told(3) == [("received", "setup"), ("used", "mesa"), ("evidence", "mesa")]
    assert told(5) == [("received", "setup"), ("spoiled_in_stock", "sala"), ("destroyed", "sala")]
    assert told(10) == [("received", "setup")]
    use = life_of(story.physical, 1)[1]
    assert (use["session_no"], use["game_no"], use["seller"]) == (1, 1, "venta")
    (past,) = destructions_of(story.hall)
    assert (past["session_no"], past["cards"], past["kept"], past["witness"], past["actor"]) == (1, 8, 1, "Ana", "sala")


def test_a_series_given_back_ends_the_life_of_its_cards():
    _hall, physical, _virtual = a_hall()
    store.withdraw_series(series_id=physical.pk, reason="misprint", actor="sala")
    assert [one["how"] for one in life_of(physical, 200)] == ["received", "withdrawn"]


def test_a_bare_number_is_looked_for_in_the_game_then_in_the_series_begun(time):
    story = a_game_on_sale(virtual=False)
    receive(story.hall)

    def found(text):
        return [(one["letter"], one["ident"], one["state"]) for one in places_of(story.hall, parse_reference(text))]

    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    assert found("6") == [("A", "000001", "sold")]
    assert found("B-000099/6") == [("B", "000099", "stock")]
    play_out(story, time)
    assert found("6") == [("A", "000001", "used")]
    assert found("250") == []
    with pytest.raises(NotFound):
        found("C-000001/6")
    with pytest.raises(NotFound):
        found("A-000001/201")


def test_only_so_many_lines_are_read_and_no_series_beyond_them(django_assert_num_queries):
    hall, *_rest = a_hall()
    for note in range(4):
        receive(hall, delivery=f"G-{note}", first_ident=f"{note}00", quantity=2)
    with django_assert_num_queries(1):
        told = deliveries_of(hall, most=2)
    assert [(one["delivery"], one["first_ident"], one["last_ident"]) for one in told] == [
        ("G-3", "300", "301"),
        ("G-2", "200", "201"),
    ]


def test_series_not_begun_or_used_up_are_not_decoded_to_find_a_number(time, monkeypatch):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time)
    receive(story.hall, quantity=3)
    CardSeries.objects.filter(ident="000099").update(next_number=201)
    decoded = []
    monkeypatch.setattr(
        "sessions.selectors.store.board_of", lambda series: decoded.append(series.ident) or board_of(series)
    )
    assert [(one["letter"], one["ident"]) for one in places_of(story.hall, parse_reference("7"))] == [("A", "000001")]
    assert decoded == ["000001"]
