"""
A golden game as it is written in its file.

A line is `# words`, `hall {…}`, `terms {…}`, `lot NAME {…}`, `wait SECONDS`, `late {…}` (a prize paid after its game),
`expect WHAT …`, or what happened in game N:

    N Kind {payload}           an event; a payload may leave out what has a default, and a claim its card's face
    N balls 4 17 …             each drawn by hand and called;  `N machine 4 17 …`: drawn by the machine and called
    N refused CODE Kind {…}    the deed that would have made that event, and how it was refused

A line that begins with a blank goes on with the one before it. `SaleOpened` names its lots: `"lots": [["A", 1]]`, each
with the first card on sale.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sessions.journal import codec
from sessions.rules.board import Board
from sessions.rules.events import GameEvent
from sessions.rules.refusal import RuleViolation

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.game"))
FACES = HERE / "faces.csv"


@cache
def faces() -> dict[int, list[list[int]]]:
    """Read the rows of each card, without the hall's own reader."""
    lines = [line for line in FACES.read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines, delimiter=";"))[1:]
    return {int(r[0]): [[int(n) for n in r[1 + 9 * i : 10 + 9 * i] if n] for i in range(3)] for r in rows}


@dataclass
class Step:
    """One thing that happens: an event of game `game`, a refusal of one, a wait, or a prize paid late."""

    what: str  # "event", "refused", "wait", "late"
    game: int = 0
    event: GameEvent | None = None
    code: str = ""
    seconds: float = 0
    late: dict[str, Any] = field(default_factory=dict)


@dataclass
class Golden:
    """A file, read."""

    hall: dict[str, Any] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)
    lots: dict[str, dict[str, Any]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    boards: dict[int, dict[str, Any]] = field(default_factory=dict)
    awards: dict[int, list[Any]] = field(default_factory=dict)
    ledger: dict[str, int] = field(default_factory=dict)
    drawn: dict[int, int] = field(default_factory=dict)

    def events(self) -> list[tuple[int, GameEvent]]:
        """Give what was recorded, each with its game's number."""
        return [(step.game, step.event) for step in self.steps if step.what == "event" and step.event]


def read(text: str) -> Golden:
    """Read the text of a golden game."""
    golden, lines = Golden(), []
    for raw in text.splitlines():
        if raw[:1].isspace() and raw.strip():
            lines[-1] += " " + raw.strip()
        elif raw.strip() and not raw.startswith("#"):
            lines.append(raw)
    for line in lines:
        word, _, rest = line.partition(" ")
        if word.isdigit():
            _happened(golden, int(word), rest)
        else:
            _said(golden, word, rest)
    return golden


def _said(golden: Golden, word: str, rest: str) -> None:
    name, _, body = rest.partition(" ")
    if word == "hall":
        golden.hall = json.loads(rest)
    elif word == "terms":
        golden.terms = json.loads(rest)
    elif word == "lot":
        golden.lots[name] = json.loads(body)
    elif word == "wait":
        golden.steps.append(Step(what="wait", seconds=float(rest)))
    elif word == "late":
        golden.steps.append(Step(what="late", late=json.loads(rest)))
    elif word == "expect" and name == "ledger":
        golden.ledger = json.loads(body)
    else:
        assert (word, name) in {("expect", "board"), ("expect", "awards")}, f"{word} {rest}"
        number, _, wanted = body.partition(" ")
        into: dict[int, Any] = golden.boards if name == "board" else golden.awards
        into[int(number)] = json.loads(wanted)


def _happened(golden: Golden, game: int, rest: str) -> None:
    word, _, body = rest.partition(" ")
    if word in {"balls", "machine"}:
        for number in map(int, body.split()):
            golden.drawn[game] = ordinal = golden.drawn.get(game, 0) + 1
            source = "manual" if word == "balls" else "rfid"
            _add(golden, game, "BallDrawn", {"ordinal": ordinal, "number": number, "source": source})
            _add(golden, game, "BallCalled", {"ordinal": ordinal, "number": number})
    elif word == "refused":
        code, kind, payload = (*body.split(" ", 2), "{}")[:3]
        golden.steps.append(Step(what="refused", game=game, code=code, event=_event(golden, kind, json.loads(payload))))
    else:
        _add(golden, game, word, json.loads(body or "{}"))


def _add(golden: Golden, game: int, kind: str, payload: dict[str, Any]) -> None:
    golden.steps.append(Step(what="event", game=game, event=_event(golden, kind, payload)))


def _lot(golden: Golden, name: str, first: int, **more: Any) -> dict[str, Any]:
    return {**golden.lots[name], "first_card": first, "next_card": first, **more}


def _event(golden: Golden, kind: str, payload: dict[str, Any]) -> GameEvent:
    if kind in {"SaleOpened", "PairedSaleClosed"}:
        payload["terms"] = {**golden.terms, **payload.get("terms", {})}
        payload["lots"] = [_lot(golden, name, first, **dict(*more)) for name, first, *more in payload["lots"]]
        payload = {"extractor": "manual", "ball_set": "set-1", **payload}
    if kind == "SeriesAdded":
        name, first, more = payload["lot"]
        payload["lot"] = _lot(golden, name, first, **more)
    if kind == "ClaimRaised":
        payload["rows"] = faces()[payload["card"]]
    return codec.game_event(kind, payload)


def refusal_of(deed: Callable[[], object]) -> str:
    """Give the code with which a deed is refused, "" when it is not."""
    try:
        deed()
    except RuleViolation as refusal:
        return refusal.code
    return ""


def told(event: GameEvent) -> dict[str, Any]:
    """Give an event as plain data, without the hashes of the files it was played with."""
    return {"kind": event.kind, **_without_hashes(codec.encode(event))}


def _without_hashes(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_hashes(v) for k, v in value.items() if k not in {"matrix", "profile_sha256"}}
    return [_without_hashes(item) for item in value] if isinstance(value, list) else value


def check_board(golden: Golden, game: int, board: Board) -> None:
    """Compare a game's board and awards with what the file expects of them, field by field."""
    plain = _without_hashes(codec.encode(board))
    wanted = golden.boards[game]
    assert {name: plain[name] for name in wanted} == wanted, f"board of game {game}"
    awards = [[a["award_no"], a["prize"], a["card"], a["cents"], a["status"]] for a in plain["awards"]]
    assert awards == golden.awards.get(game, []), f"awards of game {game}"
