"""The seller's tablet and telephone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.utils.translation import get_language

from screens.access import requires
from screens.labels import labels_for

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@requires("sell_cards")
def seller(request: HttpRequest) -> HttpResponse:
    """Show the sale; all that moves on it comes from the socket."""
    return render(request, "screens/seller/index.html", {"labels": labels_for("seller", [get_language()])})
