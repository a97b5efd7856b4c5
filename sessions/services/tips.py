"""The tips (O79 27): the sealed box counted at the end, one entry of the tips book; then shared among the staff."""

from __future__ import annotations

from collections.abc import Mapping

from ledger import services as ledger
from ledger.rules.accounts import TIPS, TIPS_OWED
from people.models import StaffMember
from records.models import Event
from sessions.journal import codec
from sessions.journal.hall_door import OpenHall, open_hall
from sessions.rules import errors
from sessions.rules.hall_event import HallEvent
from sessions.rules.hall_events import HALL_EVENTS
from sessions.rules.till_counts import cents_of, counted
from sessions.rules.till_events import TipsCounted, TipsShared


def count_tips(
    *,
    hall_id: int,
    pieces: Mapping[int, int],
    counter: str,
    remarks: str = "",
    actor: str,
    source_ref: str | None = None,
) -> HallEvent:
    """
    Enter a count of the tips' box in the book; the screen has proved `counter`, who counted, by their PIN.

    Raises:
        BadCount: It is no count of euros.
        BadAmount: The box was empty: nothing is entered.
    """
    count = counted(pieces)
    body = {"count": codec.encode(count), "counter": counter, "remarks": remarks}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="count_tips", body=body) as opened:
        if again := opened.already():
            return codec.decode(HALL_EVENTS[again.kind], again.payload)
        cents = cents_of(count)
        if not cents:
            raise errors.BadAmount(amount_cents=0)
        member = StaffMember.objects.filter(hall_id=hall_id, user__username=counter).first()
        # The accounts' lock lets one count after another take its number.
        ledger.lock(hall_id, (TIPS, TIPS_OWED))
        event = TipsCounted(
            entry_no=Event.objects.filter(hall_id=hall_id, kind=TipsCounted.__name__).count() + 1,
            count=count,
            counted_cents=cents,
            counter=counter,
            licence_no=member.licence_no if member else "",
            remarks=remarks,
        )
        _post(opened, "tips", cents, _key("counted", event.entry_no))
        opened.record(event)
    return event


def share_tips(*, hall_id: int, entry_no: int, taker: str, actor: str, source_ref: str | None = None) -> HallEvent:
    """
    Give the whole of an entry to the staff's representative, who shares it out (O79 27.3); proved by their PIN.

    Raises:
        TipsNotCounted: There is no such entry, or its money was given out.
    """
    body = {"entry_no": entry_no, "taker": taker}
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="share_tips", body=body) as opened:
        if again := opened.already():
            return codec.decode(HALL_EVENTS[again.kind], again.payload)
        ledger.lock(hall_id, (TIPS, TIPS_OWED))
        of_entry = Event.objects.filter(hall_id=hall_id, payload__entry_no=entry_no)
        entry = of_entry.filter(kind=TipsCounted.__name__).first()
        if entry is None or of_entry.filter(kind=TipsShared.__name__).exists():
            raise errors.TipsNotCounted(entry_no=entry_no)
        event = TipsShared(entry_no=entry_no, amount_cents=entry.payload["counted_cents"], taker=taker)
        _post(opened, "tips_shared", -event.amount_cents, _key("shared", entry_no))
        opened.record(event)
    return event


def _key(what: str, entry_no: int) -> str:
    """Name an entry of the book in the ledger, which keeps it to one; a request of a person never has that form."""
    return f"#tips:{what}:{entry_no}"


def _post(opened: OpenHall, kind: str, cents: int, key: str) -> None:
    ledger.post(opened.hall.pk, kind, {TIPS: cents, TIPS_OWED: -cents}, actor=opened.actor, at=opened.at, key=key)
