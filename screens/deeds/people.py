"""The deeds of people and hours: posts, complaints, refused admissions, incidents, the permit, the last game."""

from __future__ import annotations

from typing import Any, Final

from screens.deeds.clean import flag, hour, many, one_of, optional, text, whole
from screens.deeds.kinds import BIGGEST, GAME, WORDS, Asked, Body, Deed, of_session
from sessions.rules.session import Post
from sessions.rules.staff import MOST_PLAYERS
from sessions.services import admission, hours, people, sessions

INCIDENTS: Final = ("noted", "equipment", "public_order")
"""Kinds of incident a person notes; "noted" is any other."""

_PEOPLE: Final = many(text(150), 50)
_REASON: Final = {"reason": optional(WORDS)}
_COMPLAINT: Final = text(2_000)


def _post_staff(asked: Asked, body: Body) -> Any:
    return sessions.post_staff(
        session_id=asked.session().pk,
        post=body["post"],
        usernames=body["usernames"],
        reason=body["reason"] or "",
        **asked.by,
    )


def _change_posts(asked: Asked, body: Body) -> Any:
    changes = {str(post): body[post] for post in Post if body[post] is not None}
    return people.change_posts(session_id=asked.session().pk, changes=changes, reason=body["reason"] or "", **asked.by)


def _note_incident(asked: Asked, body: Body) -> Any:
    return sessions.note_incident(
        session_id=asked.session().pk, text=body["text"], code=body["about"] or INCIDENTS[0], **asked.by
    )


def _note_complaint(asked: Asked, body: Body) -> Any:
    return people.note_complaint(
        session_id=asked.session().pk,
        text=body["text"],
        game_no=body["game_no"] or 0,
        claimant_name=body["claimant_name"] or "",
        claimant_document=body["claimant_document"] or "",
        claimant_signed=body["claimant_signed"],
        **asked.by,
    )


def _show_claimant(asked: Asked, body: Body) -> Any:
    return people.show_claimant(hall_id=asked.hall.pk, complaint_no=body["complaint_no"], **asked.by)


def _set_licence(asked: Asked, body: Body) -> Any:
    return hours.set_licence(
        hall_id=asked.hall.pk,
        category=body["category"] or "",
        opening_time=body["opening_time"],
        closing_time=body["closing_time"],
        **asked.by,
    )


PEOPLE_DEEDS: Final[dict[str, Deed]] = {
    "post_staff": Deed(
        permissions=("direct_session",),
        fields=_REASON | {"post": one_of(*Post), "usernames": _PEOPLE},
        run=_post_staff,
    ),
    "change_posts": Deed(
        permissions=("direct_session",),
        fields=_REASON | {str(post): optional(_PEOPLE) for post in Post},
        run=_change_posts,
    ),
    "note_incident": Deed(
        permissions=("direct_session", "run_table"),
        fields={"about": optional(one_of(*INCIDENTS)), "text": WORDS},
        run=_note_incident,
    ),
    "note_complaint": Deed(
        permissions=("direct_session", "run_table"),
        fields={
            "text": _COMPLAINT,
            "game_no": optional(whole(0, BIGGEST)),
            "claimant_name": optional(text(120)),
            "claimant_document": optional(text(40)),
            "claimant_signed": flag,
        },
        run=_note_complaint,
    ),
    "show_claimant": Deed(
        permissions=("direct_session",), fields={"complaint_no": whole(1, BIGGEST)}, run=_show_claimant
    ),
    "note_refused_admission": Deed(
        permissions=("direct_session", "admit"),
        fields={"reason": WORDS, "expelled": flag},
        run=of_session(people.note_refused_admission, "reason", "expelled"),
    ),
    "check_entry": Deed(
        permissions=("direct_session", "admit"),
        fields={"document": text(40)},
        run=of_session(admission.check_entry, "document"),
    ),
    "announce_last_game": Deed(
        permissions=("direct_session", "run_table"),
        fields=GAME,
        run=of_session(hours.announce_last_game, "game_no"),
    ),
    "set_licence": Deed(
        permissions=("direct_session",),
        fields={
            "category": optional(one_of(*MOST_PLAYERS)),
            "opening_time": optional(hour),
            "closing_time": optional(hour),
        },
        run=_set_licence,
    ),
}
