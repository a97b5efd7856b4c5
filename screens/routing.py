from django.urls import path

from screens.consumers import HallConsumer

websocket_urlpatterns = [path("ws/hall/", HallConsumer.as_asgi())]
