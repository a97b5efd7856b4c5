"""Known values: tables of the chi-square; sums worked out by hand; controls that must be caught."""

import random
from math import erfc, exp, sqrt

import pytest

from sessions.rules.ball_statistics import chi_square_tail, frequency_of, never_drawn_after


@pytest.mark.parametrize(
    ("value", "degrees", "tail"),
    [
        (112.022, 89, 0.05),  # the 5 % point of 89 degrees in any table
        (122.942, 89, 0.01),
        (64.793, 89, 0.975),
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
    ],
)
def test_the_tail_of_the_chi_square_is_that_of_the_tables(value, degrees, tail):
    assert chi_square_tail(value, degrees) == pytest.approx(tail, abs=2e-5)


@pytest.mark.parametrize("value", [0.1, 1.0, 4.0, 40.0, 400.0])
def test_two_degrees_are_the_exponential_and_one_is_the_error_function(value):
    assert chi_square_tail(value, 2) == pytest.approx(exp(-value / 2), rel=1e-12)
    assert chi_square_tail(value, 1) == pytest.approx(erfc(sqrt(value / 2)), rel=1e-12)


def test_no_difference_is_certain_to_be_reached():
    assert chi_square_tail(0, 89) == 1


@pytest.mark.parametrize(
    ("average", "games"),
    [
        # 90 (1/3)^16 = 2.1e-6, 90 (1/3)^17 = 7.0e-7
        (60, 17),
        # 90 (4/9)^22 = 1.6e-6, 90 (4/9)^23 = 7.2e-7
        (50, 23),
        # 90 (1/2)^26 = 1.3e-6, 90 (1/2)^27 = 6.7e-7
        (45, 27),
        (90, 1),
    ],
)
def test_the_alarm_rings_after_so_many_games_without_a_ball(average, games):
    assert never_drawn_after(average) == games


def test_the_statistic_is_that_of_the_first_k_of_90_worked_out_by_hand():
    """
    60 games of 45: each ball is expected 30 times, its variance is 60 x 45 x 45 / 8100 = 15.

    Balls 1 and 2 came out 36 and 24 times: (36 + 36) / 15 x 89 / 90 = 4.7467. Uncorrected it would be 72 / 30 = 2.4,
    and 2.4 x 89 / (90 - 45) is the same 4.7467.
    """
    told = frequency_of([36, 24] + [30] * 88, [45] * 60)
    assert (told.games, told.balls, told.expected, told.average_balls) == (60, 2_700, 30, 45)
    assert told.chi_square == pytest.approx(4.7467, abs=1e-4)
    assert told.p_value == pytest.approx(1, abs=1e-9)
    assert told.band == pytest.approx(3.87 * sqrt(15))


def test_games_of_different_lengths_add_their_own_variances():
    """45 and 60 balls, 40 games each: (40 x 45 x 45 + 40 x 60 x 30) / 8100 = 18.8889; expected 4200 / 90 = 46.6667."""
    told = frequency_of([47] * 60 + [46] * 30, [45] * 40 + [60] * 40)
    assert told.expected == pytest.approx(46.6667, abs=1e-4)
    # 60 (1/3)^2 + 30 (2/3)^2 = 20
    assert told.chi_square == pytest.approx(20 / 18.8889 * 89 / 90, abs=1e-4)


def test_of_a_few_games_nothing_is_said():
    assert frequency_of([1] * 60 + [0] * 30, [60]).p_value is None
    assert frequency_of([0] * 90, []).average_balls == 0
    # 20 games of 60 balls have a variance of 4.4 a ball, 23 of 5.1
    assert frequency_of([20] * 60 + [0] * 30, [60] * 20).chi_square is None
    assert frequency_of([23] * 60 + [0] * 30, [60] * 23).chi_square is not None


def test_nobody_is_surprised_by_games_that_came_to_the_ninetieth_ball():
    assert frequency_of([500] * 90, [90] * 500).chi_square is None


def drawn(games, seed, *, weights=None):
    """Draw the first 60 of 90 balls so many times, each ball as likely as its weight says."""
    chance = random.Random(seed)
    heavy = weights or [1.0] * 90
    times = [0] * 90
    for _ in range(games):
        keys = sorted(range(90), key=lambda ball: -(chance.random() ** (1 / heavy[ball])))
        for ball in keys[:60]:
            times[ball] += 1
    return frequency_of(times, [60] * games)


def test_fair_balls_are_found_fair_and_the_test_is_no_rubber_stamp():
    found = [drawn(60, seed).p_value for seed in range(40)]
    assert min(found) > 1e-3
    # Without the correction for balls that are not put back all of them would be near 1.
    assert min(found) < 0.2
    assert sum(found) / 40 == pytest.approx(0.5, abs=0.15)


def test_a_ball_three_times_as_likely_is_caught_within_a_sets_life():
    told = drawn(300, 5, weights=[3.0] + [1.0] * 89)
    assert told.p_value < 1e-3
    assert told.times[0] > told.expected + told.band


def test_a_ball_that_is_not_in_the_machine_is_caught():
    told = drawn(60, 6, weights=[1e-9] + [1.0] * 89)
    assert told.times[0] == 0
    assert told.p_value < 1e-6


def test_a_ball_a_tenth_more_likely_stays_invisible_in_a_whole_life():
    """The page says so: 20,000 games would be needed."""
    assert drawn(1_000, 7, weights=[1.1] + [1.0] * 89).p_value > 0.01
