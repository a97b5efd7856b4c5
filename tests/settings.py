"""Settings of the test run: the hall's own, on the database and layer that the environment names."""

import os
from pathlib import Path
from tempfile import gettempdir

os.environ.setdefault("BINGO_PROFILE", "embedded")
os.environ.setdefault("BINGO_DATABASE_URL", "sqlite:///:memory:")

from bingo_hall.settings import *  # noqa: E402, F403
from bingo_hall.settings import DATABASES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
ALLOWED_HOSTS = ["*"]
BINGO_DEMO = True
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # Threads and processes of a test share one database file, as those of a hall do.
    DATABASES["default"]["TEST"] = {"NAME": os.environ.get("BINGO_TEST_SQLITE", str(Path(gettempdir()) / "bingo-test.sqlite3"))}
