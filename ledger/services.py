"""
Posting money. Every service refuses to run outside a transaction and opens none of its own.

Where money lies: cash (the main till), cash:<code> (further tills), seller:<username> (in a seller's hand), safe, bank,
tips (their box).

Whose it is: takings (clearing of a game), prizes (announced, not yet paid), prizes_payable, house, tax, carried:line
and carried:bingo (for the next game), jackpot:<code> and jackpot:<code>:reserve (additional prizes), float (what the
hall brought in to work with), differences (found in counts), tips:staff, player:<number>.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from ledger.models import Account, Entry, Leg
from ledger.rules.accounts import PLAYER, is_place


class Overdrawn(Exception):
    """A player's account does not hold that much; `balance_cents` is what it holds."""

    def __init__(self, code: str, balance_cents: int) -> None:
        """Keep the account's code and balance."""
        super().__init__(code, balance_cents)
        self.code, self.balance_cents = code, balance_cents


class AlreadyReversed(Exception):
    """The entry was taken back before; `entry_id` is its key."""

    def __init__(self, entry_id: int) -> None:
        """Keep which entry."""
        super().__init__(entry_id)
        self.entry_id = entry_id


def account_of(hall_id: int, code: str) -> Account:
    """Find an account, opening it at its first use."""
    account, _created = Account.objects.get_or_create(
        hall_id=hall_id,
        code=code,
        defaults={"debit": is_place(code), "guarded": code.startswith(PLAYER)},
    )
    return account


def lock(hall_id: int, codes: Iterable[str]) -> dict[str, Account]:
    """Lock accounts by id, always in the same order, so that two entries never wait for each other."""
    wanted = set(codes)
    accounts = Account.objects.filter(hall_id=hall_id, code__in=wanted).select_for_update(no_key=True).order_by("pk")
    locked = {account.code: account for account in accounts.all()}
    if missing := sorted(wanted - set(locked)):
        for code in missing:
            account_of(hall_id, code)
        locked = {account.code: account for account in accounts.all()}
    return locked


def post(
    hall_id: int,
    kind: str,
    legs: Mapping[str, int],
    *,
    actor: str,
    at: datetime,
    stream: str = "",
    seq: int | None = None,
    key: str | None = None,
) -> Entry:
    """
    Post one entry; legs map account codes to cents, debit positive, and add up to 0 (zero legs are left out).

    Raises:
        ValueError: The legs do not balance.
        Overdrawn: A player's balance would fall below 0.
        TransactionManagementError: There is no transaction to be part of.
    """
    entry = Entry(hall_id=hall_id, kind=kind, stream=stream, seq=seq, key=key, actor=actor, at=at)
    return _post(entry, legs)


def reverse(entry: Entry, *, actor: str, at: datetime, key: str | None = None) -> Entry:
    """
    Take an entry back by one of the same kind with the opposite legs.

    Raises:
        AlreadyReversed: It was taken back before; the database keeps that too.
        Overdrawn: A player has spent it meanwhile.
        TransactionManagementError: There is no transaction to be part of.
    """
    legs = {code: -cents for code, cents in entry.legs.values_list("account__code", "cents")}
    back = Entry(hall_id=entry.hall_id, kind=entry.kind, key=key, actor=actor, at=at, reverses=entry)
    return _post(back, legs)


def _post(entry: Entry, legs: Mapping[str, int]) -> Entry:
    if not transaction.get_connection().in_atomic_block:
        msg = "money moves inside a door's transaction"
        raise transaction.TransactionManagementError(msg)
    if sum(legs.values()) != 0:
        msg = f"unbalanced entry {entry.kind}: {dict(legs)}"
        raise ValueError(msg)
    accounts = lock(entry.hall_id, [code for code, cents in legs.items() if cents])
    # Who takes it back first holds the accounts: only then is it known whether somebody did.
    if entry.reverses is not None and entry.reverses.reversals.exists():
        raise AlreadyReversed(entry.reverses.pk)
    entry.save(force_insert=True)
    rows = []
    for code, account in accounts.items():
        cents = legs[code]
        account.balance_cents += cents if account.debit else -cents
        if account.guarded and account.balance_cents < 0:
            raise Overdrawn(code, account.balance_cents + cents)
        rows.append(Leg(entry=entry, account=account, cents=cents))
    Account.objects.bulk_update(accounts.values(), ["balance_cents"])
    Leg.objects.bulk_create(rows)
    return entry
