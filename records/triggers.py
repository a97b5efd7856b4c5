"""Append-only guard rails for both databases: UPDATE, DELETE and TRUNCATE of a table are refused."""

from __future__ import annotations

from typing import Any

_SQLITE = """
CREATE TRIGGER {table}_no_{deed} BEFORE {deed} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_POSTGRES = """
CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{table} is append-only'; END $$;
CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_refuse();
"""
_POSTGRES_TRUNCATE = """
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse();
"""


def guard(schema_editor: Any, table: str) -> None:
    """Put the triggers on a table, in the dialect of the connection."""
    if schema_editor.connection.vendor == "sqlite":
        for deed in ("UPDATE", "DELETE"):
            schema_editor.execute(_SQLITE.format(table=table, deed=deed))
        return
    schema_editor.execute(_POSTGRES.format(table=table))
    schema_editor.execute(_POSTGRES_TRUNCATE.format(table=table))


def unguard(schema_editor: Any, table: str) -> None:
    """Take the triggers off (a migration backwards, or a test's flush)."""
    names = ("no_UPDATE", "no_DELETE") if schema_editor.connection.vendor == "sqlite" else ()
    for name in names:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name}")
    if not names:
        for name in ("no_change", "no_truncate"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}")
