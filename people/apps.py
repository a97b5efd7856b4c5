from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class PeopleConfig(AppConfig):
    """The app `people`."""

    name = "people"
    verbose_name = _("People")  # in the administration

    @override
    def ready(self) -> None:
        """Hear when players log in and out, however they do it."""
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from people.player_log_ins import hear_log_in, hear_log_out

        user_logged_in.connect(hear_log_in, dispatch_uid="people.player_log_ins")
        user_logged_out.connect(hear_log_out, dispatch_uid="people.player_log_ins")
