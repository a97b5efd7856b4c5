"""Fixtures of every test: a data folder of its own, and a flush that the append-only triggers let pass."""

from __future__ import annotations

import pytest
from django.db.backends.base.operations import BaseDatabaseOperations

from records.publish import silence

GUARDED = ("records_event", "records_actaentry", "ledger_entry", "ledger_leg", "bingo_sessions_profileversion")


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path_factory):
    """Give every test its own folder for matrices."""
    settings.BINGO_DATA_DIR = tmp_path_factory.mktemp("data")
    return settings.BINGO_DATA_DIR


@pytest.fixture(autouse=True)
def _no_profile_of_another_test():
    """Forget the profiles that screens showed: another test's hall has the same number and the same empty journal."""
    from sessions.selectors.profiles import read_at_head

    read_at_head.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers():
    """Let Django's flush of transactional tests empty append-only tables: triggers off before, on after."""
    from django.db import connection

    cls = type(connection.ops)
    original = cls.execute_sql_flush

    def flush(self: BaseDatabaseOperations, sql_list):
        from records.triggers import guard, unguard

        tables = set(connection.introspection.table_names())
        present = [t for t in GUARDED if t in tables]
        with connection.schema_editor() as editor:
            for table in present:
                unguard(editor, table)
        try:
            original(self, sql_list)
        finally:
            with connection.schema_editor() as editor:
                for table in present:
                    guard(editor, table)

    cls.execute_sql_flush = flush
    yield
    cls.execute_sql_flush = original


@pytest.fixture
def silent():
    """Tell no screen within the test."""
    with silence():
        yield


@pytest.fixture
def time():
    """Give a clock that stands for the hall's and that the test moves."""
    from records import clock
    from tests.given import Clock

    moved = Clock()
    with clock.injected(moved):
        yield moved
