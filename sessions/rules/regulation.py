"""
What differs by territory: one frozen dataclass, one instance per profile in `regulations/`.

A profile is data with its articles beside it; no rule asks which profile it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cache

from sessions.rules.errors import FaceValueNotAllowed, JackpotsTooHigh, NotFound, SharesTooHigh
from sessions.rules.events import Terms
from sessions.rules.jackpots import JackpotRule, JackpotTerms, SharesWith
from sessions.rules.tax import TaxProfile

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
    holes: str = "refuse"
    most_virtual_a_player: int = 0
    most_virtual_a_game: int = 0
    standing_purchase: bool = True
    face_values_cents: tuple[int, ...] = ()  # the prices a card may have; () = any
    jackpots: tuple[JackpotRule, ...] = ()
    shares_with: tuple[SharesWith, ...] = ()
    jackpots_bp: int = 0  # the most that all additional prizes may take of the takings; 0 = no limit of its own
    phrases: dict[str, Phrase] = field(default_factory=dict)
    # Where each value comes from, by the value's name; `sessions.rules.profile_values` gives what is common to all.
    sources: dict[str, str] = field(default_factory=dict)
    tax: TaxProfile | None = None
    example: bool = False  # a dated example of a territory's figures, never advice
    dated: str = ""  # the year of those figures
    base: str = ""  # of a hall's own profile: the built-in one whose formulas it speaks
    version: int = 0  # 0 = built in, as it came with the program
    valid_from: str = ""  # ISO date, "" = always
    sha256: str = ""  # of a filed version

    def check_face_value(self, face_value_cents: int) -> None:
        """Refuse a card of a price that this profile does not know; raises FaceValueNotAllowed."""
        if self.face_values_cents and face_value_cents not in self.face_values_cents:
            raise FaceValueNotAllowed(price_cents=face_value_cents, allowed=list(self.face_values_cents))

    def terms(
        self,
        *,
        carried_line_cents: int = 0,
        carried_bingo_cents: int = 0,
        claim_window_s: int | None = None,
        most_virtual_a_player: int = 0,
        most_virtual_a_game: int = 0,
        jackpots: tuple[JackpotTerms, ...] = (),
    ) -> Terms:
        """
        Fix the rules for one game; `claim_window_s` is the hall's own wait, None the profile's.

        The hall's own limits of virtual cards can only be stricter than the profile's; 0 = none. `jackpots` are the
        additional prizes that are on: with them line and bingo may have other shares.

        Raises:
            SharesTooHigh: Prizes and tax add up to more than the takings.
            JackpotsTooHigh: The additional prizes that are on take more than the profile allows them together.

        Source:
            O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
        """
        shares = self.shares_of({jackpot.code for jackpot in jackpots})
        more = sum(jackpot.funding_bp for jackpot in jackpots)
        if self.jackpots_bp and more > self.jackpots_bp:
            raise JackpotsTooHigh(total_bp=more, most_bp=self.jackpots_bp)
        total = shares.line_bp + shares.bingo_bp + self.tax_bp + more
        if total > SHARES_IN_FULL_BP:
            raise SharesTooHigh(total_bp=total)
        return Terms(
            profile=self.code,
            line_bp=shares.line_bp,
            bingo_bp=shares.bingo_bp,
            tax_bp=self.tax_bp,
            rounding_unit=self.rounding_unit,
            remainder_to=self.remainder_to,
            claim_window_s=self.claim_window_s if claim_window_s is None else claim_window_s,
            unclaimed_to=self.unclaimed_to,
            late_line=self.late_line,
            carried_line_cents=carried_line_cents,
            carried_bingo_cents=carried_bingo_cents,
            holes=self.holes,
            most_virtual_a_player=_stricter(self.most_virtual_a_player, most_virtual_a_player),
            most_virtual_a_game=_stricter(self.most_virtual_a_game, most_virtual_a_game),
            standing_purchase=self.standing_purchase,
            profile_version=self.version,
            profile_sha256=self.sha256,
            jackpots=jackpots,
        )

    def shares_of(self, on: Collection[str]) -> SharesWith:
        """
        Give the shares while exactly these additional prizes are on.

        Source:
            O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
        """
        found = next((row for row in self.shares_with if set(row.codes) == set(on)), None)
        return found or SharesWith(codes=tuple(on), line_bp=self.line_bp, bingo_bp=self.bingo_bp)

    def jackpots_room_bp(self, on: Collection[str]) -> int:
        """
        Give the most that these additional prizes may take together of the takings while they are on.

        Source:
            O. 9-1-1979 (BOE-A-1979-2188), art. 35.2.
        """
        shares = self.shares_of(on)
        left = SHARES_IN_FULL_BP - shares.line_bp - shares.bingo_bp - self.tax_bp
        return min(self.jackpots_bp or left, left)


def _stricter(one: int, other: int) -> int:
    return min((limit for limit in (one, other) if limit), default=0)


def regulation_of(code: str) -> Regulation:
    """
    Give the built-in profile of that code; of a hall's own code ("es-1979.sala"), the built-in one it is based on.

    Raises:
        NotFound: No such profile.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 32.5; article 85.
    """
    profiles = built_in()
    base = code.partition(".")[0]
    if base not in profiles:
        raise NotFound(what="profile", which=code)
    return profiles[base] if base == code else replace(profiles[base], code=code, base=base)


@cache
def built_in() -> dict[str, Regulation]:
    """
    Give the profiles that come with the program by their codes: the two laws, then dated examples of their changes.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 32.5, 35.2; article 85.
    """
    from sessions.rules.regulations import ca_art85, es_1979, examples

    return {r.code: r for r in (es_1979.REGULATION, ca_art85.REGULATION, *examples.REGULATIONS)}
