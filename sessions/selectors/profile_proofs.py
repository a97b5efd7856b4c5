"""Proof of the filed profiles: their values are those whose hash the journal has, and the hall plays what it chose."""

from __future__ import annotations

from collections.abc import Iterator

from records.models import Event, Hall
from sessions.models import ProfileVersion
from sessions.selectors.profiles import hash_of


def profile_violations(hall: Hall) -> Iterator[str]:
    """Check that every version is the one filed, numbered without a gap, and that the hall's code was chosen (I13)."""
    filed = Event.objects.filter(hall=hall, kind="ProfileFiled").order_by("position")
    told = {(row.payload["code"], row.payload["version"]): row.payload["sha256"] for row in filed}
    last: dict[str, int] = {}
    for row in ProfileVersion.objects.filter(hall=hall).order_by("code", "version"):
        name = f"profile {row.code} version {row.version}"
        filed_as = told.pop((row.code, row.version), None)
        if not hash_of(row) == row.sha256 == filed_as:
            yield f"I13 {name} is not what was filed"
        if row.version != last.get(row.code, 0) + 1:
            yield f"I13 {name} does not follow version {last.get(row.code, 0)}"
        last[row.code] = row.version
    for code, version in told:
        yield f"I13 profile {code} version {version} was filed and is missing"
    chosen = Event.objects.filter(hall=hall, kind="ProfileChosen").order_by("-position").first()
    if chosen is not None and chosen.payload["code"] != hall.profile:
        yield f"I13 the hall plays under {hall.profile}, and chose {chosen.payload['code']}"
