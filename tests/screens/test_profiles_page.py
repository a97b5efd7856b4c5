"""The regulation's page, its choice, and the editor in the administration."""

import html
import re

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client

from ledger import services as ledger
from people.models import StaffMember
from records import clock
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import ProfileVersion
from sessions.rules.profile_values import ProfileValues, values_of
from sessions.rules.regulation import regulation_of
from sessions.selectors.profiles import regulation_in_force
from tests.given import a_game_on_sale, a_hall
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/reglamento/"
ADD = "/admin/bingo_sessions/profileversion/add/"
LIST = "/admin/bingo_sessions/profileversion/"


@pytest.fixture
def hall():
    return a_hall()[0]


@pytest.fixture
def people(hall):
    return make_people(hall)


@pytest.fixture
def manager(people):
    get_user_model().objects.filter(username="sala").update(is_staff=True)
    browser = logged_in(people["sala"])
    browser.cookies["django_language"] = "en"
    return browser


def text(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def shown_in(answer):
    """Give what a browser would send of the form as it stands."""
    page = answer.content.decode()
    form = page[page.index('id="profileversion_form"') :]
    given = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and 'type="checkbox"' in tag:
            given |= {name[1]: "on"} if " checked" in tag else {}
        elif name:
            given[name[1]] = html.unescape(value[1]) if value else ""
    for name, body in re.findall(r'<textarea name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        given[name] = html.unescape(body).strip()
    for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        given[name] = re.search(r'value="([^"]*)" selected', body)[1]
    return given


def file(browser, start=ADD, **changes):
    return browser.post(ADD, shown_in(browser.get(start)) | changes, follow=True)


def test_the_page_shows_each_value_with_the_text_it_comes_from(manager):
    said = text(manager.get(PAGE))
    assert "Line 9% O. 9-1-1979, art. 35.2, redacción de 2004" in said
    assert "Bingo 57.5% O. 9-1-1979, art. 35.2, redacción de 2004" in said
    assert "Time for other winners 10 seconds Catálogo, bingo IV: tiempo prudencial; Q11" in said
    assert "None yet: the hall plays under a profile as it came with the program." in said


def test_examples_are_said_to_be_examples_wherever_they_are(manager, hall):
    said = text(manager.get(PAGE))
    assert said.count("Dated examples, not legal advice. Check each figure against the law in force.") == 2
    assert "Murcia 2012 murcia-2012 Line 7.13% · Bingo 50.17% · Bingo acumulado, Prima, Bingo extra" in said
    assert do(manager, "choose_profile", code="murcia-2012")[0] == 200
    assert "Dated example (2012), not legal advice." in text(manager.get(PAGE))
    assert "Dated example (2012), not legal advice." in text(manager.get("/direccion/"))


def test_the_choice_is_a_deed_said_twice_once(manager, hall):
    first = do(manager, "choose_profile", code="ca-art85")
    assert (first[0], first[1]["event"]["kind"], first[1]["event"]["was"]) == (200, "ProfileChosen", "es-1979")
    assert do(manager, "choose_profile", code="ca-art85") == first
    assert Event.objects.filter(kind="ProfileChosen").count() == 1
    assert Hall.objects.get().profile == "ca-art85"
    status, answer = do(manager, "choose_profile", key="k2", code="ca-art85")
    assert (status, answer["code"]) == (409, "profile_in_force")


def test_in_a_game_nothing_is_chosen_and_the_form_says_why():
    story = a_game_on_sale()
    people = make_people(story.hall)
    get_user_model().objects.filter(username="sala").update(is_staff=True)
    browser = logged_in(people["sala"])
    browser.cookies["django_language"] = "en"
    status, answer = do(browser, "choose_profile", code="ca-art85")
    assert (status, answer["code"], answer["message"]) == (409, "game_still_open", "Game 1 is still being played.")
    assert "Game 1 is still being played." in text(file(browser, bingo_bp="57"))
    assert not ProfileVersion.objects.exists()


def test_money_in_a_fund_that_no_prize_plays_for_is_told(manager, hall):
    legs = {"cash": 1_250, "jackpot:acumulado": -1_250}
    with transaction.atomic():
        ledger.post(hall.pk, "test", legs, actor="caja", at=clock.now())
    said = "The fund “acumulado” holds €12.50, and no prize of this profile plays for it."
    assert said in text(manager.get(PAGE))
    do(manager, "choose_profile", code="murcia-2012")
    assert said not in text(manager.get(PAGE))


def test_others_of_the_staff_read_it_and_have_no_keys(people):
    browser = logged_in(people["caja"])
    page = browser.get(PAGE).content.decode()
    assert "data-choose" not in page
    assert "/admin/" not in page
    assert "/tributos/" not in page


def test_a_version_is_filed_from_the_form_and_is_in_force(manager, hall):
    prices = {"face_values_cents": "1,50\n2", "source_face_values_cents": "Orden de precios"}
    said = text(file(manager, bingo_bp="56,5", source_bingo_bp="D. 1/2026, art. 3", name="Sala 2026", **prices))
    assert "Version 1 of profile es-1979 is filed." in said
    row = ProfileVersion.objects.get()
    assert (row.version, row.filed_by, row.data["bingo_bp"], row.sources["bingo_bp"]) == (
        1,
        "sala",
        5_650,
        "D. 1/2026, art. 3",
    )
    assert regulation_in_force(hall).bingo_bp == 5_650
    said = text(manager.get(PAGE))
    assert "Sala 2026 es-1979 version 1" in said
    assert "Prices a card may have €1.50; €2.00 Orden de precios" in said
    assert "Bingo 56.5% D. 1/2026, art. 3" in said


def test_each_fault_is_told_at_its_field_and_nothing_is_filed(manager):
    answer = file(manager, bingo_bp="95", source_holes="", claim_window_s="5", line_bp="nueve")
    assert "Write a number such as 57,5." in text(answer)
    answer = file(manager, bingo_bp="95", source_holes="", claim_window_s="5")
    said = text(answer)
    assert "Prizes and tax add up to 104,00 % of the takings: more than there is." in said
    assert "Write the article that this value comes from, in 1 to 200 characters." in said
    assert "The time for other winners is 10 to 300 seconds: not shorter than the regulation's." in said
    wrong = re.findall(r'name="(\w+)"[^>]*aria-invalid="true"', answer.content.decode())
    assert wrong == ["bingo_bp", "claim_window_s", "source_holes"]
    assert not ProfileVersion.objects.exists()


def test_faults_are_told_in_the_reader_s_language(manager):
    manager.cookies["django_language"] = "es"
    assert "corrija" in text(file(manager, bingo_bp="95"))


def test_an_example_with_its_prizes_goes_through_the_form_unchanged(manager, hall):
    for code in ("murcia-2012", "baleares-2012", "clm-2011"):
        assert f"Version 1 of profile {code} is filed." in text(file(manager, f"{ADD}?code={code}"))
        row = ProfileVersion.objects.get(code=code)
        assert codec.decode(ProfileValues, row.data) == values_of(regulation_of(code))


def test_a_tax_of_the_examples_is_filled_in_and_filed(manager, hall):
    file(manager, f"{ADD}?code=es-1979&tax=baleares-2014", tax_staff_kept="on")
    tax = regulation_in_force(hall).tax
    assert (tax.base, tax.flat_bp, tax.accrual, tax.source) == (
        "face",
        1_700,
        "supply",
        "BOE-A-2014-6925, arts. 64 y 65",
    )
    file(manager, tax_staff_kept="", tax_reduced="0", tax_scale="1000: 10\n*: 20", tax_accrual="play")
    steps = regulation_in_force(hall).tax.scale
    assert [(step.up_to_cents, step.rate_bp) for step in steps] == [(100_000, 1_000), (0, 2_000)]
    assert "This line cannot be read: *: mucho" in text(file(manager, tax_scale="*: mucho"))


def test_a_profile_of_the_hall_s_own_is_filed_and_chosen(manager, hall):
    file(manager, code="es-1979.mi-sala", name="Mi sala")
    assert do(manager, "choose_profile", code="es-1979.mi-sala")[0] == 200
    assert "Mi sala es-1979.mi-sala version 1" in text(manager.get(PAGE))


def test_the_history_can_be_looked_at_and_nothing_in_it_changed(manager, hall):
    file(manager, name="Sala 2026")
    row = ProfileVersion.objects.get()
    assert "Sala 2026" in text(manager.get(LIST))
    page = manager.get(f"{LIST}{row.pk}/change/")
    assert "57.5%" in text(page)
    assert 'name="bingo_bp"' not in page.content.decode()
    assert manager.post(f"{LIST}{row.pk}/change/", {"name": "other"}).status_code == 403
    assert manager.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert ProfileVersion.objects.get().name == "Sala 2026"


def test_only_a_manager_who_may_enter_sees_the_administration(people, hall):
    everybody = {name: logged_in(user) for name, user in people.items()}
    get_user_model().objects.filter(username="mesa").update(is_staff=True)
    for name in people:
        assert everybody[name].get("/admin/", follow=True).status_code == 403, name
    get_user_model().objects.filter(username="sala").update(is_staff=True)
    assert everybody["sala"].get("/admin/").status_code == 200
    for address in ("/admin/records/hall/", "/admin/people/staffmember/", LIST, ADD):
        assert everybody["sala"].get(address).status_code == 200, address
    assert everybody["sala"].get("/admin/people/staffmember/add/").status_code == 403


def test_a_stranger_is_sent_to_the_hall_s_own_log_in_and_comes_back():
    answer = Client().get(ADD, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/entrar/?next=/admin/")
    assert answer.templates[0].name == "screens/login.html"


def test_the_keys_at_the_top_of_the_administration_work(manager):
    assert manager.get("/admin/password_change/").status_code == 200
    assert manager.get("/admin/").content.decode().count('action="/admin/logout/"') == 1
    assert manager.post("/admin/logout/").headers["Location"] == "/"
    assert manager.get("/direccion/").status_code == 302


def test_another_hall_s_versions_are_not_seen(manager, hall):
    file(manager, name="Sala 2026")
    other = a_hall()[0]
    person = get_user_model().objects.create_user("otra", is_staff=True)
    person.groups.set(get_user_model().objects.get(username="sala").groups.all())
    StaffMember.objects.create(user=person, hall=other, name="Otra")
    browser = logged_in(person)
    assert "Sala 2026" not in text(browser.get(LIST))
    assert browser.get(f"{LIST}{ProfileVersion.objects.get().pk}/change/").status_code == 302


def test_the_administration_passes_the_strict_content_policy(manager):
    answer = manager.get(ADD)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    page = answer.content.decode()
    assert not re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>", page)
    assert "<style" not in page
    assert not re.findall(r"\sstyle=\"", page)
