"""Finding sessions and games; no writes."""

from __future__ import annotations

from sessions.models import BingoSession, Game
from sessions.rules.errors import NotFound
from sessions.rules.states import LIVE, TAKES_BALLS, State


def live_session(hall_id: int) -> BingoSession | None:
    """Find the hall's session that is being prepared or is open."""
    return BingoSession.objects.filter(hall_id=hall_id).exclude(state="closed").first()


def live_game(hall_id: int) -> Game | None:
    """Find the game being played in the hall; of a pair the first until it is closed, then the second."""
    games = Game.objects.select_related("session").filter(session__hall_id=hall_id, state__in=LIVE)
    return games.order_by("game_no").first()


def shown_game(hall_id: int) -> Game | None:
    """Find the game the screens show: the one being played, or the last one of the hall."""
    games = Game.objects.select_related("session").filter(session__hall_id=hall_id)
    return live_game(hall_id) or games.exclude(state=State.ANNOUNCED).order_by("pk").last()


def game_taking_balls(hall_id: int) -> Game | None:
    """Find the game a machine's ball belongs to now."""
    game = live_game(hall_id)
    return game if game is not None and game.state in TAKES_BALLS else None


def game_numbered(hall_id: int, game_no: int, *, session_no: int | None = None) -> Game:
    """
    Find the game with that number, in the session named or in the latest that has one.

    Raises:
        NotFound: There is none.
    """
    games = Game.objects.select_related("session").filter(session__hall_id=hall_id, game_no=game_no)
    if session_no is not None:
        games = games.filter(session__session_no=session_no)
    game = games.order_by("-session__session_no").first()
    if game is None:
        raise NotFound(what="game", which=game_no)
    return game
