"""
Every deed a screen may ask for: its name, who may, what its body holds, which service does it.

One table for HTTP and for the tests that walk the authorisation matrix.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final

from kombu.exceptions import OperationalError

from screens.deeds.admission import ADMISSION_DEEDS
from screens.deeds.approvals import APPROVAL_DEEDS
from screens.deeds.balls import BALL_DEEDS
from screens.deeds.cards import CARD_DEEDS
from screens.deeds.clean import card, fault_code, flag, many, one_of, optional, text, whole
from screens.deeds.electronic import ELECTRONIC_DEEDS
from screens.deeds.jackpots import JACKPOT_DEEDS
from screens.deeds.kinds import BALL, BIGGEST, GAME, SECOND, WORDS, Asked, Body, Deed, Run, of_game, of_session
from screens.deeds.people import PEOPLE_DEEDS
from screens.deeds.players import PAID_BY, PLAYER_DEEDS, payment_in
from screens.deeds.profiles import PROFILE_DEEDS
from screens.deeds.receipts import RECEIPT_DEEDS
from screens.deeds.second import SENIORS, second_person, second_senior
from screens.deeds.signing import ACTA_DEEDS, SIGNER, proved_signer
from screens.deeds.staff import STAFF_DEEDS
from screens.deeds.stops import STOP_DEEDS
from screens.deeds.terminals import TERMINAL_DEEDS
from screens.deeds.tills import TILL_DEEDS
from sessions.rules.errors import GameStillOpen
from sessions.selectors.games import game_numbered
from sessions.services import claims, corrections, draw, payments, sales, sessions, standing
from sessions.tasks import verify_hall_task

__all__ = ["BIGGEST", "DEEDS", "Asked", "Deed"]

logger = logging.getLogger(__name__)


def _start_session(asked: Asked, _body: Body) -> Any:
    return sessions.start_session(hall_id=asked.hall.pk)


def _close_session(asked: Asked, body: Body) -> Any:
    signed = proved_signer(asked, body)
    closed = sessions.close_session(session_id=asked.session().pk, signed=signed, **asked.by)
    try:
        verify_hall_task.delay(asked.hall.pk)
    except OperationalError:
        # The broker is away; the session is closed all the same, and `manage.py verify` proves it at any time.
        logger.exception("the proof of the closed session was not queued")
    return closed


def _open_sale(asked: Asked, body: Body) -> Any:
    try:
        game = sales.announce_game(session_id=asked.session().pk)
    except GameStillOpen:
        said = asked.said
        if said is None or not str(said.stream).startswith("game:"):
            raise
        game = game_numbered(asked.hall.pk, int(str(said.stream).rsplit(":", 1)[1]))
    opened = sales.open_sale(game_id=game.pk, **body, **asked.by)
    standing.buy_standing(game_id=game.pk)
    return opened


def _with_second(service: Callable[..., Any], *names: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        second = second_person(asked.request, asked.hall, body["second"], body["second_password"])
        return service(game_id=asked.game(body).pk, second=second, **{n: body[n] for n in names}, **asked.by)

    return run


def _raise_claim(asked: Asked, body: Body) -> Any:
    said = {"prize": body["prize"], "card": body["card"], "part": body["part"] or 0}
    return claims.raise_claim(game_id=asked.game(body).pk, **said, **asked.by)


def _pause(reason: str) -> Run:
    def run(asked: Asked, body: Body) -> Any:
        return draw.pause_draw(game_id=asked.game(body).pk, reason=reason, **asked.by)

    return run


def _pay_prize(asked: Asked, body: Body) -> Any:
    game = game_numbered(asked.hall.pk, body["game_no"], session_no=body["session_no"])
    against = {name: body[name] for name in ("award_no", "card", "token")}
    second = second_senior(asked.request, asked.hall, body["second"], body["second_password"])
    paid = {"game_id": game.pk, **against, "second": second, "payment": payment_in(body), **asked.by}
    # The same key said again is answered where it was first said, though the game has closed meanwhile.
    in_game = asked.said is not None and str(asked.said.stream).startswith("game:")
    if game.state == "closed" and not in_game:
        return payments.pay_late(session_id=asked.session().pk, **paid)
    return payments.pay_prize(**paid)


DEEDS: Final[dict[str, Deed]] = {
    **CARD_DEEDS,
    **JACKPOT_DEEDS,
    **STOP_DEEDS,
    **BALL_DEEDS,
    **PEOPLE_DEEDS,
    **ADMISSION_DEEDS,
    **STAFF_DEEDS,
    **PROFILE_DEEDS,
    **ELECTRONIC_DEEDS,
    **RECEIPT_DEEDS,
    **PLAYER_DEEDS,
    **TILL_DEEDS,
    **TERMINAL_DEEDS,
    **APPROVAL_DEEDS,
    "start_session": Deed(permissions=("direct_session",), run=_start_session),
    "check_equipment": Deed(
        permissions=("direct_session",),
        fields={"in_order": many(text(40), 20), "faulty": many(text(40), 20)},
        run=of_session(sessions.check_equipment, "in_order", "faulty"),
    ),
    "count_balls": Deed(
        permissions=("direct_session",),
        fields={
            "ball_set": text(50),
            "missing": many(BALL, 90),
            "witness": text(120, required=False),
        },
        run=of_session(sessions.count_balls, "ball_set", "missing", "witness"),
    ),
    **ACTA_DEEDS,
    "close_session": Deed(permissions=("direct_session",), fields=SIGNER, run=_close_session),
    "change_ball_set": Deed(
        permissions=("direct_session",),
        fields={"ball_set": text(50), "reason": WORDS},
        run=of_session(sessions.change_ball_set, "ball_set", "reason"),
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
        permissions=("run_table",), fields=GAME | {"reason": WORDS}, run=of_game(sales.withdraw_game, "reason")
    ),
    "close_sale": Deed(permissions=("run_table",), fields=GAME, run=of_game(sales.close_sale)),
    "return_leftovers": Deed(
        permissions=("keep_cash",),
        fields=GAME | {"first": optional(whole(0, BIGGEST))},
        run=of_game(sales.return_leftovers, "first"),
    ),
    "correct_figures": Deed(
        permissions=("run_table",),
        fields=GAME | {"last": whole(0, BIGGEST), "reason": WORDS},
        run=of_game(sales.correct_figures, "last", "reason"),
    ),
    "start_draw": Deed(permissions=("run_table", "call_balls"), fields=GAME, run=of_game(draw.start_draw)),
    "call_ball": Deed(
        permissions=("call_balls",), fields=GAME | {"ordinal": BALL}, run=of_game(draw.call_ball, "ordinal")
    ),
    "draw_manual": Deed(
        permissions=("call_balls",), fields=GAME | {"number": BALL}, run=of_game(draw.draw_manual, "number")
    ),
    "correct_call": Deed(
        permissions=("run_table",),
        fields=GAME | {"ordinal": BALL, "said": BALL},
        run=of_game(corrections.correct_call, "ordinal", "said"),
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
    "resume_draw": Deed(permissions=("run_table",), fields=GAME, run=of_game(draw.resume_draw)),
    "set_pace": Deed(
        permissions=("call_balls",),
        fields={"automatic": flag, "wait_ms": whole(1_000, 15_000)},
        run=of_session(sessions.set_pace, "automatic", "wait_ms"),
    ),
    "clear_fault": Deed(
        permissions=("call_balls",),
        fields={"device": text(50), "code": fault_code},
        run=of_session(sessions.clear_fault, "device", "code"),
    ),
    "raise_claim": Deed(
        permissions=("run_table",),
        fields=GAME | {"prize": one_of("line", "bingo"), "card": text(40), "part": optional(whole(1, 2))},
        run=_raise_claim,
    ),
    "verify_claim": Deed(
        permissions=("run_table",),
        fields=GAME | {"claim_no": whole(1, BIGGEST)},
        run=of_game(claims.verify_claim, "claim_no"),
    ),
    "resume_play": Deed(permissions=("run_table",), fields=GAME, run=of_game(claims.resume_play)),
    "close_bingo": Deed(permissions=("run_table",), fields=GAME, run=of_game(claims.close_bingo)),
    "close_unclaimed": Deed(permissions=("run_table",), fields=GAME, run=of_game(draw.close_unclaimed)),
    "pay_prize": Deed(
        permissions=("keep_cash",),
        fields=GAME
        | SECOND
        | PAID_BY
        | {
            "session_no": optional(whole(1, BIGGEST)),
            "award_no": whole(1, BIGGEST),
            "card": card,
            "token": text(20, required=False),
        },
        run=_pay_prize,
        receipt=True,
        seconds=SENIORS,
    ),
    "close_game": Deed(permissions=("run_table",), fields=GAME, run=of_game(payments.close_game)),
}
