"""Reading the profiles of a hall: which version is in force, what was filed, what may be chosen. No writes."""

from __future__ import annotations

from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone

from ledger.models import Account
from records import clock
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import ProfileVersion
from sessions.rules.facts import Terms
from sessions.rules.jackpots import fund_account, reserve_account
from sessions.rules.profile_values import ProfileValues, sources_of, version_hash, with_values
from sessions.rules.profiles import Version, in_force
from sessions.rules.regulation import Regulation, built_in, regulation_of


def today() -> date:
    """Give the hall's date, in its own time zone."""
    return timezone.localtime(clock.now()).date()


def read_version(row: ProfileVersion) -> Regulation:
    """Give a filed version as the rules take it: its values on the formulas of its base."""
    return with_values(
        regulation_of(row.code),
        codec.decode(ProfileValues, row.data),
        row.sources,
        name=row.name,
        version=row.version,
        valid_from=row.valid_from.isoformat(),
        sha256=row.sha256,
        base=row.base,
        example=False,
        dated="",
    )


def hash_of(row: ProfileVersion) -> str:
    """Give the hash that the row's values and texts have now."""
    return version_hash(row.code, row.version, row.name, row.valid_from.isoformat(), row.data, row.sources)


def profile_on(hall_id: int, code: str, on: date, *, filed_by: datetime | None = None) -> Regulation | None:
    """
    Give the profile of that code as it is on a day: a filed version, or as built in; None while it has neither.

    `filed_by` leaves out the versions that were filed after a moment, whatever day they are valid from.
    """
    rows = ProfileVersion.objects.filter(hall_id=hall_id, code=code)
    if filed_by is not None:
        rows = rows.filter(filed_at__lte=filed_by)
    filed = [Version(version=v, valid_from=since) for v, since in rows.values_list("version", "valid_from")]
    chosen = in_force(filed, on)
    if chosen is not None:
        return read_version(rows.get(version=chosen.version))
    return built_in().get(code)


def regulation_in_force(hall: Hall, on: date | None = None) -> Regulation:
    """
    Give the profile a sale of this hall would open under: the latest version of the code it chose.

    Raises:
        NotFound: The hall's code is none that is known.
    """
    return profile_on(hall.pk, hall.profile, on or today()) or regulation_of(hall.profile)


def regulation_of_terms(hall_id: int, terms: Terms) -> Regulation:
    """Give the profile a game was opened under, as it was then; a changed or missing row falls back on its base."""
    return version_of(hall_id, terms.profile, terms.profile_version)


def version_of(hall_id: int, code: str, version: int) -> Regulation:
    """Give one version of a profile; 0 is the built-in one, on which a changed or missing row falls back too."""
    row = ProfileVersion.objects.filter(hall_id=hall_id, code=code, version=version).first() if version else None
    return read_version(row) if row else regulation_of(code)


def regulation_shown(hall: Hall) -> Regulation:
    """
    Give the profile in force for a screen, read once for each state of the journal: its head tells of every filing.

    A deed asks `regulation_in_force`: the hall it holds may have been read before the journal grew.
    """
    return read_at_head(hall.pk, hall.profile, today(), hall.head_hash)


@lru_cache(maxsize=16)
def read_at_head(hall_id: int, code: str, on: date, _head_hash: str) -> Regulation:
    """Read the profile in force on a day; kept by the journal's head, whose hash stands for all that was filed."""
    return profile_on(hall_id, code, on) or regulation_of(code)


def profile_of(hall: Hall) -> dict[str, Any]:
    """Tell a screen what the hall plays under: code, name, version (0 = built in), and whether it is an example."""
    known = regulation_shown(hall)
    told = {"code": known.code, "name": known.name, "version": known.version, "valid_from": known.valid_from}
    return {**told, "example": known.example, "dated": known.dated}


def versions_of(hall: Hall) -> list[ProfileVersion]:
    """Give every filed version of the hall, newest first."""
    return list(ProfileVersion.objects.filter(hall=hall).order_by("-filed_at", "-pk"))


def choices_of(hall: Hall) -> list[Regulation]:
    """Give what the hall may choose today: the built-in profiles, then its own, each as in force."""
    codes = dict.fromkeys(built_in())
    codes |= dict.fromkeys(ProfileVersion.objects.filter(hall=hall).order_by("code").values_list("code", flat=True))
    found = (profile_on(hall.pk, code, today()) for code in codes)
    return [one for one in found if one is not None]


def next_from(hall_id: int, code: str, on: date) -> date | None:
    """Give the day from which a version that is not valid yet will be, the first of them; None when there is none."""
    rows = ProfileVersion.objects.filter(hall_id=hall_id, code=code, valid_from__gt=on)
    return rows.order_by("valid_from").values_list("valid_from", flat=True).first()


def code_on(hall: Hall, moment: datetime) -> str:
    """Give the profile's code that the hall played under at a moment, from what it chose before or after it."""
    chosen = Event.objects.filter(hall=hall, kind="ProfileChosen")
    before = chosen.filter(at__lte=moment).order_by("-position").first()
    if before is not None:
        return str(before.payload["code"])
    after = chosen.filter(at__gt=moment).order_by("position").first()
    return str(after.payload["was"]) if after else hall.profile


def regulation_at(hall: Hall, moment: datetime, *, hindsight: bool = False) -> Regulation:
    """
    Give the profile the hall played under at a moment: what it had chosen by then, in its version of that day.

    With `hindsight` a version counts that was filed later and is valid from that day or before, as a tax may be.
    """
    code = code_on(hall, moment)
    day = timezone.localtime(moment).date()
    return profile_on(hall.pk, code, day, filed_by=None if hindsight else moment) or regulation_of(code)


def told_values(regulation: Regulation) -> list[dict[str, Any]]:
    """Give a profile's plain values in their order, each with its text; prizes and tax are told apart."""
    plain = codec.encode(regulation)
    texts = sources_of(regulation)
    return [{"name": name, "value": plain[name], "source": texts[name]} for name in SHOWN]


def idle_funds(hall: Hall, regulation: Regulation) -> list[dict[str, Any]]:
    """Give the funds of additional prizes that hold money and that no prize of this profile plays for: code, cents."""
    played = {fund_account(rule.fund or rule.code) for rule in regulation.jackpots if not rule.from_house}
    played |= {reserve_account(rule.code) for rule in regulation.jackpots}
    held = Account.objects.filter(hall=hall, code__startswith=fund_account("")).exclude(balance_cents=0)
    rows = held.exclude(code__in=played).order_by("code").values_list("code", "balance_cents")
    return [{"code": code.removeprefix(fund_account("")), "cents": cents} for code, cents in rows]


SHOWN = (
    "line_bp",
    "bingo_bp",
    "face_values_cents",
    "rounding_unit",
    "remainder_to",
    "claim_window_s",
    "unclaimed_to",
    "late_line",
    "show_unclaimed",
    "holes",
    "most_virtual_a_player",
    "most_virtual_a_game",
    "standing_purchase",
)
"""The plain values in the order in which a page tells them."""
