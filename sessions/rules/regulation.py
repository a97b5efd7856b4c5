"""
What differs by territory: one frozen dataclass, one instance per profile in `regulations/`.

A profile is data with its articles beside it; no rule asks which profile it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sessions.rules.errors import NotFound, SharesTooHigh
from sessions.rules.events import Terms

SHARES_IN_FULL_BP = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """One sentence read aloud: the law's own words (verbatim) or ours, in the law's language and the other."""

    es: str
    ca: str
    verbatim: str = ""  # the language in which the words are the law's, "" when they are ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulation:
    """A profile. Shares are basis points of the takings; waits are seconds; money is cents."""

    code: str
    name: str
    language: str
    line_bp: int
    bingo_bp: int
    shares_source: str
    tax_bp: int = 0
    rounding_unit: int = 1
    remainder_to: str = "winners"
    claim_window_s: int = 10
    unclaimed_to: str = "next_game"
    late_line: str = "refuse"
    show_unclaimed: bool = True
    phrases: dict[str, Phrase] = field(default_factory=dict)

    def terms(
        self, *, carried_line_cents: int = 0, carried_bingo_cents: int = 0, claim_window_s: int | None = None
    ) -> Terms:
        """
        Fix the rules for one game; `claim_window_s` is the hall's own wait, None the profile's.

        Raises:
            SharesTooHigh: Prizes and tax add up to more than the takings.

        Source:
            O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
        """
        total = self.line_bp + self.bingo_bp + self.tax_bp
        if total > SHARES_IN_FULL_BP:
            raise SharesTooHigh(total_bp=total)
        return Terms(
            profile=self.code,
            line_bp=self.line_bp,
            bingo_bp=self.bingo_bp,
            tax_bp=self.tax_bp,
            rounding_unit=self.rounding_unit,
            remainder_to=self.remainder_to,
            claim_window_s=self.claim_window_s if claim_window_s is None else claim_window_s,
            unclaimed_to=self.unclaimed_to,
            late_line=self.late_line,
            carried_line_cents=carried_line_cents,
            carried_bingo_cents=carried_bingo_cents,
        )


def regulation_of(code: str) -> Regulation:
    """
    Give the profile of that code: es-1979 or ca-art85.

    Raises:
        NotFound: No such profile.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.5; article 85.
    """
    from sessions.rules.regulations import ca_art85, es_1979

    profiles = {r.code: r for r in (es_1979.REGULATION, ca_art85.REGULATION)}
    if code not in profiles:
        raise NotFound(what="profile", which=code)
    return profiles[code]
