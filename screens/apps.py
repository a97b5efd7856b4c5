from django.apps import AppConfig


class ScreensConfig(AppConfig):
    """The app `screens`."""

    name = "screens"
