"""
The ledger in the anchor file: what every entry said, so that no money is rewritten unseen.

The ledger has no chain of its own. Each line of the anchor covers the entries since the line before, those of the last
two minutes left for the next: a transaction under way may still bring one with a lower number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from ledger.models import Entry, Leg
from records import clock
from records.anchor import DIGITS, MOST_ROWS, Found, read_anchors, standing
from records.chain import canonical
from records.models import Hall

UNDER_WAY: Final = timedelta(minutes=2)
_FIELDS: Final = ("pk", "kind", "stream", "seq", "key", "actor", "at")


def ledger_mark(hall: Hall) -> dict[str, Any]:
    """Give what a line of the anchor keeps of the ledger: the entries after `since` up to `to`, and their hashes."""
    marks = [one.more["ledger"] for one in standing(read_anchors(hall.code)[0]) if one.more.get("ledger")]
    since, to = (marks[-1]["to"] if marks else 0), _last_settled(hall)
    hashes = [told for _, told in _hashes(hall, since, to)]
    if len(hashes) > MOST_ROWS:
        pks = Entry.objects.filter(hall=hall, pk__gt=since, pk__lte=to).order_by("-pk").values_list("pk", flat=True)
        since, hashes = pks[MOST_ROWS], hashes[-MOST_ROWS:]
    return {"since": since, "to": max(since, to), "rows": "".join(h[:DIGITS] for h in hashes), "all": _over(hashes)}


def ledger_violations(hall: Hall) -> Iterator[str]:
    """Say the first entry of the ledger that is not as the anchor file remembers it."""
    for anchor in standing(read_anchors(hall.code)[0]):
        mark = anchor.more.get("ledger")
        if not mark:
            continue
        found = _first_difference(hall, mark, anchor.at)
        if found is not None:
            yield f"A2 entry {found.position} of the ledger: {found.what}"
            return


def _first_difference(hall: Hall, mark: dict[str, Any], at: str) -> Found | None:
    kept = [mark["rows"][i : i + DIGITS] for i in range(0, len(mark["rows"]), DIGITS)]
    now = list(_hashes(hall, mark["since"], mark["to"]))
    for index, (pk, told) in enumerate(now):
        if index >= len(kept) or told[:DIGITS] != kept[index]:
            return Found(pk, f"it is not the one anchored at {at}")
    if len(now) < len(kept):
        return Found(now[-1][0] + 1 if now else mark["since"] + 1, "an entry that was anchored is missing")
    if _over([told for _, told in now]) != mark["all"]:
        return Found(mark["to"], f"the entries up to it are not those anchored at {at}")
    return None


def _last_settled(hall: Hall) -> int:
    """Give the last entry before the first one that is so new that one with a lower number may still come."""
    entries = Entry.objects.filter(hall=hall)
    new = entries.filter(at__gt=clock.now() - UNDER_WAY).order_by("pk").values_list("pk", flat=True).first()
    settled = entries.filter(pk__lt=new) if new else entries
    return settled.order_by("-pk").values_list("pk", flat=True).first() or 0


def _hashes(hall: Hall, since: int, to: int) -> Iterator[tuple[int, str]]:
    """Give each entry's number, and the hash of all it says, with its legs."""
    legs: dict[int, list[tuple[str, int]]] = {}
    for entry, code, cents in Leg.objects.filter(entry__hall=hall, entry__pk__gt=since, entry__pk__lte=to).values_list(
        "entry_id", "account__code", "cents"
    ):
        legs.setdefault(entry, []).append((code, cents))
    entries = Entry.objects.filter(hall=hall, pk__gt=since, pk__lte=to).order_by("pk")
    for row in entries.values(*_FIELDS).iterator():
        assert isinstance(row["at"], datetime), "an entry has its time"
        yield (
            row["pk"],
            hashlib.sha256(canonical({**row, "legs": sorted(legs.get(row["pk"], []))}).encode()).hexdigest(),
        )


def _over(hashes: list[str]) -> str:
    return hashlib.sha256("".join(hashes).encode()).hexdigest()
