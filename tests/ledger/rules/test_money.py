import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.rules.money import split

pools = st.integers(0, 10**9)
winners = st.integers(1, 600)
units = st.sampled_from([1, 5, 10, 50, 100])


@pytest.mark.parametrize(
    ("pool", "winners", "unit", "shares", "left"),
    [
        (100, 1, 1, (100,), 0),
        (100, 3, 1, (34, 33, 33), 0),
        (101, 3, 1, (34, 34, 33), 0),
        (2, 3, 1, (1, 1, 0), 0),
        (0, 3, 1, (0, 0, 0), 0),
        (107, 2, 5, (55, 50), 2),
        (4, 2, 5, (0, 0), 4),
        (1_000_000_000, 2, 100, (500_000_000, 500_000_000), 0),
    ],
)
def test_a_pool_is_shared_in_whole_units_the_odd_ones_first(pool, winners, unit, shares, left):
    assert split(pool, winners, unit=unit) == (shares, left)


def test_odd_units_are_left_over_when_they_are_not_the_winners():
    assert split(100, 3, remainder_to_winners=False) == ((33, 33, 33), 1)
    assert split(107, 2, unit=5, remainder_to_winners=False) == ((50, 50), 7)


@pytest.mark.parametrize(("pool", "winners", "unit"), [(-1, 1, 1), (1, 0, 1), (1, 1, 0), (1, -1, 1)])
def test_a_split_of_nothing_sensible_is_refused(pool, winners, unit):
    with pytest.raises(ValueError, match="a split needs"):
        split(pool, winners, unit=unit)


@settings(max_examples=2_000, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pools, winners, units, st.booleans())
def test_a_split_loses_and_invents_nothing(pool, winners, unit, to_winners):
    """Shares and left-over are the pool; shares are whole units at most one apart, the larger ones first."""
    shares, left = split(pool, winners, unit=unit, remainder_to_winners=to_winners)
    assert len(shares) == winners
    assert sum(shares) + left == pool
    assert max(shares) - min(shares) <= unit
    assert all(share % unit == 0 and share >= 0 for share in shares)
    assert list(shares) == sorted(shares, reverse=True)
    if to_winners:
        assert left < unit
    else:
        assert left < unit * winners
        assert len(set(shares)) == 1
