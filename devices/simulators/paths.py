"""
Where a simulator lives: `<BINGO_DATA_DIR or var>/simulators/<name>/`.

A panel's name has `panel-` before it, a printer's `printer-`, so that a hall's devices may share one name.
"""

import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
# A Unix socket's path has room for 107 bytes; we stay clear of it.
_SOCKET_PATH_MAX = 99


@dataclass(frozen=True, slots=True)
class Home:
    """The files of one simulator."""

    folder: Path

    @property
    def state(self) -> Path:
        """What the machine is, as JSON."""
        return self.folder / "state.json"

    @property
    def pty(self) -> Path:
        """The port: a link to whatever pseudo-terminal is plugged in now; absent while none is."""
        return self.folder / "port"

    @property
    def log(self) -> Path:
        """What the process says."""
        return self.folder / "log"

    @property
    def lock(self) -> Path:
        """Held by the one process that is this simulator."""
        return self.folder / "lock"

    @property
    def socket(self) -> Path:
        """The control socket; in the temporary directory when the folder's path is too long for one."""
        path = self.folder / "control.sock"
        if len(os.fsencode(path)) <= _SOCKET_PATH_MAX:
            return path
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"bingo-{os.getuid()}" / f"{name}.sock"

    def make(self) -> None:
        """Make the folders, for this user only."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.socket.parent.mkdir(exist_ok=True, mode=0o700)
        if self.socket.parent.stat().st_uid != os.getuid():
            msg = f"{self.socket.parent} belongs to someone else"
            raise PermissionError(msg)


def home_of(name: str, kind: str = "extractor") -> Home:
    """
    Return the home of a simulator.

    Raises:
        ValueError: The name is not 1 to 40 letters, digits, `-` and `_`.
    """
    if not _NAME.fullmatch(name):
        msg = f"not a simulator's name: {name!r}"
        raise ValueError(msg)
    base = Path(os.environ.get("BINGO_DATA_DIR") or PROJECT / "var").resolve()
    return Home(base / "simulators" / (name if kind == "extractor" else f"{kind}-{name}"))
