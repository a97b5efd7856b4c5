"""Prove the journal: chain, and fold == board. The same as `verify --journal`."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """`manage.py verify_journal`."""

    help = "Verify the hash chain and that every board is the fold of its events"

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Hand over to verify."""
        call_command("verify", journal=True, stdout=self.stdout)
