from django.apps import AppConfig
from typing_extensions import override


class ScreensConfig(AppConfig):
    """The app `screens`."""

    name = "screens"

    @override
    def ready(self) -> None:
        """Hold each log-in to the device it is made at, before anybody else hears of it."""
        from django.contrib.auth.signals import user_logged_in

        from screens.enrolment import hold_log_in

        user_logged_in.connect(hold_log_in, dispatch_uid="screens.enrolment")
