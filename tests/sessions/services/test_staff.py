"""Who works in the hall: engaged, given posts, ended, let back; documents and one-time passwords."""

from datetime import date, timedelta

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from django.test import Client

from people.models import AlsoPlays, Player, StaffMember
from people.pins import set_pin
from records.journal import broken_links
from records.models import Event
from sessions.rules import errors
from sessions.selectors.staff import documents_to_look_at, history_of, people_of, person_of
from sessions.services import people, staff
from tests.given import an_open_session
from tests.sessions.services.floors import staff as employ

pytestmark = pytest.mark.django_db(transaction=True)

BY = {"actor": "sala"}


@pytest.fixture
def hall():
    story = an_open_session()
    for group, name in {"hall_manager": "sala", "table_chief": "mesa", "cashier": "caja"}.items():
        employ(story, name, group=group)
    Group.objects.get_or_create(name="seller_caller")
    return story.hall


def engage(hall, username="nuria", **changes):
    told = {"hall_id": hall.pk, "name": "Nuria Nadie", "posts": ["seller_caller"], **BY}
    return staff.engage(username=username, **told | changes)


def told(hall, *kinds):
    rows = Event.objects.filter(hall=hall, kind__in=kinds).order_by("position")
    return [(row.kind, row.actor, row.payload) for row in rows]


def log_in(username):
    browser = Client()
    browser.force_login(User.objects.get(username=username))
    return browser


def test_somebody_new_has_their_posts_and_a_password_that_is_told_once(hall):
    done = engage(hall, source_ref="sala:1")
    assert (len(done.password), done.password.count("-")) == (14, 2)
    assert authenticate(username="nuria", password=done.password) == User.objects.get(username="nuria")
    again = engage(hall, source_ref="sala:1")
    assert (again.password, again.event) == ("", done.event)
    person = person_of(hall, "nuria")
    assert (person.posts, person.password, person.pin, person.at_work) == (("seller_caller",), "given", "unset", True)
    assert told(hall, "StaffEngaged") == [
        ("StaffEngaged", "sala", {"username": "nuria", "posts": ["seller_caller"]}),
    ]
    hall.refresh_from_db()
    assert list(broken_links(hall)) == []


def test_the_name_and_the_password_stand_nowhere_in_the_journal(hall):
    done = engage(hall, source_ref="sala:1")
    rows = str(list(Event.objects.filter(hall=hall).values_list("payload", "body_hash", "source_ref", "actor")))
    assert "Nadie" not in rows
    assert done.password not in rows
    staff.rename(hall_id=hall.pk, username="nuria", name="Nuria Otra", **BY)
    assert person_of(hall, "nuria").name == "Nuria Otra"
    assert told(hall, "StaffRenamed") == [("StaffRenamed", "sala", {"username": "nuria"})]


def test_another_body_under_the_same_key_is_refused_and_makes_nobody(hall):
    engage(hall, source_ref="sala:1")
    with pytest.raises(errors.KeyReused):
        engage(hall, "otra", source_ref="sala:1")
    assert not User.objects.filter(username="otra").exists()


@pytest.mark.parametrize("taken", ["jugador9", "Jugador9"])
def test_who_works_here_has_no_player_s_name_and_the_other_way_round(hall, taken):
    player = User.objects.create(username=taken)
    Player.objects.create(user=player, hall=hall, number=9)
    with pytest.raises(errors.UsernameTaken):
        engage(hall, "jugador9")
    with pytest.raises(AlsoPlays):
        StaffMember.objects.create(user=player, hall=hall, name="Also")
    with pytest.raises(AlsoPlays):
        Player.objects.create(user=User.objects.get(username="caja"), hall=hall, number=10)
    assert (StaffMember.objects.count(), Player.objects.count()) == (3, 1)


def test_a_document_comes_with_them_and_no_two_people_have_the_same(hall):
    engage(hall, document=("A-1", date(2025, 1, 2), date(2028, 1, 2)))
    assert told(hall, "StaffLicenceSet") == [
        (
            "StaffLicenceSet",
            "sala",
            {"username": "nuria", "number": "A-1", "issued": "2025-01-02", "until": "2028-01-02"},
        ),
    ]
    with pytest.raises(errors.LicenceNumberTaken):
        engage(hall, "otra", document=("A-1", date(2025, 1, 2), date(2028, 1, 2)))
    with pytest.raises(errors.LicenceImpossible):
        engage(hall, "otra", document=("A-2", date(2025, 1, 2), date(2028, 1, 3)))
    assert not User.objects.filter(username="otra").exists()
    staff.set_document(hall_id=hall.pk, username="nuria", document=staff.NO_DOCUMENT, **BY)
    assert person_of(hall, "nuria").licence == "none"


def test_other_posts_are_other_permissions_and_new_log_ins(hall):
    browser, other = log_in("mesa"), log_in("caja")
    staff.set_posts(hall_id=hall.pk, username="mesa", posts=["hall_manager"], **BY)
    user = User.objects.get(username="mesa")
    assert ([g.name for g in user.groups.all()], user.is_staff) == (["hall_manager"], True)
    assert Session.objects.count() == 1
    assert browser.get("/state/mine/").status_code != 200
    assert other.get("/state/mine/").status_code == 200
    staff.set_posts(hall_id=hall.pk, username="mesa", posts=["table_chief"], **BY)
    assert not User.objects.get(username="mesa").is_staff
    assert told(hall, "StaffPostsSet")[1][2] == {"username": "mesa", "posts": ["table_chief"], "was": ["hall_manager"]}


