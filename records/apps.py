from django.apps import AppConfig


class RecordsConfig(AppConfig):
    """The app `records`."""

    name = "records"
