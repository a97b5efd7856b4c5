from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class BingoHallConfig(AppConfig):
    """The project itself: roles, wiring and commands."""

    name = "bingo_hall"

    def ready(self) -> None:
        """Keep the posts' groups in step with the code."""
        import bingo_hall.checks  # noqa: F401 - registers itself
        from bingo_hall.log_in_notes import connect
        from bingo_hall.printing import printers_of
        from bingo_hall.roles import make_groups
        from bingo_hall.wiring import machines_of
        from sessions.selectors.receipts import provide_printers
        from sessions.selectors.stock import provide_machines

        connect()
        provide_machines(machines_of)
        provide_printers(printers_of)
        # The signal is sent only for apps with models; the permissions are those of the game.
        post_migrate.connect(make_groups, sender=apps.get_app_config("bingo_sessions"))
