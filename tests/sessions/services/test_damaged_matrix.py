"""A face damaged on the disk takes one card out of play and nothing else; without its file nothing is sold."""

from __future__ import annotations

import pytest

from records.models import Event, Incident
from sessions.models import Award, SoldCard
from sessions.rules import errors
from sessions.rules.matrix import HEADER_BYTES, RECORD_BYTES
from sessions.selectors import faces
from sessions.selectors.verify import violations
from sessions.services import claims, draw, sales, store
from tests.given import an_open_session, call_numbers, close_sale, open_next_sale
from tests.screens.sockets import do, logged_in, make_people
from tests.sessions.stories import play_out, spans_of

pytestmark = pytest.mark.django_db

SEED = 4_711  # no other test's faces: an open file is remembered by its hash


def forget():
    faces.matrix_of.cache_clear()
    faces._row_masks.cache_clear()


@pytest.fixture
def story():
    """Open a session; whatever the process knows of the faces is forgotten before and after."""
    forget()
    yield an_open_session(seed=SEED)
    forget()


def file_of(story, data_dir):
    return data_dir / "matrices" / story.physical.matrix.sha256


def flip(path, card, *, bit=1):
    """Change one bit of one face where it lies on the disk."""
    at = HEADER_BYTES + (card - 1) * RECORD_BYTES + 2
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ bit]))


def wrong(story):
    story.hall.refresh_from_db()
    return list(violations(story.hall))


def test_one_flipped_bit_is_named_by_the_proofs_and_only_its_card(story, data_dir):
    assert wrong(story) == []
    flip(file_of(story, data_dir), 5)
    found = wrong(story)
    assert [line.split(": ")[1].split(" is ")[0] for line in found] == ["the file's hash", "damaged faces"]
    assert found[1] == "S2 matrix m4711-300: damaged faces: [5]"


def test_the_damaged_card_is_set_apart_an_alarm_is_left_and_the_others_sell_and_win(story, data_dir, time):
    flip(file_of(story, data_dir), 5)
    open_next_sale(story, virtual=False)
    story.game.refresh_from_db()
    assert story.game.board["lots"][0]["off"] == [{"first": 5, "last": 5, "why": "unplayable", "holder": ""}]
    alarm = Incident.objects.get(hall=story.hall, code="cards_unplayable")
    assert {name: alarm.payload[name] for name in ("letter", "ident", "cards")} == {
        "letter": "A",
        "ident": "000001",
        "cards": [[5, 5]],
    }
    sold = sales.sell_cards(game_id=story.game_id, quantity=7, actor="venta")
    assert [(run.first, run.last) for run in sold.runs] == [(1, 4), (6, 8)]
    play_out(story, time, winner=6)
    assert sorted(Award.objects.values_list("prize", "card")) == [("bingo", 6), ("line", 6)]
    assert sorted(SoldCard.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 6, 7, 8]
    assert spans_of(story.physical) == [
        (1, 4, "used"),
        (5, 5, "unsold"),
        (6, 6, "annexed"),
        (7, 8, "used"),
        (9, 200, "stock"),
    ]
    assert all(line.startswith("S2 ") for line in wrong(story))


def test_a_damaged_card_that_the_sale_did_not_reach_is_sold_once_its_file_is_restored(story, data_dir, time):
    whole = file_of(story, data_dir).read_bytes()
    flip(file_of(story, data_dir), 9)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=6)
    assert spans_of(story.physical) == [(1, 5, "used"), (6, 6, "annexed"), (7, 200, "stock")]
    file_of(story, data_dir).write_bytes(whole)
    forget()
    open_next_sale(story, virtual=False)
    sold = sales.sell_cards(game_id=story.game_id, quantity=4, actor="venta")
    assert [(run.first, run.last) for run in sold.runs] == [(7, 10)]
    assert wrong(story) == []


def test_the_alarm_for_the_same_cards_is_left_once(story, data_dir):
    flip(file_of(story, data_dir), 9)
    for _game in (1, 2):
        open_next_sale(story, virtual=False)
        sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert Incident.objects.filter(code="cards_unplayable").count() == 1


@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "foreign"])
def test_without_its_file_no_sale_opens_and_the_table_reads_why(story, data_dir, damage):
    path = file_of(story, data_dir)
    spoilt = {"empty": b"", "cut": path.read_bytes()[:-1], "foreign": b"x" * path.stat().st_size}
    path.unlink()
    if damage in spoilt:
        path.write_bytes(spoilt[damage])
    browser = logged_in(make_people(story.hall)["mesa"])
    before = Event.objects.count()
    body = {"physical_series": story.physical.pk, "virtual_series": None, "extractor": "manual", "ball_set": "set-1"}
    status, answer = do(browser, "open_sale", **body)
    assert (status, answer["code"]) == (409, "matrix_unusable")
    assert answer["params"] == {"matrix": story.physical.matrix.sha256[:12]}
    assert story.physical.matrix.sha256[:12] in answer["message"]
    assert Event.objects.count() == before
    assert any(line.startswith("S2 matrix m4711-300: cannot be read") or "hash" in line for line in wrong(story))


def test_a_file_lost_in_the_middle_of_a_game_lets_no_card_be_judged_and_changes_nothing(story, data_dir):
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, 1, 2, 3)
    file_of(story, data_dir).unlink()
    forget()
    before = Event.objects.count()
    with pytest.raises(errors.MatrixUnusable):
        claims.raise_claim(game_id=story.game_id, prize="line", card="3", actor="mesa")
    assert Event.objects.count() == before
    story.game.refresh_from_db()
    assert (story.game.state, story.game.board["claims"]) == ("drawing", [])


def test_cards_can_be_destroyed_whatever_the_disk_has_lost(story, data_dir, time):
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    file_of(story, data_dir).unlink()
    forget()
    assert store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala").cards == 5  # the winner stays
