import pytest

from tests.devices.whole_games.evening import WholeGame


@pytest.fixture
def game_with(tmp_path, monkeypatch, transactional_db):
    """Give a function that makes a game on a machine with faults to come; all of it ends with the test."""
    monkeypatch.setenv("BINGO_DATA_DIR", str(tmp_path))
    games = []

    def make(fault="", **options):
        games.append(WholeGame(fault, **options))
        return games[-1]

    yield make
    for game in games:
        game.end()
