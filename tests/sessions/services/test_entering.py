"""The door: who is asked about, let in, held, counted; the journal knows numbers drawn by chance and no more."""

from datetime import date

import pytest

from people.bans import set_register
from people.models import Entrance, EntryCard, EntryHold, Terminal, Visit, VisitorRecord
from people.visitors import Visitor, card_code
from records import clock
from records.models import Event, Hall
from sessions.rules import errors
from sessions.selectors.admission import desk_of
from sessions.selectors.verify import violations
from sessions.services.admission import ask_entry
from sessions.services.entering import admit_visitor, correct_inside, count_out, drop_hold, hold_visitor
from sessions.services.sales import withdraw_game
from sessions.services.visitors import register_visitor
from tests.given import a_hall, an_open_session, open_next_sale

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

BY = {"actor": "puerta"}
ANA = Visitor(name="Ana", surnames="Ruiz Gil", birth="1961-04-02", kind="dni", document="12.345.678-z")


def someone(number, **other):
    """Give a visitor of another document; its letter follows from its figures."""
    told = {"name": "Pau", "surnames": "Vila", "birth": "1980-01-01", "kind": "passport", "document": f"AA{number:06}"}
    return Visitor(**(told | other))


def on_file(hall, visitor=ANA):
    return register_visitor(hall_id=hall.pk, visitor=visitor, signed=True, **BY)["visitor_no"]


def ask(hall, document="12345678z", **kwargs):
    return ask_entry(hall=hall, document=document, **BY, **kwargs)


def enter(hall, number, validity="day", **kwargs):
    return admit_visitor(hall_id=hall.pk, visitor_no=number, validity=validity, **BY, **kwargs)


def kinds(hall):
    return list(Event.objects.filter(hall=hall, stream=None).order_by("position").values_list("kind", flat=True))


def test_somebody_new_is_put_on_file_and_comes_in_with_a_card_of_a_day(time):
    hall, *_ = a_hall()
    assert ask(hall) == {"verdict": "new", "blocked": "", "document": "12345678Z", "kind": "dni"}
    number = on_file(hall)
    assert enter(hall, number) == {
        "visitor_no": number,
        "inside": 1,
        "card_no": 1,
        "issued": "day",
        "valid_until": "2026-11-30",
    }
    known = ask(hall, " 12 345 678 Z")
    assert (known["verdict"], known["blocked"], known["name"], known["age"]) == ("known", "", "Ana", 65)
    assert known["card"] == {"card_no": 1, "validity": "day", "valid_until": date(2026, 11, 30)}
    assert kinds(hall)[-2:] == ["VisitorRegistered", "VisitorAdmitted"]


def test_the_same_card_lets_in_again_until_it_is_over(time):
    hall, *_ = a_hall()
    number = on_file(hall)
    enter(hall, number)
    time.advance(8 * 3600)  # 5:00 the morning after: the card's day still
    assert enter(hall, number, validity=None)["card_no"] == 1
    time.advance(3600)
    assert ask(hall)["card"] is None
    assert ask(hall)["last_card"] == {"card_no": 1, "valid_until": date(2026, 11, 30)}
    with pytest.raises(errors.EntryCardNeeded):
        enter(hall, number, validity=None)
    assert enter(hall, number, validity="year")["valid_until"] == "2027-12-01"
    assert [card.number for card in EntryCard.objects.order_by("pk")] == [1, 2]
    assert Visit.objects.count() == VisitorRecord.objects.get().visits_counted == 3


def test_who_is_on_a_register_is_refused_and_the_answer_tells_nothing_else(time):
    story = an_open_session()
    on_file(story.hall)
    set_register(story.hall, ["12345678Z"], "state")
    set_register(story.hall, ["87654321X"], "regional")
    assert ask(story.hall) == ask(story.hall, "87654321x") == {"verdict": "no_entry"}
    told = Event.objects.filter(kind="AdmissionRefused")
    assert [row.payload for row in told] == [{"reason": "art. 30.1", "expelled": False}] * 2
    assert list(violations(story.hall)) == []


def test_a_refusal_asked_for_twice_with_one_key_is_one_and_outside_a_session_the_journal_keeps_it(time):
    hall, *_ = a_hall()
    set_register(hall, ["12345678Z"])
    for _ in range(2):
        assert ask(hall, source_ref="puerta:k1") == {"verdict": "no_entry"}
    assert Event.objects.filter(hall=hall, kind="EntryRefused").count() == 1
    assert Event.objects.get(kind="EntryRefused").payload == {"reason": "art. 30.1"}


def test_a_register_loaded_after_the_question_still_keeps_them_out(time):
    hall, *_ = a_hall()
    number = on_file(hall)
    set_register(hall, ["12345678Z"])
    with pytest.raises(errors.EntryNotAllowed):
        enter(hall, number)
    assert not Visit.objects.exists()


