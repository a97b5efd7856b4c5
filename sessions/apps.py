from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """The game's app; its label keeps clear of django.contrib.sessions (ADR 2)."""

    name = "sessions"
    label = "bingo_sessions"
    verbose_name = "Bingo sessions"
