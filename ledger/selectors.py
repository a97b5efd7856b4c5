"""Reading money: balances and the proofs that they are right. No writes."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Sum

from ledger.models import Account, Entry, Leg


def balance_cents(hall_id: int, code: str) -> int:
    """Give an account's balance in cents, in its natural sign; 0 when it was never used."""
    account = Account.objects.filter(hall_id=hall_id, code=code).only("balance_cents").first()
    return account.balance_cents if account else 0


def sums_by_account(hall_id: int, stream: str) -> dict[str, int]:
    """Add up a game's legs by account, debit positive, in cents."""
    rows = (
        Leg.objects.filter(entry__hall_id=hall_id, entry__stream=stream)
        .values("account__code")
        .annotate(cents=Sum("cents"))
    )
    return {row["account__code"]: row["cents"] for row in rows}


def violations(hall_id: int) -> Iterator[str]:
    """Yield what is wrong with the ledger: I1 entries, I2 the whole, I3 players, cached balances."""
    uneven = Entry.objects.filter(hall_id=hall_id).annotate(total=Sum("legs__cents")).exclude(total=0)
    for entry in uneven.exclude(total=None):
        yield f"I1 entry {entry.pk} ({entry.kind}) does not add up to 0"
    if total := Leg.objects.filter(entry__hall_id=hall_id).aggregate(t=Sum("cents"))["t"]:
        yield f"I2 the ledger adds up to {total} cents"
    for account in Account.objects.filter(hall_id=hall_id).annotate(total=Sum("legs__cents")):
        cents = (account.total or 0) * (1 if account.debit else -1)
        if account.balance_cents != cents:
            yield f"I2 account {account.code} shows {account.balance_cents}, its legs say {cents}"
        if account.guarded and account.balance_cents < 0:
            yield f"I3 account {account.code} is overdrawn"
