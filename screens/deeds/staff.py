"""The deeds of the people who work in the hall: who works there, documents, passwords, and the rota."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext as _

from screens.deeds.clean import hour, many, one_of, optional, text
from screens.deeds.kinds import Asked, Body, Deed, Run, of_session
from sessions.rules.licences import LONGEST_NUMBER, last_day_of
from sessions.rules.session import Post
from sessions.services import rota, staff

_USERNAME: Final = text(150)
_NAME: Final = text(120)
_POSTS: Final = many(one_of(*Post), len(Post))
_MOST_NIGHTS: Final = 31
MANAGER: Final = ("direct_session",)


def day(value: Any) -> date:
    """Clean a day, 2026-11-30."""
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError(_("A day is needed.")) from None


DOCUMENT: Final = {
    "licence_no": text(LONGEST_NUMBER, required=False),
    "licence_issued": optional(day),
    "licence_until": optional(day),
}


def _document(body: Body) -> staff.Document:
    """Read a document; without a last day it is the one the law gives: three years later."""
    issued, until = body["licence_issued"], body["licence_until"]
    if issued is not None and until is None:
        until = last_day_of(issued)
    return body["licence_no"], issued, until


def _of_hall(service: Callable[..., Any], *names: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        return service(hall_id=asked.hall.pk, **{name: body[name] for name in names}, **asked.by)

    return run


def _told(admitted: staff.Admitted) -> dict[str, Any]:
    """Tell the one-time password, this once."""
    until = admitted.until.isoformat() if admitted.until else ""
    return {"password": admitted.password, "until": until}


def _engage(asked: Asked, body: Body) -> Any:
    return _told(
        staff.engage(
            hall_id=asked.hall.pk,
            username=body["username"].lower(),
            name=body["name"],
            posts=body["posts"],
            document=_document(body),
            **asked.by,
        )
    )


def _with_password(service: Callable[..., staff.Admitted]) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        return _told(service(hall_id=asked.hall.pk, username=body["username"], **asked.by))

    return run


def _set_document(asked: Asked, body: Body) -> Any:
    return staff.set_document(hall_id=asked.hall.pk, username=body["username"], document=_document(body), **asked.by)


PERSON: Final = {"username": _USERNAME}

STAFF_DEEDS: Final[dict[str, Deed]] = {
    "engage_staff": Deed(
        permissions=MANAGER, fields={**PERSON, "name": _NAME, "posts": _POSTS, **DOCUMENT}, run=_engage
    ),
    "set_staff_posts": Deed(
        permissions=MANAGER, fields={**PERSON, "posts": _POSTS}, run=_of_hall(staff.set_posts, "username", "posts")
    ),
    "rename_staff": Deed(
        permissions=MANAGER, fields={**PERSON, "name": _NAME}, run=_of_hall(staff.rename, "username", "name")
    ),
    "set_staff_document": Deed(permissions=MANAGER, fields={**PERSON, **DOCUMENT}, run=_set_document),
    "end_staff": Deed(permissions=MANAGER, fields=PERSON, run=_of_hall(staff.end_work, "username")),
    "let_staff_back": Deed(permissions=MANAGER, fields=PERSON, run=_with_password(staff.let_back)),
    "give_password": Deed(permissions=MANAGER, fields=PERSON, run=_with_password(staff.give_password)),
    "clear_pin": Deed(permissions=MANAGER, fields=PERSON, run=_of_hall(staff.clear_pin, "username")),
    "plan_turns": Deed(
        permissions=MANAGER,
        fields={
            **PERSON,
            "post": one_of(*Post),
            "nights": many(day, _MOST_NIGHTS),
            "starts": hour,
            "ends": hour,
        },
        run=_of_hall(rota.plan_turns, "username", "post", "nights", "starts", "ends"),
    ),
    "drop_turn": Deed(
        permissions=MANAGER,
        fields={**PERSON, "post": one_of(*Post), "night": day, "starts": hour},
        run=_of_hall(rota.drop_turn, "username", "post", "night", "starts"),
    ),
    "copy_week": Deed(permissions=MANAGER, fields={"monday": day}, run=_of_hall(rota.copy_week, "monday")),
    "post_from_rota": Deed(
        permissions=MANAGER,
        fields={"hour": hour, "reason": text(500, required=False)},
        run=of_session(rota.post_from_rota, "hour", "reason"),
    ),
}
