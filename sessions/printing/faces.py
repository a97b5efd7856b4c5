"""What one card shows (S0 II): hall, series, its size, card number, face value, numbers, code; in two layouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from sessions.printing.drawing import Pen
from sessions.printing.fonts import BOLD, MEDIUM
from sessions.printing.order import Kind, Order
from sessions.rules.announcements import euros
from sessions.rules.events import Rows
from sessions.rules.references import WHOLE, CardReference, printed_code, short_check
from sessions.selectors.faces import face_rows

UPRIGHT_WIDTH: Final = 95.0
UPRIGHT_HEIGHT: Final = 90.0
WIDE_WIDTH: Final = 190.0
WIDE_HEIGHT: Final = 45.0
PAGE_CODE: Final = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCard:
    """The words and figures of one card, or of one half of a double card; the halves differ in `part` and code."""

    hall: str
    series: str
    size: str
    number: str
    face_value: str
    validity: str
    part: str
    code: str
    check: str
    warning: str
    rows: Rows
    check_page: str  # the public page's address, "" where the hall has none


def printed_card(order: Order, number: int, part: int = WHOLE) -> PrintedCard:
    """
    Put a card together in the active language.

    Raises:
        CardUnplayable: The stored face fails its check.
    """
    reference = CardReference(number=number, letter=order.letter, ident=order.ident, part=part)
    key = settings.BINGO_CARD_KEY.encode()
    double = order.kind is Kind.DOUBLE
    return PrintedCard(
        hall=order.hall,
        series=_("Series {letter} {ident}").format(letter=order.letter, ident=order.ident),
        size=_("{size} cards in the series").format(size=f"{order.series_size:,}".replace(",", ".")),
        number=str(number),
        face_value=f"{euros(order.face_value_cents)} €",
        validity=_("Valid for two consecutive games") if double else _("Valid for one game"),
        part=_("Double card: half {part} of 2").format(part=part) if double else "",
        code=printed_code(reference, key),
        check=_("Check {check}").format(check=short_check(reference, key)),
        warning=_("Under-age persons may not play. Gambling can be addictive.") if order.warning else "",
        rows=face_rows(order.matrix, number),
        check_page=f"{settings.BINGO_PUBLIC_URL}/comprobar/" if settings.BINGO_PUBLIC_URL else "",
    )


def grouped(code: str) -> str:
    """Write a code in fours, as people read digits."""
    return " ".join(code[i : i + 4] for i in range(0, len(code), 4))


def _spoken(address: str) -> str:
    """Write an address as people type it."""
    return address.split("://", 1)[-1].rstrip("/")


def draw_upright(pen: Pen, card: PrintedCard) -> None:
    """Draw a card 95 by 90 mm: head, face, code; the halves of a double card are two of these."""
    left, right, wide = 4.0, UPRIGHT_WIDTH - 4.0, UPRIGHT_WIDTH - 8.0
    pen.text(left, 7, card.hall, 11, width=52, font=BOLD)
    pen.text(right, 7, card.series, 11, width=33, font=BOLD, align="right")
    pen.text(left, 17, _("Card"), 11)
    pen.text(left + 11, 17, card.number, 27, width=42, font=BOLD)
    pen.text(right, 11.8, card.size, 9, width=45, align="right")
    pen.text(right, 18, card.face_value, 17, width=32, font=BOLD, align="right")
    pen.grid(left, 21, wide, 43.5, card.rows)
    pen.code(left - 2.2, 65.2, 22, card.code)
    words, room = left + 21, wide - 21
    if card.check_page:
        # Smaller than the card's own code, which is the one for the hall's scanners.
        pen.code(right - PAGE_CODE + 1.6, 65.2, PAGE_CODE, card.check_page, mode="byte")
        room -= PAGE_CODE
    pen.text(words, 70.5, card.check, 13, width=room, font=BOLD)
    pen.text(words, 75, grouped(card.code), 9, width=room)
    pen.text(words, 79.5, card.validity, 9, width=room)
    pen.text(words, 83.5, card.part or card.warning, 9, width=wide - 21, font=BOLD if card.part else MEDIUM)
    if card.part and card.warning:
        pen.text(words, 87.3, card.warning, 8, width=wide - 21)
    elif card.check_page:
        address = _("Check your card: {address}").format(address=_spoken(card.check_page))
        pen.text(words, 87.3, address, 8, width=wide - 21)


def draw_wide(pen: Pen, card: PrintedCard) -> None:
    """Draw a card 190 by 45 mm, one of a strip of six: the face on the left, the data on its right."""
    side = 142.0
    room = WIDE_WIDTH - side - 2
    pen.grid(2, 4, side - 6, 37, card.rows)
    pen.text(side, 8, card.hall, 10, width=room, font=BOLD)
    pen.text(side, 12.2, f"{card.series} · {card.size}", 8.5, width=room)
    pen.text(side, 20.5, _("Card"), 9)
    pen.text(side + 9, 20.5, card.number, 23, width=19, font=BOLD)
    pen.text(WIDE_WIDTH - 2, 20.5, card.face_value, 14, width=16, font=BOLD, align="right")
    pen.code(side - 2.2, 21.6, 20.5, card.code)
    words, narrow = side + 18, room - 18
    pen.text(words, 27, card.check, 11, width=narrow, font=BOLD)
    pen.text(words, 31, grouped(card.code[:16]), 8, width=narrow)
    pen.text(words, 34.3, grouped(card.code[16:]), 8, width=narrow)
    pen.text(words, 37.4 if card.check_page else 38, card.validity, 8, width=narrow)
    if card.check_page:
        pen.text(words, 40.4, _spoken(card.check_page), 7.5, width=narrow)
    if card.warning:
        pen.text(side, 43.3, card.warning, 7.5, width=room)
