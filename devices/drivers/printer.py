"""
Receipt printers that speak ESC/POS: lines of text to bytes, and what the printer answers.

`Device.options`: `columns` (42), `codepages` (the printer's number of each code page it has, by name), `drawer` (false:
a cash drawer is plugged into it), `cut` (true).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from devices.codecs.escpos_status import (
    ANSWERS,
    CONFIRM,
    QUERY,
    REPORT_MORE,
    PrinterStatus,
    begins_report,
    is_confirmation,
    is_status,
    parse_status,
)

COLUMNS = 42
CODEPAGES: Mapping[str, int] = {"CP1252": 16, "CP858": 19}
"""Those that have the euro and all our letters, by the numbers that most makers give them."""
DRAWER_PIN = 2
"""The drawer's first plug is on this pin of the printer's socket."""


class LineLike(Protocol):
    """A line as it stands on the paper; a big one is twice as wide and high."""

    @property
    def text(self) -> str:
        """Its signs."""

    @property
    def bold(self) -> bool:
        """Whether it is bold."""

    @property
    def big(self) -> bool:
        """Whether it is big."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One paper to print: its number, its lines from top to bottom (none = no paper), and whether the drawer opens."""

    sheet_id: int
    lines: tuple[LineLike, ...]
    kick: bool


class EscposPrinter:
    """
    One printer's talk; it keeps what the printer last said.

    Raises:
        ValueError: An option makes no sense.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.columns = int(options.get("columns", COLUMNS))
        self.has_drawer = bool(options.get("drawer", False))
        self._cuts = bool(options.get("cut", True))
        self._codepages = {str(name): int(number) for name, number in options.get("codepages", CODEPAGES).items()}
        self.status = PrinterStatus(off_line=True)
        self.confirmed = False
        self._answers: list[int] = []
        self._more = 0

    def ask(self) -> bytes:
        """Return the bytes that ask how the printer is; `answered` is false until it has said all."""
        self._answers.clear()
        return QUERY

    @property
    def answered(self) -> bool:
        """Whether the printer has answered the last question."""
        return len(self._answers) >= ANSWERS

    def receive(self, data: bytes) -> None:
        """Take bytes from the printer; noise changes nothing."""
        for byte in data:
            if self._more and is_confirmation(byte):
                self._more -= 1
                continue
            self._more = REPORT_MORE if begins_report(byte) else 0
            if is_status(byte):
                self._answers.append(byte)
                if len(self._answers) == ANSWERS:
                    self.status = parse_status(*self._answers)
            elif is_confirmation(byte):
                self.confirmed = True

    def forget(self) -> None:
        """Forget what it said of papers: from now on `confirmed` is about what is sent from now on."""
        self.confirmed = False

    def page(self, sheet: Sheet) -> bytes:
        """
        Return the bytes of one paper, with the question whether it is printed at its end.

        Raises:
            ValueError: A code page of the options is none, or there is no drawer and nothing else to do.
        """
        if not sheet.lines and not self.has_drawer:
            msg = "there is no drawer to open"
            raise ValueError(msg)
        self.forget()
        paper = self._paper()
        paper.hw("INIT")
        if sheet.kick and self.has_drawer:
            paper.cashdraw(DRAWER_PIN)
        if sheet.lines:
            self._write(paper, sheet.lines)
        return bytes(paper.output) + CONFIRM

    def _printable(self, paper: Any, text: str) -> str:
        """Put a question mark for what no code page has: left to itself the library sends Chinese in two bytes."""
        has = paper.magic.encoder.find_suitable_encoding
        return "".join(sign if sign.isprintable() and has(sign) else "?" for sign in text)

    def _paper(self) -> Any:
        # Loaded only where there is a printer: the library brings pictures and bar codes with it.
        from escpos.magicencode import Encoder
        from escpos.printer import Dummy

        # One encoder for each paper: after INIT the printer is back at its own code page.
        return Dummy(magic_encode_args={"encoder": Encoder(dict(self._codepages))})

    def _write(self, paper: Any, lines: Iterable[LineLike]) -> None:
        style = (False, False)
        for line in lines:
            if (line.bold, line.big) != style:
                style = (line.bold, line.big)
                # The size first: it is set with the same byte as bold, and puts it out.
                sized = {"double_width": True, "double_height": True} if line.big else {"normal_textsize": True}
                paper.set(bold=line.bold, **sized)
            paper.textln(self._printable(paper, line.text))
        paper.set(bold=False, normal_textsize=True)
        if self._cuts:
            paper.cut(mode="PART")
        else:
            paper.print_and_feed(6)
