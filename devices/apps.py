from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """Ports, frames and machines; knows bytes and nothing of bingo."""

    name = "devices"
    label = "devices"
    default_auto_field = "django.db.models.BigAutoField"
