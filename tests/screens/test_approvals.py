"""The second person's word: on one deed, once, for two minutes, by who may; all else is refused and changes nothing."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connections
from django.test import Client

from people.models import Approval, StaffMember
from people.pins import clear_pin, set_pin
from records import clock
from records.models import Event, Hall
from sessions.journal.hall_door import open_hall
from sessions.journal.redeeming import Presented, presenting
from sessions.models import Game
from sessions.rules.access_events import StepUpProved
from sessions.rules.errors import ApprovalGone
from sessions.services import sales
from tests.given import a_game_drawing, call_numbers
from tests.scenarios.looks import line_of, nobodys_number
from tests.screens.sockets import PASSWORD, PIN, do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


class House:
    """A game whose announced number changed who wins: to be void, which two people decide."""

    def __init__(self, time):
        self.time = time
        self.story = a_game_drawing(sold=6)
        call_numbers(self.story, *line_of(self.story, 1))
        self.people = make_people(self.story.hall)
        self.browsers = {name: logged_in(user) for name, user in self.people.items()}
        self.order = {
            "game_no": 1,
            "cause": "announcing_error",
            "reason": "another was said",
            "agent": "",
            "ordinal": 5,
            "said": nobodys_number(self.story, 6),
            "end_pair": False,
        }

    def later(self, seconds):
        self.time.time += timedelta(seconds=seconds)

    def add(self, username, post):
        """Give one more member of staff with a browser."""
        user = get_user_model().objects.create_user(username, password=PASSWORD)
        user.groups.set(Group.objects.filter(name=post))
        set_pin(StaffMember.objects.create(user=user, hall=self.story.hall, name=username), PIN)
        self.people[username] = user
        self.browsers[username] = logged_in(user)

    def ask(self, *, by="mesa", second="sala", deed="void_game", key="ask", **changed):
        body = {**self.order, **changed}
        return do(self.browsers[by], "ask_approval", key=key, deed=deed, body=body, second=second)

    def asked(self, **kwargs):
        status, answer = self.ask(**kwargs)
        assert status == 200, answer
        return answer["approval"]

    def answer(self, ref, *, by="sala", yes=True, pin=PIN, key="answer"):
        return do(self.browsers[by], "answer_approval", key=key, ref=ref, yes=yes, pin=pin)

    def given(self, *, second="sala", **kwargs):
        ref = self.asked(second=second, **kwargs)
        status, answer = self.answer(ref, by=second)
        assert (status, answer.get("state")) == (200, "given"), answer
        return ref

    def void(self, ref, *, by="mesa", key="void", deed="void_game", **changed):
        return do(self.browsers[by], deed, key=key, approval=ref, **{**self.order, **changed})

    @property
    def state(self):
        return Game.objects.get(pk=self.story.game_id).state


@pytest.fixture
def house(time):
    return House(time)


def test_a_deed_goes_ahead_on_the_word_given_at_another_screen_and_says_whose_it_was(house):
    ref = house.asked()
    waiting = house.browsers["sala"].get("/state/mine/").json()["approvals"]["waiting"]
    assert [(one["ref"], one["by"], one["amount"]) for one in waiting] == [(ref, "mesa", "12 €")]
    rows = dict(waiting[0]["rows"])
    assert "another was said" in rows.values()
    assert house.browsers["mesa"].get("/state/mine/").json()["approvals"]["asked"]["state"] == "waiting"
    assert house.answer(ref)[0] == 200
    status, answer = house.void(ref)
    assert (status, answer["event"]["second"], answer["event"]["refund_cents"]) == (200, "sala", 1_200)
    assert house.state == "void"
    kinds = list(Event.objects.order_by("position").values_list("kind", "actor"))
    assert [one for one in kinds if one[0].startswith("Approval")] == [
        ("ApprovalAsked", "mesa"),
        ("ApprovalGiven", "sala"),
    ]


def test_the_same_request_said_again_is_answered_and_with_another_body_refused(house):
    ref = house.given()
    first = house.void(ref)
    assert first[0] == 200
    assert house.void(ref) == first
    assert house.void(ref, reason="quite another")[1]["code"] == "key_reused"
    assert Event.objects.filter(kind="GameVoided").count() == 1


def test_who_asks_again_withdraws_what_they_asked_before(house):
    first = house.asked()
    house.asked(key="ask-2", reason="better words")
    assert house.answer(first)[1]["code"] == "approval_gone"
    assert len(house.browsers["sala"].get("/state/mine/").json()["approvals"]["waiting"]) == 1


def fire(house):
    get_user_model().objects.filter(pk=house.people["sala"].pk).update(is_active=False)


def take_post(house):
    """Take the post of somebody who is not posted tonight; who is stands there until the session says otherwise."""
    house.people["sala2"].groups.clear()


def leave(house):
    StaffMember.objects.get(user=house.people["sala"]).delete()


USES = {
    "one never asked": lambda h: h.void("0" * 32),
    "one that is no reference": lambda h: h.void("'; drop table"),
    "one not answered": lambda h: h.void(h.asked()),
    "one refused": lambda h: h.void((ref := h.asked(), h.answer(ref, yes=False))[0]),
    "one withdrawn": lambda h: h.void((ref := h.given(), do(h.browsers["mesa"], "drop_approval", key="d", ref=ref))[0]),
    "one too old to be used": lambda h: h.void((h.given(), h.later(121))[0]),
    "one that waited too long": lambda h: h.void((h.asked(), h.later(121))[0]),
    "another reason": lambda h: h.void(h.given(), reason="for fun"),
    "another number": lambda h: h.void(h.given(), said=1),
    "another ball": lambda h: h.void(h.given(), ordinal=4),
    "another cause": lambda h: h.void(h.given(), cause="failure"),
    "another agent": lambda h: h.void(h.given(), agent="A-1"),
    "the pair ended too": lambda h: h.void(h.given(), end_pair=True),
    "another game": lambda h: h.void(h.given(), game_no=2),
    "another person's hand": lambda h: (h.add("mesa2", "table_chief"), h.void(h.given(), by="mesa2"))[1],
    "another second named": lambda h: h.void(h.given(), second="mesa"),
    "the approver dismissed": lambda h: h.void((h.given(), fire(h))[0]),
    "the approver's post taken": lambda h: h.void(
        (h.add("sala2", "hall_manager"), h.given(second="sala2"), take_post(h))[1]
    ),
    "the approver gone": lambda h: h.void((h.given(), leave(h))[0]),
}
USE_CODES = {
    "one not answered": "approval_waits",
    "the approver dismissed": "second_person_needed",
    "the approver's post taken": "second_person_needed",
    "the approver gone": "second_person_needed",
    **dict.fromkeys(
        (
            "one never asked",
            "one that is no reference",
            "one refused",
            "one withdrawn",
            "one too old to be used",
            "one that waited too long",
        ),
        "approval_gone",
    ),
}


@pytest.mark.parametrize("wrong", USES)
def test_no_word_that_is_not_for_exactly_this_lets_a_game_be_void(house, wrong):
    status, answer = USES[wrong](house)
    assert (status, answer["code"]) == (409, USE_CODES.get(wrong, "approval_for_another")), answer
    assert house.state == "drawing"
    assert not Event.objects.filter(kind="GameVoided").exists()
    assert not Approval.objects.exclude(used_at=None).exists()


ANSWERS = {
    "their own wish": (lambda h, ref: h.answer(ref, by="mesa"), "approval_not_yours"),
    "a post that may not": (lambda h, ref: h.answer(ref, by="caja"), "approval_not_yours"),
    "a seller": (lambda h, ref: h.answer(ref, by="venta1"), "approval_not_yours"),
    "one who was not asked": (
        lambda h, ref: (h.add("sala2", "hall_manager"), h.answer(ref, by="sala2"))[1],
        "approval_not_yours",
    ),
    "a wrong PIN": (lambda h, ref: h.answer(ref, pin="9753"), "pin_refused"),
    "no PIN": (lambda h, ref: h.answer(ref, pin=""), "pin_refused"),
    "the password for the PIN": (lambda h, ref: h.answer(ref, pin=PASSWORD), "pin_refused"),
    "five wrong PINs, then the right one": (
        lambda h, ref: [h.answer(ref, pin=p, key=f"a{p}") for p in ("1357", "1358", "1359", "1360", "1361", PIN)][-1],
        "pin_locked",
    ),
    "a PIN never set": (
        lambda h, ref: (clear_pin(StaffMember.objects.get(user__username="sala")), h.answer(ref))[1],
        "pin_not_set",
    ),
    "too late": (lambda h, ref: (h.later(121), h.answer(ref))[1], "approval_gone"),
    "after it was withdrawn": (
        lambda h, ref: (do(h.browsers["mesa"], "drop_approval", key="d", ref=ref), h.answer(ref))[1],
        "approval_gone",
    ),
    "after they said no": (
        lambda h, ref: (h.answer(ref, yes=False, key="no"), h.answer(ref))[1],
        "approval_gone",
    ),
    "a reference that is none": (lambda h, _ref: h.answer("0" * 32), "approval_gone"),
    "a player": (lambda h, ref: h.answer(ref, by="jugador1"), "not_your_post"),
}


@pytest.mark.parametrize("wrong", ANSWERS)
def test_nobody_else_and_nothing_less_than_the_pin_in_time_is_a_yes(house, wrong):
    ref = house.asked()
    act, code = ANSWERS[wrong]
    assert act(house, ref)[1]["code"] == code
    assert Approval.objects.get(ref=ref).state != "given"
    assert not Event.objects.filter(kind="ApprovalGiven").exists()


def test_somebody_of_another_hall_cannot_answer(house):
    ref = house.asked()
    other = Hall.objects.create(code="other", name="Other hall", profile="es-1979")
    user = get_user_model().objects.create_user("sala9", password=PASSWORD)
    user.groups.set(Group.objects.filter(name="hall_manager"))
    set_pin(StaffMember.objects.create(user=user, hall=other, name="sala9"), PIN)
    house.browsers["sala9"] = logged_in(user)
    assert house.answer(ref, by="sala9")[1]["code"] == "approval_gone"
    assert Client().post("/deeds/answer_approval/", "{}", content_type="application/json").status_code == 401


ASKS = {
    "oneself": ({"second": "mesa"}, "approval_not_yours"),
    "a post that may not": ({"second": "caja"}, "approval_not_yours"),
    "nobody known": ({"second": "nadie"}, "approval_not_yours"),
    "a deed that needs nobody": ({"deed": "close_sale"}, "bad_input"),
    "a deed that is none": ({"deed": "win_bingo"}, "bad_input"),
    "a deed of another post": ({"by": "venta1"}, "not_your_post"),
    "a body that is none": ({"cause": "weather"}, "bad_input"),
    "a field that is none": ({"force": True}, "bad_input"),
}


@pytest.mark.parametrize("wrong", ASKS)
def test_what_nobody_could_approve_cannot_be_asked(house, wrong):
    asked, code = ASKS[wrong]
    assert house.ask(**asked)[1]["code"] == code
    assert not Approval.objects.exists()


def test_a_key_asks_one_thing(house):
    ref = house.asked()
    assert house.asked() == ref
    assert house.ask(reason="something else")[1]["code"] == "key_reused"
    assert Approval.objects.count() == 1


def test_what_was_approved_for_twelve_euros_is_not_done_for_ten(house):
    ref = house.given()
    sales.correct_figures(game_id=house.story.game_id, last=5, reason="counted again", actor="mesa")
    assert house.void(ref)[1]["code"] == "approval_for_another"
    assert house.state == "drawing"


def test_a_held_ball_approved_as_it_was_is_not_another_held_ball(house):
    """Deciding on a held ball takes the oldest one: the word is bound to which one that was."""
    from screens.approvals import digest_of

    hall, body = house.story.hall, {"game_no": 1, "accept": True, "number": 7}
    first = digest_of(hall, "resolve_held", body, {"held": {"ordinal": 6, "number": 7}})
    assert first != digest_of(hall, "resolve_held", body, {"held": {"ordinal": 7, "number": 7}})
    # What says who, with which key or on which printer is no part of the deed.
    more = {"second": "sala", "second_password": "x", "approval": "y", "printer": "p", "key": "k"}
    assert first == digest_of(hall, "resolve_held", body | more, {"held": {"ordinal": 6, "number": 7}})


def test_at_the_first_s_own_screen_the_second_may_give_their_pin_and_a_wrong_one_counts(house):
    here = {"second": "sala"}
    wrong = do(house.browsers["mesa"], "void_game", key="w", **house.order, **here, second_password="9753")
    assert (wrong[0], wrong[1]["code"]) == (409, "pin_refused")
    assert StaffMember.objects.get(user__username="sala").pin_failures == 1
    own = do(house.browsers["mesa"], "void_game", key="o", **house.order, second="mesa", second_password=PIN)
    assert own[1]["code"] == "second_person_needed"
    assert house.state == "drawing"
    right = do(house.browsers["mesa"], "void_game", key="r", **house.order, **here, second_password=PIN)
    assert (right[0], right[1]["event"]["second"]) == (200, "sala")


def test_a_word_that_its_deed_could_not_use_is_not_used_up(house):
    """The deed is refused after the door has taken the word: both are undone together."""
    ref = house.given(said=house.order["said"])
    Game.objects.filter(pk=house.story.game_id)
    row = Approval.objects.get(ref=ref)
    with (
        pytest.raises(ZeroDivisionError),
        presenting(Presented(pk=row.pk, by="mesa", source_ref="mesa:x", digest=lambda: row.digest)),
        open_hall(house.story.hall.pk, actor="mesa", source_ref="mesa:x"),
    ):
        raise ZeroDivisionError
    row.refresh_from_db()
    assert row.used_at is None
    assert house.void(ref)[0] == 200


def test_of_many_deeds_at_once_on_one_word_one_is_done(house):
    row = Approval.objects.get(ref=house.given())
    start, told = threading.Barrier(6), []

    def deed(number):
        source_ref = f"mesa:{number}"
        presented = Presented(pk=row.pk, by="mesa", source_ref=source_ref, digest=lambda: row.digest)
        start.wait()
        try:
            with (
                clock.injected(lambda: row.asked_at + timedelta(seconds=5)),
                presenting(presented),
                open_hall(house.story.hall.pk, actor="mesa", source_ref=source_ref) as opened,
            ):
                opened.record(StepUpProved(who=f"n{number}"))
            told.append("done")
        except (ApprovalGone, RuntimeError) as refused:
            told.append(type(refused).__name__)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=deed, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["ApprovalGone"] * 5 + ["done"]
    assert Event.objects.filter(kind="StepUpProved").count() == 1


def test_a_word_presented_where_no_door_opens_is_a_mistake_of_the_program(house):
    row = Approval.objects.get(ref=house.given())
    with (
        pytest.raises(RuntimeError, match="no door"),
        presenting(Presented(pk=row.pk, by="mesa", source_ref="mesa:y", digest=lambda: row.digest)),
    ):
        pass


def test_every_deed_with_a_second_person_takes_their_word_from_elsewhere():
    from screens.deeds.registry import DEEDS

    with_second = {name for name, deed in DEEDS.items() if "second" in deed.fields and name != "ask_approval"}
    assert {"void_game", "pay_prize", "correct_ball", "resolve_held"} <= with_second
    assert {name for name in with_second if "approval" not in DEEDS[name].fields} == set()
