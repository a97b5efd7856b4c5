"""The kiosk page: a camera and the overlay over it in one page, for halls without a mixer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.conf import settings
from django.shortcuts import render

from screens.access import wall_access
from screens.views.overlay import overlay_context

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

DIRECTIVE: Final = {"whep": "connect-src", "hls": "media-src", "video": "media-src", "mjpeg": "img-src"}
"""What the page's policy calls the place that each kind of camera comes from."""

_ENDS: Final = (("/whep", "whep"), (".m3u8", "hls"), (".mp4", "video"), (".webm", "video"))


@dataclass(frozen=True, slots=True)
class Camera:
    """One camera: `whep` (WebRTC), `hls`, `video` or `mjpeg`; `origin` is empty where the hall itself gives it out."""

    kind: str
    url: str
    origin: str


def camera_of(text: str) -> Camera | None:
    """
    Read a camera's address, `http://…` or `kind:http://…`; a path alone is on the hall's own server.

    None where it is no address that a browser can show, as rtsp:// is not.
    """
    kind, _, rest = text.strip().partition(":")
    url = rest if kind in DIRECTIVE else text.strip()
    where = urlsplit(url)
    own = not where.scheme and not where.netloc and where.path.startswith("/")
    if not own and (where.scheme not in {"http", "https"} or not where.hostname):
        return None
    if kind not in DIRECTIVE:
        kind = next((kind for end, kind in _ENDS if where.path.endswith(end)), "mjpeg")
    # Without the name and password that an address may carry.
    origin = "" if own else f"{where.scheme}://{where.netloc.rpartition('@')[2]}"
    return Camera(kind, url, origin)


def chosen(request: HttpRequest) -> Camera | None:
    """Give the camera that `src` names by its place in the setting, the first when it names none."""
    cameras = settings.BINGO_CAMERA_URL
    asked = request.GET.get("src", "")
    place = int(asked) - 1 if asked.isascii() and asked.isdigit() and 0 < int(asked) <= len(cameras) else 0
    return camera_of(cameras[place]) if cameras else None


@wall_access
def camera(request: HttpRequest) -> HttpResponse:
    """Show a camera of the setting below the overlay; this page alone may load from where the camera is."""
    found = chosen(request)
    context = {**overlay_context(request), "camera": found, "background": "camera"}
    allowed = {DIRECTIVE[found.kind]: [found.origin]} if found and found.origin else {}
    if found and found.origin and found.kind == "hls":
        # Browsers differ in what they count the pieces of a stream as.
        allowed["connect-src"] = [found.origin]
    page: HttpResponse = csp_update(allowed)(lambda asked: render(asked, "screens/camera.html", context))(request)
    return page
