"""
The small door of one player's account: money in and out, limits, cards to log in with. It waits for no session.

It locks the ledger's accounts by id, the player's and the till's, and the hall's head last, as every door does: what a
player may still deposit or lose is read while nothing else moves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ledger import services as ledger
from ledger.models import Account
from people.models import Player
from records import clock, journal
from records.chain import body_hash
from records.models import Event
from records.turn import durable
from sessions.journal import codec
from sessions.rules import errors
from sessions.rules.hall_event import HallEvent
from sessions.rules.player_accounts import number_of


@dataclass(slots=True, kw_only=True)
class OpenAccount:
    """A player's account that nobody else moves while the door is open; the events wait for the journal."""

    hall_id: int
    account: Account
    actor: str
    source_ref: str | None = None
    body: str = ""
    till: str = ""
    at: Any = field(default_factory=clock.now)
    drafts: list[journal.Draft] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The player's number."""
        return number_of(self.account.code)

    @property
    def balance_cents(self) -> int:
        """The balance as the door was opened."""
        return int(self.account.balance_cents)

    def player(self) -> Player:
        """
        Find the player's row, read after the lock.

        Raises:
            NotFound: There is no such player.
            AccountClosed: The account was closed.
        """
        player = Player.objects.select_related("user").filter(hall_id=self.hall_id, number=self.number).first()
        if player is None:
            raise errors.NotFound(what="player", which=self.number)
        if player.closed_at is not None:
            raise errors.AccountClosed(player=self.number)
        return player

    def already(self) -> Event | None:
        """Give the row this same request recorded before, None the first time; raises KeyReused."""
        row = journal.recorded(self.hall_id, self.source_ref) if self.source_ref else None
        if row is not None and row.body_hash != self.body:
            raise errors.KeyReused
        return row

    def record(self, event: HallEvent) -> None:
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
def open_account(
    hall_id: int,
    account: str,
    *,
    actor: str,
    till_of: Callable[[int, str], str] | None = None,
    source_ref: str | None = None,
    deed: str = "",
    body: Mapping[str, Any] | None = None,
) -> Iterator[OpenAccount]:
    """
    Open a player's account for one deed; `till_of` says which drawer's account is open with it, where it moves cash.

    Raises:
        NotFound: The account is no player's.
        RuntimeError: A door is open already in this thread (doors do not nest).
    """
    if not number_of(account):
        raise errors.NotFound(what="player", which=account)
    with durable():
        # What was done already needs no drawer, which may have been closed since.
        said = source_ref is not None and journal.recorded(hall_id, source_ref) is not None
        till = till_of(hall_id, actor) if till_of and not said else ""
        locked = ledger.lock(hall_id, [code for code in (account, till) if code])
        opened = OpenAccount(
            hall_id=hall_id,
            account=locked[account],
            actor=actor,
            source_ref=source_ref,
            till=till,
            body=body_hash(deed, {"account": account, **(body or {})}) if source_ref else "",
        )
        yield opened
        if opened.drafts:
            journal.append(hall_id, opened.drafts)
