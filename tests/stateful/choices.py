"""What people choose from: mostly what makes sense, sometimes what does not."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition

from tests.stateful.hall import CARDS

sellers = st.sampled_from(["venta", "venta-2", "mesa"])
players = st.sampled_from(["player:1", "player:2"])
quantities = st.sampled_from([1, 2, 3, 6, 12, 1, 2, 3, 6, 0, 601, 10**9])
balls = st.integers(1, 90)
numbers = st.one_of(balls, balls, balls, st.sampled_from([0, 91, 255]))
cards = st.integers(0, CARDS + 1)
prizes = st.sampled_from(["line", "bingo"])
people = st.sampled_from(["mesa", "sala", "venta", ""])
often = st.sampled_from([True, True, True, False])
rarely = st.sampled_from([False, False, False, True])
halves = st.sampled_from([0, 1, 1, 2])


def while_(*states):
    """Run a rule only in these states of the game (None: there is none yet)."""
    return precondition(lambda self: self.state in states)
