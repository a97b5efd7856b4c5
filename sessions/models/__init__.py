"""Rows beside the journal: its index and its guard. The journal stays the truth of a game."""

from sessions.models.cards import CardMatrix, CardSeries, SellerTakings, SoldCard, StandingPurchase
from sessions.models.draws import DrawSecret
from sessions.models.games import Award, BallSet, BingoSession, DrawnBall, Game
from sessions.models.offers import CardOffer
from sessions.models.printing import PrintJob
from sessions.models.profiles import ProfileVersion
from sessions.models.receipts import ReceiptJob
from sessions.models.tills import TillShift

__all__ = [
    "Award",
    "BallSet",
    "BingoSession",
    "CardMatrix",
    "CardOffer",
    "CardSeries",
    "DrawSecret",
    "DrawnBall",
    "Game",
    "PrintJob",
    "ProfileVersion",
    "ReceiptJob",
    "SellerTakings",
    "SoldCard",
    "StandingPurchase",
    "TillShift",
]
