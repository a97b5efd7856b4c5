"""Posts, complaints, admissions, the last game and the permit, asked for as the screens ask."""

import pytest

from records.models import Complaint, Event, Hall
from tests.given import a_game_on_sale, an_open_session
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def story():
    return an_open_session()


@pytest.fixture
def people(story):
    return {name: logged_in(user) for name, user in make_people(story.hall).items()}


def mine(browser):
    return browser.get("/state/mine/").json()


def test_a_complaint_is_written_by_the_table_and_told_without_who_made_it(people, story):
    status, answer = do(
        people["mesa"],
        "note_complaint",
        text="the panel showed 41",
        claimant_name="Nadie Conocido",
        claimant_document="x-1234567 l",
        claimant_signed=True,
    )
    assert (status, answer["event"]["complaint_no"]) == (200, 1)
    assert "Nadie" not in str(answer)
    for who in ("mesa", "sala"):
        (shown,) = mine(people[who])["complaints"]
        assert (shown["text"], shown["identified"]) == ("the panel showed 41", True)
        assert "Nadie" not in str(shown)
        assert "67L" not in str(shown)
    assert "complaints" not in mine(people["caja"])
    assert "complaints" not in mine(people["jugador1"])


def test_a_complaint_needs_nothing_but_words(people):
    assert do(people["sala"], "note_complaint", text="it is cold", claimant_signed=False)[0] == 200
    status, answer = do(people["sala"], "note_complaint", key="k2", text="", claimant_signed=False)
    assert (status, answer["params"]) == (400, {"field": "text"})
    long = do(people["sala"], "note_complaint", key="k3", text="a" * 2_000, claimant_signed=False, game_no=99)
    assert (long[0], long[1]["event"]["game_no"]) == (200, 0)
    assert Complaint.objects.count() == 2


def test_only_the_jefe_de_sala_is_shown_who_and_the_journal_says_so(people):
    do(people["mesa"], "note_complaint", text="47", claimant_document="12345678z", claimant_signed=True)
    assert do(people["mesa"], "show_claimant", complaint_no=1)[0] == 403
    status, answer = do(people["sala"], "show_claimant", complaint_no=1)
    assert (status, answer["document"], answer["name"]) == (200, "12345678Z", "")
    assert Event.objects.get(kind="ClaimantShown").actor == "sala"
    status, answer = do(people["sala"], "show_claimant", key="k2", complaint_no=7)
    assert (status, answer["code"]) == (409, "not_found")


def test_who_stands_in_at_the_table_does_its_deeds_while_they_stand_there(people):
    assert people["caja"].get("/mesa/").status_code == 403
    status, _ = do(people["sala"], "change_posts", table_chief=["caja"], reason="supper")
    assert status == 200
    assert people["caja"].get("/mesa/").status_code == 200
    assert do(people["caja"], "note_complaint", text="cold", claimant_signed=False)[0] == 200
    do(people["sala"], "change_posts", key="k2", table_chief=["mesa"], reason="back from supper")
    assert people["caja"].get("/mesa/").status_code == 403
    assert do(people["caja"], "note_complaint", key="k3", text="cold", claimant_signed=False)[0] == 403


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"table_chief": ["venta1"], "reason": "supper"}, "may_not_substitute"),
        ({"table_chief": ["caja"]}, "reason_needed"),
        ({"cashier": [], "reason": "supper"}, "post_unattended"),
        ({"cashier": ["sala"], "reason": "supper"}, "two_seniors_needed"),
        ({"reason": "supper"}, "nothing_changed"),
    ],
)
def test_a_posting_against_the_law_is_refused_in_words(people, body, code):
    status, answer = do(people["sala"], "change_posts", **body)
    assert (status, answer["code"]) == (409, code)
    assert "{" not in answer["message"]


def test_one_post_at_a_time_is_still_a_deed(people):
    body = {"post": "seller_caller", "usernames": ["venta1", "venta2"], "reason": "they come at nine"}
    assert do(people["sala"], "post_staff", **body)[0] == 200


def test_a_refused_admission_and_a_kind_of_incident_go_into_the_journal(people):
    assert do(people["sala"], "note_refused_admission", reason="shouted", expelled=False)[0] == 200
    assert do(people["mesa"], "note_incident", text="no sound", about="equipment")[0] == 200
    assert do(people["mesa"], "note_incident", key="k2", text="it rains in")[0] == 200
    codes = Event.objects.filter(kind="IncidentNoted").order_by("position").values_list("payload__code", flat=True)
    assert list(codes) == ["equipment", "noted"]


def test_the_last_game_is_told_to_everybody(people):
    assert do(people["mesa"], "announce_last_game", game_no=1)[0] == 200
    assert people["jugador1"].get("/state/").json()["session"]["last_game"] == 1
    status, answer = do(people["sala"], "announce_last_game", key="k2", game_no=1)
    assert (status, answer["code"]) == (409, "last_game_already_announced")


def test_the_words_of_the_last_game_are_read_with_its_sale():
    story = a_game_on_sale()
    people = {name: logged_in(user) for name, user in make_people(story.hall).items()}
    do(people["mesa"], "announce_last_game", game_no=1)
    told = [(line["lang"], line["source"], line["text"]) for line in mine(people["mesa"])["announcement"]]
    assert [text for _lang, source, text in told if "ltima" in text] == [
        "Esta es la última partida.",
        "Aquesta és l'última partida.",
    ]
    # One language after the other, the law's first.
    languages = [lang for lang, _source, _text in told]
    assert languages == sorted(languages, reverse=True)
    assert told[-1][1] == "ours"
    assert mine(people["sala"])["door_open"] is False


def test_the_permit_is_stated_and_a_wrong_hour_is_told(people, story):
    body = {"category": "second", "opening_time": "16:00", "closing_time": "03:30"}
    assert do(people["sala"], "set_licence", **body)[0] == 200
    assert mine(people["sala"])["permit"]["category"] == "second"
    for wrong in ("24:00", "3:30", "03:60", 330, "٠٣:30"):
        status, answer = do(people["sala"], "set_licence", key=f"k-{wrong}", **body | {"closing_time": wrong})
        assert (status, answer["params"]) == (400, {"field": "closing_time"})
    assert do(people["sala"], "set_licence", key="k3", category="", opening_time="", closing_time="")[0] == 200
    hall = Hall.objects.get(pk=story.hall.pk)
    assert (hall.category, hall.opening_time, hall.closing_time) == ("", None, None)


def test_the_notice_at_the_entrance_is_a_wall_screen_of_its_own(people):
    shown = people["caja"].get("/sala/", {"show": "admission", "lang": "es"})
    assert (shown.status_code, next(t.name for t in shown.templates)) == (200, "screens/door.html")
    assert next(t.name for t in people["caja"].get("/sala/").templates) == "screens/hall.html"
