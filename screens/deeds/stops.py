"""The deeds for when a game stops or goes on in another way: article 36, 34.4, null games, refunds, tokens."""

from __future__ import annotations

from typing import Any, Final

from screens.deeds.clean import flag, one_of, optional, text, whole
from screens.deeds.kinds import BIGGEST, GAME, SECOND, WORDS, Asked, Body, Deed, of_game
from screens.deeds.second import SENIORS, second_senior
from sessions.rules.suspension import BY_AGENT, CAUSES, SOLVED
from sessions.rules.void import VOID_CAUSES, VoidOrder
from sessions.selectors.games import game_numbered
from sessions.services import pairs, suspensions, voids

NAME: Final = text(120, required=False)


def _void_game(asked: Asked, body: Body) -> Any:
    second = second_senior(asked.request, asked.hall, body["second"], body["second_password"])
    order = VoidOrder(**{name: body[name] for name in ("cause", "reason", "agent", "ordinal", "said", "end_pair")})
    return voids.void_game(game_id=asked.game(body).pk, order=order, second=second, **asked.by)


def _refund_cards(asked: Asked, body: Body) -> Any:
    game = game_numbered(asked.hall.pk, body["game_no"], session_no=body["session_no"])
    # The same key said again is answered where it was first said, though the game has closed meanwhile.
    in_game = asked.said is not None and str(asked.said.stream).startswith("game:")
    if game.state == "closed" and not in_game:
        return voids.refund_late(session_id=asked.session().pk, game_id=game.pk, card=body["card"], **asked.by)
    return voids.refund_cards(game_id=game.pk, card=body["card"], last=body["last"], **asked.by)


STOP_DEEDS: Final[dict[str, Deed]] = {
    "suspend_game": Deed(
        permissions=("run_table",),
        fields=GAME | {"cause": one_of(*CAUSES), "ball_out": flag, "text": WORDS},
        run=of_game(suspensions.suspend_game, "cause", "ball_out", "text"),
    ),
    "read_paragraph": Deed(
        permissions=("run_table",),
        fields=GAME | {"paragraph": text(10)},
        run=of_game(suspensions.read_paragraph, "paragraph"),
    ),
    "lift_suspension": Deed(
        permissions=("run_table",),
        fields=GAME | {"decision": one_of(SOLVED, BY_AGENT), "agent": NAME, "text": text(500, required=False)},
        run=of_game(suspensions.lift_suspension, "decision", "agent", "text"),
    ),
    "order_manual_draw": Deed(
        permissions=("run_table",),
        fields=GAME | {"how": WORDS},
        run=of_game(suspensions.order_manual_draw, "how"),
    ),
    "void_game": Deed(
        permissions=("run_table",),
        fields=GAME
        | SECOND
        | {
            "cause": one_of(*VOID_CAUSES),
            "reason": WORDS,
            "agent": NAME,
            "ordinal": whole(0, BIGGEST),
            "said": whole(0, BIGGEST),
            "end_pair": flag,
        },
        run=_void_game,
        seconds=SENIORS,
    ),
    "refund_cards": Deed(
        permissions=("keep_cash",),
        fields=GAME
        | {
            "session_no": optional(whole(1, BIGGEST)),
            "card": text(40),
            "last": optional(whole(1, BIGGEST)),
        },
        run=_refund_cards,
        receipt=True,
    ),
    "complete_refunds": Deed(permissions=("keep_cash", "run_table"), fields=GAME, run=of_game(voids.complete_refunds)),
    "give_token": Deed(
        permissions=("run_table", "keep_cash"),
        fields=GAME | {"award_no": whole(1, BIGGEST), "token": text(20)},
        run=of_game(pairs.give_token, "award_no", "token"),
    ),
}
