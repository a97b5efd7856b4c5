"""JSON for the table alone: what an announcing error would change, before anybody decides on it."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from screens.access import hall_of, requires
from screens.deeds.clean import BadInput, clean_body
from screens.deeds.kinds import BALL, GAME
from sessions.messages import sentence
from sessions.rules.errors import NotFound, RuleViolation
from sessions.selectors.games import game_numbered
from sessions.selectors.stopping import announcing_error


@never_cache
@require_GET
@requires("run_table")
def replay(request: HttpRequest) -> JsonResponse:
    """Play a game again with the number that was said; the answer names cards, so it is for the Jefe de Mesa only."""
    try:
        asked = clean_body({**GAME, "ordinal": BALL, "said": BALL}, request.GET.dict())
        hall = hall_of(request.user)
        if hall is None:
            raise NotFound(what="game", which=asked["game_no"])
        game = game_numbered(hall.pk, asked["game_no"])
        told = announcing_error(game, asked["ordinal"], asked["said"])
    except BadInput as bad:
        refused = {"code": "bad_input", "message": str(bad), "params": {"field": bad.field}}
        return JsonResponse({"ok": False, **refused}, status=400)
    except RuleViolation as refusal:
        refused = {"code": refusal.code, "message": sentence(refusal), "params": refusal.params}
        return JsonResponse({"ok": False, **refused}, status=404 if isinstance(refusal, NotFound) else 409)
    return JsonResponse({"ok": True, **told})
