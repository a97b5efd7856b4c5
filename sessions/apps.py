from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SessionsConfig(AppConfig):
    """The game's app; its label keeps clear of django.contrib.sessions (ADR 2)."""

    name = "sessions"
    label = "bingo_sessions"
    verbose_name = _("Regulation")  # in the administration
