"""The public page: anyone, no cookie, nobody named; and its square code on the hall board."""

import random
import re
import xml.etree.ElementTree as ET
from unittest import mock

import pytest
import zxingcpp
from django.conf import settings
from django.test import Client
from PIL import Image, ImageDraw

from records.models import Event
from sessions.rules.references import CardReference, printed_code, short_check
from sessions.services import payments, sales
from tests.given import a_game_drawing, a_game_on_sale, an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.stories import numbers_of, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def asked(**query):
    """Ask as anybody would: with no cookie, in English."""
    return Client().get("/comprobar/", {"lang": "en", **query})


def words(answer):
    """Give the page as a line of words."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().replace("&#x27;", "'")).split())


@pytest.fixture
def played(time):
    """Play a game of 6 cards that card 3 wins, and open the sale of the next."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    open_next_sale(story)
    return story


def test_the_last_game_that_ended_is_shown_when_none_is_named(played):
    said = words(asked(c="3"))
    assert "Game 1 of session 1" in said
    assert "Card 3 A 000001" in said
    assert "Line €1.08" in said
    assert "Bingo €6.90" in said
    assert "Line complete at ball 5" in said
    assert "Bingo complete at ball 15" in said
    assert "15 balls called, in this order" in said
    row = Event.objects.get(kind="GameClosed")
    assert f"Row {row.position} of the hall's journal" in said
    assert row.hash[:8] in said


def test_no_cookie_is_set_and_caches_may_keep_it(played):
    answer = asked(c="3", s="1", g="1")
    assert answer.cookies == {}
    assert answer["Cache-Control"] == "public, max-age=60"
    # A game under way is asked for again soon; so is "the last game", which changes.
    assert asked(s="1", g="2")["Cache-Control"] == asked()["Cache-Control"] == "public, max-age=5"


def test_the_code_on_the_card_does_as_well_as_its_number(played):
    key = settings.BINGO_CARD_KEY.encode()
    code = printed_code(CardReference(number=3, letter="A", ident="000001"), key)
    assert "Bingo €6.90" in words(asked(c=code))
    other = printed_code(CardReference(number=3, letter="B", ident="000009"), key)
    assert "The code is of a series that was not on sale in this game." in words(asked(c=other))
    forged = code[:-1] + str((int(code[-1]) + 1) % 10)
    assert "This code was not made by this hall." in words(asked(c=forged))


def test_the_page_is_no_place_to_try_checks_until_one_is_right(played):
    """The short check is not proved; after 60 false codes in a minute not even a true one is."""
    key = settings.BINGO_CARD_KEY.encode()
    card = CardReference(number=3, letter="A", ident="000001")
    right, wrong = f"A-000001/3 {short_check(card, key)}", "A-000001/3 AAAA"
    assert words(asked(c=right)).replace(right, "") == words(asked(c=wrong)).replace(wrong, "")
    code = printed_code(card, key)
    with mock.patch("screens.views.check.time", return_value=6_000_000_000.0):
        for n in range(60):
            forged = f"{code[:-8]}{n:08}"
            assert forged != code
            assert "not made by this hall" in words(asked(c=forged))
        assert "Too many false codes" in words(asked(c=code))
        assert "Bingo €6.90" in words(asked(c="3"))
    with mock.patch("screens.views.check.time", return_value=6_000_000_060.0):
        assert "Bingo €6.90" in words(asked(c=code))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("5", "This card won no prize in this game."),
        ("7", "This card was not sold in this game."),
        ("9999", "There is no card number 9999 in this hall."),
        ("0", "There is no card number 0 in this hall."),
        ("abc", "“abc” is not a card number."),
        ("9" * 80, "is not a card number."),
        ("<script>", "is not a card number."),
    ],
)
def test_whatever_is_typed_is_answered_in_a_sentence(played, text, says):
    answer = asked(c=text)
    assert answer.status_code == 200
    assert says in words(answer)
    assert "<script>" not in answer.content.decode().replace('<script type="module"', "")


def test_a_game_under_way_shows_the_face_and_the_balls_and_no_more(time):
    """Whether card 3 is complete, sold, or has any number out is nowhere on the page (Q15)."""
    story = a_game_drawing(sold=6)
    call_numbers(story, *numbers_of(story, 3))
    answer = asked(c="3", s="1", g="1")
    page = answer.content.decode()
    assert "The game is being played." in words(answer)
    assert "15 balls called, in this order" in words(answer)
    assert "cell-hit" not in page
    assert 'class="mine"' not in page
    for word in ("complete", "sold", "won", "Prizes", "journal"):
        assert word not in words(answer)
    # Any other card looks the same but for its numbers: sold or not, near or far.
    shapes = {re.sub(r"\d+", "", asked(c=str(n), s="1", g="1").content.decode()) for n in (2, 3, 150)}
    faces = [re.sub(r'<div class="face".*?</div>', "", shape, flags=re.DOTALL) for shape in shapes]
    assert len(set(faces)) == 1


