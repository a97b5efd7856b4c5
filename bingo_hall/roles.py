"""The posts of O79 art. 24 as groups with their permissions; made anew after every migration."""

from __future__ import annotations

from typing import Any, Final

ROLES: Final[dict[str, tuple[str, ...]]] = {
    # 24.7 general direction, hierarchy over staff.
    "hall_manager": ("direct_session",),
    # 24.6 checks balls and cards, determines prizes, verifies, informs aloud, writes the acta.
    "table_chief": ("run_table", "call_balls"),
    # 24.5 holds the cards, takings and prizes.
    "cashier": ("keep_cash",),
    # 24.4 sells; in the caller's shift starts the machine and reads the balls.
    "seller_caller": ("sell_cards", "call_balls"),
    # 24.3: no deed at a screen is theirs; they are posted, and counted for the hall's minimum staff.
    "floor_assistant": (),
    # 24.2 controls the entry, and keeps the visitors' file.
    "admission": ("admit",),
    # Article 85.3: plays with virtual cards.
    "player": ("play_cards",),
}


def make_groups(**_kwargs: Any) -> None:
    """Make the groups and give them their permissions; run after migrate, so that both always agree."""
    from django.apps import apps
    from django.contrib.auth.management import create_permissions
    from django.contrib.auth.models import Group, Permission

    create_permissions(apps.get_app_config("bingo_sessions"), verbosity=0)
    for name, codenames in ROLES.items():
        group, _created = Group.objects.get_or_create(name=name)
        group.permissions.set(
            Permission.objects.filter(content_type__app_label="bingo_sessions", codename__in=codenames)
        )
