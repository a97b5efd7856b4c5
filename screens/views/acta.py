"""The acta of a session, as a page to print, always in the hall's official language."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

from screens.access import hall_of, requires
from sessions.models import BingoSession
from sessions.selectors.acta import acta_of


@requires("direct_session", "run_table", "keep_cash")
def acta(request: HttpRequest, session_no: int) -> HttpResponse:
    """Show the acta; the language is the hall's, whatever the reader's."""
    hall = hall_of(request.user)
    session = BingoSession.objects.filter(hall=hall, session_no=session_no).first()
    if hall is None or session is None:
        raise Http404
    with translation.override(hall.language):
        return render(request, "screens/acta/index.html", {"acta": acta_of(hall, session), "hall": hall})
