"""The names of the accounts, and on which side each grows."""

from __future__ import annotations

from typing import Final

PLAYER: Final = "player:"
SELLER: Final = "seller:"
MAIN_TILL: Final = "cash"
SAFE: Final = "safe"
BANK: Final = "bank"
GUARANTEE: Final = "guarantee"
TIPS: Final = "tips"
TIPS_OWED: Final = "tips:staff"
FLOAT: Final = "float"
DIFFERENCES: Final = "differences"

_TILL: Final = f"{MAIN_TILL}:"
_PLACES: Final = frozenset({MAIN_TILL, SAFE, BANK, GUARANTEE, TIPS})


def seller_account(username: str) -> str:
    """
    Give the account of the money in a seller's hand.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.4: the seller collects it and hands it to the cashier.
    """
    return f"{SELLER}{username}"


def till_account(till: str) -> str:
    """
    Give the account of a till; the main one's code is "main".

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5: the cashier's money.
    """
    return MAIN_TILL if till == "main" else f"{_TILL}{till}"


def is_till(code: str) -> bool:
    """
    Tell whether an account is a till's.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 24.5.
    """
    return code == MAIN_TILL or code.startswith(_TILL)


def is_place(code: str) -> bool:
    """
    Tell whether an account is a place where money lies; it grows by its debit. The others say whose the money is.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 24.4, 24.5, 27, 35.3.
    """
    return code in _PLACES or is_till(code) or code.startswith(SELLER)
