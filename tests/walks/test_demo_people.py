"""The demo people play on in a game they did not begin: one without balls, which goes on by hand."""

import pytest

from bingo_hall.player import DemoGame
from tests.walks.running_hall import RunningHall


@pytest.fixture
def people(tmp_path, monkeypatch):
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    hall = RunningHall(tmp_path, speed=100)
    hall.start(BINGO_CLAIM_WINDOW_S="0")
    game = DemoGame(hall.url, "bingo", speed=1_000, say=lambda _: None)
    yield game
    for person in game.people.values():
        person.http.close()
    hall.end()


def test_they_give_the_public_s_number_and_end_a_game_by_hand(people):
    people.open_session()
    people.people["sala"].deed("authorise_electronic_draw", reference="DGJ 2026/000123", dated="2026-11-02")
    people.chief.deed("open_sale", **people.chief.mine()["suggested"] | {"extractor": "rng"})
    people.sell()
    people.close_sale()
    started = people.chief.wait_for(lambda frame: len(frame["board"]["drawn"]) == 1, seconds=20)["board"]
    assert len(started["electronic"]["number"]) == 6

    people.chief.deed("suspend_game", game_no=1, cause="failure", ball_out=True, text="no power")
    people.chief.deed("read_paragraph", game_no=1, paragraph="36.2")
    people.chief.deed("order_manual_draw", game_no=1, how="from a bag, unseen")
    by_hand = people.play()["board"]
    assert (by_hand["state"], by_hand["manual_draw"]) == ("closed", True)
    assert len(by_hand["drawn"]) == len(set(by_hand["drawn"])) > 14
