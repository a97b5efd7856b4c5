"""Sums of games, shares and changes, worked out by hand."""

from datetime import UTC, datetime

import pytest

from sessions.rules.report_money import GameMoney, Sums, change_bp, share_bp, sum_of

AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def test_games_are_added_up_and_void_ones_are_counted_apart():
    games = [
        GameMoney(session_no=1, game_no=1, at=AT, void=True, void_cards=8, void_cents=1_600),
        GameMoney(
            session_no=1,
            game_no=2,
            at=AT,
            physical=6,
            virtual=4,
            takings_cents=2_000,
            line_cents=180,
            bingo_cents=1_150,
            additional_cents=100,
            tax_cents=60,
            house_cents=400,
            carried_cents=70,
            funds_cents=40,
        ),
        GameMoney(session_no=1, game_no=3, at=AT, physical=1, takings_cents=200, house_cents=200),
    ]
    total = sum_of(games)
    assert (total.games, total.void_games, total.cards, total.prizes_cents) == (2, 1, 11, 1_430)
    # 20.00 - 14.30 - 0.60 - 4.00 - 0.70 - 0.40 = 0; 600 of 2,200 is 27.27 %.
    assert (total.left_cents, total.hold_bp, total.void_cards, total.void_cents) == (0, 2_727, 8, 1_600)


def test_a_cent_that_is_not_shared_out_shows():
    assert Sums(takings_cents=1_000, line_cents=90, bingo_cents=575, house_cents=334).left_cents == 1


def test_no_game_at_all_is_nothing_and_no_share():
    assert sum_of([]) == Sums()
    assert Sums().hold_bp is None


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [(1, 3, 3_333), (2, 3, 6_667), (1, 20_000, 1), (-1, 20_000, -1), (-1, 3, -3_333), (5, 5, 10_000), (7, 0, None)],
)
def test_a_share_is_rounded_half_away_from_nothing(part, whole, share):
    assert share_bp(part, whole) == share


@pytest.mark.parametrize(
    ("now", "before", "change"),
    [(150, 100, 5_000), (50, 100, -5_000), (0, 100, -10_000), (7, 0, None), (-50, -100, 5_000)],
)
def test_a_change_is_told_against_what_was(now, before, change):
    assert change_bp(now, before) == change
