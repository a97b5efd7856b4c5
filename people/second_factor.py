"""
The second step of a log-in (TOTP, RFC 6238): setting it up, checking a code, and the codes for a lost telephone.

A code has six digits: five wrong ones lock the step for a quarter of an hour, as with the PIN.
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from enum import StrEnum
from secrets import choice
from typing import Any, Final

import pyotp

from people.models import SecondFactor
from records import clock, sealed
from records.turn import durable

MOST_FAILURES: Final = 5
LOCKED_FOR: Final = timedelta(minutes=15)
STEP_SECONDS: Final = 30
RECOVERY_CODES: Final = 8
_SIGNS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_RECOVERY_LENGTH: Final = 10


class Verdict(StrEnum):
    """What came of a code."""

    RIGHT = "right"
    RECOVERED = "recovered"
    WRONG = "wrong"
    LOCKED = "locked"


def is_enrolled(user: Any) -> bool:
    """Tell whether somebody's log-in has a second step."""
    return SecondFactor.objects.filter(user_id=user.pk).exclude(confirmed_at=None).exists()


def begin(user: Any) -> str:
    """Give somebody a new secret, base32; it counts once they have shown a code of it. One that counts stays."""
    row = SecondFactor.objects.filter(user_id=user.pk).first()
    if row is not None and row.confirmed_at is None:
        return sealed.unseal(row.secret, row.key_name)
    secret = pyotp.random_base32()
    text, key_name = sealed.seal(secret)
    SecondFactor.objects.get_or_create(user_id=user.pk, defaults={"secret": text, "key_name": key_name})
    return secret


def address_of(secret: str, user: Any, hall: str) -> str:
    """Give the otpauth:// address that a telephone reads from a square code."""
    return str(pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=hall))


def confirm(user: Any, code: str) -> list[str]:
    """Begin to ask for codes, once somebody shows a right one; gives their recovery codes, [] where it is wrong."""
    with durable():
        row = SecondFactor.objects.select_for_update(no_key=True).filter(user_id=user.pk, confirmed_at=None).first()
        if row is None or not (step := _step_of(row, code)):
            return []
        codes = ["".join(choice(_SIGNS) for _ in range(_RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
        row.confirmed_at, row.last_step = clock.now(), step
        row.recovery = [_mark(user.pk, one) for one in codes]
        row.save()
    return codes


def check(user: Any, code: str) -> Verdict:
    """Check a code of the telephone or a recovery code, and count what is wrong; each is good once."""
    with durable():
        row = (
            SecondFactor.objects.select_for_update(no_key=True)
            .exclude(confirmed_at=None)
            .filter(user_id=user.pk)
            .first()
        )
        if row is None:
            return Verdict.WRONG
        verdict = _verdict(row, "".join(code.split()).upper())
        row.save()
    return verdict


def remove(user: Any) -> None:
    """Take somebody's second step away, so that they set another."""
    SecondFactor.objects.filter(user_id=user.pk).delete()


def _verdict(row: SecondFactor, code: str) -> Verdict:
    now = clock.now()
    if row.locked_until is not None and row.locked_until > now:
        return Verdict.LOCKED
    used = next((mark for mark in row.recovery if _is_recovery(row, code, mark)), None)
    step = _step_of(row, code)
    if step or used is not None:
        row.last_step, row.failures, row.locked_until = step or row.last_step, 0, None
        row.recovery = [mark for mark in row.recovery if mark != used]
        return Verdict.RIGHT if step else Verdict.RECOVERED
    row.failures += 1
    if row.failures < MOST_FAILURES:
        return Verdict.WRONG
    row.failures, row.locked_until = 0, now + LOCKED_FOR
    return Verdict.LOCKED


def _step_of(row: SecondFactor, code: str) -> int:
    """Give the half minute that a code is of, this one or a neighbour, later than the last one taken; 0 = none."""
    totp = pyotp.TOTP(sealed.unseal(row.secret, row.key_name))
    now = int(clock.now().timestamp()) // STEP_SECONDS
    if not (code.isascii() and code.isdigit()):
        return 0
    found = [step for step in (now - 1, now, now + 1) if hmac.compare_digest(totp.generate_otp(step), code)]
    return next((step for step in found if step > row.last_step), 0)


def _mark(user_pk: int, code: str) -> str:
    return sealed.marks_of(f"recovery code of {user_pk}: {code}")[0]


def _is_recovery(row: SecondFactor, code: str, mark: str) -> bool:
    # The hall's key of then may not be the first any more.
    return any(hmac.compare_digest(mark, one) for one in sealed.marks_of(f"recovery code of {row.user_id}: {code}"))
