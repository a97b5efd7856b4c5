"""What a test asks of the money: where it lies matters only where a test is about that."""

from __future__ import annotations

from django.db.models import Sum

from ledger.models import Account
from ledger.rules.accounts import SELLER
from ledger.selectors import balance_cents


def cash_of(hall_id: int) -> int:
    """Give the cash of a hall with one till: what lies in it, and what its sellers have not handed in."""
    hands = Account.objects.filter(hall_id=hall_id, code__startswith=SELLER).aggregate(t=Sum("balance_cents"))["t"]
    return balance_cents(hall_id, "cash") + (hands or 0)


def balance_of(hall_id: int, code: str) -> int:
    """Give an account's balance; "cash" is the till with the sellers' hands."""
    return cash_of(hall_id) if code == "cash" else balance_cents(hall_id, code)
