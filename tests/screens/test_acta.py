"""The book on the screen: PINs sign, files are given out, and nobody's words become a formula."""

import csv
import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pypdfium2
import pytest

from people.models import StaffMember
from records.models import ActaEntry, Event
from sessions.printing.acta_files import neutral
from sessions.rules.session import EQUIPMENT
from sessions.services import sales, sessions
from tests.given import a_game_on_sale, a_hall, an_open_session
from tests.screens.sockets import PASSWORD, PIN, do, logged_in, make_people
from tests.sessions.stories import end_session, play_out

pytestmark = pytest.mark.django_db

POSTS = {"hall_manager": "sala", "table_chief": "mesa", "cashier": "caja", "seller_caller": "venta1"}


@pytest.fixture
def night():
    """Give an open session's story, and a browser for each person."""
    story = an_open_session()
    return story, {name: logged_in(user) for name, user in make_people(story.hall).items()}


@pytest.fixture
def prepared():
    """Give a session with everything but its opening, and the Jefe de Sala's browser."""
    hall, _, _ = a_hall()
    people = make_people(hall)
    by = {"session_id": sessions.start_session(hall_id=hall.pk).pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    for post, person in POSTS.items():
        sessions.post_staff(post=post, usernames=[person], **by)
    return hall, logged_in(people["sala"])


def test_the_jefe_de_mesa_s_pin_opens_the_session_and_the_same_press_again_is_answered(prepared):
    hall, manager = prepared
    status, answer = do(manager, "open_session", key="k1", signer="mesa", pin=PIN)
    assert (status, answer["event"]["signed"]) == (200, "mesa")
    # A repetition was proved the first time: it is answered even when the PIN has been changed meanwhile.
    StaffMember.objects.filter(user__username="mesa").update(pin_hash="")
    assert do(manager, "open_session", key="k1", signer="mesa", pin=PIN)[0] == 200
    assert Event.objects.filter(hall=hall, kind="SessionOpened").count() == 1
    assert not Event.objects.filter(hall=hall, payload__has_key="pin").exists()


@pytest.mark.parametrize(
    ("signer", "pin", "code"),
    [
        ("mesa", "9753", "pin_refused"),
        ("nobody", PIN, "pin_refused"),
        ("sala", PIN, "chief_signature_needed"),  # their own PIN, but not at the table
    ],
)
def test_nobody_else_s_does(prepared, signer, pin, code):
    hall, manager = prepared
    status, answer = do(manager, "open_session", signer=signer, pin=pin)
    assert (status, answer["code"]) == (409, code)
    assert not ActaEntry.objects.filter(book__hall=hall).exists()


def test_five_wrong_pins_lock_and_the_count_outlives_the_refusals(prepared):
    _, manager = prepared
    codes = [do(manager, "open_session", key=f"k{n}", signer="mesa", pin="9753")[1]["code"] for n in range(5)]
    assert codes == ["pin_refused"] * 4 + ["pin_locked"]
    status, answer = do(manager, "open_session", key="k9", signer="mesa", pin=PIN)
    assert (status, answer["code"], answer["params"]) == (409, "pin_locked", {"wait_minutes": 15})


def test_who_has_no_pin_is_told_where_to_set_it(prepared):
    _, manager = prepared
    StaffMember.objects.filter(user__username="mesa").update(pin_hash="")
    assert do(manager, "open_session", signer="mesa", pin=PIN)[1]["code"] == "pin_not_set"


def test_an_entry_is_signed_on_the_page_by_both_chiefs(night):
    story, people = night
    sessions.note_incident(session_id=story.session.pk, text="the lights went out", actor="sala")
    page = people["mesa"].get("/acta/1/")
    assert page.content.decode().count("data-sign=") == 2
    assert people["caja"].get("/acta/1/").content.decode().count("data-sign=") == 0
    assert people["mesa"].get("/state/mine/").json()["unsigned"] == [2]
    entry = {"entry_no": 2, "pin": PIN}
    assert do(people["mesa"], "sign_entry", key="1", as_post="hall_manager", signer="sala", **entry)[0] == 200
    refused = do(people["mesa"], "sign_entry", key="2", as_post="table_chief", signer="sala", **entry)
    assert (refused[0], refused[1]["code"]) == (409, "signer_not_at_post")
    assert do(people["mesa"], "sign_entry", key="3", as_post="table_chief", signer="mesa", **entry)[0] == 200
    assert "data-sign=" not in people["mesa"].get("/acta/1/").content.decode()
    assert people["mesa"].get("/state/mine/").json()["unsigned"] == []


def test_the_next_book_is_opened_between_sessions(night, time):
    story, people = night
    told = {"authorised_ref": "Delegación del Gobierno, 200 folios"}
    assert do(people["sala"], "open_book", key="1", **told)[1]["code"] == "book_in_use"
    end_session(story)
    assert do(people["sala"], "open_book", key="2", **told)[0] == 200
    page = people["sala"].get("/acta/").content.decode()
    assert "Delegación del Gobierno, 200 folios" in page


# Files -----------------------------------------------------------------------------------------------------


@pytest.fixture
def played(time):
    """Give a played session with a note that a spreadsheet would take for a formula, and a browser."""
    story = a_game_on_sale()
    people = make_people(story.hall)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    for number in range(12):
        text = '=HYPERLINK("http://x","y")' if number == 0 else f"number {number}"
        sessions.note_incident(session_id=story.session.pk, text=text, actor="sala")
    end_session(story)
    return story, logged_in(people["sala"])


def given(browser, form, copy="autoridad"):
    answer = browser.get("/acta/1/fichero/", {"forma": form, "copia": copy})
    assert answer.status_code == 200
    return answer


def test_the_pdf_has_a_page_for_each_folio_and_says_whose_copy_it_is(played):
    story, browser = played
    entries = ActaEntry.objects.filter(book__hall=story.hall)
    last = entries.order_by("-entry_no").first()
    story.hall.refresh_from_db()
    pages = pypdfium2.PdfDocument(given(browser, "pdf").content)
    assert len(pages) == last.folio == 3
    texts = [page.get_textpage().get_text_range() for page in pages]
    assert all(story.hall.head_hash in text for text in texts)
    for number in entries.values_list("entry_no", flat=True):
        assert any(line.startswith(f"{number} ") for text in texts for line in text.splitlines()), number
    holder = pypdfium2.PdfDocument(given(browser, "pdf", "titular").content)[0].get_textpage().get_text_range()
    assert holder != texts[0]


def test_the_same_minutes_are_the_same_bytes(played):
    _, browser = played
    for form in ("pdf", "csv", "xlsx", "json"):
        assert given(browser, form).content == given(browser, form).content


def test_a_spreadsheet_is_given_words_and_never_a_formula(played):
    story, browser = played
    rows = list(csv.reader(StringIO(given(browser, "csv").content.decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 1 + ActaEntry.objects.filter(book__hall=story.hall).count()
    assert [row[8] for row in rows if "HYPERLINK" in row[8]] == ['\'=HYPERLINK("http://x","y")']
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    sheet = ZipFile(BytesIO(given(browser, "xlsx").content)).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet.lower()


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_what_begins_like_a_formula_is_made_plain(sign):
    assert neutral(f"{sign}1") == f"'{sign}1"
    assert neutral("1=1") == "1=1"
    assert neutral(-5) == -5


def test_the_json_has_the_facts_in_cents_and_the_head_of_the_chain(played):
    story, browser = played
    story.hall.refresh_from_db()
    told = json.loads(given(browser, "json").content)
    (game,) = [one for one in told["entries"] if one["kind"] == "game"]
    assert game["facts"]["takings_cents"] == 1_200
    assert told["journal"]["hash"] == story.hall.head_hash


@pytest.mark.parametrize("query", [{"forma": "exe"}, {"forma": "pdf", "copia": "mine"}])
def test_a_file_that_does_not_exist_is_not_found(played, query):
    assert played[1].get("/acta/1/fichero/", query).status_code == 404
    assert played[1].get("/acta/9/fichero/").status_code == 404


# PINs ------------------------------------------------------------------------------------------------------


def hash_of(username):
    return StaffMember.objects.get(user__username=username).pin_hash


def test_each_one_sets_their_own_pin_with_their_password(night):
    _, people = night
    before = hash_of("mesa")
    for wrong in (
        {"pin": "1357", "again": "1357", "password": "guess"},
        {"pin": "1357", "again": "1358", "password": PASSWORD},
        {"pin": "1234", "again": "1234", "password": PASSWORD},
    ):
        assert people["mesa"].post("/pin/", wrong).status_code == 400
        assert hash_of("mesa") == before
    right = {"pin": "1357", "again": "1357", "password": PASSWORD}
    assert people["mesa"].post("/pin/", right).status_code == 302
    assert hash_of("mesa") not in {before, ""}
    assert people["jugador1"].get("/pin/").status_code == 403


def test_only_the_jefe_de_sala_clears_another_s_pin(night):
    _, people = night
    assert people["caja"].post("/pin/", {"clear": "mesa"}).status_code == 403
    assert hash_of("mesa") != ""
    assert people["sala"].post("/pin/", {"clear": "mesa"}).status_code == 302
    assert hash_of("mesa") == ""
    assert people["sala"].post("/pin/", {"clear": "jugador1"}).status_code == 404