def test_a_wrong_letter_is_read_again_unless_the_document_is_foreign(time):
    hall, *_ = a_hall()
    with pytest.raises(errors.DocumentLetterWrong):
        ask(hall, "12345678A")
    assert ask(hall, "12345678A", foreign=True)["kind"] == "passport"
    with pytest.raises(errors.DocumentNeeded):
        ask(hall, " - ")


def test_nobody_comes_in_while_a_game_is_on_and_who_waits_comes_in_after_it(time):
    story = an_open_session()
    number, other = on_file(story.hall), on_file(story.hall, someone(2))
    with pytest.raises(errors.NobodyMustWait):
        hold_visitor(hall_id=story.hall.pk, visitor_no=number, **BY)
    open_next_sale(story)
    assert ask(story.hall)["blocked"] == "game"
    with pytest.raises(errors.GameBeingPlayed):
        enter(story.hall, number)
    assert hold_visitor(hall_id=story.hall.pk, visitor_no=number, **BY) == {"turn": 1}
    assert hold_visitor(hall_id=story.hall.pk, visitor_no=number, **BY) == {"turn": 1}, "they keep it"
    assert hold_visitor(hall_id=story.hall.pk, visitor_no=other, **BY) == {"turn": 2}
    assert ask(story.hall)["turn"] == 1
    assert [one["turn"] for one in desk_of(story.hall)["waiting"]] == [1, 2]
    drop_hold(hall_id=story.hall.pk, visitor_no=other, **BY)
    withdraw(story)
    enter(story.hall, number)
    assert not EntryHold.objects.exists()
    assert list(violations(story.hall)) == []


def withdraw(story):
    """End the game before a card is sold."""
    withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")


def test_the_hall_is_full_at_its_seats_and_one_who_leaves_makes_room(time, settings):
    settings.BINGO_CAPACITY = 2
    hall, *_ = a_hall()
    numbers = [on_file(hall, someone(n)) for n in range(3)]
    for number in numbers[:2]:
        enter(hall, number)
    with pytest.raises(errors.HallFull) as refused:
        enter(hall, numbers[2])
    assert refused.value.params == {"inside": 2, "seats": 2}
    assert ask(hall, "AA000002")["blocked"] == "full"
    assert count_out(hall_id=hall.pk, count=1, visitor_no=numbers[0], **BY) == {"inside": 1}
    assert Visit.objects.get(visitor__number=numbers[0]).left_at is not None
    assert enter(hall, numbers[2])["inside"] == 2
    with pytest.raises(errors.FewerInside):
        count_out(hall_id=hall.pk, count=3, **BY)


def test_each_players_terminal_that_is_enrolled_takes_a_seat(time, settings):
    hall, *_ = a_hall()
    Hall.objects.filter(pk=hall.pk).update(category="third")
    hall.refresh_from_db()
    at = clock.now()
    for n, (kind, gone) in enumerate([("player_terminal", None), ("player_terminal", at), ("wall", None)], start=1):
        told = {"number": n, "kind": kind, "place": f"p{n}", "token_mark": f"m{n}", "revoked_at": gone}
        Terminal.objects.create(hall=hall, enrolled_at=at, **told)
    assert desk_of(hall)["seats"] == 99
    settings.BINGO_TERMINAL_SEATS = 30
    assert desk_of(hall)["seats"] == 70


def test_the_count_is_put_right_and_the_journal_keeps_both_numbers(time):
    hall, *_ = a_hall()
    correct_inside(hall_id=hall.pk, inside=40, reason="counted at the door", **BY)
    row = Event.objects.get(kind="InsideCorrected")
    assert row.payload == {"was": 0, "inside": 40, "reason": "counted at the door"}
    assert Entrance.objects.get(hall=hall).inside == 40
    with pytest.raises(errors.CountUnchanged):
        correct_inside(hall_id=hall.pk, inside=40, reason="again", **BY)


def test_the_same_key_lets_in_once_and_another_visitor_has_another_key(time):
    hall, *_ = a_hall()
    number, other = on_file(hall), on_file(hall, someone(2))
    first = enter(hall, number, source_ref="puerta:k1")
    assert enter(hall, number, source_ref="puerta:k1") == first
    assert Visit.objects.count() == 1
    with pytest.raises(errors.KeyReused):
        enter(hall, other, source_ref="puerta:k1")


def test_a_code_of_an_entry_card_finds_its_holder_who_still_shows_the_document(time):
    hall, *_ = a_hall()
    number = on_file(hall)
    enter(hall, number, validity="week")
    assert ask(hall, card_code(hall.code, 1))["document"] == "12345678Z"
    VisitorRecord.objects.all().delete()
    with pytest.raises(errors.VisitorUnknown):
        ask(hall, card_code(hall.code, 1))


def test_a_number_of_no_record_is_nobody(time):
    hall, *_ = a_hall()
    with pytest.raises(errors.VisitorUnknown):
        enter(hall, 123456789012)
