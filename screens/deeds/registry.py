"""
Every deed a screen may ask for: its name, who may, what its body holds, which service does it.

One table for HTTP and for the tests that walk the authorisation matrix.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kombu.exceptions import OperationalError

from people.models import Player
from records.journal import recorded
from records.models import Event, Hall
from screens.deeds.clean import Cleaner, fault_code, flag, many, one_of, optional, text, whole
from screens.deeds.second import second_person
from sessions.models import BingoSession, Game
from sessions.rules.errors import GameStillOpen, NotFound
from sessions.rules.session import Post
from sessions.selectors.games import game_numbered, live_session
from sessions.services import claims, corrections, draw, payments, sales, series, sessions
from sessions.tasks import verify_hall_task

logger = logging.getLogger(__name__)

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
        if said := self.said:
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
    """One deed: permissions (any of them), fields, and what runs."""

    permissions: tuple[str, ...]
    run: Run
    fields: Mapping[str, Cleaner] = field(default_factory=dict)


def _game(service: Callable[..., Any], *names: str) -> Run:
    """Make the deed of a game's service that takes these fields as they are."""

    def run(asked: Asked, body: Body) -> Any:
        return service(game_id=asked.game(body).pk, **{n: body[n] for n in names}, **asked.by)

    return run


def _session(service: Callable[..., Any], *names: str) -> Run:
    """Make the deed of a session's service that takes these fields as they are."""

    def run(asked: Asked, body: Body) -> Any:
        return service(session_id=asked.session().pk, **{n: body[n] for n in names}, **asked.by)

    return run


def _start_session(asked: Asked, _body: Body) -> Any:
    return sessions.start_session(hall_id=asked.hall.pk)


def _close_session(asked: Asked, _body: Body) -> Any:
    closed = sessions.close_session(session_id=asked.session().pk, **asked.by)
    try:
        verify_hall_task.delay(asked.hall.pk)
    except OperationalError:
        # The broker is away; the session is closed all the same, and `manage.py verify` proves it at any time.
        logger.exception("the proof of the closed session was not queued")
    return closed


def _register_series(asked: Asked, body: Body) -> Any:
    return series.register_series(hall_id=asked.hall.pk, **body)


def _open_sale(asked: Asked, body: Body) -> Any:
    try:
        game = sales.announce_game(session_id=asked.session().pk)
    except GameStillOpen:
        said = asked.said
        if said is None:
            raise
        game = game_numbered(asked.hall.pk, int(str(said.stream).rsplit(":", 1)[1]))
    return sales.open_sale(game_id=game.pk, **body, **asked.by)


def _buy_cards(asked: Asked, body: Body) -> Any:
    player = Player.objects.get(user=asked.request.user)
    return sales.buy_cards(game_id=asked.game(body).pk, quantity=body["quantity"], holder=player.account, **asked.by)


