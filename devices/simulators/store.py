"""The state of a simulator in a file: whole or not at all, and before anything that shows it is sent."""

import json
import os
from pathlib import Path
from typing import Any


class StateFile:
    """
    One JSON file, replaced atomically.

    It outlives a killed process. It is not flushed to the disc: after a power cut a simulator starts afresh.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = ""

    def load(self) -> dict[str, Any]:
        """Return what was saved, or nothing if there is no file or it is no JSON."""
        try:
            saved = json.loads(self._path.read_text())
        except (OSError, ValueError):
            return {}
        return saved if isinstance(saved, dict) else {}

    def save(self, state: dict[str, Any]) -> None:
        """Replace the file if the state is another than the last saved."""
        text = json.dumps(state)
        if text == self._written:
            return
        beside = self._path.with_suffix(f".{os.getpid()}.tmp")
        beside.write_text(text)
        beside.replace(self._path)
        self._written = text
