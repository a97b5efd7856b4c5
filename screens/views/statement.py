"""A player's statement: every movement in words, and the same as a file."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from people.models import Player
from screens.access import hall_of, may, requires
from screens.views.tax_files import BOM, harmless
from sessions.journal.hall_door import note
from sessions.rules.player_events import OtherAccountAsked
from sessions.selectors.players import player_numbered, statement_of
from sessions.selectors.profiles import today

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest

KIND_WORDS: Final = {
    "deposit": lazy("Cash deposited"),
    "withdrawal": lazy("Cash paid out"),
    "sale": lazy("Cards bought"),
    "settlement": lazy("Prize"),
    "refund": lazy("Cards paid back"),
    "void": lazy("Cards paid back"),
}


def told(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the movements with their kind in words."""
    return [row | {"name": KIND_WORDS.get(row["kind"], row["kind"])} for row in rows]


@never_cache
@requires("keep_cash", "play_cards")
@require_safe
def statement(request: HttpRequest, number: int) -> HttpResponse:
    """Give a statement as CSV: the cashier anybody's, a player their own; another's is not there, and it is noted."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    if not may(request.user, "keep_cash"):
        check_own(request, number)
    player = player_numbered(hall.pk, number)
    if player is None:
        raise Http404
    response = HttpResponse(csv_of(statement_of(hall.pk, player.account)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="player-{player.number}.csv"'
    return response


def check_own(request: HttpRequest, number: int) -> None:
    """
    Check that a player asks for their own account.

    Raises:
        Http404: It is another's, whether there is one or not; the journal keeps that it was asked for, once a day.
    """
    own = Player.objects.filter(user=request.user).first() if request.user.is_authenticated else None
    if own is None:
        raise PermissionDenied
    if own.number != number:
        event = OtherAccountAsked(player=own.number, asked=number)
        # Once a day: who tries every number leaves one row, not thousands.
        ref = f"asked:{own.number}:{today().isoformat()}"
        note(own.hall_id, event, actor=request.user.get_username(), source_ref=ref)
        raise Http404


def csv_of(rows: Iterable[dict[str, Any]]) -> str:
    """Write the movements with semicolons; amounts have the reader's decimal sign and are no texts."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    heads = [_("Date"), _("Time"), _("What"), _("Session"), _("Game"), _("Amount"), _("Balance")]
    writer.writerow([harmless(str(head)) for head in heads])
    for row in told(rows):
        at = localtime(row["at"])
        writer.writerow(
            [
                f"{at:%Y-%m-%d}",
                f"{at:%H:%M:%S}",
                harmless(str(row["name"])),
                row["session_no"] or "",
                row["game_no"] or "",
                _amount(row["cents"]),
                _amount(row["balance_cents"]),
            ]
        )
    return BOM + out.getvalue()


def _amount(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    point = "." if (get_language() or "").startswith("en") else ","
    return f"{'-' if cents < 0 else ''}{whole}{point}{rest:02d}"
