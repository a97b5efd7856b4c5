"""One look at the database for many reads: what is written meanwhile is not seen, and nobody is held up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

# Django's own transactions would lock SQLite for writing, and on PostgreSQL see each commit as it comes.
BEGIN: Final = {"sqlite": "BEGIN DEFERRED", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"}


@contextmanager
def snapshot() -> Iterator[None]:
    """Read within the block as of one moment; inside a transaction the block is part of it."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")
