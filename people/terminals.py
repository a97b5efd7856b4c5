"""
What lets a device in: a code said once, then a secret that only the device has. Of both only marks are kept.

A code is short, so guessing it is stopped by counting: five from one address lock that address for a quarter of an
hour. A secret has 256 bits, and nobody guesses it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.utils.crypto import salted_hmac

from people.models import EnrolmentOffer, EnrolmentTries, Terminal
from records import clock
from records.turn import durable

TOKEN_BYTES = 32
LONGEST_TOKEN = 64


def new_token() -> str:
    """Make a device's secret: 256 random bits, as text for a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_mark(token: str) -> str:
    """Give the mark under which a secret is known. It has 256 random bits: nobody works it back from its hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def code_mark(code: str) -> str:
    """Give the mark of a one-time code, under the hall's own key: a copy of the database does not tell the code."""
    return salted_hmac("bingo.enrolment.mark", code, algorithm="sha256").hexdigest()


def new_code(signs: str, length: int, *, source_ref: str | None) -> str:
    """
    Make a one-time code. The same request asked again is given the same code, which is kept nowhere.

    It is drawn from a key of the hall and the request's own random reference, or from the system where there is none.
    """
    if source_ref is None:
        return "".join(secrets.choice(signs) for _ in range(length))
    # 256 bits over 25 signs: no sign comes more often than another by as much as one in 2 ** 200.
    number = int.from_bytes(salted_hmac("bingo.enrolment.code", source_ref, algorithm="sha256").digest())
    drawn = []
    for _ in range(length):
        number, place = divmod(number, len(signs))
        drawn.append(signs[place])
    return "".join(drawn)


def terminal_of(token: str) -> Terminal | None:
    """Find the device that holds a secret; none when it is nobody's or was revoked."""
    if not token or len(token) > LONGEST_TOKEN:
        return None
    found = Terminal.objects.select_related("hall").filter(token_mark=token_mark(token), revoked_at=None)
    return found.first()


def offer_of(code: str) -> EnrolmentOffer | None:
    """Find the offer of a one-time code, used or not."""
    return EnrolmentOffer.objects.filter(code_mark=code_mark(code)).first()


def count_try(address: str, *, most: int, locked_for: timedelta) -> tuple[datetime | None, bool]:
    """
    Count a try before it is looked at, so that many at once are no way round.

    Gives until when the address is locked, None when this try may be looked at; and whether it is the last one: if it
    is wrong too, the address stays locked from this moment on.
    """
    now = clock.now()
    EnrolmentTries.objects.get_or_create(address=address)
    with durable():
        row = EnrolmentTries.objects.select_for_update(no_key=True).get(address=address)
        if row.locked_until is not None and row.locked_until > now:
            return row.locked_until, False
        row.tries = 1 if row.locked_until is not None else row.tries + 1
        last = row.tries >= most
        row.locked_until = now + locked_for if last else None
        row.save(update_fields=["tries", "locked_until"])
        return None, last


def forget_tries(address: str) -> None:
    """Let an address begin anew: it gave a right code."""
    EnrolmentTries.objects.filter(address=address).delete()
