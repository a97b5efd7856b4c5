"""The minutes tell what was sold, what lay unsold or spoiled in between, the second series, who signed; the money."""

from dataclasses import replace

import pytest
from django.contrib.auth.models import Group
from django.utils.translation import override

from people.models import StaffMember
from sessions.rules.events import Medium
from sessions.rules.regulations import es_1979
from sessions.selectors.acta import books_of, minutes_of, sessions_without_book
from sessions.services import acta, floor, sales, sessions, store, takings
from sessions.services.hall import make_series
from tests.given import a_game_on_sale, an_open_session, close_sale, open_next_sale
from tests.sessions.services.test_acta import forget_the_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def a_seller(django_user_model):
    """Let somebody sell in a story's hall."""

    def make(story, username, name):
        user = django_user_model.objects.create_user(username)
        user.groups.add(Group.objects.get_or_create(name="seller_caller")[0])
        StaffMember.objects.create(user=user, hall=story.hall, name=name)

    return make


def read(story):
    story.session.refresh_from_db()
    story.hall.refresh_from_db()
    with override("en"):
        return minutes_of(story.hall, story.session)


def entry(story, kind):
    (found,) = [one for one in read(story).entries if one.kind == kind]
    return found


def test_spoiled_cards_within_the_range_sold_are_named_and_those_beyond_it_are_not(a_seller):
    story = a_game_on_sale(virtual=False)
    a_seller(story, "venta", "Ana")
    game = {"game_id": story.game_id}
    sales.sell_cards(quantity=3, actor="venta", **game)
    floor.spoil_cards(seller="", first=4, last=5, reason="wet", actor="caja", **game)
    floor.spoil_cards(seller="", first=150, last=150, reason="torn", actor="caja", **game)
    sales.sell_cards(quantity=2, actor="venta", **game)
    close_sale(story)
    assert entry(story, "game").lines[:2] == (
        "Printed cards: series A 000001, of 200. Cards 1 to 7: 5 sold.",
        "Spoiled in between: 4-5",
    )
    spoiled = [one.lines for one in read(story).entries if one.kind == "spoiled"]
    assert spoiled == [("Cards 4 to 5 cannot be sold.", "wet"), ("Cards 150 to 150 cannot be sold.", "torn")]


def test_holes_that_the_terms_allow_are_in_the_minutes_with_their_numbers(a_seller, monkeypatch):
    lenient = replace(es_1979.REGULATION, holes="acta")
    monkeypatch.setattr("sessions.services.sales.regulation_in_force", lambda _hall: lenient)
    story = a_game_on_sale(virtual=False)
    a_seller(story, "ana", "Ana")
    a_seller(story, "bea", "Bea")
    game = {"game_id": story.game_id}
    floor.issue_block(seller="ana", quantity=10, actor="caja", **game)
    floor.issue_block(seller="bea", quantity=10, actor="caja", **game)
    sales.sell_cards(quantity=8, actor="ana", **game)
    sales.sell_cards(quantity=10, actor="bea", **game)
    sales.close_sale(actor="mesa", **game)
    assert entry(story, "game").lines[:2] == (
        "Printed cards: series A 000001, of 200. Cards 1 to 20: 18 sold.",
        "Not sold in between: 9-10",
    )


def test_while_the_sale_is_open_nothing_is_said_of_it():
    story = a_game_on_sale(virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    assert [one.kind for one in read(story).entries] == ["opening"]


def test_a_sellers_money_is_told_beside_the_book_with_its_difference_and_who_signed_it(a_seller):
    story = a_game_on_sale(virtual=False)
    a_seller(story, "ana", "Ana")
    a_seller(story, "caja", "Carmen")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="ana")
    session = {"session_id": story.session.pk, "seller": "ana", "actor": "caja"}
    takings.hand_in_takings(counted_cents=1_150, signed="ana", **session)
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="ana")
    takings.hand_in_takings(counted_cents=400, **session)
    keys = ("seller", "expected_cents", "counted_cents", "difference_cents", "signed", "by")
    assert [tuple(one[key] for key in keys) for one in read(story).takings] == [
        ("Ana", 1_200, 1_150, -50, "Ana", "Carmen"),
        ("Ana", 400, 400, 0, "", "Carmen"),
    ]


