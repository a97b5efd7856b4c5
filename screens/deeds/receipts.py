"""The deeds of a till's printer: a receipt printed again, those that wait called off, the cash drawer opened."""

from __future__ import annotations

import logging
from typing import Any, Final

from screens.access import may
from screens.deeds.clean import text
from screens.deeds.kinds import WORDS, Asked, Body, Deed
from sessions.services import receipts

logger = logging.getLogger(__name__)


def receipt_after(asked: Asked, printer: str) -> None:
    """
    Ask for the paper of a deed just done, where the screen named a printer.

    The deed stands whatever becomes of its paper, which can be asked for again by hand.
    """
    if not printer:
        return
    try:
        receipts.ask_receipt(
            hall_id=asked.hall.pk,
            source_ref=asked.by["source_ref"],
            printer=printer,
            actor=asked.actor,
            keeps_cash=may(asked.request.user, "keep_cash"),
        )
    except Exception:
        logger.exception("the receipt of %s was not asked for", asked.by["source_ref"])


def _print_receipt(asked: Asked, body: Body) -> Any:
    job = receipts.print_receipt(hall_id=asked.hall.pk, source=body["source"], printer=body["printer"], **asked.by)
    return {"copy": job.copy}


def _drop_receipts(asked: Asked, body: Body) -> Any:
    return {"dropped": receipts.drop_receipts(hall_id=asked.hall.pk, printer=body["printer"])}


def _open_drawer(asked: Asked, body: Body) -> Any:
    return receipts.open_drawer(hall_id=asked.hall.pk, printer=body["printer"], reason=body["reason"], **asked.by)


RECEIPT_DEEDS: Final[dict[str, Deed]] = {
    "print_receipt": Deed(
        permissions=("keep_cash",), fields={"source": text(32), "printer": text(50)}, run=_print_receipt
    ),
    "drop_receipts": Deed(permissions=("keep_cash",), fields={"printer": text(50)}, run=_drop_receipts),
    "open_drawer": Deed(permissions=("keep_cash",), fields={"printer": text(50), "reason": WORDS}, run=_open_drawer),
}
