"""Asking for a second person's word, and giving it: rows that wait two minutes, and a row in the journal of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from secrets import token_hex
from typing import Any, Final

from people.models import Approval
from records import clock
from records.turn import durable
from sessions.journal.hall_door import note
from sessions.journal.redeeming import standing_of
from sessions.rules import errors
from sessions.rules.access_events import ApprovalAsked, ApprovalGiven, ApprovalRefused
from sessions.rules.approvals import DROPPED, GIVEN, LIVES, WAITING, decide_answer

KEPT: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is asked: the deed, its cleaned body without secrets, its amount in cents (None = none), and whose word."""

    deed: str
    digest: str
    body: Mapping[str, Any]
    cents: int | None = None
    wanted_from: str = ""


def ask_approval(*, hall_id: int, wish: Wish, actor: str, source_ref: str) -> Approval:
    """
    Ask for a second person's word; who asks again withdraws what they asked before.

    Raises:
        KeyReused: The key was used for another wish.
    """
    with durable():
        said = Approval.objects.filter(hall_id=hall_id, asked_ref=source_ref).first()
        if said is not None:
            if (said.digest, said.wanted_from) != (wish.digest, wish.wanted_from):
                raise errors.KeyReused
            return said
        now = clock.now()
        mine = Approval.objects.filter(hall_id=hall_id)
        mine.filter(asked_by=actor, state=WAITING).update(state=DROPPED)
        # What became of them is in the journal.
        mine.filter(expires_at__lt=now - KEPT).delete()
        row = Approval.objects.create(
            hall_id=hall_id,
            ref=token_hex(16),
            deed=wish.deed,
            digest=wish.digest,
            body=dict(wish.body),
            cents=wish.cents,
            wanted_from=wish.wanted_from,
            asked_by=actor,
            asked_at=now,
            asked_ref=source_ref,
            expires_at=now + LIVES,
        )
        note(hall_id, ApprovalAsked(deed=wish.deed, wanted_by=actor, digest=wish.digest), actor=actor)
    return row


def answer_approval(
    *, hall_id: int, ref: str, yes: bool, may: Callable[[str], bool], actor: str, source_ref: str
) -> Approval:
    """
    Give or refuse one's word; `may` tells of a deed whether the person's post stands for it.

    Raises:
        ApprovalGone: There is no such wish any more.
        ApprovalNotYours: It is not theirs to answer.
    """
    with durable():
        row = Approval.objects.select_for_update(no_key=True).filter(hall_id=hall_id, ref=ref).first()
        if row is None:
            raise errors.ApprovalGone
        if row.answer_ref == source_ref:
            if yes != (row.state == GIVEN):
                raise errors.KeyReused
            return row
        now = clock.now()
        row.state = decide_answer(standing_of(row), by=actor, may=may(row.deed), yes=yes, now=now)
        row.answered_by, row.answered_at, row.answer_ref = actor, now, source_ref
        row.save(update_fields=["state", "answered_by", "answered_at", "answer_ref"])
        facts = {"deed": row.deed, "wanted_by": row.asked_by, "second": actor, "digest": row.digest}
        note(hall_id, ApprovalGiven(**facts) if yes else ApprovalRefused(**facts), actor=actor)
    return row


def drop_approval(*, hall_id: int, ref: str, actor: str) -> None:
    """Withdraw what one has asked; what is over stays as it is."""
    with durable():
        rows = Approval.objects.filter(
            hall_id=hall_id, ref=ref, asked_by=actor, state__in=[WAITING, GIVEN], used_at=None
        )
        for row in rows.select_for_update(no_key=True):
            row.state = DROPPED
            row.save(update_fields=["state"])
            facts = {"deed": row.deed, "wanted_by": actor, "second": "", "digest": row.digest}
            note(hall_id, ApprovalRefused(**facts, reason="dropped"), actor=actor)
