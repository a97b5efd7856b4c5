from django.apps import AppConfig
from django.db.models.signals import post_migrate


class BingoHallConfig(AppConfig):
    """The project itself: roles, wiring and commands."""

    name = "bingo_hall"

    def ready(self) -> None:
        """Keep the posts' groups in step with the code."""
        from bingo_hall.roles import make_groups
        from bingo_hall.wiring import machines_of
        from sessions.selectors.stock import provide_machines

        provide_machines(machines_of)
        post_migrate.connect(make_groups, sender=self)
