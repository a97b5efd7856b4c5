"""
Brings the tills' papers to their printers: what waits in the hall's table to a port, and what became of it back.

Devices know lines and bytes, receipts know money; only here do they meet.
"""

from __future__ import annotations

import logging

from django.db import DatabaseError

from devices.drivers.printer import Sheet
from devices.models import Device, DeviceKind
from devices.supervisor.printer import PrinterPort
from records.models import Hall
from sessions.printing.receipts import receipt_lines
from sessions.selectors.receipts import waiting_for
from sessions.services import receipts

logger = logging.getLogger(__name__)


def printers_of(hall_code: str) -> list[str]:
    """Give the codes of a hall's printers, in the order of their codes."""
    devices = Device.objects.filter(hall_code=hall_code, kind=DeviceKind.PRINTER, enabled=True)
    return list(devices.order_by("code").values_list("code", flat=True))


class HallPrintDesk:
    """The papers of one printer of a hall."""

    def __init__(self, hall_id: int, printer: str) -> None:
        """Keep which hall and which printer."""
        self.hall_id, self.printer = hall_id, printer

    def next(self, columns: int) -> Sheet | None:
        """Give the next paper, written for so many columns."""
        while (paper := receipts.next_paper(self.hall_id, self.printer)) is not None:
            try:
                return self._sheet(paper, columns)
            except DatabaseError:
                raise
            except Exception:
                # One that cannot be written would hold all behind it, for the whole night.
                logger.exception("printer %s: receipt job %s cannot be written", self.printer, paper.job_id)
                receipts.mark_failed(paper.job_id, "unprintable")
        return None

    def _sheet(self, paper: receipts.Paper, columns: int) -> Sheet:
        if paper.facts is None:
            return Sheet(sheet_id=paper.job_id, lines=(), kick=paper.kick)
        hall = Hall.objects.get(pk=self.hall_id)
        lines = receipt_lines(
            paper.facts,
            hall=hall.name,
            language=hall.language,
            columns=columns,
            copy=paper.copy,
            attempt=paper.attempt,
        )
        return Sheet(sheet_id=paper.job_id, lines=tuple(lines), kick=paper.kick)

    def sent(self, sheet_id: int) -> bool:
        """Note that its bytes go out now; false: it was called off."""
        return receipts.mark_sent(sheet_id)

    def confirmed(self, sheet_id: int) -> None:
        """Note that it is printed."""
        receipts.mark_confirmed(sheet_id)

    def doubtful(self, sheet_id: int, why: str) -> None:
        """Note that nobody knows whether it is printed."""
        receipts.mark_doubtful(sheet_id, why)

    def failed(self, sheet_id: int, why: str) -> None:
        """Note that it can never be printed."""
        receipts.mark_failed(sheet_id, why)

    def waiting(self) -> int:
        """Count the papers that wait."""
        return waiting_for(self.hall_id, self.printer)


def printer_port(hall: Hall, device: Device) -> PrinterPort:
    """Make the port of a till's printer."""
    return PrinterPort(device.code, desk=HallPrintDesk(hall.pk, device.code))
