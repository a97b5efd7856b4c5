"""
What an ESC/POS printer says of itself: answers of one byte.

To `DLE EOT n` it answers at once, also while it stands still; to `GS r 1` only when all bytes before it have been
printed. The fixed bits tell the two apart. Some printers report by themselves when anything changes, in four bytes: the
first is known by its bits, the others look like answers to `GS r`.
"""

from dataclasses import dataclass

QUERY = b"\x10\x04\x01\x10\x04\x02\x10\x04\x04"
"""Asks for the printer's state, why it is off line, and its paper: three bytes come back, in this order."""
ANSWERS = 3
CONFIRM = b"\x1dr\x01"
"""Behind the last line of a paper: its answer says that the paper is printed."""
REPORT_MORE = 3
"""The bytes of a report behind its first."""

_STATUS_BITS, _STATUS = 0x93, 0x12
_CONFIRMATION_BITS = 0x90
_REPORT_BITS, _REPORT = 0x93, 0x10
_OFF_LINE = 0x08
_COVER, _STOPPED_BY_PAPER, _ERROR = 0x04, 0x20, 0x40
_PAPER_LOW, _PAPER_OUT = 0x0C, 0x60


@dataclass(frozen=True, slots=True)
class PrinterStatus:
    """How a printer is; one whose paper is low prints."""

    off_line: bool = False
    cover_open: bool = False
    paper_out: bool = False
    paper_low: bool = False
    error: bool = False

    @property
    def ready(self) -> bool:
        """Whether it prints what it gets."""
        return not (self.off_line or self.cover_open or self.paper_out or self.error)

    @property
    def faults(self) -> tuple[str, ...]:
        """What ails it: PAPER, COVER, ERROR, PAPERLOW; OFFLINE where it gives no reason."""
        named = (
            ("PAPER", self.paper_out),
            ("COVER", self.cover_open),
            ("ERROR", self.error),
            ("PAPERLOW", self.paper_low and not self.paper_out),
        )
        found = tuple(name for name, on in named if on)
        explained = self.ready or any(name != "PAPERLOW" for name in found)
        return found if explained else ("OFFLINE", *found)


def is_status(byte: int) -> bool:
    """Whether a byte is the answer to `DLE EOT`."""
    return byte & _STATUS_BITS == _STATUS


def is_confirmation(byte: int) -> bool:
    """Whether a byte is the answer to `GS r`."""
    return byte & _CONFIRMATION_BITS == 0


def begins_report(byte: int) -> bool:
    """Whether a byte is the first of what a printer reports by itself."""
    return byte & _REPORT_BITS == _REPORT


def parse_status(printer: int, why: int, paper: int) -> PrinterStatus:
    """Read the three bytes that answer `QUERY`."""
    return PrinterStatus(
        off_line=bool(printer & _OFF_LINE),
        cover_open=bool(why & _COVER),
        paper_out=bool(why & _STOPPED_BY_PAPER or paper & _PAPER_OUT),
        paper_low=bool(paper & _PAPER_LOW),
        error=bool(why & _ERROR),
    )
