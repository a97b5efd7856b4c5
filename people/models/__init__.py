"""People of the hall: one module a kind."""

from people.models.approvals import Approval
from people.models.bans import EntryBan
from people.models.players import Player, PlayerCard, PlayerLimit, PlayerVisit
from people.models.second_factors import SecondFactor
from people.models.staff import AlsoPlays, StaffMember
from people.models.staff_turns import RotaTurn
from people.models.terminals import EnrolmentOffer, EnrolmentTries, Terminal
from people.models.visitors import Entrance, EntryCard, EntryHold, Visit, VisitorRecord

__all__ = [
    "AlsoPlays",
    "Approval",
    "EnrolmentOffer",
    "EnrolmentTries",
    "Entrance",
    "EntryBan",
    "EntryCard",
    "EntryHold",
    "Player",
    "PlayerCard",
    "PlayerLimit",
    "PlayerVisit",
    "RotaTurn",
    "SecondFactor",
    "StaffMember",
    "Terminal",
    "Visit",
    "VisitorRecord",
]
