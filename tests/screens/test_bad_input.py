"""Nonsense over HTTP: each a clear sentence in the person's language, nothing changed, never a fault of ours."""

import json
from itertools import product

import pytest
from django.test import Client

from records.models import Hall
from screens.deeds.registry import DEEDS
from sessions.models import Game
from sessions.selectors.faces import face_rows
from sessions.services import claims, draw, sales
from tests.given import a_game_drawing, a_game_on_sale
from tests.screens.sockets import do, logged_in, make_people

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("es", "ca", "en")


class Told:
    """A hall in a state, and refusals asked for in three languages."""

    def __init__(self, story):
        self.story = story
        people = make_people(story.hall)
        self.browsers = {name: logged_in(user) for name, user in people.items()}

    def head(self):
        hall = Hall.objects.get(pk=self.story.hall.pk)
        return hall.head_position, hall.head_hash

    def refused(self, who, name, **body):
        """Give status and code of a refusal, and its sentence by language; the journal's head must not move."""
        before, answers = self.head(), {}
        for language in LANGUAGES:
            browser = self.browsers[who]
            browser.cookies["django_language"] = language
            status, answer = do(browser, name, **body)
            assert answer["ok"] is False
            answers[language] = answer["message"]
        assert self.head() == before
        assert len(set(answers.values())) == len(LANGUAGES), answers
        for sentence in answers.values():
            assert sentence[-1] in ".»", sentence
            assert not set(sentence) & set("{}\n"), sentence
        return status, answer["code"], answers["es"]


@pytest.fixture
def on_sale():
    return Told(a_game_on_sale())


@pytest.fixture
def drawing():
    """Six cards sold, 5 called; the numbers of card 4's first row are still in the drum or called."""
    return Told(a_game_drawing(5))


def test_a_sale_of_no_cards_or_of_a_thousand_million_is_refused(on_sale):
    for quantity in (0, 10**9):
        status, code, sentence = on_sale.refused("venta1", "sell_cards", game_no=1, quantity=quantity)
        assert (status, code) == (409, "bad_quantity")
        assert sentence == f"{quantity} no es posible: debe ser entre 1 y 600."


def test_a_purchase_above_the_balance_is_refused_with_both_sums(on_sale):
    refused = on_sale.refused("jugador1", "buy_cards", game_no=1, quantity=1)
    assert refused == (409, "insufficient_balance", "El saldo es de 0 € y los cartones cuestan 2 €.")


def test_a_card_that_was_not_sold_is_refused(drawing):
    refused = drawing.refused("mesa", "raise_claim", game_no=1, prize="line", card="7")
    assert refused == (409, "card_not_sold", "El cartón 7 no se ha vendido en esta partida: no vale para ella.")


def test_a_card_of_another_series_is_refused(drawing):
    status, code, sentence = drawing.refused("mesa", "raise_claim", game_no=1, prize="line", card="B-000009/4")
    assert (status, code) == (409, "card_of_another_series")
    assert "B 000009" in sentence
    assert "A 000001" in sentence


def test_what_is_no_card_number_is_refused(drawing):
    status, code, sentence = drawing.refused("mesa", "raise_claim", game_no=1, prize="line", card="cuatro")
    assert (status, code) == (409, "bad_reference")
    assert "cuatro" in sentence


def test_a_line_called_after_the_order_to_go_on_is_refused(time):
    story = a_game_drawing()
    rows = face_rows(Game.objects.get(pk=story.game_id).board["lots"][0]["matrix"], 4)
    by = {"game_id": story.game_id, "actor": "mesa"}
    for ordinal, number in enumerate(rows[0], start=1):
        draw.draw_manual(game_id=story.game_id, number=number, actor="venta")
        draw.call_ball(ordinal=ordinal, **by)
    claims.raise_claim(prize="line", card="4", **by)
    claims.verify_claim(claim_no=1, **by)
    time.advance(10)
    claims.resume_play(**by)
    sentence = "Ya se dio la orden de reanudar: este premio ya no se puede cantar."
    refused = Told(story).refused("mesa", "raise_claim", game_no=1, prize="line", card="5")
    assert refused == (409, "right_lost", sentence)


def test_a_ball_that_does_not_exist_is_refused(drawing):
    for number in (0, 91, -1, 10**9):
        refused = drawing.refused("venta1", "draw_manual", game_no=1, number=number)
        assert refused == (409, "ball_out_of_range", f"El {number} no es una bola: las bolas van del 1 al 90.")


def test_a_ball_keyed_again_is_refused_with_when_it_came(drawing):
    refused = drawing.refused("venta1", "draw_manual", game_no=1, number=5)
    assert refused == (409, "ball_already_drawn", "El número 5 ya salió en la 1.ª bola.")


@pytest.mark.parametrize(
    "quantity", [None, True, 1.0, 1.5, "seis", "", [6], {"n": 6}, "\uff11\uff10", "9" * 5_000, float("nan")]
)
def test_what_is_no_whole_number_is_refused(on_sale, quantity):
    refused = on_sale.refused("venta1", "sell_cards", game_no=1, quantity=quantity)
    assert refused == (400, "bad_input", "Hace falta un número entero.")


def test_what_is_no_text_is_refused(drawing):
    for card in (None, 4, ["4"], "4\n", "4\x00", "\ud800"):
        refused = drawing.refused("mesa", "raise_claim", game_no=1, prize="line", card=card)
        assert refused == (400, "bad_input", "Hace falta un texto."), card


