"""What a deed is made of: who asks, which permission, which fields, which service; and the fields many share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from records.journal import recorded
from records.models import Event, Hall
from screens.deeds.clean import Cleaner, text, whole
from sessions.models import BingoSession, Game
from sessions.rules.errors import NotFound
from sessions.selectors.games import game_numbered, live_session

BIGGEST: Final = 10**9
Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks, in which hall, with which key."""

    request: Any
    hall: Hall
    actor: str
    key: str

    def game(self, body: Body) -> Game:
        """Find the game the screen speaks of."""
        return game_numbered(self.hall.pk, body["game_no"])

    @property
    def said(self) -> Event | None:
        """What this same key recorded before: a deed said again is about the session or game it was about then."""
        return recorded(self.hall.pk, self.by["source_ref"])

    def session(self) -> BingoSession:
        """Find the live session; raises NotFound."""
        # A key that was a deed of the hall itself is refused at this one's door.
        if (said := self.said) and said.session_no is not None:
            return BingoSession.objects.get(hall=self.hall, session_no=said.session_no)
        session = live_session(self.hall.pk)
        if session is None:
            raise NotFound(what="session", which="")
        return session

    @property
    def by(self) -> dict[str, str]:
        """Who acts, under which reference; the person is part of it: keys of two people never meet."""
        return {"actor": self.actor, "source_ref": f"{self.actor}:{self.key}"}


Run = Callable[[Asked, Body], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """
    One deed: permissions (any of them), fields, and what runs.

    One with `receipt` may name a printer, which prints what was recorded; that is no part of the request itself.
    `seconds` are the permissions (any of them) of who may be its second person; () = whoever works here.
    """

    permissions: tuple[str, ...]
    run: Run
    fields: Mapping[str, Cleaner] = field(default_factory=dict)
    receipt: bool = False
    seconds: tuple[str, ...] = ()

    @property
    def all_fields(self) -> Mapping[str, Cleaner]:
        """Give its fields, the printer's code included."""
        return {**self.fields, **({"printer": text(50, required=False)} if self.receipt else {})}


def of_game(service: Callable[..., Any], *names: str) -> Run:
    """Make the deed of a game's service that takes these fields as they are."""

    def run(asked: Asked, body: Body) -> Any:
        return service(game_id=asked.game(body).pk, **{n: body[n] for n in names}, **asked.by)

    return run


def of_session(service: Callable[..., Any], *names: str) -> Run:
    """Make the deed of a session's service that takes these fields as they are."""

    def run(asked: Asked, body: Body) -> Any:
        return service(session_id=asked.session().pk, **{n: body[n] for n in names}, **asked.by)

    return run


GAME: Final = {"game_no": whole(1, BIGGEST)}
SECOND: Final = {
    "second": text(150, required=False),
    "second_password": text(200, required=False),
    # Instead of both: what the second person approved from their own screen (screens.approvals).
    "approval": text(64, required=False),
}
RANGE: Final = {"first": whole(1, BIGGEST), "last": whole(1, BIGGEST)}
SERIES: Final = {"series": whole(1, BIGGEST)}
BALL: Final = whole(-BIGGEST, BIGGEST)  # the rule says what a ball is, in a better sentence
WORDS: Final = text(500)
