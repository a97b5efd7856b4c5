"""
What stands of the additional prizes under the profile in force.

Whoever set a prize did it under one version of one profile. Under another profile nobody has switched it on; under
another version it stays on, and what was set of it is asked anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sessions.rules.jackpot_settings import (
    LAST_BALL,
    JackpotSet,
    amount_allowed,
    cap_allowed,
    hall_says_ball,
    share_allowed,
    standing_of,
)
from sessions.rules.jackpots import JackpotKind, JackpotRule
from sessions.rules.regulation import Regulation


def standing_under(
    regulation: Regulation, sets: tuple[JackpotSet, ...], former: Mapping[int, Regulation]
) -> tuple[JackpotSet, ...]:
    """
    Give what stands of each additional prize of the profile in force, as if it had been set under this version.

    What was set under another version keeps its share and its cap where this one leaves them to the hall and allows
    them; else, and where they were only the other version's own, they are this one's. An amount it does not allow is no
    longer announced. Where all together take more than this version allows, none of those keeps a share of the hall's.

    Args:
        regulation: The profile in force.
        sets: What was set, by any version of any profile.
        former: The other versions of this profile under which something was set.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.3, 35.2.
    """
    standing = {rule.code: _stands(rule, regulation, sets, former) for rule in regulation.jackpots}
    on = {code for code, one in standing.items() if one.on}
    if sum(standing[code].funding_bp for code in on) > regulation.jackpots_room_bp(on):
        chosen = {one.code for one in sets if _is_of(regulation, one)}
        for rule in regulation.jackpots:
            if rule.code not in chosen:
                standing[rule.code] = replace(standing[rule.code], funding_bp=rule.funding_bp)
    return tuple(standing.values())


def _is_of(regulation: Regulation, one: JackpotSet) -> bool:
    return (one.profile, one.profile_version) == (regulation.code, regulation.version)


def _stands(
    rule: JackpotRule, regulation: Regulation, sets: tuple[JackpotSet, ...], former: Mapping[int, Regulation]
) -> JackpotSet:
    one = standing_of(rule, sets)
    if _is_of(regulation, one):
        return one
    if one.profile not in {"", regulation.code}:  # "": set before the profile was noted
        one = standing_of(rule, ())
    then = former.get(one.profile_version) if one.profile else None
    was = next((old for old in then.jackpots if old.code == rule.code), None) if then else None
    return replace(_asked_anew(rule, one, was), profile=regulation.code, profile_version=regulation.version)


def _asked_anew(rule: JackpotRule, one: JackpotSet, was: JackpotRule | None) -> JackpotSet:
    own_share = share_allowed(rule, one.funding_bp) and (was is None or one.funding_bp != was.funding_bp)
    own_cap = cap_allowed(rule, one.cap_cents) and (was is None or one.cap_cents != was.cap_cents)
    told = amount_allowed(rule, one.amount_cents) and _announced_as(rule, one)
    return replace(
        one,
        funding_bp=one.funding_bp if own_share else rule.funding_bp,
        cap_cents=one.cap_cents if own_cap else rule.cap_cents,
        last_ball=one.last_ball if hall_says_ball(rule) else 0,
        amount_cents=one.amount_cents if told else 0,
        exact_ball=one.exact_ball if told else 0,
        due_at=one.due_at if told else "",
    )


def _announced_as(rule: JackpotRule, one: JackpotSet) -> bool:
    """Tell whether the announcement is still one of the prize's kind."""
    if rule.kind == JackpotKind.EXTRA:
        return not one.due_at and rule.min_ball <= one.exact_ball <= LAST_BALL
    return rule.kind == JackpotKind.PRIMA and not one.exact_ball
