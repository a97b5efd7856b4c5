"""HTTP by Django, sockets by the hub; both only from the hall's own origins."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bingo_hall.settings")
http_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - Django must be ready first
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from screens.origins import HallOrigins  # noqa: E402
from screens.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": HallOrigins(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
