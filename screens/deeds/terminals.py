"""The deeds of devices: a code for a new one, another place, the end."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from screens.deeds.clean import one_of, text, whole
from screens.deeds.kinds import BIGGEST, WORDS, Asked, Body, Deed
from sessions.rules.terminals import LONGEST_PLACE, TerminalKind
from sessions.services import terminals

_PLACE: Final = text(LONGEST_PLACE)
_LOCAL: Final = {"127.0.0.1", "localhost", "::1"}


def enrolment_url(request: Any, code: str) -> str:
    """
    Give the address at which a device enrols, its code behind the #, which no server ever sees in an address.

    "" where the address leads to this computer alone.
    """
    base = settings.BINGO_PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    return "" if urlsplit(base).hostname in _LOCAL else f"{base}{reverse('enrol')}#{code}"


def square_of(url: str) -> str:
    """Draw the square code of an address, as SVG."""
    import segno

    drawn = BytesIO()
    segno.make(url, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, scale=6, border=3, light="#fff", dark="#000"
    )
    return drawn.getvalue().decode()


def _offer_enrolment(asked: Asked, body: Body) -> dict[str, Any]:
    offered = terminals.offer_enrolment(hall_id=asked.hall.pk, device=body["device"], place=body["place"], **asked.by)
    url = enrolment_url(asked.request, offered["code"])
    return offered | {"url": url.partition("#")[0], "square": square_of(url) if url else ""}


def _move_terminal(asked: Asked, body: Body) -> Any:
    return terminals.move_terminal(hall_id=asked.hall.pk, **body, **asked.by)


def _revoke_terminal(asked: Asked, body: Body) -> Any:
    return terminals.revoke_terminal(hall_id=asked.hall.pk, **body, **asked.by)


_TERMINAL: Final = {"terminal": whole(1, BIGGEST)}
TERMINAL_DEEDS: Final[dict[str, Deed]] = {
    "offer_enrolment": Deed(
        permissions=("direct_session",),
        fields={"device": one_of(*TerminalKind), "place": _PLACE},
        run=_offer_enrolment,
    ),
    "move_terminal": Deed(permissions=("direct_session",), fields=_TERMINAL | {"place": _PLACE}, run=_move_terminal),
    "revoke_terminal": Deed(
        permissions=("direct_session",), fields=_TERMINAL | {"reason": WORDS}, run=_revoke_terminal
    ),
}
