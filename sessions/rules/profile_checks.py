"""What is wrong with a version of a profile before it is filed: names, shares, prices, choices, texts."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from sessions.rules.profile_findings import Problem, problems_of_extras
from sessions.rules.profile_values import VALUES
from sessions.rules.regulation import SHARES_IN_FULL_BP, Regulation, built_in, regulation_of
from sessions.rules.tax import posted_bp

UNITS_CENTS: Final = (1, 5, 10, 50, 100)
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "remainder_to": ("winners", "next_game", "house"),
    "unclaimed_to": ("next_game", "house"),
    "late_line": ("refuse", "check"),
    "holes": ("refuse", "acta"),
}
LONGEST_WAIT_S: Final = 300
MOST_CARDS: Final = 10_000
MOST_PRICE_CENTS: Final = 100_000
LONGEST_CODE: Final = 40
LONGEST_SOURCE: Final = 200
_OWN: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")


def problems_of(regulation: Regulation) -> tuple[Problem, ...]:
    """
    Find what is wrong with a version about to be filed, one finding a field; () when it can be filed.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2; Q2, Q10, Q11, Q12.
    """
    found = [*_of_names(regulation), *_of_shares(regulation), *_of_choices(regulation)]
    found += [*_of_prices(regulation), *problems_of_extras(regulation)]
    found += _of_sources(regulation)
    first: dict[str, Problem] = {}
    for one in found:
        first.setdefault(one.field, one)
    return tuple(first.values())


def _of_names(regulation: Regulation) -> list[Problem]:
    base, dot, own = regulation.code.partition(".")
    found = []
    if base not in built_in() or (dot and not _OWN.fullmatch(own)) or len(regulation.code) > LONGEST_CODE:
        found.append(Problem(field="code", code="bad_code"))
    if not regulation.name.strip() or len(regulation.name) > LONGEST_CODE * 2:
        found.append(Problem(field="name", code="bad_name", params={"most": LONGEST_CODE * 2}))
    try:
        date.fromisoformat(regulation.valid_from)
    except ValueError:
        found.append(Problem(field="valid_from", code="bad_date"))
    return found


def _of_prices(regulation: Regulation) -> list[Problem]:
    prices = regulation.face_values_cents
    known = all(0 < price <= MOST_PRICE_CENTS for price in prices) and len(set(prices)) == len(prices)
    return [] if known else [Problem(field="face_values_cents", code="price_range")]


def _of_shares(regulation: Regulation) -> list[Problem]:
    found = [
        Problem(field=name, code="share_range")
        for name in ("line_bp", "bingo_bp", "jackpots_bp")
        if not 0 <= getattr(regulation, name) <= SHARES_IN_FULL_BP
    ]
    total = most_shared_bp(regulation)
    if total > SHARES_IN_FULL_BP:
        found.append(Problem(field="bingo_bp", code="shares_too_high", params={"total_bp": total}))
    return found


def most_shared_bp(regulation: Regulation) -> int:
    """
    Give the largest part of the takings that prizes and posted tax can take, whichever additional prizes are on.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
    """
    funding = sum(rule.funding_bp for rule in regulation.jackpots if not rule.from_house)
    funding = max(funding, regulation.jackpots_bp) if regulation.jackpots else funding
    rows = [row.line_bp + row.bingo_bp + sum(bp for _code, bp in row.funding_bp) for row in regulation.shares_with]
    # With rows of its own for each way of playing, the plain shares stand alone.
    plain = regulation.line_bp + regulation.bingo_bp + (0 if rows else funding)
    return max(plain, *rows, 0) + posted_bp(regulation.tax)


def _of_choices(regulation: Regulation) -> list[Problem]:
    found = [
        Problem(field=name, code="choice_unknown")
        for name, known in CHOICES.items()
        if getattr(regulation, name) not in known
    ]
    if regulation.rounding_unit not in UNITS_CENTS:
        found.append(Problem(field="rounding_unit", code="unit_unknown"))
    least = regulation_of(regulation.code).claim_window_s if regulation.code.partition(".")[0] in built_in() else 10
    if not least <= regulation.claim_window_s <= LONGEST_WAIT_S:
        params = {"least": least, "most": LONGEST_WAIT_S}
        found.append(Problem(field="claim_window_s", code="wait_range", params=params))
    return found + [
        Problem(field=name, code="limit_range", params={"most": MOST_CARDS})
        for name in ("most_virtual_a_player", "most_virtual_a_game")
        if not 0 <= getattr(regulation, name) <= MOST_CARDS
    ]


def _of_sources(regulation: Regulation) -> list[Problem]:
    found = []
    for name in VALUES:
        text = regulation.sources.get(name, "").strip()
        if not text or len(text) > LONGEST_SOURCE:
            found.append(Problem(field=f"source_{name}", code="source_missing", params={"most": LONGEST_SOURCE}))
    return found
