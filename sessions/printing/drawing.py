"""The pen: text that fits, the grid of a face, the square code. Lengths are millimetres, from a box's top left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sessions.printing.fonts import BOLD, MEDIUM, fitted
from sessions.rules.cards import column_of
from sessions.rules.events import Rows

MM: Final = 72 / 25.4
INK: Final = (0.06, 0.09, 0.11)
BLANK: Final = (0.90, 0.92, 0.93)
COLUMNS: Final = 9
LEAST_POINTS: Final = 6.0


@dataclass(frozen=True, slots=True)
class Pen:
    """A reportlab canvas with a box on it; `x` and `y` are the box's top left in points."""

    canvas: Any
    x: float
    y: float

    def at(self, left: float, top: float) -> Pen:
        """Give the pen of a box within this one."""
        return Pen(self.canvas, self.x + left * MM, self.y - top * MM)

    def text(
        self,
        left: float,
        baseline: float,
        text: str,
        points: float,
        *,
        width: float = 0,
        font: str = MEDIUM,
        align: str = "left",
    ) -> None:
        """Write a line; with a width it shrinks to fit. `left` is its middle or right end as aligned."""
        if width:
            text, points = fitted(text, font, points, width * MM, LEAST_POINTS)
        self.canvas.setFont(font, points)
        x, y = self.x + left * MM, self.y - baseline * MM
        write = {
            "left": self.canvas.drawString,
            "right": self.canvas.drawRightString,
            "middle": self.canvas.drawCentredString,
        }[align]
        write(x, y, text)

    def frame(self, left: float, top: float, width: float, height: float, *, points: float = 0.8) -> None:
        """Draw a box's outline."""
        self.canvas.setLineWidth(points)
        self.canvas.rect(self.x + left * MM, self.y - (top + height) * MM, width * MM, height * MM)

    def cut(self, left: float, top: float, *, width: float = 0, height: float = 0) -> None:
        """Draw a dashed line to cut or fold along, across or down."""
        canvas = self.canvas
        canvas.saveState()
        canvas.setDash(3, 3)
        canvas.setLineWidth(0.5)
        x, y = self.x + left * MM, self.y - top * MM
        canvas.line(x, y, x + width * MM, y - height * MM)
        canvas.restoreState()

    def grid(self, left: float, top: float, width: float, height: float, rows: Rows) -> None:
        """Draw a face: three rows of nine, numbers in the column of their ten, the places without one tinted."""
        canvas = self.canvas
        cell_width, cell_height = width / COLUMNS * MM, height / 3 * MM
        points = min(cell_height * 0.86, cell_width * 0.86)
        x0, y0 = self.x + left * MM, self.y - top * MM
        for down, row in enumerate(rows):
            taken = {column_of(number): number for number in row}
            y = y0 - (down + 1) * cell_height
            for across in range(COLUMNS):
                x = x0 + across * cell_width
                if across not in taken:
                    canvas.setFillColorRGB(*BLANK)
                    canvas.rect(x, y, cell_width, cell_height, stroke=0, fill=1)
                    canvas.setFillColorRGB(*INK)
                    continue
                canvas.setFont(BOLD, points)
                # Figures of this face stand 0.7 of its size high.
                canvas.drawCentredString(x + cell_width / 2, y + (cell_height - points * 0.7) / 2, str(taken[across]))
        canvas.setLineWidth(0.7)
        canvas.grid([x0 + i * cell_width for i in range(COLUMNS + 1)], [y0 - i * cell_height for i in range(4)])
        self.frame(left, top, width, height, points=1.4)

    def code(self, left: float, top: float, side: float, text: str, *, mode: str = "numeric") -> None:
        """Draw the square code of a text, of digits as a rule, its quiet edge of four modules within the side."""
        import segno

        matrix = segno.make(text, mode=mode, error="m", micro=False).matrix
        module = side * MM / (len(matrix) + 8)
        x0, y0 = self.x + left * MM + 4 * module, self.y - top * MM - 4 * module
        path = self.canvas.beginPath()
        for down, row in enumerate(matrix):
            across = 0
            while across < len(row):
                start = across
                while across < len(row) and row[across]:
                    across += 1
                if across > start:
                    path.rect(x0 + start * module, y0 - (down + 1) * module, (across - start) * module, module)
                across += 1
        self.canvas.drawPath(path, stroke=0, fill=1)
