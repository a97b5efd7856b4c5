"""A production hall's locks: Django's check for deployment, the broker's formats, no package with a known hole."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from kombu.exceptions import ContentDisallowed
from kombu.serialization import dumps, loads, prepare_accept_content

from bingo_hall.celery import app
from tests.bingo_hall.test_settings import REAL

ROOT = Path(__file__).resolve().parents[2]
FLOORS = {
    "django": (5, 2, 19),
    "daphne": (4, 2, 3),
    "channels": (4, 3, 2),
    "redis": (4, 5, 5),
    "celery": (5, 2, 2),
}
"""The first versions without the holes that are known of each (see docs/security.md)."""


def test_the_check_for_deployment_has_nothing_to_say_of_a_production_hall(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("BINGO_", "DJANGO_"))}
    environment |= REAL | {"BINGO_REDIS_URL": "redis://127.0.0.1:6379/0", "BINGO_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, "no issues" in done.stdout) == (0, True), done.stdout + done.stderr


def test_a_key_file_that_others_can_read_is_refused_by_that_check(tmp_path):
    key = tmp_path / "personal-data.key"
    key.write_text("x")
    key.chmod(0o644)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("BINGO_", "DJANGO_"))}
    environment |= REAL | {"BINGO_REDIS_URL": "redis://127.0.0.1:6379/0", "BINGO_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "manage.py", "check", "--deploy"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert "chmod 600" in done.stderr


@pytest.mark.parametrize(("package", "floor"), FLOORS.items())
def test_no_package_is_below_the_first_version_without_a_known_hole(package, floor):
    pinned = re.search(rf"^{package}==([0-9.]+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert pinned is not None, package
    assert tuple(map(int, pinned[1].split("."))) >= floor


def test_a_worker_takes_json_and_no_pickle():
    taken = prepare_accept_content(app.conf.accept_content)
    kind, encoding, said = dumps({"hall": 1}, serializer="json")
    assert loads(said, kind, encoding, accept=taken) == {"hall": 1}
    kind, encoding, said = dumps({"hall": 1}, serializer="pickle")
    with pytest.raises(ContentDisallowed):
        loads(said, kind, encoding, accept=taken)


def test_log_ins_are_rows_of_the_database_and_no_cache_holds_pickles(settings):
    assert issubclass(import_module(settings.SESSION_ENGINE).SessionStore, SessionStore)
    assert all("redis" not in cache["BACKEND"].lower() for cache in settings.CACHES.values())
