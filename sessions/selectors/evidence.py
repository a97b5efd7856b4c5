"""
How the hall stands as evidence: its last proof, its anchor, its program, its copies; and whether a session may open.

Reads only. What was proved, changed and copied are rows of the journal (`sessions.rules.access_events`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings

from records.anchor import anchor_faults, read_anchors
from records.build import running_build
from records.models import Event, Hall

_POSITION: Final = re.compile(r"\bposition (\d+)")
STARTS: Final = ("HallStarted", "HallStopped")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildStanding:
    """Which program runs, and which one somebody answered for last; `approved` "" = none yet."""

    running: str
    approved: str

    @property
    def is_approved(self) -> bool:
        """Whether somebody answers for the program that runs."""
        return self.running == self.approved


def anchor_violations(hall: Hall) -> Iterator[str]:
    """Say what in the journal is not as the anchor file remembers it."""
    for found in anchor_faults(Hall.objects.get(pk=hall.pk)):
        yield f"A1 position {found.position}: {found.what}" if found.position else f"A1 {found.what}"


def first_bad(violations: Iterable[str]) -> int:
    """Give the first row of the journal that violations name, 0 when they name none."""
    named = (_POSITION.search(line) for line in violations if line.startswith(("I9", "A1")))
    return min((int(found[1]) for found in named if found), default=0)


def last_anchor_at(hall: Hall) -> datetime | None:
    """Give when the anchor file was last added to, None when it was never."""
    anchors, _faults = read_anchors(hall.code)
    return datetime.fromisoformat(anchors[-1].at) if anchors else None


def build_standing(hall: Hall) -> BuildStanding:
    """Tell which program runs and which one is answered for."""
    approved = last_of(hall, "SoftwareApproved")
    return BuildStanding(running=running_build().build, approved=approved.payload["build"] if approved else "")


def must_approve(hall: Hall) -> bool:
    """Tell whether no session may open because nobody answers for the program (BINGO_BUILD=required)."""
    return settings.BINGO_BUILD == "required" and not build_standing(hall).is_approved


def last_of(hall: Hall, *kinds: str) -> Event | None:
    """Give the hall's last row of these kinds."""
    return Event.objects.filter(hall=hall, kind__in=kinds).order_by("-position").first()


def build_at(hall: Hall, position: int) -> str:
    """Give the program that ran when a row was written, "" when the journal does not tell."""
    rows = Event.objects.filter(hall=hall, kind="HallStarted", position__lte=position).order_by("-position")
    started = rows.first()
    return str(started.payload["build"]) if started else ""


def known_settings(hall: Hall) -> dict[str, str]:
    """Give the settings as the journal knows them, by name."""
    known: dict[str, str] = {}
    rows = Event.objects.filter(hall=hall, kind="SettingsChanged").order_by("position")
    for payload in rows.values_list("payload", flat=True):
        known.update({change["name"]: change["now"] for change in payload["changes"]})
    return {name: now for name, now in known.items() if now}


def evidence_of(hall: Hall) -> dict[str, Any]:
    """Give what the manager's page shows: the last proof, the anchor's end, the program, the last copy."""
    proof, copy = last_of(hall, "VerificationRun"), last_of(hall, "BackupMade")
    anchors, faults = read_anchors(hall.code)
    last = anchors[-1] if anchors else None
    return {
        "proof": {"at": proof.at, **proof.payload} if proof else None,
        "anchor": {"at": datetime.fromisoformat(last.at), "position": last.position} if last else None,
        "anchor_faults": len(faults),
        "build": build_standing(hall),
        "strict": settings.BINGO_BUILD == "required",
        "copy": {"at": copy.at, **copy.payload} if copy else None,
        "position": hall.head_position,
    }
