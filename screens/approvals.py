"""
What a second person is asked for: bound to the deed, its body, the session and the amount, and shown in words.

`digest` is found twice: when it is asked, and under the locks of the deed itself. What differs is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from people.models import Approval, StaffMember
from records import clock
from records.chain import body_hash
from records.models import Hall
from screens.access import may
from screens.deeds.kinds import Asked, Body, Deed
from sessions.journal import codec
from sessions.journal.redeeming import Presented, presenting, standing_of
from sessions.models import Award, Game
from sessions.rules import errors
from sessions.rules.approvals import GIVEN, REFUSED, WAITING, check_use
from sessions.rules.board import Board
from sessions.rules.void import price_of
from sessions.selectors.games import game_numbered, live_session

UNBOUND: Final = frozenset({"key", "second", "second_password", "approval", "printer", "giver_pin", "taker_pin"}) | {
    "pin",
    "again",
    "old_pin",
}
"""Fields that are no part of what is done; no PIN is kept or shown."""

AT_THE_SCREEN_ONLY: Final = frozenset({"open_till", "hand_over_till", "close_till"})
"""Deeds whose second person looks at the cash that was counted, and so signs where it lies."""

Facts = dict[str, Any]


def bound(body: Mapping[str, Any]) -> dict[str, Any]:
    """Give the part of a cleaned body that says what is done."""
    return {name: value for name, value in body.items() if name not in UNBOUND}


def _game(hall: Hall, body: Body) -> Game | None:
    if "game_no" not in body:
        return None
    try:
        return game_numbered(hall.pk, body["game_no"], session_no=body.get("session_no"))
    except errors.NotFound:
        return None


def _of_void(game: Game, board: Board, body: Body) -> Facts:
    whole = board.pair == 1 and (bool(body.get("end_pair")) or board.figures is None)
    cards = sum(lot.sold for lot in board.lots)
    cents = sum(lot.sold * price_of(board, lot, whole=whole) for lot in board.lots)
    return {"state": game.state, "cards": cards, "cents": cents}


def _of_prize(game: Game, _board: Board, body: Body) -> Facts:
    award = Award.objects.filter(game=game, award_no=body["award_no"]).first()
    return {"prize": award.prize, "won_by": award.card, "cents": award.cents} if award else {}


def _of_ball(_game: Game, board: Board, body: Body) -> Facts:
    ordinal = body["ordinal"]
    return {"was": board.drawn[ordinal - 1]} if 1 <= ordinal <= len(board.drawn) else {}


def _of_held(_game: Game, board: Board, _body: Body) -> Facts:
    # The deed decides on the oldest one: it must still be the one that was looked at.
    return {"held": codec.encode(board.held[0])} if board.held else {}


FACTS: Final[dict[str, Callable[[Game, Board, Body], Facts]]] = {
    "void_game": _of_void,
    "pay_prize": _of_prize,
    "correct_ball": _of_ball,
    "resolve_held": _of_held,
}


def facts_of(hall: Hall, deed: str, body: Body) -> Facts:
    """Give what the deed would do as things stand now; `cents` is its amount, where money moves."""
    session = live_session(hall.pk)
    facts: Facts = {"session": session.session_no if session else 0}
    game = _game(hall, body)
    if game is not None:
        facts |= {"of_session": game.session.session_no, "game": game.game_no}
        if deed in FACTS:
            facts |= FACTS[deed](game, codec.game_board(game.board), body)
    return facts


def digest_of(hall: Hall, deed: str, body: Body, facts: Facts) -> str:
    """Hash what is approved."""
    return body_hash(deed, {"hall": hall.code, "body": bound(body), "facts": facts})


def may_stand(user: Any, deed: Deed | None) -> bool:
    """Tell whether somebody's post stands for such a deed as the second person."""
    if deed is None or "second" not in deed.fields:
        return False
    return not deed.seconds or may(user, *deed.seconds)


@contextmanager
def approved(asked: Asked, name: str, body: dict[str, Any]) -> Iterator[None]:
    """
    Let a deed go ahead on another's word, where its body brings one; the deed's door uses it up.

    Raises:
        ApprovalGone, ApprovalWaits, ApprovalForAnother: It does not let this deed through.
    """
    ref = body.pop("approval", "")
    if not ref:
        yield
        return
    row = Approval.objects.filter(hall=asked.hall, ref=ref).first()
    if row is None:
        raise errors.ApprovalGone
    if row.deed != name or body.get("second") not in {"", None, row.answered_by}:
        raise errors.ApprovalForAnother

    def digest() -> str:
        return digest_of(asked.hall, name, body, facts_of(asked.hall, name, body))

    source_ref = asked.by["source_ref"]
    if row.used_ref != source_ref:
        # Before the locks, for the sentence; the door looks again under them.
        check_use(standing_of(row), by=asked.actor, digest=digest(), now=clock.now())
    asked.request.approved_by = row.answered_by
    with presenting(Presented(pk=row.pk, by=asked.actor, source_ref=source_ref, digest=digest)):
        yield


def waiting_for(user: Any, hall: Hall, deeds: Mapping[str, Deed]) -> list[Approval]:
    """Give what waits for this person's word, the oldest first."""
    me = user.get_username()
    rows = Approval.objects.filter(hall=hall, state=WAITING, expires_at__gt=clock.now(), wanted_from__in=["", me])
    return [row for row in rows.exclude(asked_by=me).order_by("pk") if may_stand(user, deeds.get(row.deed))]


def asked_by(user: Any, hall: Hall) -> Approval | None:
    """Give the last thing this person asked, while it can still be used or its answer be read."""
    states = [WAITING, GIVEN, REFUSED]
    mine = Approval.objects.filter(hall=hall, asked_by=user.get_username(), state__in=states, used_at=None)
    return mine.filter(expires_at__gt=clock.now()).order_by("pk").last()


def name_of(hall: Hall, username: str) -> str:
    """Give a member of staff's name, the log-in's where there is none."""
    member = StaffMember.objects.filter(hall=hall, user__username=username).first()
    return member.name if member and member.name else username
