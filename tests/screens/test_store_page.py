"""The store's page as the manager and the Jefe de Mesa see it, and its deeds as the page sends them."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.urls import NoReverseMatch, reverse

from records.models import Event
from sessions.rules.references import CardReference, printed_code
from sessions.services import sales, store
from tests.given import a_game_on_sale, an_open_session, open_next_sale
from tests.screens.sockets import PIN, do, logged_in, make_people
from tests.sessions.stories import end_session, play_out, prepare_session

pytestmark = pytest.mark.django_db


class Page:
    """The page's text without its marks, part by part, in English."""

    def __init__(self, browser, **query):
        browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        answer = browser.get("/cartones/", query)
        assert answer.status_code == 200
        self.html = answer.content.decode()

    def part(self, name):
        """Give the words of one part."""
        found = re.search(rf'data-part="{name}".*?</section>', self.html, re.DOTALL)
        return words("<" + found[0]) if found else ""

    @property
    def words(self):
        """Give the words of the whole page."""
        return words(self.html)


def words(html):
    """Give the text without marks; en dashes as hyphens."""
    text = re.sub(r"<[^>]*>", " ", re.sub(r"<script.*?</script>", " ", html, flags=re.DOTALL))
    return " ".join(text.split()).replace("\N{EN DASH}", "-")


@pytest.fixture
def night(time):
    """Spoil 4-6, play a game in which 1-3 and 7-9 are sold and 3 wins, keep 3 as evidence; everybody has a browser."""
    story = an_open_session()
    people = {name: logged_in(user) for name, user in make_people(story.hall).items()}
    store.spoil_stock(series_id=story.physical.pk, first=4, last=6, reason="wet", actor="sala")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    store.keep_evidence(series_id=story.physical.pk, first=3, last=3, reason="doubt", actor="mesa")
    return story, people


def test_the_heap_is_told_by_session_and_the_evidence_apart(night):
    _story, people = night
    told = Page(people["sala"]).part("remains")
    assert "Of no session 3 cards A 000001 4-6 Spoiled" in told
    assert "Session 1 5 cards A 000001 1-2 Used · game 1 A 000001 7-9 Used · game 1" in told
    assert "Destroy 8 cards" in told
    assert "Kept as evidence, not destroyed A 000001 3 session 1, game 1" in told


def test_the_bar_has_a_piece_for_each_span_as_wide_as_its_cards(night):
    _story, people = night
    bar = re.search(r'<svg class="spans" viewBox="0 0 200 10".*?</svg>', Page(people["sala"]).html, re.DOTALL)[0]
    pieces = set(re.findall(r'<rect x="(\d+)" y="0" width="([\d.]+)" height="10" class="span-(\w+)"', bar))
    assert pieces == {
        ("0", "2", "used"),
        ("2", "1", "evidence"),
        ("3", "3", "spoiled"),
        ("6", "3", "used"),
        ("9", "191", "stock"),
    }
    assert 'aria-label="In stock: 191, Used: 5, Spoiled: 3, Kept as evidence: 1"' in bar


def test_no_style_and_no_script_stands_in_the_page(night):
    _story, people = night
    html = Page(people["sala"], carton="A-000001/3").html
    assert not re.search(r"\sstyle=|\son\w+=", html)
    assert re.findall(r"<script(?![^>]*(?:src=|application/json))[^>]*>", html) == []


def test_the_table_chief_may_look_and_destroy_and_nothing_else(night):
    _story, people = night
    html = Page(people["mesa"]).html
    assert set(re.findall(r'data-do="(\w+)"', html)) == {"evidence", "destroy"}
    assert "receive-form" not in html
    assert set(re.findall(r'data-do="(\w+)"', Page(people["sala"]).html)) == {"evidence", "destroy", "spoil"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("A-000001/1", "A-000001/1 Used"),
        ("a-000001/3", "A-000001/3 Kept as evidence"),
        ("A-000001/5", "A-000001/5 Spoiled"),
        ("10", "A-000001/10 In stock"),
        ("A-000009/1", "Not found: "),
        ("hello", "“hello” is not a card number."),
        ("777", "No series in use has that card."),
    ],
)
def test_a_card_asked_for_is_told_or_it_is_said_why_not(night, asked, told):
    _story, people = night
    assert told in words("<p " + Page(people["sala"], carton=asked).html.split('id="donde"')[1])


