"""
One printer's port: a thread that prints what waits, one paper after the other, and after any trouble begins again.

A paper is done when the printer has said so behind its last line. While it only stands still (paper out, cover open)
its bytes are kept in the printer and nothing is sent again. Once it no longer answers, nobody knows what of them came
on paper: the same paper comes again at the next connection, and says that it does.

What the printer says of papers bears no number. So the question is asked again only where its answer must have been
lost, and answers that may still come are heard out before the next paper: none is taken for another's.
"""

import logging
import threading
import time
from contextlib import suppress
from typing import Any, Protocol

from django.db import DatabaseError, close_old_connections, connections

from devices.codecs.escpos_status import CONFIRM
from devices.drivers.base import Clock
from devices.drivers.printer import EscposPrinter, Sheet
from devices.drivers.registry import printer_named
from devices.file_transport import FileTransport
from devices.supervisor.frame_log import tap_of
from devices.supervisor.inbox import Data, Inbox, Lost
from devices.supervisor.lone import LonePort
from devices.transports import SerialTransport, Tap, TransportLost

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
LOOK_SECONDS = 2.0
TURN_SECONDS = 0.5
STILL_SECONDS = 0.2
CONFIRM_SECONDS = 5.0
"""A printer that has been well for so long has printed what it got, and its answer is lost."""
QUESTIONS = 4
"""How often it is asked, in all, whether something is printed."""
QUIET_SECONDS = 0.5
"""With nothing to print between them its answers come at once, one behind the other."""
STOPPED, UNCONFIRMED = "stopped", "unconfirmed"
Transport = SerialTransport | FileTransport
FILE = "file:"
"""What begins the URL of a device file that is no serial line."""


class PrintDesk(Protocol):
    """Where papers come from, and who hears of them; called in the port's thread, and may use the database."""

    def next(self, columns: int) -> Sheet | None:
        """Give the next paper, for so many columns; the same one until it is confirmed or failed."""

    def sent(self, sheet_id: int) -> bool:
        """Hear that its bytes go out now; false: it must not be printed any more."""

    def confirmed(self, sheet_id: int) -> None:
        """Hear that it is printed."""

    def doubtful(self, sheet_id: int, why: str) -> None:
        """Hear that it was sent and nobody knows whether it is printed; `why` is a code."""

    def failed(self, sheet_id: int, why: str) -> None:
        """Hear that it can never be printed; `why` is a code."""

    def waiting(self) -> int:
        """Count the papers that wait."""


