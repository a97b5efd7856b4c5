"""
Which device a request comes from, and what that device is for: asked before any view, and by each socket.

The device holds its secret in a cookie that no script reads and no other site sends. It is bound to its use whoever
logs in at it, and a log-in is bound to its device: neither cookie is worth anything without the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers

from people.models import Terminal
from people.terminals import terminal_of
from sessions.messages import sentence
from sessions.rules.errors import NotAtThisTerminal
from sessions.rules.terminals import KIOSKS, USES, TerminalKind, permissions_at

COOKIE_LIVES_S: Final = 400 * 24 * 3600
"""As long as browsers keep one; each page asked for begins it anew."""

ANYWHERE: Final = frozenset(
    {"enrol", "healthz", "set_language", "logout", "check", "check_code", "check_draw", "check_script", "overlay_data"}
)
"""Pages that any device may have: for the public's own telephones, and for mixers, which keep no cookie."""

AT_KIOSK: Final[dict[str, frozenset[str]]] = {
    TerminalKind.PLAYER_TERMINAL: frozenset(
        {
            "terminal",
            "player_entry",
            "player_exit",
            "terminal_account",
            "statement",
            "login",
            "enter_demo",
            "deed",
            "state",
            "mine",
            "voice_clip",
        }
    ),
    TerminalKind.WALL: frozenset(
        {"hall", "overlay", "camera", "state", "voice_list", "voice_said", "voice_clip", "voice_sentence"}
    ),
}
"""Pages of the devices in the public's hands or sight, beside those that need a permission the device is for."""


class NotHere(PermissionDenied):
    """Somebody whose work is not this device's logged in at it; they are logged out again."""


def cookie_name() -> str:
    """Give the name of the device's cookie; under https no other host and no plain page can set it."""
    return "__Host-terminal" if settings.BINGO_HTTPS else "terminal"


def terminal_in(cookies: Mapping[str, str]) -> Terminal | None:
    """Find the device whose secret is among the cookies of a request or a socket."""
    return terminal_of(cookies.get(cookie_name(), ""))


def keep_secret(response: HttpResponse, token: str) -> None:
    """Give the device its secret, or have it keep it on."""
    response.set_cookie(
        cookie_name(), token, max_age=COOKIE_LIVES_S, secure=settings.BINGO_HTTPS, httponly=True, samesite="Strict"
    )


def is_local(address: str, forwarded: str, host: str) -> bool:
    """Tell whether somebody sits at the server itself: no address on the way, nor the one asked for, is another's."""
    hops = [address, *(hop for hop in forwarded.split(",") if hop.strip())]
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return all(_loops_back(hop.strip()) for hop in hops) and name in {"localhost", "127.0.0.1", "[::1]"}


def _loops_back(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def allowed_at(terminal: Terminal | None, *, local: bool) -> frozenset[str] | None:
    """
    Give the permissions that a device is for; None = whatever its user may, as on any device of an open hall.

    In a hall of enrolled devices one that is not enrolled is for nothing, but the server's own is for the Jefe de
    Sala, or nobody could let the first device in.
    """
    if terminal is not None:
        return permissions_at(terminal.kind)
    if settings.BINGO_TERMINALS == "open":
        return None
    return frozenset({"direct_session"}) if local else frozenset()


class TerminalGate:
    """The middleware; it stands behind the log-in's own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep what answers."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Find the device, hold its user to it, and let nothing personal be kept by the browser."""
        asked: Any = request
        asked.terminal = terminal_in(request.COOKIES)
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        local = is_local(request.META.get("REMOTE_ADDR", ""), forwarded, request.get_host())
        asked.at_device = allowed_at(asked.terminal, local=local)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            _hold(asked)
        response = self.get_response(request)
        if asked.terminal is not None and request.method == "GET" and cookie_name() not in response.cookies:
            keep_secret(response, request.COOKIES[cookie_name()])
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    def process_view(self, request: Any, view: Any, _args: Any, _kwargs: Any) -> HttpResponse | None:
        """Refuse what is not for this device, before the view is asked."""
        name = request.resolver_match.view_name
        if request.at_device is None or name in ANYWHERE:
            return None
        if request.terminal is None:
            return None if request.at_device else _closed(request, name)
        if request.terminal.kind in KIOSKS:
            return _at_kiosk(request, name, getattr(view, "permissions", ()))
        if name.startswith("admin:") and "direct_session" not in request.at_device:
            return _refused(request, name)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say why, to who has logged in at the wrong device."""
        return _refused(request, "login") if isinstance(exception, NotHere) else None


def _hold(request: Any) -> None:
    """Hold a log-in to the device it was made at, and its user to what the device is for."""
    at = request.terminal.number if request.terminal else None
    if "_auth_user_id" in request.session and request.session.get("terminal") != at:
        logout(request)
    if request.at_device is not None:
        request.user.at_device = request.at_device


def hold_log_in(request: Any, user: Any, **_more: Any) -> None:
    """
    Bind a log-in that has just been made to its device (told of each by a signal, whichever page made it).

    Raises:
        NotHere: The device is for nothing that this person may do.
    """
    from screens.access import may

    at_device = getattr(request, "at_device", None)
    if at_device is None:
        return
    user.at_device = at_device
    if not may(user, *at_device):
        request.session.flush()
        request.user = AnonymousUser()
        raise NotHere
    if request.terminal is not None:
        request.session["terminal"] = request.terminal.number


def _at_kiosk(request: Any, name: str, needed: tuple[str, ...]) -> HttpResponse | None:
    kind = TerminalKind(request.terminal.kind)
    if name in AT_KIOSK[kind] or (needed and request.at_device.issuperset(needed)):
        return None
    if name == "launcher":
        return redirect(USES[kind].home)
    return _refused(request, name)


def _closed(request: HttpRequest, name: str) -> HttpResponse:
    """Answer a device that is not enrolled, in a hall where all are."""
    if request.method == "GET" and name not in {"state", "mine"}:
        return redirect("enrol")
    return _refused(request, name)


def _refused(request: HttpRequest, name: str) -> HttpResponse:
    refusal = NotAtThisTerminal()
    if name in {"deed", "state", "mine"}:
        told = {"ok": False, "code": refusal.code, "message": sentence(refusal)}
        return JsonResponse(told, status=403)
    context = {"why": sentence(refusal), "home": home_of(getattr(request, "terminal", None))}
    return render(request, "screens/terminals/refused.html", context, status=403)


def home_of(terminal: Terminal | None) -> str:
    """Give the address at which a device begins."""
    return USES[TerminalKind(terminal.kind)].home if terminal else "/"
