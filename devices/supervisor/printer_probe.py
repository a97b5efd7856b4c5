"""Try a receipt printer without a hall: how it is, and a paper that shows whether its settings are right."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from devices.drivers.printer import EscposPrinter, Sheet
from devices.supervisor.inbox import Data, Inbox, Lost
from devices.supervisor.printer import ANSWER_SECONDS, transport_to
from devices.transports import TransportLost

PRINTED_WITHIN_SECONDS = 20.0
LETTERS = "áéíóúüñç ÁÉÍÓÚÜÑÇ àèòï ÀÈÒÏ l·l ¿¡ªº €"


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A line of the test paper."""

    text: str
    bold: bool = False
    big: bool = False


def proof_paper(columns: int) -> tuple[ProofLine, ...]:
    """Write a paper on which a wrong code page or a wrong width is seen at once."""
    ruler = "".join(str(n % 10) for n in range(1, columns + 1))
    edges = "<" + "-" * (columns - 2) + ">"
    return (
        ProofLine("Bingo", bold=True, big=True),
        ProofLine(f"{columns} columns: this is one line"),
        ProofLine(ruler),
        ProofLine(edges),
        ProofLine(LETTERS),
        ProofLine("bold", bold=True),
        ProofLine("TOTAL".ljust(columns // 2 - 10) + "1.234,50 €", big=True),
    )


def try_printer(url: str, baudrate: int, options: Mapping[str, Any]) -> Iterator[str]:
    """
    Ask a printer how it is and print a test paper, opening its drawer if it has one; yields lines to read.

    Raises:
        TransportLost: It cannot be opened, does not answer, or does not say that the paper is printed.
        ValueError: An option makes no sense.
    """
    printer, inbox = EscposPrinter(options), Inbox()
    transport = transport_to(url, baudrate)
    transport.open(lambda data: inbox.put(Data(0, data)), lambda error: inbox.put(Lost(0, error)))
    try:
        transport.write(printer.ask())
        _hear(printer, inbox, lambda: printer.answered, ANSWER_SECONDS, "it does not answer")
        yield f"answers: {', '.join(printer.status.faults) or 'ready'}"
        if not printer.status.ready:
            return
        lines = proof_paper(printer.columns)
        transport.write(printer.page(Sheet(sheet_id=0, lines=lines, kick=printer.has_drawer)))
        late = "it does not say that the paper is printed (GS r 1)"
        _hear(printer, inbox, lambda: printer.confirmed, PRINTED_WITHIN_SECONDS, late)
        yield f"printed, and said so; on the paper must stand: {LETTERS}"
    finally:
        transport.close()


def _hear(printer: EscposPrinter, inbox: Inbox, done: Callable[[], bool], seconds: float, otherwise: str) -> None:
    until = time.monotonic() + seconds
    while not done():
        item = inbox.get(until - time.monotonic())
        if isinstance(item, Lost) or time.monotonic() >= until:
            raise TransportLost(otherwise if item is None else str(getattr(item, "error", otherwise)))
        if isinstance(item, Data):
            printer.receive(item.data)
