"""The form of a print, and a job as the page shows it."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from records.models import Hall
from sessions.models import CardSeries, PrintJob
from sessions.printing.order import PER_SHEET, Kind
from sessions.rules.events import Medium

KINDS: Final[dict[Kind, tuple[Promise, Promise]]] = {
    Kind.SINGLE: (lazy("Single cards"), lazy("six to a page")),
    Kind.DOUBLE: (lazy("Double cards"), lazy("three to a page, two equal halves each, for two consecutive games")),
    Kind.STRIP: (lazy("Strips of six"), lazy("one strip to a page, the 90 numbers once each")),
    Kind.BOOK: (lazy("Book of master cards"), lazy("four to a page, to be put before the camera")),
}
STATES: Final[dict[str, Promise]] = {
    "waiting": lazy("Waiting"),
    "running": lazy("Being printed"),
    "done": lazy("Finished"),
    "cancelled": lazy("Called off"),
    "failed": lazy("Not possible"),
    "interrupted": lazy("Interrupted"),
}
REASONS: Final[dict[str, Promise]] = {
    "card_unplayable": lazy("A stored card fails its integrity check: nothing was printed."),
    "not_found": lazy("The file of the cards' faces is not there."),
    "disk": lazy("The file could not be written to the disk."),
    "worker": lazy("The worker could not be reached."),
}
CHANGED: Final = lazy("These cards may no longer be printed.")
BADGES: Final = {"done": "badge-good", "failed": "badge-bad", "interrupted": "badge-warn"}


class PrintForm(forms.Form):
    """Cards first..last of a series, in a form."""

    series = forms.ModelChoiceField(CardSeries.objects.none(), error_messages={"required": lazy("Choose a series.")})
    kind = forms.ChoiceField(choices=[(str(kind), str(kind)) for kind in Kind])
    first = forms.IntegerField(min_value=1, max_value=9_999_999)
    last = forms.IntegerField(min_value=1, max_value=9_999_999)
    warning = forms.BooleanField(required=False)

    def __init__(self, *args: Any, hall: Hall, **kwargs: Any) -> None:
        """Offer the printed series of the hall."""
        super().__init__(*args, **kwargs)
        offered = CardSeries.objects.filter(hall=hall, medium=Medium.PHYSICAL)
        self.fields["series"].queryset = offered  # type: ignore[attr-defined]

    def asked(self) -> dict[str, Any]:
        """Give what was asked for, as the service takes it; the form must be valid."""
        asked = self.cleaned_data
        return {
            "series_id": asked["series"].pk,
            "kind": asked["kind"],
            "first": asked["first"],
            "last": asked["last"],
            "warning": asked["warning"],
        }


def kinds() -> list[dict[str, Any]]:
    """Give the forms of a print with their words and how many cards a page of each holds."""
    return [
        {"code": str(kind), "name": name, "text": text, "per_sheet": PER_SHEET[kind]}
        for kind, (name, text) in KINDS.items()
    ]


def shown_job(job: PrintJob, *, waits: bool = False) -> dict[str, Any]:
    """Give a job in words; `waits` while a game is being drawn."""
    what = f"{job.series.letter} {job.series.ident}" if job.series else job.matrix.name
    return {
        "id": job.pk,
        "what": what,
        "kind": KINDS[Kind(job.kind)][0],
        "first": job.first_number,
        "last": job.last_number,
        "state": job.state,
        "state_words": STATES[job.state],
        "badge": BADGES.get(job.state, ""),
        "reason": REASONS.get(job.reason, CHANGED) if job.reason else "",
        "pages_done": job.pages_done,
        "pages_total": job.pages_total,
        "by": job.requested_by,
        "at": job.at,
        "file": job.file,
        "proof": job.sha256[:16],
        "active": job.state in {"waiting", "running"},
        "waits": waits and job.state == "running",
        "again": job.state in {"cancelled", "failed", "interrupted"},
    }
