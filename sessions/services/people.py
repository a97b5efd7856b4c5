"""Deeds about people: posts and substitutions, complaints, refused admissions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.timezone import localtime

from records import clock, journal
from records.models import Complaint, Hall
from records.sealed import SecretLost, seal, unseal
from records.turn import durable
from sessions.journal import codec
from sessions.journal.door import OpenSession, open_session
from sessions.rules import errors, staff
from sessions.rules.complaints import decide_complaint, normal_document
from sessions.rules.hall_events import ClaimantShown
from sessions.rules.session import Post, SessionEvent
from sessions.rules.session_events import AdmissionRefused, ComplaintNoted
from sessions.rules.states import State
from sessions.selectors.people import own_posts
from sessions.selectors.staff import documents_required, licences_on


def change_posts(
    *,
    session_id: int,
    changes: Mapping[str, Collection[str]],
    reason: str = "",
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """
    Put people at several posts at once, so that two may change places (O79 24, 26); the minutes keep who was there.

    Raises:
        NothingChanged: No post is named.
    """
    body = {"changes": {post: list(people) for post, people in changes.items()}, "reason": reason}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="change_posts", body=body) as opened:
        if again := opened.already():
            return again
        events = post_people(opened, {Post(post): people for post, people in changes.items()}, reason)
    return events[0]


def post_people(
    opened: OpenSession, changes: Mapping[Post, Collection[str]], reason: str
) -> tuple[staff.StaffPosted, ...]:
    """
    Record who is at which post from now on, inside a session's door.

    Raises:
        NothingChanged: No post is named.
    """
    if not changes:
        raise errors.NothingChanged
    hall = Hall.objects.get(pk=opened.hall_id)
    events = staff.decide_posting(
        opened.board,
        changes,
        category=opened.board.category if opened.board.state == "open" else hall.category,
        reason=reason,
        own=own_posts(opened.hall_id),
        licences=licences_on(opened.hall_id, localtime(opened.at).date()) if documents_required() else None,
    )
    for event in events:
        opened.record(event)
    return events


def note_complaint(
    *,
    session_id: int,
    text: str,
    game_no: int = 0,
    claimant_name: str = "",
    claimant_document: str = "",
    claimant_signed: bool = False,
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Take down a player's complaint (O79 37.4); never refused while the session is open. Who it was is sealed."""
    # Nobody's name or document goes into the journal, not even as part of a hash.
    body = {"text": text, "game_no": game_no, "claimant_signed": claimant_signed}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="note_complaint", body=body) as opened:
        document = normal_document(claimant_document)
        if again := opened.already():
            _check_same_claimant(opened.hall_id, again, claimant_name, document)
            return again
        games = opened.session.games.exclude(state=State.ANNOUNCED).values_list("game_no", flat=True)
        event = decide_complaint(
            opened.board,
            # The session's lock keeps others from taking the number: a hall has one open session.
            complaint_no=Complaint.objects.filter(hall_id=opened.hall_id).count() + 1,
            game_no=game_no,
            games=set(games),
            text=text,
            document=document,
            claimant_signed=claimant_signed,
        )
        seq = opened.record(event)
        name, key_name = seal(claimant_name)
        Complaint.objects.create(
            hall_id=opened.hall_id,
            complaint_no=event.complaint_no,
            session_no=opened.session.session_no,
            seq=seq,
            game_no=event.game_no or None,
            at=opened.at,
            text=text,
            claimant_name=name,
            claimant_document=seal(document)[0],
            key_name=key_name,
            claimant_signed=claimant_signed,
        )
    return event


def _check_same_claimant(hall_id: int, event: SessionEvent, name: str, document: str) -> None:
    """
    Check that a complaint said again names the claimant it was first taken down with, who stands in no hash.

    Raises:
        KeyReused: It names another, or adds one. Where the seal cannot be opened, nobody can tell.
    """
    assert isinstance(event, ComplaintNoted), "the key is a complaint's"
    row = Complaint.objects.get(hall_id=hall_id, complaint_no=event.complaint_no)
    try:
        sealed = unseal(row.claimant_name, row.key_name), unseal(row.claimant_document, row.key_name)
    except SecretLost:
        return
    if sealed != (name, document):
        raise errors.KeyReused


def show_claimant(*, hall_id: int, complaint_no: int, actor: str, source_ref: str | None = None) -> dict[str, Any]:
    """
    Tell the Jefe de Sala who made a complaint; the journal keeps that it was looked at, and by whom.

    Raises:
        NotFound: There is no such complaint.
        ClaimantUnreadable: The key that sealed it is gone.
    """
    complaint = Complaint.objects.filter(hall_id=hall_id, complaint_no=complaint_no).first()
    if complaint is None:
        raise errors.NotFound(what="complaint", which=complaint_no)
    try:
        claimant = {
            "name": unseal(complaint.claimant_name, complaint.key_name),
            "document": unseal(complaint.claimant_document, complaint.key_name),
        }
    except SecretLost:
        raise errors.ClaimantUnreadable(complaint_no=complaint_no) from None
    event = ClaimantShown(complaint_no=complaint_no)
    draft = journal.Draft(
        kind=event.kind, payload=codec.encode(event), actor=actor, at=clock.now(), source_ref=source_ref
    )
    with durable():
        if source_ref is None or journal.recorded(hall_id, source_ref) is None:
            journal.append(hall_id, [draft])
    return claimant


def note_refused_admission(
    *, session_id: int, reason: str, expelled: bool = False, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Note that somebody was not let in, or was asked to leave, in detail and without naming them (O79 30.2, 32.2)."""
    event = AdmissionRefused(reason=reason, expelled=expelled)
    body = codec.encode(event)
    with open_session(session_id, actor=actor, source_ref=source_ref, deed=event.kind, body=body) as opened:
        if again := opened.already():
            return again
        opened.record(event)
    return event
