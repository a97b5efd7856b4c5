"""What `manage.py check --deploy` refuses of a production hall."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def layer_crosses_processes(**_kwargs: Any) -> list[CheckMessage]:
    """Refuse the in-memory layer in the production profile: each process would be alone with its screens."""
    if settings.PRODUCTION and not settings.BINGO_REDIS_URL:
        return [Error("The production profile needs BINGO_REDIS_URL: the in-memory layer does not cross processes.")]
    return []