def test_a_complementary_series_has_a_line_of_its_own_and_an_entry(a_seller):
    story = an_open_session()
    a_seller(story, "ana", "Ana")
    fresh, story.physical = story.physical, make_series(story.physical.matrix, "A", "000009", Medium.PHYSICAL, 101, 200)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=100, actor="ana")
    floor.add_series(game_id=story.game_id, series_id=fresh.pk, actor="mesa")
    sales.sell_cards(game_id=story.game_id, quantity=7, actor="ana")
    close_sale(story)
    assert entry(story, "second_series").lines == ("Series A 000001 goes on sale in the same game, cards 1 to 100.",)
    assert entry(story, "game").lines[:2] == (
        "Printed cards: series A 000009, of 100. Cards 101 to 200: 100 sold.",
        "Complementary: series A 000001, of 200. Cards 1 to 7: 7 sold.",
    )


def test_the_destruction_of_cards_is_an_entry_with_its_witness_and_what_is_kept_as_evidence():
    story = an_open_session()
    series = {"series_id": story.physical.pk, "actor": "sala"}
    store.spoil_stock(first=11, last=20, reason="wet", **series)
    store.keep_evidence(first=11, last=12, reason="forged", **series)
    store.destroy_used(session_id=story.session.pk, witness="Dolores", actor="sala")
    assert entry(story, "destruction").lines == ("8 used cards destroyed before Dolores; 2 kept as evidence.",)


def test_who_signed_is_told_by_name_with_the_time_and_what_is_missing_stays_pending(a_seller, time):
    story = an_open_session()
    a_seller(story, "mesa", "Marta")
    sessions.note_incident(session_id=story.session.pk, text="the lights went out", actor="sala")
    pending = [(one.entry_no, str(post)) for one, post in read(story).pending]
    assert pending == [(2, "hall_manager"), (2, "table_chief")]
    acta.sign_entry(session_id=story.session.pk, entry_no=2, as_post="table_chief", signer="mesa", actor="mesa")
    first, second = entry(story, "incident").signatures
    assert (first.post, first.who, first.at) == ("hall_manager", "", None)
    assert (second.post, second.who, second.at) == ("table_chief", "Marta", time.time)
    assert [(one.entry_no, str(post)) for one, post in read(story).pending] == [(2, "hall_manager")]


def test_a_book_lists_its_sessions_with_their_folios():
    story = an_open_session()
    for number in range(12):
        sessions.note_incident(session_id=story.session.pk, text=f"number {number}", actor="sala")
    # The opening takes 11 lines (heading, begins, four posts, two of equipment, count, signature, space), each
    # incident 5: six fit on the first folio of 44 lines.
    (book,) = books_of(story.hall)
    (session,) = book["sessions"]
    assert (session["first"], session["last"], session["entries"], session["closed"]) == (1, 2, 13, 0)
    assert [(folio.number, len(folio.entries)) for folio in read(story).folios] == [(1, 7), (2, 6)]


def test_a_session_of_before_the_book_is_told_from_its_journal():
    story = an_open_session()
    sessions.note_incident(session_id=story.session.pk, text="the lights went out", actor="sala")
    stored = [(one.entry_no, one.place, one.lines) for one in read(story).entries]
    forget_the_book(story)
    minutes = read(story)
    assert minutes.book is None
    assert [(one.entry_no, one.place, one.lines) for one in minutes.entries] == stored
    assert [one.session_no for one in sessions_without_book(story.hall)] == [1]


def test_an_entry_longer_than_a_folio_reaches_as_far_as_its_lines_do():
    story = an_open_session()
    # 60 lines of words, both signatures, heading and space: 64 lines, from the head of folio 2 over folio 3.
    sessions.note_incident(session_id=story.session.pk, text="x" * 112 * 60, actor="sala")
    (book,) = books_of(story.hall)
    (session,) = book["sessions"]
    assert (session["first"], session["last"]) == (1, 3)
    folios = read(story).folios
    assert [(f.number, len(f.entries), f.runs_on is not None) for f in folios] == [
        (1, 1, False),
        (2, 1, False),
        (3, 0, True),
    ]
