"""An entry of the minutes in the active language: its heading and its lines, one sentence a line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from sessions.acta_words import HEADS, SENTENCES, WORDS
from sessions.rules.acta_facts import Fields, Row
from sessions.rules.acta_rows import rows_of

NO_BREAK: Final = "\u00a0"
NOBODY: Final = "\u2013"
MINUS: Final = "\u2212"
_CODED_AS: Final = {"void_cause": "void"}
_PEOPLE: Final = frozenset({"people", "person"})
_MOMENTS: Final = frozenset({"opens_at", "closes_at", "due_at"})
_TOLD_AS: Final = {
    ("held", "reason"): "held",
    ("stop", "reason"): "stop",
    ("suspension", "cause"): "suspension",
    ("award", "medium"): "card_medium",
}
"""Where a field's codes have other words in a sentence of its own."""


def heading(kind: str, game_no: int | None) -> str:
    """Say what an entry is."""
    told = str(HEADS.get(kind, kind))
    if kind in {"game", "end"}:
        said = _("Game {number}") if kind == "game" else _("End of game {number}")
        return said.format(number=game_no)
    return told if game_no is None else _("{entry} · game {number}").format(entry=told, number=game_no)


def lines(kind: str, fields: Fields, names: Mapping[str, str]) -> list[str]:
    """Say an entry's lines; `names` gives people's names by their log-in."""
    return [line(row, names) for row in rows_of(kind, fields)]


def paragraphs(kind: str, fields: Fields, names: Mapping[str, str]) -> list[str]:
    """Say an entry's lines with the words that run on over several put together, for pages that break them anew."""
    told: list[str] = []
    runs_on = False
    for row in rows_of(kind, fields):
        words = line(row, names)
        if row.code == "text" and runs_on:
            told[-1] = f"{told[-1]} {words}"
        else:
            told.append(words)
        runs_on = "text" in row.values and row.values["text"] in words
    return told


def line(row: Row, names: Mapping[str, str]) -> str:
    """Say one line."""
    values: dict[str, str] = defaultdict(str)
    for name, value in row.values.items():
        field = _TOLD_AS.get((row.code, name)) or _CODED_AS.get(name, name)
        values[field] = _told(field, value, names)
    return str(SENTENCES[row.code]).format_map(values)


def _told(field: str, value: Any, names: Mapping[str, str]) -> str:
    if field in _PEOPLE:
        people = [value] if isinstance(value, str) else value or ()
        return ", ".join(names.get(one, one) for one in people) or NOBODY
    if field in _MOMENTS:
        return moment(datetime.fromisoformat(value)) if value else ""
    if field.endswith("cents"):
        return money(int(value))
    words: Mapping[str, Any] = WORDS.get(field, {})
    if isinstance(value, list | tuple):
        return ", ".join(str(words.get(str(one), one)) for one in value)
    if isinstance(value, int) and not isinstance(value, bool) and field in {"physical", "virtual", "size", "sold"}:
        return f"{value:,}".replace(",", ".")
    return str(words.get(str(value), value))


def money(cents: int) -> str:
    """Write an amount as the minutes do: 1.234,50 €, cents always."""
    whole, rest = divmod(abs(cents), 100)
    grouped = f"{whole:,}".replace(",", ".")
    return f"{MINUS if cents < 0 else ''}{grouped},{rest:02d}{NO_BREAK}€"


def moment(at: datetime) -> str:
    """Write a moment of the hall's clock: 30/11/2026 20:15:03; in October's hour that comes twice, with its offset."""
    local = timezone.localtime(at)
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return date_format(local, "d/m/Y H:i:s") + (f" {local.isoformat()[-6:]}" if twice else "")
