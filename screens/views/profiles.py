"""The regulation's page: the profile in force with the text beside each value, past versions, examples, the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.views.profile_words import profile_words, tax_words
from sessions.rules.regulations.taxes import TAXES
from sessions.selectors.profiles import choices_of, idle_funds, read_version, regulation_in_force, today, versions_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("direct_session", "run_table", "keep_cash", "sell_cards", "call_balls")
@require_safe
def profiles(request: HttpRequest) -> HttpResponse:
    """Show the hall's regulation to all who work there; the Jefe de Sala chooses it."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    known = regulation_in_force(hall)
    day = today()
    choices = [{**profile_words(one), "chosen": one.code == hall.profile} for one in choices_of(hall)]
    versions = [
        {
            **profile_words(read_version(row)),
            "filed_by": row.filed_by,
            "filed_at": row.filed_at,
            "in_force": (row.code, row.version) == (known.code, known.version),
            "coming": row.valid_from > day,
        }
        for row in versions_of(hall)
    ]
    manages = may(request.user, "direct_session")
    context = {
        "labels": labels_for("profiles", [get_language()]),
        "manages": manages,
        "edits": manages and request.user.is_staff,
        "known": profile_words(known),
        "idle_funds": idle_funds(hall, known) if manages else [],
        "filed": next((one for one in versions if one["in_force"]), None),
        "versions": versions,
        "own": [one for one in choices if not one["example"]],
        "examples": [one for one in choices if one["example"]],
        "taxes": [tax_words(one) for one in TAXES.values()],
    }
    return render(request, "screens/profiles/index.html", context)
