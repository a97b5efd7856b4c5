"""A hall as it is run: its lock, the commands beside it, and the demo people who play on it as clients."""

import re

import pytest

from bingo_hall.lock import HallRuns, hold, is_held
from tests.walks.running_hall import RunningHall, manage


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    folder = tmp_path_factory.mktemp("running")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BINGO_DATA_DIR", str(folder))
        hall = RunningHall(folder, speed=100)
        hall.start()
        yield hall
        hall.end()


def test_a_lock_is_held_by_one_and_free_when_its_holder_lets_go(tmp_path):
    assert not is_held(tmp_path)
    with hold(tmp_path):
        assert is_held(tmp_path)
        with pytest.raises(HallRuns):
            hold(tmp_path)
    assert not is_held(tmp_path)


def test_two_folders_are_two_halls(tmp_path):
    with hold(tmp_path / "a"), hold(tmp_path / "b"):
        assert is_held(tmp_path / "a")


@pytest.mark.parametrize("command", ["run_hall", "migrate", "seed_demo"])
def test_a_command_that_writes_refuses_while_the_hall_runs(running, command):
    before = running.look().head
    refused = manage(running.folder, command)
    assert refused.returncode == 1
    assert "The hall is running" in refused.stderr
    assert running.look().head == before


def test_the_demo_people_play_two_games_on_the_running_hall_and_the_proofs_hold(running):
    two_fast_games = ("--url", running.url, "--speed", "200", "--games", "2")
    played = manage(running.folder, "play_demo", *two_fast_games, seconds=300)
    assert played.returncode == 0, played.stderr
    assert played.stdout.count("is closed") == 2
    assert "«" in played.stdout

    head = running.look().head
    assert f"journal position {head}" in played.stdout
    proved = manage(running.folder, "verify")
    assert (proved.returncode, proved.stdout.splitlines()[-1]) == (0, "0 violations")
    position = re.search(r"demo: position (\d+)", proved.stdout)
    assert int(position[1]) == head
    assert running.look().board["drawn"] == running.machine()["order"]


def test_the_demo_people_say_so_when_no_hall_answers(tmp_path):
    alone = manage(tmp_path, "play_demo", "--url", "http://127.0.0.1:9")
    assert alone.returncode == 1
    assert "No hall answers at http://127.0.0.1:9" in alone.stderr


def test_a_real_hall_is_not_seeded_with_demo_people(tmp_path):
    refused = manage(tmp_path, "seed_demo", BINGO_DEMO="0")
    assert refused.returncode == 1
    assert "BINGO_DEMO is off" in refused.stderr
