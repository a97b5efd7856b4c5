"""The benches on a machine without PostgreSQL: they say so and end."""

import json
import socket

import pytest

from tests.bench import latency, sales


@pytest.fixture
def no_server(monkeypatch):
    """Name a server at whose port nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("POSTGRES", f"postgres://root@127.0.0.1:{taken.getsockname()[1]}/test")
        yield


def told(capsys):
    """Give what is said of PostgreSQL, and the figures."""
    *lines, last = capsys.readouterr().out.splitlines()
    return [line for line in lines if line.startswith("postgres")], json.loads(last)


def test_the_sales_bench_says_that_there_is_no_postgres(no_server, monkeypatch, capsys):
    monkeypatch.setattr(sales, "RUNS", [("postgres", 6)])
    assert sales.main() == 0
    (line,), figures = told(capsys)
    assert line.startswith("postgres does not answer: ")
    assert figures == {"bench": "sales", "runs": []}


def test_the_latency_bench_says_that_there_is_no_postgres(no_server, monkeypatch, capsys):
    run = latency.one_run

    def only_postgres(database):
        if database != "postgres":
            raise ConnectionError
        return run(database)

    monkeypatch.setattr(latency, "one_run", only_postgres)
    assert latency.main() == 0
    (line,), figures = told(capsys)
    assert line.startswith("postgres does not answer: ")
    assert figures == {"bench": "latency", "runs": []}
