"""
Charts as SVG made here: where each bar, line and tick stands. Colours are classes of the stylesheet, texts the page's.

A chart shows what its table says in full, so it is a picture with a title and a description, and hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import floor, log10
from typing import Final

WIDTH: Final = 1200
HEIGHT: Final = 300
LEFT: Final = 92
TOP: Final = 14
BOTTOM: Final = 34
MOST_BAR: Final = 84
"""Few bars are not made as wide as the page."""
GAP: Final = 0.28
MOST_TICKS: Final = 5
MOST_LABELS: Final = 16
ROW: Final = 40
ROW_BAR: Final = 24
NAME: Final = 230
VALUE: Final = 150
LONGEST_NAME: Final = 24

Said = Callable[[int], str]
"""How a value is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A rectangle with its class and what it stands for."""

    tone: str
    x: float
    y: float
    width: float
    height: float
    words: str


@dataclass(slots=True, kw_only=True)
class Chart:
    """
    One picture: `levels` are the lines across with their texts, `ticks` the texts below (or before the bars of a list).

    `line` are the points of a line, as SVG wants them; `legend` pairs a class with its words.
    """

    code: str
    title: str
    words: str
    height: int = HEIGHT
    bars: list[Bar] = field(default_factory=list)
    dots: list[Bar] = field(default_factory=list)
    line: str = ""
    levels: list[tuple[float, str]] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)
    names: list[tuple[float, str]] = field(default_factory=list)
    values: list[tuple[float, float, str]] = field(default_factory=list)
    zero: float | None = None
    legend: list[tuple[str, str]] = field(default_factory=list)
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - 8


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a stacked bar."""

    tone: str
    value: int


def step_of(most: int, ticks: int = MOST_TICKS) -> int:
    """Give the round distance between levels, 1, 2 or 5 of a power of ten, that needs no more than so many."""
    if most <= ticks:
        return 1
    power = 10 ** floor(log10(most / ticks))
    return next(int(times * power) for times in (1, 2, 5, 10) if times * power * ticks >= most)


class _Scale:
    """Where values stand between the lowest level and the highest."""

    def __init__(self, lowest: int, highest: int) -> None:
        step = step_of(max(highest, -lowest, 1))
        self.step = step
        self.low = min(lowest, 0) // step * step
        self.high = max(-(-highest // step) * step, step if self.low == 0 else 0)
        self.tall = HEIGHT - TOP - BOTTOM

    def y(self, value: int) -> float:
        return round(TOP + (self.high - value) * self.tall / (self.high - self.low), 2)

    def levels(self, said: Said) -> list[tuple[float, str]]:
        return [(self.y(value), said(value)) for value in range(self.low, self.high + 1, self.step)]


def _places(count: int) -> tuple[list[float], float]:
    """Give the middle of each of so many places across, and how wide each is."""
    wide = (WIDTH - 8 - LEFT) / max(count, 1)
    return [round(LEFT + wide * (at + 0.5), 2) for at in range(count)], wide


def _labels(middles: Sequence[float], names: Sequence[str]) -> list[tuple[float, str]]:
    every = -(-len(names) // MOST_LABELS) or 1
    return [(x, name) for at, (x, name) in enumerate(zip(middles, names, strict=True)) if at % every == 0]


def stacked(chart: Chart, items: Sequence[tuple[str, Sequence[Part]]], said: Said, words: dict[str, str]) -> Chart:
    """
    Draw a bar of parts for each item, from 0 up; what is less than nothing hangs below.

    Args:
        chart: With its code, title and words; it is filled.
        items: Each with its name and its parts, lowest first.
        said: How a value is written.
        words: The name of each tone, in the order of the legend.
    """
    highest = max((sum(p.value for p in parts if p.value > 0) for _name, parts in items), default=0)
    lowest = min((sum(p.value for p in parts if p.value < 0) for _name, parts in items), default=0)
    scale = _Scale(lowest, highest)
    middles, wide = _places(len(items))
    bar = round(min(wide * (1 - GAP), MOST_BAR), 2)
    for middle, (name, parts) in zip(middles, items, strict=True):
        up = down = 0
        for part in parts:
            begin = up if part.value > 0 else down
            ends = sorted((scale.y(begin), scale.y(begin + part.value)))
            if part.value > 0:
                up += part.value
            else:
                down += part.value
            if part.value:
                chart.bars.append(
                    Bar(
                        tone=part.tone,
                        x=round(middle - bar / 2, 2),
                        y=ends[0],
                        width=bar,
                        height=round(ends[1] - ends[0], 2),
                        words=f"{name} · {words.get(part.tone, chart.title)}: {said(part.value)}",
                    )
                )
    chart.levels, chart.ticks, chart.zero = scale.levels(said), _labels(middles, [n for n, _p in items]), scale.y(0)
    present = {bar.tone for bar in chart.bars}
    chart.legend = [(tone, name) for tone, name in words.items() if tone in present]
    return chart


def bars(chart: Chart, items: Sequence[tuple[str, int]], said: Said, tone: str = "takings") -> Chart:
    """Draw one bar for each item."""
    return stacked(chart, [(name, [Part(tone, value)]) for name, value in items], said, {})


def lines(chart: Chart, items: Sequence[tuple[str, int | None]], said: Said) -> Chart:
    """Draw a line through the items' values; one without a value is passed over."""
    known = [value for _name, value in items if value is not None]
    scale = _Scale(min(known, default=0), max(known, default=0))
    middles, _wide = _places(len(items))
    points = [
        (x, scale.y(value), name, value) for x, (name, value) in zip(middles, items, strict=True) if value is not None
    ]
    chart.line = " ".join(f"{x},{y}" for x, y, _name, _value in points)
    chart.dots = [
        Bar(tone="house", x=x, y=y, width=0, height=0, words=f"{name}: {said(value)}") for x, y, name, value in points
    ]
    chart.levels, chart.ticks, chart.zero = scale.levels(said), _labels(middles, [n for n, _v in items]), scale.y(0)
    return chart


def ranked(chart: Chart, items: Sequence[tuple[str, int]], said: Said, tone: str = "takings") -> Chart:
    """Draw a list of bars to the right, each with its name before it and its value behind it."""
    most = max((value for _name, value in items), default=0) or 1
    room = WIDTH - NAME - VALUE
    for at, (name, value) in enumerate(items):
        y, width = at * ROW + (ROW - ROW_BAR) / 2, round(max(value, 0) * room / most, 2)
        chart.bars.append(
            Bar(tone=tone, x=NAME, y=y, width=max(width, 1), height=ROW_BAR, words=f"{name}: {said(value)}")
        )
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        chart.names.append((at * ROW + ROW / 2, short))
        chart.values.append((round(NAME + max(width, 1) + 10, 2), at * ROW + ROW / 2, said(value)))
    chart.height, chart.left, chart.right = max(len(items), 1) * ROW, NAME, WIDTH
    return chart
