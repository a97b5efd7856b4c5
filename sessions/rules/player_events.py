"""What happens to players' accounts beside the games; a player is a number here."""

from __future__ import annotations
