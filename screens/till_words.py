"""Words of the tills' pages: kinds of movement, places of money, and whose it is."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from ledger.rules.accounts import MAIN_TILL
from sessions.rules.till_shifts import MAIN

KINDS: Final[dict[str, Any]] = {
    "sale": lazy("Cards sold"),
    "refund": lazy("Cards taken back and paid back"),
    "correction": lazy("Corrected figures"),
    "closing": lazy("Takings shared out"),
    "pair": lazy("Takings of double cards"),
    "void": lazy("Void games"),
    "prize": lazy("Prizes paid"),
    "late_prize": lazy("Late prizes paid"),
    "settlement": lazy("Games settled"),
    "reserve": lazy("Reserves moved up"),
    "deposit": lazy("Players' top-ups"),
    "withdrawal": lazy("Players' withdrawals"),
    "cheque": lazy("Prizes paid by cheque"),
    "cheque_returned": lazy("Cheques that came back"),
    "brought_in": lazy("Funds brought in"),
    "handed_in": lazy("Takings handed in"),
    "difference": lazy("Differences of sellers"),
    "till_difference": lazy("Differences of tills"),
    "till_topup": lazy("From the safe into a till"),
    "till_drop": lazy("From a till into the safe"),
    "safe": lazy("Brought in or taken out by the hall"),
    "float": lazy("Float brought in"),
    "tips": lazy("Tips counted"),
    "tips_shared": lazy("Tips given to the staff"),
    "hands": lazy("Sellers' money found in the till's books"),
}
LINES: Final[dict[str, Any]] = {
    MAIN_TILL: lazy("Main till"),
    "hands": lazy("In the sellers' hands"),
    "safe": lazy("Safe"),
    "bank": lazy("Bank"),
    "guarantee": lazy("Deposit with the authority"),
    "tips": lazy("Tips' box"),
    "takings": lazy("Takings of games being played"),
    "prizes": lazy("Prizes and refunds to pay"),
    "players": lazy("Players' balances"),
    "funds": lazy("Funds of additional prizes"),
    "carried": lazy("Prizes for the next game"),
    "house": lazy("House"),
    "tax": lazy("Gaming tax"),
    "float": lazy("Brought in by the hall"),
    "differences": lazy("Differences found in counts"),
    "tips_owed": lazy("Tips of the staff"),
}


def kind_words(kind: str) -> str:
    """Say a kind of entry; one that has no words is told by its code."""
    return str(KINDS.get(kind, kind))


def line_words(code: str) -> str:
    """Say a line of the closing; a further till is told by its code."""
    if code.startswith(f"{MAIN_TILL}:"):
        return _("Till {code}").format(code=code.removeprefix(f"{MAIN_TILL}:"))
    return str(LINES.get(code, code))


def till_words(till: str) -> str:
    """Say a till."""
    return str(LINES[MAIN_TILL]) if till == MAIN else _("Till {code}").format(code=till)


def account_words(code: str) -> str:
    """Say one account: a seller's hand and a player's balance by their own names."""
    begins, _sep, rest = code.partition(":")
    if begins == "seller":
        return _("In the hand of {seller}").format(seller=rest)
    if begins == "player":
        return _("Player {number}").format(number=rest)
    return line_words(code)


def stream_words(stream: str) -> str:
    """Say which game or session an entry is of; "" = of none."""
    parts = stream.split(":")
    if parts[0] == "game":
        return _("Session {session}, game {game}").format(session=parts[1], game=parts[2])
    return _("Session {session}").format(session=parts[1]) if parts[0] == "session" else ""
