"""
An approval is used up in the transaction of the deed that it lets through: neither can be without the other.

Who asks presents it; the door of that very request redeems it once its locks are held, so that the amount is what it
will be. Locks: after session, games; before series, accounts and the hall's head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from people.models import Approval
from records import clock
from sessions.rules.approvals import Standing, check_use


@dataclass(slots=True, kw_only=True)
class Presented:
    """An approval in somebody's hand: for which request, and how the deed's digest is found."""

    pk: int
    by: str
    source_ref: str
    digest: Callable[[], str]
    redeemed: bool = False


_presented: ContextVar[Presented | None] = ContextVar("presented_approval", default=None)


def standing_of(row: Approval) -> Standing:
    """Read an approval's row as the rules take it."""
    return Standing(
        state=row.state,
        asked_by=row.asked_by,
        wanted_from=row.wanted_from,
        answered_by=row.answered_by,
        digest=row.digest,
        expires_at=row.expires_at,
        used=row.used_at is not None,
    )


@contextmanager
def presenting(presented: Presented) -> Iterator[None]:
    """
    Present an approval to the door that opens within.

    Raises:
        RuntimeError: No door redeemed it: the deed is done outside one, which is a mistake of the program.
    """
    token = _presented.set(presented)
    try:
        yield
    finally:
        _presented.reset(token)
    if not presented.redeemed:
        msg = "an approval was presented and no door redeemed it"
        raise RuntimeError(msg)


def redeem(source_ref: str | None) -> None:
    """
    Use up what this request presented; nothing where it presented nothing.

    Raises:
        ApprovalGone, ApprovalWaits, ApprovalForAnother: It does not let this deed through.
    """
    presented = _presented.get()
    if presented is None or presented.source_ref != source_ref:
        return
    row = Approval.objects.select_for_update(no_key=True).get(pk=presented.pk)
    # The same request said again: its door gives the first answer, or refuses another body.
    if row.used_ref != source_ref:
        check_use(standing_of(row), by=presented.by, digest=presented.digest(), now=clock.now())
        row.used_at, row.used_ref = clock.now(), source_ref
        row.save(update_fields=["used_at", "used_ref"])
    presented.redeemed = True
