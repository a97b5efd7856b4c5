"""At the door: an identity number is looked for on the register of bans; the answer tells no reason (O79 30.1)."""

from __future__ import annotations

from typing import Any, Final

from people.bans import is_banned
from records.sealed import marks_of
from sessions.journal.door import open_session
from sessions.rules.admission import identity_of
from sessions.rules.errors import DocumentNeeded
from sessions.rules.session_events import AdmissionRefused

BY_LAW: Final = "art. 30.1"
"""What the minutes say: one of the classes of persons to whom entry is prohibited, and not which."""


def check_entry(*, session_id: int, document: str, actor: str, source_ref: str | None = None) -> dict[str, Any]:
    """
    Tell whether the holder of a document may come in. A refusal goes into the minutes, and names nobody.

    The number is written nowhere: the request is known by its mark, which cannot be turned back.

    Raises:
        DocumentNeeded: There is no number in it.
    """
    identity = identity_of(document)
    if not identity:
        raise DocumentNeeded
    body = {"mark": marks_of(identity)[0]}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="check_entry", body=body) as opened:
        if opened.already():
            return {"admitted": False}
        banned = is_banned(opened.hall_id, identity)
        if banned:
            opened.record(AdmissionRefused(reason=BY_LAW))
    return {"admitted": not banned}
