"""Each function of ranges against the same question asked of plain sets; few numbers, so that edges meet."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions.rules import ranges
from sessions.rules.ranges import DESK, HELD, SPOILED, Off, Run

MANY = settings(max_examples=2_000, deadline=None)
numbers = st.integers(1, 14)
# A run may be empty (last < first): lots that are sold out give such.
runs = st.builds(lambda first, more: Run(first=first, last=first + more), numbers, st.integers(-1, 6))
full_runs = st.builds(lambda first, more: Run(first=first, last=first + more), numbers, st.integers(0, 6))
reasons = st.sampled_from([(HELD, "ana"), (HELD, "luis"), (DESK, ""), (SPOILED, "")])


@st.composite
def offs(draw):
    """Draw pieces set apart, no card in two, ascending."""
    by_card = draw(st.dictionaries(numbers, reasons))
    return tuple(Off(first=n, last=n, why=why, holder=holder) for n, (why, holder) in sorted(by_card.items()))


@st.composite
def disjoint_runs(draw):
    """Draw ascending runs of which no two share a card, some of them side by side."""
    edges = sorted(draw(st.sets(st.integers(1, 25), max_size=10)))
    return tuple(Run(first=a, last=b) for a, b in zip(edges[::2], edges[1::2], strict=False))


def cards(pieces):
    """List the cards of pieces as a set."""
    return {n for piece in pieces for n in range(piece.first, piece.last + 1)}


def reasons_by_card(off):
    """Give each card's reason."""
    return {n: (o.why, o.holder) for o in off for n in range(o.first, o.last + 1)}


def are_maximal(pieces):
    """Tell whether the pieces ascend, are not empty, and no two touch."""
    ordered = all(a.last + 1 < b.first for a, b in pairwise(pieces))
    return ordered and all(piece.first <= piece.last for piece in pieces)


@MANY
@given(runs)
def test_a_run_counts_its_cards(run):
    assert run.count == len(cards([run]))


@MANY
@given(st.lists(runs, max_size=6))
def test_joined_runs_hold_the_same_cards_in_as_few_runs_as_can_be(some):
    joined = ranges.merged(some)
    assert cards(joined) == cards(some)
    assert are_maximal(joined)


@MANY
@given(st.lists(runs, max_size=4), st.lists(st.one_of(runs, full_runs), max_size=4))
def test_what_is_cut_away_is_a_difference_of_sets(some, cut):
    left = ranges.minus(some, cut)
    assert cards(left) == cards(some) - cards(cut)
    assert are_maximal(left)


@MANY
@given(st.lists(runs, max_size=4), offs())
def test_what_is_set_apart_is_cut_away_too(some, off):
    assert cards(ranges.minus(some, off)) == cards(some) - cards(off)


@MANY
@given(st.lists(runs, max_size=5), runs)
def test_common_cards_are_an_intersection(some, other):
    both = ranges.common(some, other)
    assert cards(both) == cards(some) & cards([other])
    assert are_maximal(both)


@MANY
@given(st.lists(runs, max_size=5), numbers, st.integers(-2, 8))
def test_runs_hold_a_range_when_all_its_cards_are_in_them(some, first, more):
    asked = set(range(first, first + more + 1))
    assert ranges.holds(some, first, first + more) is (bool(asked) and asked <= cards(some))


@MANY
@given(disjoint_runs())
def test_disjoint_runs_count_the_cards_of_their_set(some):
    assert ranges.count(some) == len(cards(some))


@MANY
@given(offs(), full_runs, reasons)
def test_cards_set_apart_have_the_new_reason_and_the_others_keep_theirs(off, run, reason):
    new = Off(first=run.first, last=run.last, why=reason[0], holder=reason[1])
    after = ranges.set_apart(off, new)
    assert reasons_by_card(after) == reasons_by_card(off) | dict.fromkeys(cards([run]), reason)
    assert sum(o.count for o in after) == len(cards(after)), "a card is set apart twice"
    assert [o.first for o in after] == sorted(o.first for o in after)


@MANY
@given(st.lists(st.tuples(full_runs, reasons), max_size=8))
def test_neighbours_with_one_reason_are_one_piece_after_any_history(history):
    off = ()
    for run, (why, holder) in history:
        off = ranges.set_apart(off, Off(first=run.first, last=run.last, why=why, holder=holder))
    by_card = reasons_by_card(off)
    borders = [n for n in by_card if by_card.get(n - 1) != by_card[n]]
    assert len(off) == len(borders)


@MANY
@given(offs(), runs)
def test_cards_put_back_are_set_apart_no_longer_and_the_others_stay(off, run):
    left = ranges.put_back(off, run.first, run.last)
    assert reasons_by_card(left) == {n: why for n, why in reasons_by_card(off).items() if n not in cards([run])}


@MANY
@given(disjoint_runs(), st.integers(-1, 30))
def test_the_first_cards_taken_are_the_lowest(some, quantity):
    taken = ranges.split_up(some, quantity)
    assert sorted(cards(taken)) == sorted(cards(some))[: max(quantity, 0)]
    assert all(any(t.first >= run.first and t.last <= run.last for run in some) for t in taken), "a run was joined"
    assert all(run.count > 0 for run in taken)


@pytest.mark.parametrize(
    ("some", "joined"),
    [
        ([(1, 3), (4, 6)], [(1, 6)]),
        ([(1, 3), (5, 6)], [(1, 3), (5, 6)]),
        ([(4, 6), (1, 9)], [(1, 9)]),
        ([(3, 2)], []),
    ],
)
def test_runs_join_where_they_touch(some, joined):
    assert ranges.merged(Run(first=a, last=b) for a, b in some) == tuple(Run(first=a, last=b) for a, b in joined)
