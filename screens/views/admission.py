"""The admission desk, and the entry card that it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from people.models import EntryCard
from people.visitors import card_code
from screens.access import hall_of, requires
from screens.labels import labels_for
from sessions.rules.visitors import LEAST_AGE, Validity
from sessions.selectors.admission import card_day_here, visitor_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

SHOWN_S: Final = 20
"""Seconds that personal data stays on the screen when nobody touches it."""


@requires("admit", "direct_session")
@never_cache
@require_safe
def admission(request: HttpRequest) -> HttpResponse:
    """Show the door: one field for a document, the verdict, who waits, and the people inside."""
    context = {
        "labels": labels_for("admission", [get_language()]),
        "minimum_age": max(settings.BINGO_MINIMUM_AGE, LEAST_AGE),
        "shown_seconds": SHOWN_S,
    }
    return render(request, "screens/admission/index.html", context)


@requires("admit", "direct_session")
@never_cache
@require_safe
def entry_card(request: HttpRequest, card_no: int) -> HttpResponse:
    """Show an entry card to print it; only on the day it was issued, so that nobody leafs through the file by it."""
    import segno

    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    issued_from = card_day_here()
    card = get_object_or_404(EntryCard.objects.select_related("visitor"), hall=hall, number=card_no)
    if card_day_here(card.issued_at) != issued_from:
        raise Http404
    code = segno.make(card_code(hall.code, card.number), error="m", micro=False)
    context = {
        "card": card,
        # O79 31.3: the card of one day bears its own number and days only.
        "visitor": None if card.validity == Validity.DAY else visitor_of(card.visitor),
        "issued": issued_from,
        # Drawn by us from letters and digits; the page's policy lets no picture in from within itself.
        "code": mark_safe(code.svg_inline(scale=4, border=2, light="#fff", dark="#000", omitsize=True)),  # noqa: S308
        "shown_seconds": SHOWN_S,
    }
    return render(request, "screens/admission/card.html", context)
