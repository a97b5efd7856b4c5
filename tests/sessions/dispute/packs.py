"""Packs to be checked and spoilt: made by the hall, read and judged by the script alone, in a Python of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

from sessions.services.dispute import make_pack

SCRIPT = Path(__file__).resolve().parents[3] / "sessions" / "dispute" / "verify_pack.py"


def canonical(value) -> str:
    """Write JSON as the chain does; written here again, so that nothing is taken from the hall."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def pack_of(story, game_no: int = 1) -> dict[str, bytes]:
    """Make the pack of a game and give its files."""
    pack = make_pack(hall_id=story.hall.pk, session_no=story.session.session_no, game_no=game_no, actor="sala")
    with zipfile.ZipFile(io.BytesIO(pack.data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def judged(files: dict[str, bytes], folder: Path, *more: str) -> tuple[int, str]:
    """Run the script on the files, isolated from this project; gives its exit code and what it printed."""
    where = folder / "pack.zip"
    with zipfile.ZipFile(where, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    ran = subprocess.run(
        [sys.executable, "-I", SCRIPT, where, *more], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    return ran.returncode, ran.stdout


def listed_again(files: dict[str, bytes]) -> dict[str, bytes]:
    """Write the manifest anew, as a forger would."""
    listed = {name: sha256(content).hexdigest() for name, content in files.items() if name != "manifest.json"}
    text = canonical({"files": listed, "format": "bingo-dispute-pack/1"}) + "\n"
    return {**files, "manifest.json": text.encode()}


def rows_of(files: dict[str, bytes], name: str = "journal.jsonl") -> list[dict]:
    """Read the rows of a journal file."""
    return [json.loads(line) for line in files[name].decode().splitlines()]


def hashed(row: dict) -> dict:
    """Give a row the hash of its fields."""
    fields = {name: value for name, value in row.items() if name not in {"hash", "prev_hash"}}
    return {**row, "hash": sha256((row["prev_hash"] + canonical(fields)).encode()).hexdigest()}


def with_rows(files: dict[str, bytes], rows: list[dict]) -> dict[str, bytes]:
    """Put rows into the pack, and the manifest in step."""
    text = "".join(canonical(row) + "\n" for row in rows)
    return listed_again({**files, "journal.jsonl": text.encode()})


def chained_again(rows: list[dict]) -> list[dict]:
    """Make the whole chain anew from its first row: the forger who has everything but the hall's own hash."""
    anew = []
    for row in rows:
        prev = anew[-1]["hash"] if anew else row["prev_hash"]
        anew.append(hashed({**row, "prev_hash": prev}))
    return anew


def with_summary(files: dict[str, bytes], **changes) -> dict[str, bytes]:
    """Change what `game.json` says, and the manifest with it."""
    summary = {**json.loads(files["game.json"]), **changes}
    return listed_again({**files, "game.json": json.dumps(summary).encode()})
