"""A short evening at once: four sellers with blocks, eight terminals, a second series, and everything adds up."""

import os

import pytest

from tests.house.on_postgres import missing
from tests.load.evening import options_of, play
from tests.load.people import Tally, runs_of
from tests.load.sockets import Sockets, Watched

SHORT = ["--vendors=4", "--terminals=8", "--games=2", "--target=40", "--block=5"]


def test_control_a_socket_that_misses_a_position_or_ends_or_stays_behind_is_named():
    sockets = Sockets([])
    sockets.watched = [
        Watched("whole", [4, 5, 6]),
        Watched("gap", [4, 6]),
        Watched("twice", [4, 5, 5, 6]),
        Watched("behind", [4, 5]),
        Watched("slow", [4, 5, 6], ended="slow"),
        Watched("mute"),
    ]
    assert [line.split(":")[0] for line in sockets.wrong(6)] == [
        f"socket of {who}" for who in ("gap", "twice", "behind", "slow", "mute")
    ]


def test_control_what_a_seller_is_told_twice_is_counted_once():
    tally = Tally()
    told = {"event": {"runs": [{"first": 1, "last": 3}, {"first": 9, "last": 9}]}}
    tally.cards(1, "venta1").update(runs_of(told))
    tally.cards(1, "venta1").update(runs_of(told))
    tally.cards(1, "jugador1").update({201})
    tally.cards(2, "venta1").update({4})
    assert (tally.sold_in(1), tally.sold_in(2)) == (4, 1)


def the_evening(database):
    told = play(options_of([*SHORT, f"--database={database}"]))
    assert told["wrong"] == []
    assert told["series"] == [1, 2]
    assert all(sold >= 40 for sold in told["printed"])
    assert told["statuses"].keys() <= {200, 302, 409}
    # Somebody was too late, some answers were asked for again, and the closing met unsold cards among the sold.
    assert told["said_again"] > 0
    assert {"sell_cards", "buy_cards", "issue_block", "add_series", "hand_in_takings"} <= set(told["ms"])
    assert told["sockets"] == 4 + 4 + 8
    return told


@pytest.mark.skipif("postgres" in os.environ.get("BINGO_DATABASE_URL", ""), reason="this run is for PostgreSQL")
def test_a_short_evening_on_sqlite_adds_up():
    the_evening("sqlite")


def test_a_short_evening_on_postgres_with_two_web_workers_adds_up():
    postgres, redis = os.environ.get("POSTGRES", ""), os.environ.get("REDIS", "")
    if not (postgres and redis):
        pytest.skip("POSTGRES and REDIS are not given")
    assert missing(postgres, redis) == ""
    the_evening("postgres")
