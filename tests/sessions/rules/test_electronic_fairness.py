"""
Electronic draws are even: 20,000 orders by position, by first balls, by neighbours, against the draw before, by gaps.

A fair draw must be no worse than 1 in a million by each question (4.9 standard deviations), and a control worse than 1
in a thousand million. What was judged by eye or not at all proves nothing: so every judge here has what it must refuse.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from math import inf, sqrt
from random import Random

import numpy as np
import pytest

from sessions.rules.electronic_draw import order_of, seed_of
from sessions.services.electronic import fresh_secret
from tests.sessions.rules.uniformity import tail

DRAWS = 20_000
FAIR, UNFAIR, DEVIATIONS = 1e-6, 1e-9, 4.9
BALLS = 90
FORKS, IN_EACH = 100, 100


def order_for(secret: bytes) -> tuple[int, ...]:
    """Give the order of a game of this secret; all else is the same in every one."""
    return order_of(seed_of(secret, hall="h", stream="game:1:1", closing="0" * 64, number="004711"))


@cache
def draws() -> np.ndarray:
    """Draw 20,000 orders from secrets of a seeded source: one row an order."""
    dice = Random(20261130)
    return np.array([order_for(dice.randbytes(32)) for _ in range(DRAWS)])


def by_position(orders: np.ndarray) -> float:
    """
    Give the chance that a fair draw's 90 by 90 table of balls and positions looks no better.

    Each draw fills every row and every column once, so 89 by 89 of the cells fix the table, and the statistic is 89/90
    of what independent cells would give.
    """
    seen = np.zeros((BALLS, BALLS))
    for place in range(BALLS):
        seen[:, place] = np.bincount(orders[:, place] - 1, minlength=BALLS)
    expected = len(orders) / BALLS
    return tail(float(((seen - expected) ** 2 / expected).sum()) * 89 / 90, 89 * 89)


def by_first(orders: np.ndarray, first: int) -> float:
    """Give the chance for how often each ball is among the first so many: the statistic times 89/(90 - first)."""
    seen = np.bincount(orders[:, :first].ravel() - 1, minlength=BALLS)
    expected = len(orders) * first / BALLS
    return tail(float(((seen - expected) ** 2 / expected).sum()) * 89 / (BALLS - first), 89)


def positions(orders: np.ndarray) -> np.ndarray:
    return np.argsort(orders, axis=1)


def test_every_ball_comes_at_every_place_as_often():
    assert by_position(draws()) > FAIR


@pytest.mark.parametrize("first", [1, 15, 45, 60])
def test_every_ball_is_among_the_first_as_often(first):
    assert by_first(draws(), first) > FAIR


def test_a_draw_tells_nothing_of_the_next():
    """The place of each ball in one game and in the next: r has the deviation 1/√(90·n)."""
    where = positions(draws()).astype(float)
    where -= (BALLS - 1) / 2
    r = float((where[:-1] * where[1:]).sum() / sqrt(float((where[:-1] ** 2).sum() * (where[1:] ** 2).sum())))
    assert abs(r) < DEVIATIONS / sqrt(BALLS * (DRAWS - 1))


def test_a_ball_is_followed_by_the_next_number_as_often_as_by_another():
    """
    Successions in an order: each of the 89 pairs has the chance 1/90, any two of them together 1/(90·89).

    So their number has the mean 89/90 and the variance 89·88/(90·89) + 89/90 - (89/90)².
    """
    orders = draws()
    seen = int((orders[:, 1:] - orders[:, :-1] == 1).sum())
    mean = 89 / 90
    deviation = sqrt(DRAWS * (88 / 90 + mean - mean**2))
    assert abs(seen - DRAWS * mean) < DEVIATIONS * deviation


def test_orders_rise_and_fall_as_often_as_chance_does():
    """Turning points of an order of n: mean 2(n - 2)/3, variance (16n - 29)/90 (Kendall and Stuart)."""
    steps = np.diff(draws(), axis=1) > 0
    seen = int((steps[:, 1:] != steps[:, :-1]).sum())
    mean, variance = 2 * (BALLS - 2) / 3, (16 * BALLS - 29) / 90
    assert abs(seen - DRAWS * mean) < DEVIATIONS * sqrt(DRAWS * variance)


def collected(firsts: np.ndarray) -> list[int]:
    """Count in how many games, each beginning where the last count ended, every ball has come first once."""
    counts, seen, began = [], set(), 0
    for game, ball in enumerate(firsts.tolist(), start=1):
        seen.add(ball)
        if len(seen) == BALLS:
            counts.append(game - began)
            seen, began = set(), game
    return counts


def collecting() -> tuple[float, float]:
    """
    Give mean and variance of the games until all 90 have come first: 457.4 and 12,777.

    When k are still missing the next is one of them with the chance p = k/90: 1/p games, with the variance (1 - p)/p².
    """
    chances = [k / BALLS for k in range(1, BALLS + 1)]
    return sum(1 / p for p in chances), sum((1 - p) / p**2 for p in chances)


def by_collecting(orders: np.ndarray) -> float:
    """Give by how many deviations the mean of the first balls' collections differs from chance's; without one, inf."""
    counts = collected(orders[:, 0])
    if not counts:
        return inf
    mean, variance = collecting()
    return (sum(counts) / len(counts) - mean) / sqrt(variance / len(counts))


def by_gaps(orders: np.ndarray) -> float:
    """
    Give the chance for the gaps: how many games after it was first a ball is first again, 1 to 300 and more.

    A gap of g has the chance (89/90)^(g-1)/90. So that a long gap is as likely seen as a short one, only those are
    counted whose ball was first in a game with 2,000 more to come: no gap that begins there fails to end (e^-22).
    """
    firsts = orders[:, 0]
    gaps = []
    for ball in range(1, BALLS + 1):
        games = np.flatnonzero(firsts == ball)
        gaps.append(np.diff(games)[games[:-1] < len(firsts) - 2_000])
    seen = np.bincount(np.minimum(np.concatenate(gaps), 300), minlength=301)[1:]
    chances = (89 / 90) ** np.arange(300) / 90
    # The last place is that of 300 games and more.
    chances[-1] *= 90
    expected = chances * seen.sum()
    return tail(float(((seen - expected) ** 2 / expected).sum()), 299)


def test_the_chances_of_a_collection_are_those_of_the_books():
    """Worked out otherwise: of 2 balls 3 games are needed; n balls need n times the n-th harmonic number."""
    mean, variance = collecting()
    assert abs(mean - 90 * sum(1 / k for k in range(1, 91))) < 1e-9
    assert abs(variance - (90**2 * sum(1 / k**2 for k in range(1, 91)) - mean)) < 1e-6
    assert collected(np.array([*range(1, 91), *range(1, 91), 1, *range(1, 90)])) == [90, 90]
    assert collected(np.array([1, 1, *range(1, 91), 5])) == [92]


def test_all_balls_have_come_first_after_as_many_games_as_chance_takes():
    assert abs(by_collecting(draws())) < DEVIATIONS


def test_a_ball_is_first_again_after_as_many_games_as_chance_takes():
    assert by_gaps(draws()) > FAIR


def repeats(orders: np.ndarray, first: int) -> int:
    """Count the draws whose first balls, in order, came in a draw before."""
    seen = Counter(tuple(order[:first]) for order in orders.tolist())
    return sum(seen.values()) - len(seen)


def test_the_same_five_balls_begin_two_games_no_more_often_than_chance_lets_them():
    """Of 20,000 sets of five out of 43,949,268 some 4.55 pairs are alike; 20 would be one in ten million."""
    sets = np.sort(draws()[:, :5], axis=1)
    assert 0 < repeats(sets, 5) < 20
    assert repeats(draws(), 15) == 0


# Controls: each judge refuses what is wrong -----------------------------------------------------------------------


def shuffled(dice, swap):
    """Shuffle 1 to 90 badly: `swap` says which place changes with place n - 1."""
    balls = list(range(1, BALLS + 1))
    for n in range(BALLS, 1, -1):
        place = swap(dice, n)
        balls[place], balls[n - 1] = balls[n - 1], balls[place]
    return balls


def naive(dice, _n):
    return dice.randrange(BALLS)


def sattolo(dice, n):
    return dice.randrange(n - 1)


def one_byte(dice, n):
    return dice.randrange(256) % n


@pytest.mark.parametrize(("swap", "size"), [(naive, 500), (sattolo, 1_000), (one_byte, 20_000)])
def test_a_wrong_shuffle_is_refused(swap, size):
    dice = Random(7)
    assert by_position(np.array([shuffled(dice, swap) for _ in range(size)])) < UNFAIR


def test_a_secret_that_never_changes_is_refused():
    orders = np.array([order_for(bytes(32))] * 500)
    assert by_position(orders) < UNFAIR
    assert repeats(orders, 15) == 499


def test_a_secret_made_of_the_clocks_seconds_is_refused():
    """Even each order alone is beyond reproach: it is the second game of the same second that tells."""
    orders = np.array([order_for(int(second).to_bytes(32, "big")) for second in np.repeat(range(100), 2)])
    assert repeats(orders, 15) == 100


def test_a_ball_that_never_comes_first_and_a_heavy_one_are_refused():
    orders = draws().copy()
    assert by_first(orders[orders[:, 0] != BALLS], 1) < UNFAIR
    # A ball that is put among the first fifteen in one draw of ten, wherever it was.
    heavy = orders.copy()
    for row, where in zip(heavy[::10], positions(heavy)[::10], strict=True):
        place = where[46]
        row[[7, place]] = row[[place, 7]]
    assert by_first(heavy, 15) < UNFAIR


def test_evenings_whose_games_are_ordered_by_their_first_balls_are_refused():
    """Each ball is first exactly as often as before, so no count of balls tells: the gaps do."""
    evenings = draws()[: DRAWS // 30 * 30].reshape(-1, 30, BALLS)
    games = np.take_along_axis(evenings, np.argsort(evenings[:, :, :1], axis=1, kind="stable"), axis=1)
    ordered = games.reshape(-1, BALLS)
    assert by_first(ordered, 1) == by_first(draws()[: len(ordered)], 1) > FAIR
    assert by_gaps(ordered) < UNFAIR


def test_first_balls_that_take_turns_are_refused():
    """Ninety games in which each ball is first once, and again: their count is perfect, the collection is not."""
    games = draws()[np.argsort(draws()[:, 0], kind="stable")]
    rounds = games[: len(games) // BALLS * BALLS].reshape(BALLS, -1, BALLS).swapaxes(0, 1).reshape(-1, BALLS)
    assert by_first(rounds, 1) > FAIR
    assert by_collecting(rounds) < -DEVIATIONS
    assert by_gaps(rounds) < UNFAIR


def test_a_ball_that_never_comes_first_ends_no_collection():
    orders = draws()
    assert by_collecting(orders[orders[:, 0] != BALLS]) == inf


# Secrets ------------------------------------------------------------------------------------------------------------


def of_copies(source, copies: int) -> list[bytes]:
    """Fork the process so often, and give a hundred secrets that each copy draws from the source."""
    secrets = []
    read, write = os.pipe()
    for _ in range(copies):
        child = os.fork()
        if child == 0:
            # Nothing of the test's own runs in the copy: it writes at once what it draws, and is gone.
            os.write(write, b"".join(source() for _ in range(IN_EACH)))
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        drawn = os.read(read, 32 * IN_EACH)
        secrets += [drawn[at : at + 32] for at in range(0, len(drawn), 32)]
    os.close(read)
    os.close(write)
    return secrets


def test_a_hundred_copies_of_the_hall_make_ten_thousand_different_orders():
    """Copies of a machine begin from one memory: still no order begins as another (T3, D11)."""
    secrets = of_copies(fresh_secret, FORKS)
    assert len(secrets) == FORKS * IN_EACH
    assert len({order_for(secret)[:15] for secret in secrets}) == FORKS * IN_EACH


def test_a_generator_that_is_copied_with_the_hall_is_found():
    dice = Random(3)
    secrets = of_copies(lambda: dice.randbytes(32), 3)
    assert len({order_for(secret)[:15] for secret in secrets}) == IN_EACH
