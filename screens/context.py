"""What every page's template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from screens.access import hall_of


def hall(request: HttpRequest) -> dict[str, Any]:
    """Give the hall and whether this is a demo."""
    return {"hall": hall_of(getattr(request, "user", None)), "demo": settings.BINGO_DEMO}