def test_a_scanned_code_is_read_and_a_false_one_is_not(night):
    _story, people = night
    key = settings.BINGO_CARD_KEY.encode()
    code = printed_code(CardReference(number=9, letter="A", ident="000001"), key)
    assert "A-000001/9 Used" in Page(people["sala"], carton=code).words
    false = code[:-1] + str((int(code[-1]) + 1) % 10)
    assert "was not printed by this hall" in Page(people["sala"], carton=false).words


def test_a_card_on_sale_is_told_with_its_game_and_seller():
    story = a_game_on_sale()
    people = make_people(story.hall)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta1")
    page = Page(logged_in(people["sala"]), carton="6")
    assert "A-000001/6 Sold in the game being played Session 1, game 1, sold by venta1." in page.words
    assert "sold in this game 6" in page.part("series")
    assert "In stock 194" in page.part("series")


def test_a_delivery_comes_in_and_the_next_one_is_suggested(night):
    _story, people = night
    manager = people["sala"]
    matrix = do(manager, "receive_delivery", key="k0")  # an empty one is refused
    assert matrix[0] == 400
    page = Page(manager)
    body = {
        "delivery": "G-5",
        "letter": "A",
        "first_ident": re.search(r'name="first_ident" value="(\d+)"', page.html)[1],
        "quantity": 20,
        "medium": "physical",
        "face_value_cents": 200,
        "first_number": 1,
        "last_number": 200,
        "parts": 1,
        "matrix_id": int(re.search(r'<option value="(\d+)" data-size="300"', page.html)[1]),
    }
    assert body["first_ident"] == "000002"
    status, answer = do(manager, "receive_delivery", key="k1", **body)
    assert (status, answer["idents"][0], answer["idents"][-1], len(answer["idents"])) == (200, "000002", "000021", 20)
    page = Page(manager)
    assert "G-5" in page.part("deliveries")
    assert "A 000002-000021" in page.part("deliveries")
    assert 'name="first_ident" value="000022"' in page.html
    assert "21 series not begun" in page.part("series")
    status, answer = do(manager, "receive_delivery", key="k2", **body)
    assert (status, answer["code"]) == (409, "series_exists")


def test_the_destruction_is_told_in_the_history_and_said_twice_is_one(night):
    _story, people = night
    first = do(people["mesa"], "destroy_used", witness="Ana Pi")
    assert (first[0], first[1]["event"]["cards"], first[1]["event"]["kept"]) == (200, 8, 1)
    assert do(people["mesa"], "destroy_used", witness="Ana Pi") == first
    assert Event.objects.filter(kind="UsedCardsDestroyed").count() == 1
    page = Page(people["sala"])
    assert "Nothing to destroy" in page.part("remains")
    assert "8 cards · 1 kept as evidence Witness: Ana Pi · by mesa" in page.part("destructions")


def test_after_the_session_the_destruction_goes_into_its_own_journal_and_the_next_one_opens(night):
    story, people = night
    end_session(story)
    prepare_session(story, seller_caller="venta1")
    status, answer = do(people["sala"], "open_session", key="k1", signer="mesa", pin=PIN)
    assert (status, answer["code"], answer["params"]) == (409, "used_cards_remain", {"session_no": 1, "cards": 5})
    assert do(people["sala"], "destroy_used", key="k2", witness="Ana Pi")[0] == 200
    assert Event.objects.get(kind="UsedCardsDestroyed").stream == "session:1"
    assert do(people["sala"], "open_session", key="k3", signer="mesa", pin=PIN)[0] == 200
    assert do(people["sala"], "destroy_used", key="k2", witness="Ana Pi")[1]["event"]["cards"] == 8


def test_the_manager_s_desk_leads_to_the_store_and_registers_nothing_itself(night):
    _story, people = night
    html = people["sala"].get("/direccion/").content.decode()
    assert html.count(f'href="{reverse("store")}"') == 2
    assert "register" not in html.lower()
    status, answer = do(people["sala"], "register_series", letter="B")
    assert (status, answer["code"]) == (404, "not_found")
    with pytest.raises(NoReverseMatch):
        reverse("register_series")
