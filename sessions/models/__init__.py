"""Rows beside the journal: its index and its guard. The journal stays the truth of a game."""

from sessions.models.cards import CardMatrix, CardSeries, SoldCard
from sessions.models.games import Award, BallSet, BingoSession, DrawnBall, Game

__all__ = ["Award", "BallSet", "BingoSession", "CardMatrix", "CardSeries", "DrawnBall", "Game", "SoldCard"]
