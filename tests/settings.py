"""Settings of the test run: the hall's own, on the database and layer that the environment names."""

import os
from pathlib import Path
from tempfile import gettempdir

os.environ.setdefault("BINGO_PROFILE", "embedded")
os.environ.setdefault("BINGO_DATABASE_URL", "sqlite:///:memory:")
# One run, one database: runs side by side do not meet, and the processes a test starts share it.
RUN = os.environ.setdefault("BINGO_TEST_RUN", str(os.getpid()))

from bingo_hall.settings import *  # noqa: F403
from bingo_hall.settings import DATABASES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AXES_ENABLED = False
ALLOWED_HOSTS = ["*"]
BINGO_DEMO = True
CELERY_TASK_ALWAYS_EAGER = True
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["TEST"] = {"NAME": str(Path(gettempdir()) / f"bingo-test-{RUN}.sqlite3")}
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_bingo_{RUN}"}
    # Tests fork, and a pool's connections would be shared by the children.
    del DATABASES["default"]["OPTIONS"]["pool"]
