"""Who may not come in."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from records.models import Hall


class EntryBan(models.Model):
    """One mark of a register of those who may not come in (O79 30.1); it tells neither who nor why."""

    hall = models.ForeignKey(Hall, on_delete=models.CASCADE, related_name="entry_bans")
    register = models.CharField(max_length=10, default="regional")
    mark = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["hall", "register", "mark"], name="entry_ban_once")]
