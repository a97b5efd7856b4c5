from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """The app `people`."""

    name = "people"
