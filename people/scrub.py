"""
Bytes of rows that were destroyed: a database keeps them in its free pages until it is written anew.

SQLite overwrites what it deletes (`secure_delete`), but its pages are rearranged and its log keeps the old ones: so the
file is written anew and the log cut. On PostgreSQL the tables are.
"""

from __future__ import annotations

import time
from typing import Final

from django.db import connection
from django.db.models import Model

from people.models import EntryCard, EntryHold, Visit, VisitorRecord

TABLES: Final[tuple[type[Model], ...]] = (VisitorRecord, Visit, EntryCard, EntryHold)
_TRIES, _WAIT_S = 25, 0.2


def leave_no_bytes() -> bool:
    """Write the visitors' rows anew without what was destroyed; False = not possible now, within a transaction."""
    if connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("VACUUM")
            return _log_is_cut(cursor)
        for model in TABLES:
            cursor.execute(f"VACUUM (FULL, ANALYZE) {connection.ops.quote_name(model._meta.db_table)}")  # noqa: SLF001 - Django's own name for it
    return True


def _log_is_cut(cursor: object) -> bool:
    """Empty SQLite's log into the file; a reader in the middle of it is waited for."""
    for _ in range(_TRIES):
        (busy, *_rest) = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()  # type: ignore[attr-defined]
        if not busy:
            return True
        time.sleep(_WAIT_S)
    return False