class PrinterPort(LonePort):
    """
    The port of one printer.

    Args:
        device_code: `Device.code`; the row is read each time the port is opened.
        desk: Gives the papers.
        clock: Seconds, never going back.
    """

    kind = "printer"

    def __init__(self, device_code: str, *, desk: PrintDesk, clock: Clock = time.monotonic) -> None:
        super().__init__(device_code, clock=clock)
        self._desk = desk
        self._inbox = Inbox()
        self._session = 0
        self._changed = threading.Event()
        self._waiting = 0
        self._faults: tuple[str, ...] = ()
        self._has_drawer = False
        self._questions = 0
        self._printed: int | None = None
        """The paper that is printed while its desk has yet to hear of it."""

    def told(self) -> dict[str, Any]:
        """Tell how the port is: papers that wait, and its drawer; faults: PAPER, COVER, ERROR, PAPERLOW, OFFLINE."""
        own = {"waiting": self._waiting, "drawer": self._has_drawer}
        return {"link": self._link, "faults": list(self._faults), **own}

    def wake(self) -> None:
        """Say that a paper may wait; from any thread."""
        self._changed.set()

    def _wake(self) -> None:
        self._changed.set()
        self._inbox.put(None)

    def _serve(self) -> None:
        device = self._device()
        printer = printer_named(device.driver, device.options)
        self._has_drawer = printer.has_drawer
        self._session += 1
        session = self._session
        transport = transport_to(device.url, device.baudrate, tap_of(device.code))
        try:
            transport.open(
                lambda data: self._inbox.put(Data(session, data)), lambda error: self._inbox.put(Lost(session, error))
            )
            self._look(printer, transport)
            hears = printer.status.ready
            if hears:
                self._begin(printer, transport)
            if self._link != "up":
                self._is_up()
            self._turns(printer, transport, hears=hears)
        finally:
            # The port first: trouble with the database must not leave it open, and locked for ever.
            transport.close()
            self._faults = ()
            try:
                self._count()
            finally:
                connections.close_all()

    def _turns(self, printer: EscposPrinter, transport: Transport, *, hears: bool) -> None:
        looked_at = self._clock()
        while not self._stopping.is_set():
            self._changed.clear()
            self._count()
            if printer.status.ready and not hears:
                self._begin(printer, transport)
                hears = True
            sheet = self._desk.next(printer.columns) if printer.status.ready else None
            close_old_connections()
            if sheet is not None and self._print(printer, transport, sheet):
                continue
            self._changed.wait(TURN_SECONDS)
            if not printer.status.ready or self._clock() >= looked_at + LOOK_SECONDS:
                self._look(printer, transport)
                looked_at = self._clock()

    def _begin(self, printer: EscposPrinter, transport: Transport) -> None:
        """Hear out what it still has to say of papers from before this connection, and that it says so at all."""
        printer.forget()
        transport.write(CONFIRM)
        if self._unprinted(printer, transport) == UNCONFIRMED:
            msg = f"{self._code} does not say what it has printed (GS r 1)"
            raise TransportLost(msg)
        self._hear_out(printer, transport)

    def _print(self, printer: EscposPrinter, transport: Transport, sheet: Sheet) -> bool:
        """Print one paper; false when the printer does not take it now."""
        if sheet.sheet_id == self._printed:
            self._is_printed(sheet)
            return True
        try:
            page = printer.page(sheet)
        except Exception:
            logger.exception("printer %s: a paper cannot be written", self._code)
            self._desk.failed(sheet.sheet_id, "unprintable")
            return True
        self._look(printer, transport)
        if not printer.status.ready:
            return False
        if not self._desk.sent(sheet.sheet_id):
            return True
        self._send(printer, transport, sheet, page)
        return True

    def _send(self, printer: EscposPrinter, transport: Transport, sheet: Sheet, page: bytes) -> None:
        """Send a paper and tell its desk what became of it."""
        try:
            while not self._inbox.empty():
                self._hear(printer, 0)
            # Noise may look like an answer: what came before the paper says nothing of it.
            printer.forget()
            transport.write(page)
            asked_at = self._questions
            why = self._unprinted(printer, transport)
        except TransportLost:
            self._desk.doubtful(sheet.sheet_id, "no_answer")
            raise
        if why == STOPPED:
            self._desk.doubtful(sheet.sheet_id, why)
        elif why == UNCONFIRMED:
            self._desk.failed(sheet.sheet_id, why)
            msg = f"{self._code} does not say that a paper is printed"
            raise TransportLost(msg)
        else:
            self._printed = sheet.sheet_id
            self._is_printed(sheet)
            if self._questions > asked_at:
                self._hear_out(printer, transport)

    def _is_printed(self, sheet: Sheet) -> None:
        """Tell the desk; until it has heard, the paper is remembered here and not printed again."""
        self._desk.confirmed(sheet.sheet_id)
        self._printed = None
        self._done += 1

    def _unprinted(self, printer: EscposPrinter, transport: Transport) -> str:
        """Wait until it says that all is printed, and give nothing; or why that cannot be known: a code."""
        questions, well_since = 1, self._clock()
        while not printer.confirmed:
            self._hear(printer, STILL_SECONDS)
            if self._stopping.is_set():
                return STOPPED
            if printer.confirmed:
                break
            self._look(printer, transport)
            with suppress(DatabaseError):
                self._count()
            if not printer.status.ready:
                well_since = self._clock()
                if self._link != "up":
                    # It is there, and waits for people: that is to be seen while the rest of an old paper is in it.
                    self._is_up()
            elif self._clock() >= well_since + CONFIRM_SECONDS:
                if questions == QUESTIONS:
                    return UNCONFIRMED
                transport.write(CONFIRM)
                questions, well_since = questions + 1, self._clock()
                self._questions += 1
        return ""

    def _hear_out(self, printer: EscposPrinter, transport: Transport) -> None:
        """Wait until it says nothing more of what it has printed; one that stands still may have more to say."""
        printer.forget()
        quiet_since = self._clock()
        while not self._stopping.is_set() and (left := quiet_since + QUIET_SECONDS - self._clock()) > 0:
            self._hear(printer, min(left, STILL_SECONDS))
            if not self._stopping.is_set():
                self._look(printer, transport)
            if printer.confirmed or not printer.status.ready:
                printer.forget()
                quiet_since = self._clock()

    def _look(self, printer: EscposPrinter, transport: Transport) -> None:
        """Ask how the printer is and wait for the answer: one that is switched off takes bytes and says nothing."""
        transport.write(printer.ask())
        until = self._clock() + ANSWER_SECONDS
        while not printer.answered:
            left = until - self._clock()
            if left <= 0 or self._stopping.is_set():
                msg = f"{self._code} does not answer"
                raise TransportLost(msg)
            self._hear(printer, left)
        self._note(printer.status.faults)

    def _note(self, faults: tuple[str, ...]) -> None:
        """Keep what ails it, and when that began and ended."""
        for fault in faults:
            if fault not in self._faults:
                self._history.note("fault", fault)
        for fault in self._faults:
            if fault not in faults:
                self._history.note("fault_over", fault)
        self._faults = faults

    def _hear(self, printer: EscposPrinter, seconds: float) -> None:
        item = self._inbox.get(seconds)
        if isinstance(item, Lost) and item.session == self._session:
            raise TransportLost(str(item.error))
        if isinstance(item, Data) and item.session == self._session:
            printer.receive(item.data)

    def _count(self) -> None:
        self._waiting = self._desk.waiting()


def transport_to(url: str, baudrate: int, tap: Tap | None = None) -> Transport:
    """Make the transport to a printer's URL, not yet open."""
    if url.startswith(FILE):
        return FileTransport(url.removeprefix(FILE), tap=tap)
    return SerialTransport(url, baudrate, tap=tap)
