"""
The hall's own small door: deeds of no session, game or series, such as filing and choosing a profile.

It locks the live session first and the hall's head last, as every door does; so no sale opens meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from records import clock, journal
from records.chain import body_hash
from records.models import Event, Hall
from records.turn import durable
from sessions.journal import codec
from sessions.journal.redeeming import redeem
from sessions.models import BingoSession, Game
from sessions.rules import errors
from sessions.rules.hall_event import HallEvent
from sessions.rules.states import LIVE


@dataclass(slots=True, kw_only=True)
class OpenHall:
    """A hall of which no session changes while the door is open; the events wait for the journal."""

    hall: Hall
    actor: str
    live_game: int
    source_ref: str | None = None
    body: str = ""
    at: Any = field(default_factory=clock.now)
    drafts: list[journal.Draft] = field(default_factory=list)

    def already(self) -> Event | None:
        """Give the row this same request recorded before, None the first time; raises KeyReused."""
        if self.source_ref is None:
            return None
        event = journal.recorded(self.hall.pk, self.source_ref)
        if event is not None and event.body_hash != self.body:
            raise errors.KeyReused
        return event

    def record(self, event: Any) -> None:
        """Queue an event of no stream."""
        self.drafts.append(
            journal.Draft(
                kind=event.kind,
                payload=codec.encode(event),
                actor=self.actor,
                at=self.at,
                source_ref=None if self.drafts else self.source_ref,
                body_hash=self.body,
            )
        )


@contextmanager
def open_hall(
    hall_id: int,
    *,
    actor: str,
    source_ref: str | None = None,
    deed: str = "",
    body: Mapping[str, Any] | None = None,
) -> Iterator[OpenHall]:
    """
    Open a hall for one deed that belongs to no session; `live_game` is the number of the game being played, 0 for none.

    Raises:
        NotFound: There is no such hall.
    """
    with durable():
        live = BingoSession.objects.select_for_update(no_key=True).filter(hall_id=hall_id).exclude(state="closed")
        # Read, or nothing is locked.
        list(live.order_by("pk"))
        hall = Hall.objects.filter(pk=hall_id).first()
        if hall is None:
            raise errors.NotFound(what="hall", which=hall_id)
        game = Game.objects.filter(session__hall_id=hall_id, state__in=LIVE).order_by("pk").first()
        opened = OpenHall(
            hall=hall,
            actor=actor,
            live_game=game.game_no if game else 0,
            source_ref=source_ref,
            body=body_hash(deed, body or {}) if source_ref else "",
        )
        redeem(source_ref)
        yield opened
        if opened.drafts:
            journal.append(hall_id, opened.drafts)


def note(hall_id: int, event: HallEvent, *, actor: str, source_ref: str | None = None) -> None:
    """
    Record one event of the hall that decides nothing and waits for nobody's lock but the journal's own.

    Within a transaction it is part of it, and must be its last deed: the head row is the last lock. The same
    `source_ref` is one row.
    """
    # A transaction of its own waits in line like any other; within one it has its turn already.
    with nullcontext() if transaction.get_connection().in_atomic_block else durable():
        if source_ref is not None and journal.recorded(hall_id, source_ref) is not None:
            return
        at = clock.now()
        payload = codec.encode(event)
        draft = journal.Draft(kind=event.kind, payload=payload, actor=actor, at=at, source_ref=source_ref)
        journal.append(hall_id, [draft])
