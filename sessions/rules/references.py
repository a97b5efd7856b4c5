"""
Card references: `104` or `A-000001/104` as typed, `A-000001/104 K7QM` with the check read from the card, or the code.

The printed code is digits only, so that a scanner that plays keyboard gives it right in any keyboard layout:
`1` (the format), letter (5), part (1), card number (7), identification number (1-12), check (8 digits).
The check is keyed: who has no key of the hall cannot make a code that passes, nor change one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b

from sessions.rules.errors import BadReference, BadSeriesName, ForgedReference

_FORM = re.compile(r"(?:([A-Z]{1,3})[-\s]?([0-9]{1,12})\s*/\s*)?([0-9]{1,7})", re.ASCII)
_CODE = re.compile(r"1([0-9]{5})([012])([0-9]{7})([0-9]{1,12})([0-9]{8})", re.ASCII)
_LONG = re.compile(r"[0-9]{16,}", re.ASCII)
_CHECKED = re.compile(r"(.*[0-9])\s+([A-Z0-9]{4})", re.ASCII | re.DOTALL)
_LETTERS = re.compile(r"[A-Z]{1,3}", re.ASCII)
SERIES_LETTER = re.compile(r"[A-Za-z]{1,3}", re.ASCII)
SERIES_IDENT = re.compile(r"[0-9]{1,12}", re.ASCII)
_SIGNS = "34679ACDEFGHJKMNPQRTVWXY"  # without 0 O, 1 I L, 2 Z, 5 S, 8 B, U: none is taken for another
_CHECKS = 10**8
MOST_CARD = 9_999_999
WHOLE, FIRST_HALF, SECOND_HALF = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReference:
    """A card number, with its series when that was given ("" when not); part 1 or 2 is a half of a double card."""

    number: int
    letter: str = ""
    ident: str = ""
    part: int = WHOLE


def series_name(letter: str, ident: str) -> tuple[str, str]:
    """
    Give a series' letter, in capitals, and its identification number, if its cards can be printed, scanned and found.

    Args:
        letter: 1 to 3 letters A-Z, small ones too.
        ident: 1 to 12 digits.

    Raises:
        BadSeriesName: It is no letter or no number that a card's reference and code can hold.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II: letter and identification number of a series.
    """
    if not SERIES_LETTER.fullmatch(letter) or not SERIES_IDENT.fullmatch(ident):
        raise BadSeriesName(letter=letter, ident=ident)
    return letter.upper(), ident


def parse_reference(text: str) -> CardReference:
    """
    Read a card reference; letters may be small, spaces around are ignored.

    Raises:
        BadReference: It is not one.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II and IV: letter, identification number, card number.
    """
    match = _FORM.fullmatch(text.strip().upper())
    if match is None:
        raise BadReference(text=text[:40])
    letter, ident, number = match.groups()
    return CardReference(number=int(number), letter=letter or "", ident=ident or "")


def printed_code(reference: CardReference, key: bytes) -> str:
    """
    Give the digits printed on a card: 23 to 34 of them, small enough for the second size of QR.

    Args:
        reference: The card, with its series.
        key: The hall's key, 16-64 bytes.

    Raises:
        BadReference: It names no series, or a letter, number or part that no card can have.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II: cards are serialised and numbered.
    """
    body = _body(reference)
    return f"{body}{_check(body, key)}"


def short_check(reference: CardReference, key: bytes) -> str:
    """
    Give the four signs printed beside the card's number, to be typed where no scanner is at hand.

    Args:
        reference: The card, with its series.
        key: The hall's key, 16-64 bytes.

    Raises:
        BadReference: As `printed_code`.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II: cards are serialised and numbered.
    """
    value = _digest(_body(reference), key, b"card-short")
    return "".join(_SIGNS[value // len(_SIGNS) ** place % len(_SIGNS)] for place in range(4))


def read_code(text: str, key: bytes) -> CardReference:
    """
    Read a scanned code and prove its check.

    Args:
        text: What the scanner gave; spaces around are ignored.
        key: The hall's key, 16-64 bytes.

    Raises:
        BadReference: It has not the form of a code.
        ForgedReference: The check is not that of this card.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II: cards are serialised and numbered.
    """
    digits = text.strip()
    match = _CODE.fullmatch(digits)
    if match is None:
        raise BadReference(text=text[:40])
    letters, part, number, ident, check = match.groups()
    if check != _check(digits[:-8], key):
        raise ForgedReference(text=digits[:40])
    return CardReference(number=int(number), letter=_letter_of(int(letters)), ident=ident, part=int(part))


def read_reference(text: str, key: bytes) -> CardReference:
    """
    Read whatever was typed or scanned: a code, a reference with its short check, or a plain reference.

    Args:
        text: What was typed or scanned.
        key: The hall's key, 16-64 bytes.

    Raises:
        BadReference: It is none of them.
        ForgedReference: It carries a check, and the check is not that of this card.

    Source:
        Catálogo (BOE-A-1979-25744), bingo II and IV.
    """
    bare = text.strip().upper()
    if _LONG.fullmatch(bare):
        return read_code(bare, key)
    checked = _CHECKED.fullmatch(bare)
    # "104 105" is no reference with a check: only one with its series can be proved.
    if checked is None or "/" not in checked[1]:
        return parse_reference(text)
    reference = parse_reference(checked[1])
    if not _is_short_check(reference, checked[2], key):
        raise ForgedReference(text=text.strip()[:40])
    return reference


def _is_short_check(reference: CardReference, check: str, key: bytes) -> bool:
    """Tell whether the signs are those of the card, whole or either half: who types does not say which."""
    parts = (WHOLE, FIRST_HALF, SECOND_HALF)
    cards = (
        CardReference(number=reference.number, letter=reference.letter, ident=reference.ident, part=p) for p in parts
    )
    return any(check == short_check(card, key) for card in cards)


def _body(reference: CardReference) -> str:
    fits = (
        _LETTERS.fullmatch(reference.letter)
        and SERIES_IDENT.fullmatch(reference.ident)
        and 1 <= reference.number <= MOST_CARD
        and WHOLE <= reference.part <= SECOND_HALF
    )
    if not fits:
        raise BadReference(text=f"{reference.letter}-{reference.ident}/{reference.number}"[:40])
    return f"1{_letter_number(reference.letter):05}{reference.part}{reference.number:07}{reference.ident}"


def _letter_number(letter: str) -> int:
    value = 0
    for sign in letter:
        value = value * 27 + ord(sign) - ord("A") + 1
    return value


def _letter_of(value: int) -> str:
    letter = ""
    while value:
        value, digit = divmod(value, 27)
        letter = chr(ord("A") + digit - 1) + letter
    return letter


def _digest(body: str, key: bytes, person: bytes) -> int:
    return int.from_bytes(blake2b(body.encode(), key=key, person=person, digest_size=16).digest())


def _check(body: str, key: bytes) -> str:
    return f"{_digest(body, key, b'card-code') % _CHECKS:08}"
