"""People of the hall: one module a kind."""

from people.models.bans import EntryBan
from people.models.players import Player
from people.models.staff import StaffMember

__all__ = ["EntryBan", "Player", "StaffMember"]
