"""Rounds that take turns, so that a busy moment of the machine falls on all; only ratios within one run count."""

from __future__ import annotations

import json
import platform
import time
from statistics import median

ROUNDS = 7


def rates_of(variants, rounds=ROUNDS):
    """
    Run each variant once unmeasured, then all in turn, round by round.

    Args:
        variants: By name, a function that works and returns how many things it made.
        rounds: How many rounds.

    Returns:
        By name, the things a second of each round.
    """
    for work in variants.values():
        work()
    rates = {name: [] for name in variants}
    for _ in range(rounds):
        for name, work in variants.items():
            began = time.perf_counter()
            made = work()
            rates[name].append(made / (time.perf_counter() - began))
    return rates


def ratio(rates, ours, peer):
    """The median of the rounds' own ratios."""
    return median(mine / theirs for mine, theirs in zip(rates[ours], rates[peer], strict=True))


def tell(bench, unit, rates, goals, facts):
    """
    Print a table for people and one JSON line; give the exit code: 1 if a goal was missed.

    Args:
        bench: The bench's name.
        unit: What is made a second.
        rates: As `rates_of` gives them.
        goals: Ours, peer, and how many times faster ours must be.
        facts: What else was seen, by name.
    """
    print(f"{bench}: {unit} a second, {len(next(iter(rates.values())))} rounds in turn, {platform.python_version()}")
    for name, seen in rates.items():
        print(f"  {name:34} min {min(seen):14,.0f}   median {median(seen):14,.0f}   max {max(seen):14,.0f}")
    ratios, missed = [], 0
    for ours, peer, goal in goals:
        reached = ratio(rates, ours, peer)
        missed += reached < goal
        print(f"  {ours} : {peer} = {reached:.1f}x (goal {goal}x, {'met' if reached >= goal else 'MISSED'})")
        ratios.append({"ours": ours, "peer": peer, "ratio": round(reached, 2), "goal": goal})
    for name, value in facts.items():
        print(f"  {name}: {value:,}" if isinstance(value, int) else f"  {name}: {value}")
    medians = {name: round(median(seen)) for name, seen in rates.items()}
    print(json.dumps({"bench": bench, "unit": unit, "median": medians, "ratios": ratios, **facts}))
    return int(missed > 0)
