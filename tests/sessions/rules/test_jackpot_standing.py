"""What was set of an additional prize under one version of a profile, as it stands under another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sessions.rules import errors
from sessions.rules.jackpot_settings import JackpotSet
from sessions.rules.jackpot_standing import standing_under
from sessions.rules.jackpots import JackpotKind, JackpotTerms
from sessions.rules.regulation import regulation_of

FIRST = replace(regulation_of("murcia-2012"), version=1)
ACCUMULATED, PRIMA, EXTRA = FIRST.jackpots
PRIMA_SET = JackpotSet(code="prima", on=True, funding_bp=470, profile="murcia-2012", profile_version=1)


def accumulated(**changes):
    """Give the accumulated prize as switched on under version 1."""
    known = {"on": True, "funding_bp": 500, "cap_cents": 300_000, "last_ball": 43}
    return JackpotSet(code="acumulado", **(known | {"profile": "murcia-2012", "profile_version": 1} | changes))


def second(*rules, **changes):
    """Give version 2, with other rules for some of the prizes."""
    by_code = {rule.code: rule for rule in (*FIRST.jackpots, *rules)}
    return replace(FIRST, version=2, jackpots=tuple(by_code.values()), **changes)


def stands(regulation, *sets):
    standing = {one.code: one for one in standing_under(regulation, sets, {1: FIRST})}
    found = [standing[one.code] for one in sets]
    return [(one.on, one.funding_bp, one.cap_cents, one.amount_cents) for one in found]


LESS = replace(ACCUMULATED, funding_bp=100, cap_cents=100_000)


def test_under_the_version_it_was_set_by_it_stands_as_it_is():
    assert standing_under(FIRST, (accumulated(funding_bp=640),), {})[0] == accumulated(funding_bp=640)


def test_what_was_the_old_version_s_own_is_the_new_one_s():
    assert stands(second(LESS), accumulated()) == [(True, 100, 100_000, 0)]


def test_what_the_hall_had_chosen_is_kept_where_the_new_version_allows_it():
    chosen = accumulated(funding_bp=640, cap_cents=200_000)
    assert stands(second(), chosen) == [(True, 640, 200_000, 0)]
    assert stands(second(replace(ACCUMULATED, funding_step_bp=0, cap_step_cents=0)), chosen) == [
        (True, 500, 300_000, 0)
    ]
    assert stands(second(replace(ACCUMULATED, funding_step_bp=50)), chosen) == [(True, 500, 200_000, 0)]


def test_a_share_of_the_hall_s_falls_where_all_together_take_too_much():
    chosen = accumulated(funding_bp=640)
    # 6.40 + 4.70 of at most 10.00: the hall's 6.40 is the version's 5.00 again.
    assert stands(second(jackpots_bp=1_000), chosen, PRIMA_SET) == [(True, 500, 300_000, 0), (True, 470, 0, 0)]


def test_another_profile_s_set_is_off_with_this_one_s_figures():
    other = regulation_of("clm-2011")
    assert stands(other, accumulated()) == [(False, 0, 0, 0)]


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        (EXTRA, 20_000),
        (replace(EXTRA, min_cents=30_000), 0),
        (replace(EXTRA, max_cents=10_000), 0),
        (replace(EXTRA, step_cents=15_000), 0),
        (replace(EXTRA, min_ball=56), 0),
        (replace(EXTRA, kind=JackpotKind.PRIMA), 0),
    ],
)
def test_an_amount_the_new_version_does_not_allow_is_no_longer_announced(rule, kept):
    told = replace(PRIMA_SET, code="extra", funding_bp=300, amount_cents=20_000, exact_ball=55)
    one = standing_under(second(rule), (told,), {1: FIRST})[2]
    assert (one.amount_cents, one.exact_ball) == (kept, 55 if kept else 0)


def test_a_set_of_before_the_profile_was_noted_is_asked_anew_and_stays_on():
    old = accumulated(profile="", profile_version=0, funding_bp=640)
    assert stands(FIRST, old) == [(True, 640, 300_000, 0)]
    assert stands(second(replace(ACCUMULATED, funding_step_bp=0)), old) == [(True, 500, 300_000, 0)]


def test_no_game_opens_while_the_prizes_that_are_on_take_more_than_the_version_allows():
    terms = [
        JackpotTerms(code="acumulado", kind=JackpotKind.ACCUMULATED, funding_bp=100),
        JackpotTerms(code="prima", kind=JackpotKind.PRIMA, funding_bp=470),
    ]
    with pytest.raises(errors.JackpotsTooHigh) as refused:
        second(LESS, jackpots_bp=500).terms(jackpots=tuple(terms))
    assert refused.value.params == {"total_bp": 570, "most_bp": 500}
    assert len(second(LESS, jackpots_bp=570).terms(jackpots=tuple(terms)).jackpots) == 2
