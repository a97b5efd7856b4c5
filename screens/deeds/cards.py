"""The deeds of cards: deliveries, stock and destruction; blocks and the sale on the floor; the sellers' money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from people.models import Player
from screens.access import may
from screens.deeds.clean import digits, one_of, optional, text, whole
from screens.deeds.kinds import BALL, BIGGEST, GAME, RANGE, SERIES, WORDS, Asked, Body, Deed, Run, of_game
from screens.deeds.second import second_person
from sessions.models import BingoSession, CardSeries
from sessions.rules.errors import NotFound
from sessions.selectors.games import live_session, shown_game
from sessions.services import floor, sales, series, standing, store, takings


def _receive_delivery(asked: Asked, body: Body) -> Any:
    return {"idents": series.receive_delivery(hall_id=asked.hall.pk, **body, **asked.by)}


def _series(service: Callable[..., Any], *names: str) -> Run:
    """Make the deed of the store's service on one series of the hall."""

    def run(asked: Asked, body: Body) -> Any:
        found = CardSeries.objects.filter(hall=asked.hall, pk=body["series"]).first()
        if found is None:
            raise NotFound(what="series", which=body["series"])
        return service(series_id=found.pk, **{n: body[n] for n in names}, **asked.by)

    return run


def _destroy_used(asked: Asked, body: Body) -> Any:
    session = live_session(asked.hall.pk)
    if session is None or session.state == "preparing":
        # Before the next session opens, the last one that was played is meant (O79 33.9).
        session = BingoSession.objects.filter(hall=asked.hall, state="closed").order_by("-session_no").first()
    if asked.said:
        session = BingoSession.objects.get(hall=asked.hall, session_no=asked.said.session_no)
    if session is None:
        raise NotFound(what="session", which="")
    return store.destroy_used(session_id=session.pk, witness=body["witness"], **asked.by)


def _set_standing(asked: Asked, body: Body) -> Any:
    player = Player.objects.get(user=asked.request.user)
    quantity = standing.set_standing(hall_id=asked.hall.pk, account=player.account, quantity=body["quantity"])
    return {"quantity": quantity}


def _hand_over_own(asked: Asked, body: Body) -> Any:
    """A seller passes on his own cards; whoever runs the table or the cash may pass on anybody's."""
    may_others = may(asked.request.user, "run_table", "keep_cash")
    seller = body["seller"] if body["seller"] and may_others else asked.actor
    return floor.hand_over_block(
        game_id=asked.game(body).pk, seller=seller, **{n: body[n] for n in ("to", "first", "last")}, **asked.by
    )


def _spoil_own(asked: Asked, body: Body) -> Any:
    seller = body["seller"] if may(asked.request.user, "run_table", "keep_cash") else asked.actor
    return floor.spoil_cards(
        game_id=asked.game(body).pk, seller=seller, **{n: body[n] for n in ("first", "last", "reason")}, **asked.by
    )


def _add_series(asked: Asked, body: Body) -> Any:
    return floor.add_series(game_id=asked.game(body).pk, series_id=body["series"], **asked.by)


def _hand_in_takings(asked: Asked, body: Body) -> Any:
    signed = ""
    if body["password"]:
        signed = second_person(asked.request, asked.hall, body["seller"], body["password"])
    game = shown_game(asked.hall.pk)
    # A closed session's money is counted until the next one has a game: it is what the cashier sees.
    session = game.session if game and not asked.said else asked.session()
    return takings.hand_in_takings(
        session_id=session.pk,
        seller=body["seller"],
        counted_cents=body["counted_cents"],
        signed=signed,
        **asked.by,
    )


def _buy_cards(asked: Asked, body: Body) -> Any:
    player = Player.objects.get(user=asked.request.user)
    return sales.buy_cards(game_id=asked.game(body).pk, quantity=body["quantity"], holder=player.account, **asked.by)


CARD_DEEDS: Final[dict[str, Deed]] = {
    "receive_delivery": Deed(
        permissions=("direct_session",),
        fields={
            "delivery": text(40),
            "letter": text(3),
            "first_ident": digits(12),
            "quantity": whole(1, BIGGEST),
            "medium": one_of("physical", "virtual"),
            "face_value_cents": whole(1, 1_000_000),
            "first_number": whole(1, BIGGEST),
            "last_number": whole(1, BIGGEST),
            "parts": whole(1, 2),
            "matrix_id": whole(1, BIGGEST),
        },
        run=_receive_delivery,
    ),
    "spoil_stock": Deed(
        permissions=("direct_session",),
        fields=SERIES | RANGE | {"reason": WORDS},
        run=_series(store.spoil_stock, "first", "last", "reason"),
    ),
    "keep_evidence": Deed(
        permissions=("direct_session", "run_table"),
        fields=SERIES | RANGE | {"reason": WORDS},
        run=_series(store.keep_evidence, "first", "last", "reason"),
    ),
    "withdraw_series": Deed(
        permissions=("direct_session",),
        fields=SERIES | {"reason": WORDS},
        run=_series(store.withdraw_series, "reason"),
    ),
    "destroy_used": Deed(permissions=("direct_session", "run_table"), fields={"witness": text(120)}, run=_destroy_used),
    "issue_block": Deed(
        permissions=("keep_cash",),
        fields=GAME | {"seller": text(150), "quantity": BALL},
        run=of_game(floor.issue_block, "seller", "quantity"),
    ),
    "return_block": Deed(
        permissions=("keep_cash",),
        fields=GAME | RANGE | {"seller": text(150)},
        run=of_game(floor.return_block, "seller", "first", "last"),
    ),
    "hand_over_block": Deed(
        permissions=("sell_cards", "keep_cash", "run_table"),
        fields=GAME | RANGE | {"seller": text(150, required=False), "to": text(150)},
        run=_hand_over_own,
    ),
    "spoil_cards": Deed(
        permissions=("sell_cards", "keep_cash", "run_table"),
        fields=GAME | RANGE | {"seller": text(150, required=False), "reason": WORDS},
        run=_spoil_own,
    ),
    "add_series": Deed(permissions=("run_table",), fields=GAME | {"series": whole(1, BIGGEST)}, run=_add_series),
    "hand_in_takings": Deed(
        permissions=("keep_cash",),
        fields={"seller": text(150), "counted_cents": BALL, "password": text(200, required=False)},
        run=_hand_in_takings,
        receipt=True,
    ),
    "set_standing": Deed(permissions=("play_cards",), fields={"quantity": BALL}, run=_set_standing),
    "buy_cards": Deed(permissions=("play_cards",), fields=GAME | {"quantity": BALL}, run=_buy_cards),
    "sell_cards": Deed(
        permissions=("sell_cards",),
        fields=GAME | {"quantity": BALL, "first": optional(whole(1, BIGGEST))},
        run=of_game(sales.sell_cards, "quantity", "first"),
        receipt=True,
    ),
    "undo_sale": Deed(
        permissions=("sell_cards",),
        fields=GAME | {"first": whole(1, BIGGEST), "last": whole(1, BIGGEST)},
        run=of_game(sales.undo_sale, "first", "last"),
        receipt=True,
    ),
}
