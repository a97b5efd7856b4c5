"""Words of the minutes: what kind an entry is, and what it says."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LABELS = {
    "entry.SessionOpened": _("Opening"),
    "entry.SessionClosed": _("Closing"),
    "entry.StaffPosted": _("Posts"),
    "entry.BallSetChanged": _("Change of ball set"),
    "entry.StrayBall": _("Ball outside any game"),
    "entry.IncidentNoted": _("Incident"),
    "entry.PrizePaid": _("Late payment"),
    "entry.SaleFiguresCorrected": _("Correction of the cards sold"),
    "entry.BallHeld": _("Ball held"),
    "entry.HeldBallResolved": _("Decision on the held ball"),
    "entry.BallCorrected": _("Correction of a ball"),
    "entry.CallCorrected": _("Correction of a call"),
    "entry.GameWithdrawn": _("Game withdrawn"),
}

SENTENCES = {
    "StaffPosted": _("{post}: {usernames}"),
    "BallSetChanged": _("From {was} to {ball_set}. {reason}"),
    "StrayBall": _("The machine sent the {number}."),
    "IncidentNoted": _("{code} {text}"),
    "PrizePaid": _("Game {game_no}, card {card}: {cents}"),
    "SaleFiguresCorrected": _("The last card sold is {last}, not {was_last}. {reason}"),
    "BallHeld": _("Ball {ordinal}, read {number}: {reason}"),
    "HeldBallResolved": _("Ball {ordinal}, number {number}. Second person: {second}"),
    "BallCorrected": _("Ball {ordinal} is {number}, not {was}. Second person: {second}"),
    "CallCorrected": _("Ball {ordinal} is {number}; {said} was said."),
    "GameWithdrawn": _("{reason}"),
}
"""What an entry says, by the kind of its event; empty values leave no trace of their punctuation."""
