"""The till's own page, and the tips book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.labels import labels_for
from sessions.selectors.tips import tips_book

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("keep_cash")
@require_safe
def till(request: HttpRequest) -> HttpResponse:
    """Show the cashier's till: opened, counted, handed over, closed."""
    return render(request, "screens/tills/till.html", {"labels": labels_for("tills", [get_language()])})


@requires("keep_cash", "run_table", "direct_session")
@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    """Show the tips book (O79 27.2), newest entry first; printed, it is the book."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    context: dict[str, Any] = {
        "labels": labels_for("tills", [get_language()]),
        "book": tips_book(hall),
        "keeps_cash": may(request.user, "keep_cash"),
    }
    return render(request, "screens/tills/tips.html", context)
