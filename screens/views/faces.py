"""Where a person's work begins."""

from __future__ import annotations

from screens.access import FACES, may
from screens.views.launcher import ADDRESSES


def first_face(user: object) -> str:
    """Give the address of the person's first face; the launcher when they have none."""
    return next((ADDRESSES[face] for permission, face in FACES if may(user, permission)), "/")
