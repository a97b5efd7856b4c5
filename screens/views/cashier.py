"""The cashier's desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("keep_cash")
def cashier(request: HttpRequest) -> HttpResponse:
    """Show leftovers, prizes to pay, takings and deposits."""
    return render(request, "screens/cashier/index.html", {"labels": labels_for("cashier", [get_language()])})
