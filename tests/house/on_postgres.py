"""`python -m tests.house.on_postgres`: the tests that must also hold on PostgreSQL with the Redis layer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDERS = (
    "tests/sessions/services",
    "tests/sessions/journal",
    "tests/sessions/selectors",
    "tests/people",
    "tests/records",
    "tests/ledger",
    "tests/concurrency",
    "tests/load",
    "tests/screens",
    "tests/golden",
    "tests/scenarios",
    "tests/test_stateful.py",
)


def missing(database: str, redis_url: str) -> str:
    """Tell which service does not answer, "" when both do."""
    import psycopg
    import redis

    try:
        psycopg.connect(database, connect_timeout=3).close()
    except psycopg.OperationalError as error:
        return f"PostgreSQL: {error}"
    try:
        redis.Redis.from_url(redis_url, socket_timeout=3).ping()
    except redis.RedisError as error:
        return f"Redis: {error}"
    return ""


def main() -> int:
    """Run them, or say why not; under CI=true nothing may be missing."""
    database = os.environ.get("POSTGRES", "postgres://root@127.0.0.1:5432/test")
    redis_url = os.environ.get("REDIS", "redis://127.0.0.1:6379/9")
    if reason := missing(database, redis_url):
        print(f"SKIPPED on PostgreSQL and Redis: {reason.strip()}")
        return 1 if os.environ.get("CI") == "true" else 0
    environment = {**os.environ, "BINGO_DATABASE_URL": database, "BINGO_REDIS_URL": redis_url}
    present = [folder for folder in FOLDERS if Path(folder).exists()]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *present], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
