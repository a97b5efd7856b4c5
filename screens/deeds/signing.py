"""Who signs the minutes: named, and proved with their own PIN, on anybody's screen."""

from __future__ import annotations

from typing import Any, Final

from people.models import StaffMember
from people.pins import check_pin
from screens.deeds.clean import one_of, text, whole
from screens.deeds.kinds import BIGGEST, Asked, Body, Deed
from screens.deeds.second import judged
from screens.log_ins import step_up
from sessions.rules.session import Post
from sessions.services import acta, sessions

SIGNER: Final = {"signer": text(150), "pin": text(8)}


def proved_signer(asked: Asked, body: Body) -> str:
    """
    Prove who signs; a deed said again was proved the first time.

    Raises:
        PinRefused: It is not their PIN, or nobody of that name works here.
        PinNotSet: They have none yet.
        PinLocked: Too many wrong ones.
    """
    signer = str(body["signer"])
    if asked.said is None:
        member = StaffMember.objects.select_related("user").filter(hall=asked.hall, user__username=signer).first()
        judged(check_pin(asked.hall, signer, body["pin"]), member.user if member else None)
        step_up(asked.request)
    return signer


def open_session(asked: Asked, body: Body) -> Any:
    """Open the session, the Jefe de Mesa having signed."""
    signed = proved_signer(asked, body)
    return sessions.open_session(session_id=asked.session().pk, signed=signed, **asked.by)


def _sign_entry(asked: Asked, body: Body) -> Any:
    signer = proved_signer(asked, body)
    return acta.sign_entry(
        session_id=asked.session().pk,
        entry_no=body["entry_no"],
        as_post=body["as_post"],
        signer=signer,
        **asked.by,
    )


def _open_book(asked: Asked, body: Body) -> Any:
    return acta.open_book(hall_id=asked.hall.pk, authorised_ref=body["authorised_ref"], **asked.by)


ACTA_DEEDS: Final[dict[str, Deed]] = {
    "open_session": Deed(permissions=("direct_session",), fields=SIGNER, run=open_session),
    "sign_entry": Deed(
        permissions=("direct_session", "run_table"),
        fields={"entry_no": whole(1, BIGGEST), "as_post": one_of(Post.HALL_MANAGER, Post.TABLE_CHIEF), **SIGNER},
        run=_sign_entry,
    ),
    "open_book": Deed(permissions=("direct_session",), fields={"authorised_ref": text(500)}, run=_open_book),
}
