"""Who logs in and out of the hall's pages is noted in its journal; nobody is kept out because that failed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from axes.signals import user_locked_out
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest

from sessions.services import significant

logger = logging.getLogger(__name__)

Receiver = Callable[..., None]


def _robust(receiver: Receiver) -> Receiver:
    @wraps(receiver)
    def tried(**signal: Any) -> None:
        try:
            receiver(**signal)
        except Exception:
            logger.exception("a log-in or log-out could not be noted")

    return tried


def address_of(request: HttpRequest | None) -> str:
    """Give the address a request comes from, as the log-in's own guard knows it."""
    if request is None:
        return ""
    return str(getattr(request, "axes_ip_address", None) or request.META.get("REMOTE_ADDR", ""))


def _of_a_page(request: HttpRequest | None) -> bool:
    """Tell a person at a page from a command or a test that puts somebody in without one."""
    return request is not None and request.resolver_match is not None


@_robust
def logged_in(request: HttpRequest | None = None, user: Any = None, **_signal: Any) -> None:
    """Note a log-in."""
    if user is not None and _of_a_page(request):
        significant.note_login(None, user, address=address_of(request))


@_robust
def logged_out(request: HttpRequest | None = None, user: Any = None, **_signal: Any) -> None:
    """Note a log-out; of who was not logged in there is nothing to note."""
    if user is not None and _of_a_page(request):
        significant.note_logout(None, user)


@_robust
def failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_signal: Any) -> None:
    """Note a password that was wrong."""
    significant.note_failed_login(str(credentials.get("username") or ""), address=address_of(request))


@_robust
def locked(username: str | None = None, ip_address: str | None = None, **_signal: Any) -> None:
    """Note that a log-in is locked for a while."""
    significant.note_lockout(username or "", address=ip_address or "")


def connect() -> None:
    """Listen to the log-ins of this process."""
    for signal, receiver in (
        (user_logged_in, logged_in),
        (user_logged_out, logged_out),
        (user_login_failed, failed),
        (user_locked_out, locked),
    ):
        signal.connect(receiver, dispatch_uid=receiver.__name__, weak=False)
