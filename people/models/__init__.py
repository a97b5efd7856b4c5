"""People of the hall: one module a kind."""

from people.models.bans import EntryBan
from people.models.players import Player
from people.models.staff import AlsoPlays, StaffMember
from people.models.staff_turns import RotaTurn
from people.models.terminals import EnrolmentOffer, EnrolmentTries, Terminal

__all__ = ["AlsoPlays", "EnrolmentOffer", "EnrolmentTries", "EntryBan", "Player", "RotaTurn", "StaffMember", "Terminal"]