def test_a_choice_that_does_not_exist_is_refused(drawing):
    for prize in ("tercera", None, ["line"]):
        refused = drawing.refused("mesa", "raise_claim", game_no=1, prize=prize, card="4")
        assert refused == (400, "bad_input", "Esa opción no existe.")


def test_a_field_that_is_not_known_is_refused_by_its_name(on_sale):
    refused = on_sale.refused("venta1", "sell_cards", game_no=1, quantity=6, price=0)
    assert refused == (400, "bad_input", "Campo desconocido: price.")


def test_a_deed_without_a_key_is_refused(on_sale):
    for key, sentence in (("", "No puede quedar vacío."), (None, "Hace falta un texto.")):
        refused = on_sale.refused("venta1", "sell_cards", key=key, game_no=1, quantity=6)
        assert refused == (400, "bad_input", sentence)


def test_a_key_used_for_another_sale_is_refused(on_sale):
    assert do(on_sale.browsers["venta1"], "sell_cards", key="k", game_no=1, quantity=6)[0] == 200
    sentence = "Esta petición ya se usó para otra cosa. Recargue la pantalla e inténtelo de nuevo."
    for name, body in (("sell_cards", {"quantity": 5}), ("undo_sale", {"first": 1, "last": 6})):
        assert on_sale.refused("venta1", name, key="k", game_no=1, **body) == (409, "key_reused", sentence)


def test_the_keys_of_two_people_never_meet(on_sale):
    assert do(on_sale.browsers["venta1"], "sell_cards", key="k", game_no=1, quantity=6)[1]["event"]["first"] == 1
    assert do(on_sale.browsers["venta2"], "sell_cards", key="k", game_no=1, quantity=5)[1]["event"]["first"] == 7


def test_the_sale_opened_twice_with_one_key_is_opened_once(on_sale):
    sales.withdraw_game(game_id=on_sale.story.game_id, reason="test", actor="mesa")
    body = {"physical_series": on_sale.story.physical.pk, "extractor": "manual", "ball_set": "set-1"}
    first = do(on_sale.browsers["mesa"], "open_sale", key="k", **body)
    assert first[0] == 200
    before = on_sale.head()
    assert do(on_sale.browsers["mesa"], "open_sale", key="k", **body) == first
    assert on_sale.head() == before
    assert on_sale.refused("mesa", "open_sale", key="other", **body)[:2] == (409, "game_still_open")


UNREADABLE = (
    b"",
    b"not json",
    b"\xff\xfe\x00",
    b"[]",
    b"null",
    b'"text"',
    b'{"key": "k", "game_no": 1',
    b"[" * 8_000 + b"]" * 8_000,
    b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
    b'{"key": "k", "game_no": ' + b"9" * 5_000 + b"}",
    b'{"key": "' + b"k" * 20_000 + b'"}',
    b'{"key": "' + b"k" * 3_000_000 + b'"}',
    b'{"key": "k", "game_no": 1e400, "quantity": 1}',
    b'{"key": "k", "game_no": NaN, "quantity": 1}',
    b'{"key": "k", "key": 1, "game_no": 1, "quantity": 1}',
)


def test_a_body_that_cannot_be_read_is_refused_in_words(on_sale):
    before = on_sale.head()
    for body in UNREADABLE:
        answer = on_sale.browsers["venta1"].post("/deeds/sell_cards/", body, content_type="application/json")
        assert answer.status_code == 400, body[:40]
        assert (answer.json()["code"], answer.json()["message"][-1]) == ("bad_input", ".")
    assert on_sale.head() == before


NASTY = (
    None,
    True,
    -1,
    0,
    91,
    10**9,
    10**30,
    1.5,
    "",
    " ",
    "x" * 600,
    "\ud800",
    "1; DROP TABLE",
    "\u202e",
    [],
    [[]],
    {},
)
WHO = {
    "direct_session": "sala",
    "run_table": "mesa",
    "keep_cash": "caja",
    "sell_cards": "venta1",
    "call_balls": "venta1",
    "play_cards": "jugador1",
    "admit": "puerta",
}
FAIR = {
    "player": 2,  # one of them is closed on the way, and another goes on playing
    "game_no": 1,
    "ordinal": 1,
    "number": 7,
    "card": "4",
    "prize": "line",
    "reason": "r",
    "text": "t",
    "quantity": 1,
    "extractor": "manual",
    "ball_set": "set-1",
    "accept": True,
    "printer": "till-1",
    "second": "",
    "second_password": "",
}


def test_no_field_of_any_deed_can_make_the_hall_fail(drawing):
    browsers = {}
    for permission, username in WHO.items():
        browsers[permission] = Client(raise_request_exception=False)
        browsers[permission].cookies = drawing.browsers[username].cookies
    for name, deed in DEEDS.items():
        fair = {field: FAIR.get(field, 1) for field in deed.all_fields}
        for field, (number, value) in product(deed.all_fields, enumerate(NASTY)):
            body = json.dumps({**fair, "key": f"{name}-{field}-{number}", field: value})
            before = drawing.head()
            answer = browsers[deed.permissions[0]].post(f"/deeds/{name}/", body, content_type="application/json")
            assert answer.status_code in {200, 400, 409}, (name, field, value, answer.content[:300])
            assert answer.json()["ok"] is (answer.status_code == 200)
            assert answer.status_code == 200 or drawing.head() == before, (name, field, value)
