"""
The dispute pack: one ZIP of a game, with the script that checks it; making one is noted in the minutes.

The same game gives the same bytes, whoever asks and whenever, so its SHA-256 tells whether a pack is the hall's.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files as data_files
from typing import Any, Final
from uuid import uuid4

from records.chain import canonical
from records.models import Hall
from records.snapshot import snapshot
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.errors import WrongState
from sessions.selectors.dispute import IN_DISPUTE, Row, game_facts, pack_rows, sold_faces
from sessions.selectors.games import game_numbered
from sessions.services.noting import note

FORMAT: Final = "bingo-dispute-pack/1"
WRITTEN: Final = ("README.txt", "verify_pack.py")
DRAW_SCRIPT: Final = "verify_draw.py"
"""Joins the pack of a game that was drawn electronically."""
NO_TIME: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputePack:
    """A pack: the name of its file, its bytes, their SHA-256."""

    name: str
    data: bytes
    sha256: str


def make_pack(*, hall_id: int, session_no: int, game_no: int, actor: str) -> DisputePack:
    """
    Put a game's pack together and note it.

    Raises:
        NotFound: There is no such game.
        WrongState: The game is still played.
        CardUnplayable, MatrixUnusable: The faces of the cards sold cannot be read.
    """
    with snapshot():
        hall = Hall.objects.get(pk=hall_id)
        game = game_numbered(hall_id, game_no, session_no=session_no)
        if game.state not in IN_DISPUTE:
            raise WrongState(state=game.state, deed="dispute_pack")
        data = _zipped(_files(hall, game))
    pack = DisputePack(name=f"bingo-{hall.code}-{session_no}-{game_no}.zip", data=data, sha256=sha256(data).hexdigest())
    text = f"{session_no}/{game_no}, sha256 {pack.sha256[:16]}"
    note(hall_id=hall_id, code="dispute_pack", text=text, actor=actor, ref=f"dispute:{uuid4().hex}")
    return pack


def _files(hall: Hall, game: Game) -> dict[str, bytes]:
    pack = pack_rows(hall, game)
    facts = game_facts(hall, game, pack)
    data = data_files("sessions.dispute")
    scripts = (*WRITTEN, DRAW_SCRIPT) if codec.game_board(game.board).electronic else WRITTEN
    return {
        "game.json": (json.dumps(facts, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode(),
        "journal.jsonl": _lines(pack.rows),
        "related.jsonl": _lines(pack.related),
        "faces.csv": _faces(game),
        **{name: data.joinpath(name).read_bytes() for name in scripts},
    }


def _lines(rows: list[Row]) -> bytes:
    return "".join(f"{canonical(row)}\n" for row in rows).encode()


def _faces(game: Game) -> bytes:
    """Write every card sold: number, series, medium, and its three rows of five numbers."""
    text = io.StringIO()
    out: Any = csv.writer(text, lineterminator="\n")
    out.writerow(["card", "series", "medium", "row_1", "row_2", "row_3"])
    for card, lot, rows in sold_faces(codec.game_board(game.board)):
        faces = [" ".join(str(number) for number in row) for row in rows]
        out.writerow([card, f"{lot.letter}-{lot.ident}", lot.medium, *faces])
    return text.getvalue().encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    listed = {name: sha256(content).hexdigest() for name, content in files.items()}
    manifest = canonical({"files": listed, "format": FORMAT}) + "\n"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted({**files, "manifest.json": manifest.encode()}.items()):
            info = zipfile.ZipInfo(name, NO_TIME)
            info.external_attr = 0o644 << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return target.getvalue()