def test_nobody_is_named(time):
    story = a_game_on_sale()
    payments.deposit(hall_id=story.hall.pk, account="player:77", amount_cents=1_000, actor="caja")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta-nueve")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:77", actor="jugador77")
    play_out(story, time, winner=3)
    page = asked(c="201").content.decode()
    assert "Card 201" in page
    for name in ("player:77", "jugador77", "venta-nueve", "mesa", "caja"):
        assert name not in page


def test_a_game_that_does_not_exist_was_never_opened_or_is_no_number_is_one_answer(played):
    pages = {asked(**query).status_code for query in ({"s": "9", "g": "1"}, {"s": "1", "g": "9"}, {"s": "x", "g": "1"})}
    assert pages == {404}
    assert {asked(s="1").status_code, asked(g="1").status_code, asked(s="1" * 40, g="1").status_code} == {404}


def test_a_hall_that_has_not_played_says_so():
    an_open_session()
    answer = asked()
    assert answer.status_code == 200
    assert "No game has been played yet." in words(answer)


def test_a_language_is_chosen_by_the_address(played):
    answer = Client().get("/comprobar/", {"lang": "ca", "c": "3"})
    assert 'lang="ca"' in answer.content.decode()
    assert answer["Content-Language"] == "ca"
    assert 'lang="es"' in Client().get("/comprobar/", {"lang": "xx"}).content.decode()


def test_nothing_is_written_by_looking(played):
    before = Event.objects.count()
    asked(c="1" + "0" * 30)
    asked(c="3")
    assert Event.objects.count() == before
    assert Client().post("/comprobar/").status_code == 405


def read_square(svg):
    """Read a square code from its SVG, drawn with plain pixels: rows of runs at half heights, as the file says."""
    tree = ET.fromstring(svg)
    size = int(tree.attrib["width"])
    picture = Image.new("L", (size, size), 255)
    pen = ImageDraw.Draw(picture)
    stroke = next(node for node in tree.iter() if "stroke" in node.attrib)
    scale, x, y = 8, 0.0, 0.0
    for kind, a, b in re.findall(r"([Mmh])\s*(-?[\d.]+)(?:[ ,](-?[\d.]+))?", stroke.attrib["d"]):
        if kind == "h":
            pen.rectangle([x * scale, (y - 0.5) * scale, (x + float(a)) * scale - 1, (y + 0.5) * scale - 1], fill=0)
            x += float(a)
        else:
            x, y = (float(a), float(b)) if kind == "M" else (x + float(a), y + float(b))
    return zxingcpp.read_barcode(picture).text


def test_the_square_code_of_the_board_holds_the_public_address(settings):
    settings.BINGO_PUBLIC_URL = "https://bingo.example"
    answer = Client().get("/comprobar/qr.svg")
    assert (answer["Content-Type"], answer.cookies) == ("image/svg+xml", {})
    assert read_square(answer.content) == "https://bingo.example/comprobar/"


def test_without_a_public_address_the_board_gives_its_own_and_none_that_only_it_can_open(settings):
    settings.ALLOWED_HOSTS = ["192.168.1.20", "127.0.0.1", "localhost"]
    an_open_session()
    lan = Client(headers={"host": "192.168.1.20:8000"})
    assert read_square(lan.get("/comprobar/qr.svg").content) == "http://192.168.1.20:8000/comprobar/"
    assert "/comprobar/qr.svg" in lan.get("/sala/", {"k": "demo-wall"}).content.decode()
    for host in ("127.0.0.1:8000", "localhost", "localhost:8000"):
        here = Client(headers={"host": host})
        assert here.get("/comprobar/qr.svg").status_code == 404
        assert "qr.svg" not in here.get("/sala/", {"k": "demo-wall"}).content.decode()


def test_cards_of_a_large_game_cost_few_questions(time, django_assert_max_num_queries):
    story = a_game_on_sale(cards=300)
    sales.sell_cards(game_id=story.game_id, quantity=120, actor="venta")
    close_sale(story)
    play_out(story, time, close=False)
    with django_assert_max_num_queries(10):
        asked(c=str(random.Random(1).randrange(1, 121)))
