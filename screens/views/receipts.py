"""The list of a session's receipts: which are on paper, and a key to print one (again)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.labels import labels_for
from sessions.printing.receipts import TITLES
from sessions.rules.receipts import ReceiptKind
from sessions.selectors.receipt_list import last_session, receipts_of
from sessions.selectors.receipts import printers_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

STATES: Final = {
    "waiting": _("waits"),
    "sent": _("being printed"),
    "confirmed": _("printed"),
    "failed": _("not printed"),
}
DRAWER_STATES: Final = {**STATES, "confirmed": _("opened"), "failed": _("not opened")}
ERRORS: Final = {
    "no_answer": _("the printer was lost while it had it"),
    "stopped": _("the hall was closed while the printer had it"),
    "unconfirmed": _("sent, but the printer never said that it is printed"),
    "dropped": _("called off"),
    "too_late": _("the printer was away when it was to open"),
    "unprintable": _("the printer's settings are wrong"),
    "no_source": _("what it tells was not found"),
}


@requires("keep_cash", "direct_session")
@require_safe
def receipts(request: HttpRequest) -> HttpResponse:
    """Show the receipts of the session that is live, or was last; only who keeps the cash prints one again."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    session = last_session(hall)
    printers = printers_of(hall)
    rows = [_shown(row, printers) for row in receipts_of(hall, session)] if session else []
    context = {
        "labels": labels_for("receipts", [get_language()]),
        "session": session,
        "rows": rows,
        "prints": may(request.user, "keep_cash"),
    }
    return render(request, "screens/receipts/index.html", context)


def _shown(row: dict[str, Any], printers: list[str]) -> dict[str, Any]:
    states = DRAWER_STATES if row["kind"] == ReceiptKind.DRAWER else STATES
    waiting = [paper["printer"] for paper in row["papers"] if paper["state"] == "waiting"]
    # Where its printer is no longer in the hall, it has to be printed on another.
    comes = any(printer in printers for printer in waiting)
    return row | {
        "title": TITLES[row["kind"]],
        "papers": [
            paper | {"told": states[paper["state"]], "why": ERRORS.get(paper["error"], "")} for paper in row["papers"]
        ],
        # One that waits comes by itself: a key would only make a copy of it.
        "has_key": row["kind"] != ReceiptKind.DRAWER and not comes,
        # What a printer has had may be on paper, though it never said so: the next one is a copy.
        "on_paper": any(paper["attempts"] for paper in row["papers"]),
    }
