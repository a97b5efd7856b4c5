"""The values of a version of a profile, the text beside each, and the hash of all of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from sessions.rules.jackpots import JackpotRule, SharesWith
from sessions.rules.regulation import Regulation
from sessions.rules.tax import TaxProfile, posted_bp

# What all profiles have in common unless they say otherwise; decisions of ours are named by their number.
COMMON_SOURCES: Final[dict[str, str]] = {
    "jackpots": "ninguno",
    "shares_with": "ninguno",
    "jackpots_bp": "ninguno",
    "rounding_unit": "Q2: los textos callan",
    "remainder_to": "Q2: los textos callan",
    "claim_window_s": "Catálogo, bingo IV: tiempo prudencial; Q11",
    "unclaimed_to": "Q10: los textos callan",
    "late_line": "O. 9-1-1979, art. 35.5; Q12",
    "show_unclaimed": "Q15: los textos callan",
    "holes": "O. 9-1-1979, arts. 33.3 y 39.2.e",
    "most_virtual_a_player": "los textos no ponen límite",
    "most_virtual_a_game": "los textos no ponen límite",
    "standing_purchase": "los textos callan",
    "face_values_cents": "los textos leídos no dan una lista",
    "tax": "ninguno",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileValues:
    """The values of a version, by the names they have in `Regulation`; basis points, seconds, cents."""

    line_bp: int
    bingo_bp: int
    jackpots: tuple[JackpotRule, ...] = ()
    shares_with: tuple[SharesWith, ...] = ()
    jackpots_bp: int = 0
    rounding_unit: int = 1
    remainder_to: str = "winners"
    claim_window_s: int = 10
    unclaimed_to: str = "next_game"
    late_line: str = "refuse"
    show_unclaimed: bool = True
    holes: str = "refuse"
    most_virtual_a_player: int = 0
    most_virtual_a_game: int = 0
    standing_purchase: bool = True
    face_values_cents: tuple[int, ...] = ()
    tax: TaxProfile | None = None


VALUES: Final = tuple(f.name for f in fields(ProfileValues))


def values_of(regulation: Regulation) -> ProfileValues:
    """
    Give a profile's values alone.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.5.
    """
    return ProfileValues(**{name: getattr(regulation, name) for name in VALUES})


def sources_of(regulation: Regulation) -> dict[str, str]:
    """
    Give the text beside each value: the profile's own, or what all have in common.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.5.
    """
    shares = dict.fromkeys(("line_bp", "bingo_bp"), regulation.shares_source)
    tax = {"tax": regulation.tax.source} if regulation.tax and regulation.tax.source else {}
    return {**COMMON_SOURCES, **shares, **tax, **regulation.sources}


def with_values(regulation: Regulation, values: ProfileValues, sources: Mapping[str, str], **known: Any) -> Regulation:
    """
    Give the profile with other values and texts; the tax each game posts follows from the tax profile.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.5, 35.2.
    """
    given = {name: getattr(values, name) for name in VALUES}
    shares_source = sources.get("line_bp", regulation.shares_source)
    return replace(
        regulation,
        **given,
        tax_bp=posted_bp(values.tax),
        sources=dict(sources),
        shares_source=shares_source,
        **known,
    )


def version_hash(code: str, version: int, name: str, valid_from: str, data: Any, sources: Mapping[str, str]) -> str:
    """
    Hash all that a version says: SHA-256 of one way of writing it, so that a changed row is found.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.5.
    """
    told = {"code": code, "version": version, "name": name, "valid_from": valid_from, "data": data}
    text = json.dumps({**told, "sources": dict(sources)}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