def _with_second(service: Callable[..., Any], *names: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        second = second_person(asked.request, asked.hall, body["second"], body["second_password"])
        return service(game_id=asked.game(body).pk, second=second, **{n: body[n] for n in names}, **asked.by)

    return run


def _pause(reason: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        return draw.pause_draw(game_id=asked.game(body).pk, reason=reason, **asked.by)

    return run


def _pay_prize(asked: Asked, body: Body) -> Any:
    game = game_numbered(asked.hall.pk, body["game_no"], session_no=body["session_no"])
    paid = {"game_id": game.pk, "award_no": body["award_no"], "card": body["card"], **asked.by}
    # The same key said again is answered where it was first said, though the game has closed meanwhile.
    in_game = asked.said is not None and str(asked.said.stream).startswith("game:")
    if game.state == "closed" and not in_game:
        return payments.pay_late(session_id=asked.session().pk, **paid)
    return payments.pay_prize(**paid)


def _deposit(asked: Asked, body: Body) -> Any:
    player = Player.objects.filter(hall=asked.hall, number=body["player"]).first()
    if player is None:
        raise NotFound(what="player", which=body["player"])
    balance = payments.deposit(
        hall_id=asked.hall.pk, account=player.account, amount_cents=body["amount_cents"], **asked.by
    )
    return {"balance_cents": balance}


GAME: Final = {"game_no": whole(1, BIGGEST)}
SECOND: Final = {
    "second": text(150, required=False),
    "second_password": text(200, required=False),
}
BALL: Final = whole(-BIGGEST, BIGGEST)  # the rule says what a ball is, in a better sentence
WORDS: Final = text(500)

DEEDS: Final[dict[str, Deed]] = {
    "start_session": Deed(permissions=("direct_session",), run=_start_session),
    "check_equipment": Deed(
        permissions=("direct_session",),
        fields={"in_order": many(text(40), 20), "faulty": many(text(40), 20)},
        run=_session(sessions.check_equipment, "in_order", "faulty"),
    ),
    "count_balls": Deed(
        permissions=("direct_session",),
        fields={
            "ball_set": text(50),
            "missing": many(BALL, 90),
            "witness": text(120, required=False),
        },
        run=_session(sessions.count_balls, "ball_set", "missing", "witness"),
    ),
    "post_staff": Deed(
        permissions=("direct_session",),
        fields={"post": one_of(*Post), "usernames": many(text(150), 50)},
        run=_session(sessions.post_staff, "post", "usernames"),
    ),
    "open_session": Deed(permissions=("direct_session",), run=_session(sessions.open_session)),
    "close_session": Deed(permissions=("direct_session",), run=_close_session),
    "change_ball_set": Deed(
        permissions=("direct_session",),
        fields={"ball_set": text(50), "reason": WORDS},
        run=_session(sessions.change_ball_set, "ball_set", "reason"),
    ),
    "register_series": Deed(
        permissions=("direct_session",),
        fields={
            "letter": text(3),
            "ident": text(12),
            "medium": one_of("physical", "virtual"),
            "face_value_cents": whole(1, 1_000_000),
            "first_number": whole(1, BIGGEST),
            "last_number": whole(1, BIGGEST),
            "matrix_id": whole(1, BIGGEST),
        },
        run=_register_series,
    ),
    "note_incident": Deed(
        permissions=("direct_session", "run_table"),
        fields={"text": WORDS},
        run=_session(sessions.note_incident, "text"),
    ),
    "open_sale": Deed(
        permissions=("run_table",),
        fields={
            "physical_series": optional(whole(1, BIGGEST)),
            "virtual_series": optional(whole(1, BIGGEST)),
            "extractor": text(50),
            "ball_set": text(50),
        },
        run=_open_sale,
    ),
    "withdraw_game": Deed(
        permissions=("run_table",), fields=GAME | {"reason": WORDS}, run=_game(sales.withdraw_game, "reason")
    ),
    "close_sale": Deed(permissions=("run_table",), fields=GAME, run=_game(sales.close_sale)),
    "return_leftovers": Deed(
        permissions=("keep_cash",),
        fields=GAME | {"first": optional(whole(0, BIGGEST))},
        run=_game(sales.return_leftovers, "first"),
    ),
    "correct_figures": Deed(
        permissions=("run_table",),
        fields=GAME | {"last": whole(0, BIGGEST), "reason": WORDS},
        run=_game(sales.correct_figures, "last", "reason"),
    ),
    "start_draw": Deed(permissions=("run_table", "call_balls"), fields=GAME, run=_game(draw.start_draw)),
    "sell_cards": Deed(
        permissions=("sell_cards",),
        fields=GAME | {"quantity": BALL, "first": optional(whole(1, BIGGEST))},
        run=_game(sales.sell_cards, "quantity", "first"),
    ),
    "undo_sale": Deed(
        permissions=("sell_cards",),
        fields=GAME | {"first": whole(1, BIGGEST), "last": whole(1, BIGGEST)},
        run=_game(sales.undo_sale, "first", "last"),
    ),
    "buy_cards": Deed(permissions=("play_cards",), fields=GAME | {"quantity": BALL}, run=_buy_cards),
    "call_ball": Deed(
        permissions=("call_balls",), fields=GAME | {"ordinal": BALL}, run=_game(draw.call_ball, "ordinal")
    ),
    "draw_manual": Deed(
        permissions=("call_balls",), fields=GAME | {"number": BALL}, run=_game(draw.draw_manual, "number")
    ),
    "correct_call": Deed(
        permissions=("run_table",),
        fields=GAME | {"ordinal": BALL, "said": BALL},
        run=_game(corrections.correct_call, "ordinal", "said"),
    ),
    "correct_ball": Deed(
        permissions=("run_table",),
        fields=GAME | SECOND | {"ordinal": BALL, "number": BALL},
        run=_with_second(corrections.correct_ball, "ordinal", "number"),
    ),
    "resolve_held": Deed(
        permissions=("run_table",),
        fields=GAME | SECOND | {"accept": flag, "number": BALL},
        run=_with_second(corrections.resolve_held, "accept", "number"),
    ),
    "stop_for_claim": Deed(permissions=("call_balls",), fields=GAME, run=_pause("claim")),
    "pause_draw": Deed(permissions=("call_balls",), fields=GAME, run=_pause("person")),
    "resume_draw": Deed(permissions=("run_table",), fields=GAME, run=_game(draw.resume_draw)),
    "set_pace": Deed(
        permissions=("call_balls",),
        fields={"automatic": flag, "wait_ms": whole(1_000, 15_000)},
        run=_session(sessions.set_pace, "automatic", "wait_ms"),
    ),
    "clear_fault": Deed(
        permissions=("call_balls",),
        fields={"device": text(50), "code": fault_code},
        run=_session(sessions.clear_fault, "device", "code"),
    ),
    "raise_claim": Deed(
        permissions=("run_table",),
        fields=GAME | {"prize": one_of("line", "bingo"), "card": text(40)},
        run=_game(claims.raise_claim, "prize", "card"),
    ),
    "verify_claim": Deed(
        permissions=("run_table",),
        fields=GAME | {"claim_no": whole(1, BIGGEST)},
        run=_game(claims.verify_claim, "claim_no"),
    ),
    "resume_play": Deed(permissions=("run_table",), fields=GAME, run=_game(claims.resume_play)),
    "close_bingo": Deed(permissions=("run_table",), fields=GAME, run=_game(claims.close_bingo)),
    "close_unclaimed": Deed(permissions=("run_table",), fields=GAME, run=_game(draw.close_unclaimed)),
    "pay_prize": Deed(
        permissions=("keep_cash",),
        fields=GAME
        | {
            "session_no": optional(whole(1, BIGGEST)),
            "award_no": whole(1, BIGGEST),
            "card": whole(1, BIGGEST),
        },
        run=_pay_prize,
    ),
    "close_game": Deed(permissions=("run_table",), fields=GAME, run=_game(payments.close_game)),
    "deposit": Deed(
        permissions=("keep_cash",),
        fields={"player": whole(1, BIGGEST), "amount_cents": whole(1, BIGGEST)},
        run=_deposit,
    ),
}
