"""The house itself: started, stopped, found stopped without order; its settings and its program as they change."""

from __future__ import annotations

from collections.abc import Mapping

from records.build import differences, kept_manifest, read_manifest, running_build, write_manifest
from records.models import Event, Hall
from sessions.journal.hall_door import note
from sessions.rules.access_events import (
    HallStarted,
    HallStopped,
    SettingChange,
    SettingsChanged,
    SoftwareApproved,
    SoftwareChanged,
    UncleanRestart,
)
from sessions.selectors.evidence import STARTS, build_standing, known_settings, last_of
from sessions.services.anchoring import anchor_hall
from sessions.services.significant import HOUSE


def note_start(hall: Hall, *, settings: Mapping[str, str], version: str = "") -> None:
    """
    Note that the program starts: whether it had been stopped in order, what it is, and what was set otherwise.

    Args:
        hall: The hall it serves.
        settings: What is set now, by name; of secrets a mark only.
        version: The program's version, as it calls itself.
    """
    started = last_of(hall, *STARTS)
    if started is not None and started.kind == "HallStarted":
        last = Event.objects.filter(hall=hall).order_by("-position").first()
        assert last is not None, "there is the start itself"
        event = UncleanRestart(started_at=started.at.isoformat(), last_at=last.at.isoformat())
        note(hall.pk, event, actor=HOUSE)
    note(hall.pk, HallStarted(build=running_build().build, version=version), actor=HOUSE)
    _note_software(hall, before=started)
    note_settings(hall, settings)
    anchor_hall(hall.pk, "started")


def note_stop(hall: Hall, *, reason: str = "") -> None:
    """Note that the program stops in order."""
    note(hall.pk, HallStopped(reason=reason), actor=HOUSE)
    anchor_hall(hall.pk, "stopped")


def note_settings(hall: Hall, settings: Mapping[str, str]) -> None:
    """Note what is set otherwise than the journal knows; nothing when all is as it was."""
    known = known_settings(hall)
    names = sorted(known.keys() | {name for name, value in settings.items() if value})
    changes = tuple(
        SettingChange(name=name, was=known.get(name, ""), now=settings.get(name, ""))
        for name in names
        if known.get(name, "") != settings.get(name, "")
    )
    if changes:
        note(hall.pk, SettingsChanged(changes=changes), actor=HOUSE)


def approve_build(hall: Hall, *, text: str, actor: str) -> str:
    """Note that somebody answers for the program as it is now, and why it was changed; gives its hash."""
    standing = build_standing(hall)
    write_manifest(running_build(), kept_manifest(standing.running))
    note(hall.pk, SoftwareApproved(build=standing.running, was=standing.approved, note=text), actor=actor)
    return standing.running


def _note_software(hall: Hall, *, before: Event | None) -> None:
    now = running_build()
    earlier = Event.objects.filter(hall=hall, kind="HallStarted", position__lte=before.position if before else 0)
    last = earlier.order_by("-position").first()
    was = str(last.payload["build"]) if last else ""
    if was != now.build:
        files, packages = _changes(was)
        note(hall.pk, SoftwareChanged(was=was, now=now.build, files=files, packages=packages), actor=HOUSE)
    write_manifest(now, kept_manifest(now.build))


def _changes(was: str) -> tuple[int, tuple[str, ...]]:
    """Count the files that differ, and name the packages; 0 and nothing where the earlier program is not known."""
    try:
        found = differences(read_manifest(kept_manifest(was)), running_build())
    except (OSError, ValueError):
        return 0, ()
    return len(found.files), found.packages
