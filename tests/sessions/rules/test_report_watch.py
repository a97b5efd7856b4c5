"""What has to be looked at: the third void game of a session, and accounts that leave the house nothing."""

import pytest

from sessions.rules.report_watch import leaves_nothing, too_many_voids


@pytest.mark.parametrize(("games", "alarm"), [(0, False), (2, False), (3, True)])
def test_more_than_two_void_games_in_a_session_are_too_many(games, alarm):
    assert too_many_voids(games) == alarm


@pytest.mark.parametrize(
    ("paid", "won", "games", "watched"),
    [(100, 100, 20, True), (100, 99, 20, False), (100, 500, 19, False), (0, 0, 50, False)],
)
def test_an_account_is_looked_at_when_it_wins_what_it_pays_in_twenty_games(paid, won, games, watched):
    assert leaves_nothing(paid, won, games) == watched
