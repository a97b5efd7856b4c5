"""A game's dispute pack, given out to who directs the session or runs the table; each one is noted."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from screens.access import hall_of, requires
from sessions.messages import sentence
from sessions.models import BingoSession
from sessions.rules.errors import NotFound, RuleViolation
from sessions.selectors.dispute import IN_DISPUTE
from sessions.services.dispute import make_pack


@requires("direct_session", "run_table")
@require_GET
def dispute_pack(request: HttpRequest, session_no: int, game_no: int) -> HttpResponse:
    """Make the pack and send it; what cannot be made is told on the page it was asked from."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    try:
        pack = make_pack(hall_id=hall.pk, session_no=session_no, game_no=game_no, actor=request.user.get_username())
    except NotFound:
        raise Http404 from None
    except RuleViolation as refusal:
        messages.error(request, sentence(refusal))
        return redirect("acta", session_no=session_no)
    response = HttpResponse(pack.data, content_type="application/zip")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=pack.name)
    response["Cache-Control"] = "no-store"
    return response


def games_in_dispute(session: BingoSession) -> list[int]:
    """Give the numbers of a session's games of which there is a pack."""
    games = session.games.filter(state__in=IN_DISPUTE, seq__gt=1)
    return list(games.order_by("game_no").values_list("game_no", flat=True))
