"""The version of the screens: a page that hears another one reloads itself."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path


def _assets() -> str:
    digest = sha256()
    for path in sorted((Path(__file__).parent / "static").rglob("*")):
        if path.suffix in {".js", ".css"}:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


VERSION = _assets()
