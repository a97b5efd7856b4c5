"""
Log-ins in the database: 12 hours from the log-in and not an hour more, and a new key where authority was proved.

A key that was replaced stands ten seconds more, for the requests that are on their way with it. A socket that was
opened under it goes on as long as the new one lives.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final, Self

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.db import SessionStore as Rows
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest
from typing_extensions import override

from records import clock

logger = logging.getLogger(__name__)

GRACE: Final = timedelta(seconds=10)
BEGUN, MOVED_TO, MOVED_AT = "log_in_begun", "moved_to", "moved_at"


class SessionStore(Rows):
    """One browser's log-in."""

    @override
    def load(self) -> dict[str, Any]:
        """Read it; one that is over is nobody's."""
        return self._alive(super().load())

    @override
    async def aload(self) -> dict[str, Any]:
        """Read it, for who is on a loop."""
        from asgiref.sync import sync_to_async

        return dict(await sync_to_async(self.load)())

    @override
    def save(self, must_create: bool = False) -> None:
        """Write it; its time runs from the log-in, so later writes do not lengthen it."""
        held = self._get_session(no_load=must_create)
        if SESSION_KEY in held and BEGUN not in held:
            held[BEGUN] = clock.now().isoformat()
        super().save(must_create)

    @override
    def get_expiry_age(self, **kwargs: Any) -> int:
        """Give the seconds it has left."""
        begun = self.get(BEGUN)
        if begun is None:
            return int(super().get_expiry_age(**kwargs))
        over = datetime.fromisoformat(begun) + timedelta(seconds=settings.SESSION_COOKIE_AGE)
        return max(0, int((over - clock.now()).total_seconds()))

    def rotate(self) -> None:
        """Give the same log-in a new key; the old one says where it went."""
        held, old = dict(self._session), self.session_key
        self.create()
        self._session_cache = held
        self.save()
        if old and type(self)().exists(old):
            left = type(self)(old)
            left._session_cache = {**held, MOVED_TO: self.session_key, MOVED_AT: clock.now().isoformat()}  # noqa: SLF001
            left.save()

    @classmethod
    def followed(cls, key: str | None) -> Self:
        """Give the log-in that a key stands for now, for a socket that was opened under it."""
        store = cls(key)
        for _ in range(100):
            row = store._get_session_from_db() if store.session_key else None
            moved = store.decode(row.session_data).get(MOVED_TO) if row else None
            if moved is None:
                return store
            store = cls(moved)
        return cls(None)

    def _alive(self, found: dict[str, Any]) -> dict[str, Any]:
        now = clock.now()
        age = now - datetime.fromisoformat(found.get(BEGUN, now.isoformat()))
        moved = found.get(MOVED_TO)
        over = age >= timedelta(seconds=settings.SESSION_COOKIE_AGE)
        if moved is not None:
            # Within the seconds of grace it is good only while the new key is: a log-out ends both.
            late = now - datetime.fromisoformat(found[MOVED_AT]) > GRACE
            over = over or late or not type(self)().exists(moved)
        if over:
            self._session_key = None
            return {}
        return found


@receiver(user_logged_in)
def begin(request: HttpRequest, **_kwargs: Any) -> None:
    """Begin the twelve hours, also where somebody logs in over their own log-in."""
    request.session[BEGUN] = clock.now().isoformat()


def step_up(request: HttpRequest) -> None:
    """Note that somebody proved more than their log-in: once the deed is done, the browser gets a new key."""
    request.stepped_up = True  # type: ignore[attr-defined]


def rotate_if_stepped_up(request: HttpRequest) -> None:
    """Change the key where more was proved; the deed is done already, and stays so whatever comes of this."""
    if not getattr(request, "stepped_up", False) or not isinstance(request.session, SessionStore):
        return
    try:
        request.session.rotate()
    except DatabaseError:
        logger.exception("the log-in kept its key")
