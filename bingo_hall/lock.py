"""
One process owns a one-process hall: a lock file says so, and commands that write refuse while it is held.

The lock is the operating system's (flock): it is gone the moment its holder dies, however it dies.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO, Final

WRITERS: Final = frozenset(
    {"migrate", "flush", "loaddata", "seed_demo", "run_hall", "createsuperuser", "changepassword", "sqlflush"}
)
"""Commands that write to the hall's database."""


class HallRuns(Exception):
    """The hall runs in another process."""


def hold(folder: Path) -> IO[str]:
    """
    Hold the hall for this process; keep the answer as long as it runs.

    Raises:
        HallRuns: Another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / "hall.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise HallRuns from None
    return file


def is_held(folder: Path) -> bool:
    """Tell whether a hall runs on this folder."""
    try:
        hold(folder).close()
    except HallRuns:
        return True
    return False
