"""What `manage.py check --deploy` refuses of a production hall."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

from records.sealed import KEY_FILE


@register(Tags.security, deploy=True)
def layer_crosses_processes(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse the in-memory layer in the production profile: each process would be alone with its screens."""
    if settings.PRODUCTION and not settings.BINGO_REDIS_URL:
        return [Error("The production profile needs BINGO_REDIS_URL: the in-memory layer does not cross processes.")]
    return []


@register(Tags.security, deploy=True)
def keys_are_the_hall_s_alone(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse a file of keys that others on the machine can read."""
    path = Path(settings.BINGO_DATA_DIR) / KEY_FILE
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        return [Error(f"{path.name} in the data folder can be read by others: chmod 600.")]
    return []
