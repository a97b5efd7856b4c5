"""
Letting devices in and out: a code shown once, the secret a device is given for it, another place, the end.

A device is let in by the hall's own door, so that the code works once even when two type it in the same moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import IntegrityError
from django.db.models import Max

from people import terminals as known
from people.models import EnrolmentOffer, Terminal
from records import clock
from records.models import Hall
from sessions.journal.hall_door import OpenHall, note, open_hall
from sessions.rules import errors, terminals
from sessions.rules.terminal_events import (
    EnrolmentLocked,
    EnrolmentOffered,
    TerminalEnrolled,
    TerminalMoved,
    TerminalRevoked,
)
from sessions.services.presence import end_log_in

T = TypeVar("T")
BY_ITSELF = "terminal"
ANEW = "enrolled anew"
MOST_AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class LetIn:
    """A device that has just been enrolled, and the secret that it alone will know."""

    terminal: Terminal
    token: str


def offer_enrolment(
    *, hall_id: int, device: str, place: str, actor: str, source_ref: str | None = None
) -> dict[str, Any]:
    """
    Make a one-time code for one device: `code`, and `expires_at` (ISO, UTC). The same request gives the same code.

    Raises:
        PlaceNeeded: It has no place, or one too long.
        PlaceTaken: A device stands there.
        KeyReused: The same key came with something else.
    """
    place = terminals.check_place(place)
    kind = terminals.TerminalKind(device)
    code = known.new_code(terminals.CODE_SIGNS, terminals.CODE_LENGTH, source_ref=source_ref)
    body = {"device": str(kind), "place": place}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="offer_enrolment", body=body) as opened:
        if again := opened.already():
            return {"code": code, "expires_at": (again.at + terminals.CODE_LIVES).isoformat()}
        _check_free(hall_id, place)
        EnrolmentOffer.objects.create(
            hall_id=hall_id,
            code_mark=known.code_mark(code),
            kind=kind,
            place=place,
            offered_at=opened.at,
            expires_at=opened.at + terminals.CODE_LIVES,
        )
        opened.record(EnrolmentOffered(device=kind, place=place))
    return {"code": code, "expires_at": (opened.at + terminals.CODE_LIVES).isoformat()}


def _check_free(hall_id: int, place: str, *, but: int = 0) -> None:
    standing = Terminal.objects.filter(hall_id=hall_id, place=place, revoked_at=None).exclude(number=but).first()
    if standing is not None:
        raise errors.PlaceTaken(place=place, terminal=standing.number)


def enrol(*, code: str, address: str, token_before: str = "") -> LetIn:
    """
    Let in the device that typed a code; `address` is the network's, `token_before` the secret it had until now.

    Raises:
        TooManyWrongCodes: Its address has tried too often.
        EnrolmentCodeWrong, EnrolmentCodeUsed, EnrolmentCodeExpired: The code lets nobody in.
        PlaceTaken: Another device has been put at its place meanwhile.
    """
    until, last = known.count_try(address, most=terminals.MOST_TRIES, locked_for=terminals.TRIES_LOCK)
    if until is not None:
        raise errors.TooManyWrongCodes(until_at=until.isoformat())
    offer = known.offer_of(terminals.code_in(code))
    if offer is None:
        _tell_locked(address, last=last)
        raise errors.EnrolmentCodeWrong
    terminals.check_offer(used=offer.used_at is not None, expires_at=offer.expires_at, now=clock.now())
    let_in = _once_more(lambda: _let_in(offer, token_before))
    known.forget_tries(address)
    return let_in


def _tell_locked(address: str, *, last: bool) -> None:
    hall = Hall.objects.order_by("pk").first()
    if last and hall is not None:
        note(hall.pk, EnrolmentLocked(address=address), actor=BY_ITSELF)


def _let_in(offer: EnrolmentOffer, token_before: str) -> LetIn:
    token = known.new_token()
    with open_hall(offer.hall_id, actor=BY_ITSELF) as opened:
        # The one write that two with the same code cannot both make.
        mine = EnrolmentOffer.objects.filter(pk=offer.pk, used_at=None).update(used_at=opened.at)
        if not mine:
            raise errors.EnrolmentCodeUsed
        before = known.terminal_of(token_before)
        if before is not None and before.hall_id == offer.hall_id:
            _end(opened, before, ANEW)
        _check_free(offer.hall_id, offer.place)
        terminal = Terminal.objects.create(
            hall_id=offer.hall_id,
            number=_next_number(offer.hall_id),
            kind=offer.kind,
            place=offer.place,
            token_mark=known.token_mark(token),
            enrolled_at=opened.at,
        )
        opened.record(TerminalEnrolled(terminal=terminal.number, device=offer.kind, place=offer.place))
    return LetIn(terminal, token)


def _once_more(work: Callable[[], T]) -> T:
    """Do it again while others are given the same number or place in that moment: each time one of them is through."""
    for _ in range(MOST_AT_ONCE):
        try:
            return work()
        except IntegrityError:
            continue
    return work()


def _next_number(hall_id: int) -> int:
    return (Terminal.objects.filter(hall_id=hall_id).aggregate(last=Max("number"))["last"] or 0) + 1


def move_terminal(
    *, hall_id: int, terminal: int, place: str, actor: str, source_ref: str | None = None
) -> TerminalMoved:
    """
    Put a device at another place, or give its place another name.

    Raises:
        NotFound, TerminalIsRevoked: The hall has no such device, or has it no more.
        PlaceNeeded, PlaceTaken: It cannot stand there.
        KeyReused: The same key came with something else.
    """
    by = {"actor": actor, "source_ref": source_ref}
    return _once_more(lambda: _move(hall_id, terminal, terminals.check_place(place), by))


def _move(hall_id: int, terminal: int, place: str, by: dict[str, Any]) -> TerminalMoved:
    with open_hall(hall_id, deed="move_terminal", body={"terminal": terminal, "place": place}, **by) as opened:
        if again := opened.already():
            return TerminalMoved(**again.payload)
        standing = _standing(hall_id, terminal)
        _check_free(hall_id, place, but=terminal)
        event = TerminalMoved(terminal=terminal, place=place, was=standing.place)
        standing.place = place
        standing.save(update_fields=["place"])
        opened.record(event)
    return event


def revoke_terminal(
    *, hall_id: int, terminal: int, reason: str, actor: str, source_ref: str | None = None
) -> TerminalRevoked:
    """
    Take a device's secret away: nothing opens with it any more, and what is open closes within five seconds.

    Raises:
        NotFound, TerminalIsRevoked: The hall has no such device, or has it no more.
        KeyReused: The same key came with something else.
    """
    body = {"terminal": terminal, "reason": reason}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="revoke_terminal", body=body) as opened:
        if again := opened.already():
            return TerminalRevoked(**again.payload)
        return _end(opened, _standing(hall_id, terminal), reason)


def _standing(hall_id: int, number: int) -> Terminal:
    found = Terminal.objects.select_for_update(no_key=True).filter(hall_id=hall_id, number=number).first()
    if found is None:
        raise errors.NotFound(what="device", which=number)
    if found.revoked_at is not None:
        raise errors.TerminalIsRevoked(terminal=number)
    return found


def _end(opened: OpenHall, terminal: Terminal, reason: str) -> TerminalRevoked:
    end_log_in(terminal)
    terminal.revoked_at = opened.at
    terminal.online, terminal.owes_return = False, False
    terminal.save(update_fields=["revoked_at", "online", "owes_return", "login", "session_key"])
    event = TerminalRevoked(terminal=terminal.number, place=terminal.place, reason=reason)
    opened.record(event)
    return event
