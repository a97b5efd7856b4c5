"""Fixtures of tests with a simulated machine."""

import pytest

from tests.walks.table import Table


@pytest.fixture
def table_with(simulators, transactional_db):
    """Give a function that lays a table whose machine has a fault to come."""
    tables = []

    def make(fault=""):
        tables.append(Table(fault))
        return tables[-1]

    yield make
    for table in tables:
        table.loop.stop()