def test_whose_work_ends_enters_nowhere_and_what_they_did_stays(hall):
    browser = log_in("caja")
    staff.end_work(hall_id=hall.pk, username="caja", source_ref="sala:2", **BY)
    staff.end_work(hall_id=hall.pk, username="caja", source_ref="sala:2", **BY)
    assert told(hall, "StaffEnded") == [("StaffEnded", "sala", {"username": "caja", "posts": ["cashier"]})]
    assert Session.objects.count() == 0
    assert browser.get("/state/mine/").status_code != 200
    assert StaffMember.objects.filter(user__username="caja").exists()
    with pytest.raises(errors.NotAtWork):
        staff.end_work(hall_id=hall.pk, username="caja", **BY)
    done = staff.let_back(hall_id=hall.pk, username="caja", **BY)
    assert authenticate(username="caja", password=done.password) is not None
    assert person_of(hall, "caja").posts == ("cashier",)


def test_the_last_jefe_de_sala_and_one_s_own_work_stay(hall):
    before = Event.objects.filter(hall=hall).count()
    with pytest.raises(errors.OwnPosts):
        staff.end_work(hall_id=hall.pk, username="sala", **BY)
    with pytest.raises(errors.OwnPosts):
        staff.set_posts(hall_id=hall.pk, username="sala", posts=["cashier"], **BY)
    with pytest.raises(errors.LastManager):
        staff.end_work(hall_id=hall.pk, username="sala", actor="mesa")
    assert User.objects.get(username="sala").is_active
    assert Event.objects.filter(hall=hall).count() == before


def test_a_one_time_password_takes_the_old_one_s_place_and_ends_the_log_ins(hall):
    User.objects.get(username="mesa").set_password("before")
    log_in("mesa")
    done = staff.give_password(hall_id=hall.pk, username="mesa", **BY)
    assert authenticate(username="mesa", password="before") is None
    assert authenticate(username="mesa", password=done.password) is not None
    assert Session.objects.count() == 0
    (row,) = told(hall, "PasswordGiven")
    assert row[2]["username"] == "mesa"
    with pytest.raises(errors.OwnPosts):
        staff.give_password(hall_id=hall.pk, username="sala", **BY)


def test_the_password_somebody_chooses_is_their_own_and_ends_the_other_log_ins(hall):
    staff.give_password(hall_id=hall.pk, username="mesa", **BY)
    kept, _other = log_in("mesa"), log_in("mesa")
    key = kept.cookies["sessionid"].value if "sessionid" in kept.cookies else next(iter(kept.cookies.values())).value
    staff.choose_password(hall_id=hall.pk, username="mesa", password="tres palabras mias", keep=key)
    assert [row.session_key for row in Session.objects.all()] == [key]
    assert person_of(hall, "mesa").password == "own"
    assert authenticate(username="mesa", password="tres palabras mias") is not None
    assert told(hall, "PasswordChosen") == [("PasswordChosen", "mesa", {"username": "mesa"})]


def test_a_pin_that_was_forgotten_is_taken_away(hall):
    member = StaffMember.objects.get(user__username="mesa")
    set_pin(member, "2468")
    assert person_of(hall, "mesa").pin == "set"
    staff.clear_pin(hall_id=hall.pk, username="mesa", **BY)
    assert person_of(hall, "mesa").pin == "unset"
    assert told(hall, "PinCleared") == [("PinCleared", "sala", {"username": "mesa"})]


# Documents and posts ------------------------------------------------------------------------------------------


def put_document(hall, username, until):
    StaffMember.objects.filter(hall=hall, user__username=username).update(
        licence_no=f"D-{username}", licence_until=until
    )


def test_a_hall_that_keeps_documents_posts_nobody_without_a_good_one(hall, settings, time):
    today = time.time.date()
    session = hall.bingo_sessions.get()

    def post(username):
        changes = {"cashier": ["caja", username]}
        return people.change_posts(session_id=session.pk, changes=changes, reason="supper", **BY)

    engage(hall, posts=["cashier"])
    assert post("nuria").usernames == ("caja", "nuria")
    people.change_posts(session_id=session.pk, changes={"cashier": ["caja"]}, reason="back", **BY)
    settings.BINGO_STAFF_DOCUMENTS = "required"
    with pytest.raises(errors.LicenceNeeded):
        post("nuria")
    put_document(hall, "nuria", today - timedelta(days=1))
    with pytest.raises(errors.LicenceExpired):
        post("nuria")
    put_document(hall, "nuria", today)
    # Who is there already stays, though "caja" has none.
    assert post("nuria").usernames == ("caja", "nuria")


def test_what_needs_looking_at_comes_the_soonest_first(hall, time):
    today = time.time.date()
    put_document(hall, "sala", today + timedelta(days=61))
    put_document(hall, "mesa", today + timedelta(days=60))
    put_document(hall, "caja", today - timedelta(days=1))
    looked = documents_to_look_at(people_of(hall))
    assert [(one.username, str(one.licence)) for one in looked] == [("caja", "expired"), ("mesa", "ending")]
    staff.end_work(hall_id=hall.pk, username="caja", **BY)
    assert [one.username for one in documents_to_look_at(people_of(hall))] == ["mesa"]


def test_the_history_tells_posts_taken_and_left_with_their_reasons(hall):
    session = hall.bingo_sessions.get()
    people.change_posts(session_id=session.pk, changes={"table_chief": ["caja"]}, reason="supper", **BY)
    people.change_posts(session_id=session.pk, changes={"table_chief": ["mesa"]}, reason="back", **BY)
    rows = [
        (row["kind"], row["payload"]["post"], row["came"], row["transitory"], row["payload"]["reason"])
        for row in history_of(hall, "caja")
    ]
    assert rows == [
        ("StaffPosted", "table_chief", False, False, "back"),
        ("StaffPosted", "table_chief", True, True, "supper"),
        ("StaffPosted", "cashier", True, False, ""),
    ]
