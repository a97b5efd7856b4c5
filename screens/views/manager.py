"""The Jefe de Sala's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import hall_of, requires
from screens.labels import labels_for
from screens.reports.night import night_panel
from sessions.selectors.evidence import evidence_of
from sessions.selectors.profiles import profile_of
from sessions.selectors.staff import documents_to_look_at, people_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("direct_session")
def manager(request: HttpRequest) -> HttpResponse:
    """Show the session: its opening, its running and its close."""
    hall = hall_of(request.user)
    context = {
        "labels": labels_for("manager", [get_language()]),
        "profile": profile_of(hall) if hall else None,
        "night": night_panel(hall) if hall else None,
        "evidence": evidence_of(hall) if hall else None,
        "documents": documents_to_look_at(people_of(hall)) if hall else [],
    }
    return render(request, "screens/manager/index.html", context)
