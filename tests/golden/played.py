"""A golden game through the services: each event is brought about by the deed of a person, and nothing else happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from ledger.models import Account
from ledger.rules.accounts import SELLER
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import Award, CardSeries, Game
from sessions.rules.events import GameEvent, Medium
from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.rules.session import EQUIPMENT
from sessions.rules.void import VoidOrder
from sessions.selectors.verify import violations
from sessions.services import (
    claims,
    corrections,
    draw,
    floor,
    jackpots,
    pairs,
    payments,
    profiles,
    sales,
    sessions,
    suspensions,
    voids,
)
from sessions.services.exchange import import_matrix
from sessions.services.hall import make_ball_set, make_series
from tests.golden.files import FACES, Golden, check_board, refusal_of, told
from tests.money import cash_of
from tests.sessions.stories import POSTS


class Played:
    """A hall in which a golden game is played."""

    def __init__(self, golden: Golden) -> None:
        """Make the hall, its cards and its players' money, and open its session."""
        self.events: list[tuple[int, dict[str, Any]]] = []
        self.position = 0
        profile = golden.terms["profile"]
        self.hall = Hall.objects.create(code="golden", name="Golden", profile=profile)
        matrix = import_matrix(self.hall, "golden", FACES.read_bytes())
        self.series = {}
        for name, lot in golden.lots.items():
            spec = (lot["letter"], lot["ident"], lot["medium"], lot["first_card"], lot["last_card"])
            self.series[name] = make_series(matrix, *spec, face_value_cents=lot["face_value_cents"])
            CardSeries.objects.filter(pk=self.series[name].pk).update(parts=lot.get("parts", 1))
        make_ball_set(self.hall, "set-1")
        if changes := golden.hall.get("version"):
            base = regulation_of(profile)
            version = replace(base, sources=sources_of(base), name="Golden", valid_from="2026-11-30", **changes)
            profiles.file_profile(hall_id=self.hall.pk, regulation=version, actor="sala")
        self.session = sessions.start_session(hall_id=self.hall.pk)
        by = {"session_id": self.session.pk, "actor": "sala"}
        sessions.check_equipment(in_order=EQUIPMENT, **by)
        sessions.count_balls(ball_set="set-1", missing=[], **by)
        for post, person in POSTS.items():
            sessions.post_staff(post=post, usernames=[person], **by)
        sessions.open_session(signed="mesa", **by)
        for account, cents in golden.hall.get("deposits", {}).items():
            payments.deposit(hall_id=self.hall.pk, account=account, amount_cents=cents, actor="caja")
        for jackpot in golden.hall.get("jackpots", ()):
            jackpots.switch_jackpot(on=True, **jackpot, **by)

    def game_id(self, game: int) -> int:
        """Give the row of a game, announced first if it is new."""
        found = Game.objects.filter(session=self.session, game_no=game).first()
        return (found or sales.announce_game(session_id=self.session.pk)).pk

    def recorded(self) -> list[tuple[int, dict[str, Any]]]:
        """Give all that stands in the journal of this session's games, in order; rows once read do not change."""
        rows = Event.objects.filter(hall=self.hall, stream__startswith="game:", position__gt=self.position)
        for row in rows.order_by("position"):
            event = codec.game_event(row.kind, row.payload)
            self.events.append((int((row.stream or "").rsplit(":", 1)[1]), told(event)))
            self.position = row.position
        return self.events

    def do(self, game: int, event: GameEvent) -> None:
        """Do what brings an event about."""
        DEEDS[event.kind](self, self.game_id(game), event)

    def series_of(self, lots: Any, medium: str) -> int | None:
        """Find the row of a lot's series."""
        idents = [(lot.letter, lot.ident) for lot in lots if lot.medium == medium]
        return next((s.pk for s in self.series.values() if (s.letter, s.ident) in idents), None)


def _open_sale(p: Played, game_id: int, e: Any) -> None:
    physical, virtual = p.series_of(e.lots, Medium.PHYSICAL), p.series_of(e.lots, Medium.VIRTUAL)
    by = {"extractor": e.extractor, "ball_set": e.ball_set, "actor": "mesa"}
    sales.open_sale(game_id=game_id, physical_series=physical, virtual_series=virtual, **by)


def _sell(_p: Played, game_id: int, e: Any) -> None:
    quantity = e.last - e.first + 1
    if e.medium == Medium.PHYSICAL:
        sales.sell_cards(game_id=game_id, quantity=quantity, actor=e.seller)
    else:
        sales.buy_cards(game_id=game_id, quantity=quantity, holder=e.holder, actor=e.seller)


def _draw(_p: Played, game_id: int, e: Any) -> None:
    if e.source == "manual":
        draw.draw_manual(game_id=game_id, number=e.number, actor="venta")
    else:
        told_by = {"source": e.source, "source_ref": f"extractor-1:1:{e.ordinal}"}
        draw.draw_ball(game_id=game_id, ordinal=e.ordinal, number=e.number, **told_by)


def _void(_p: Played, game_id: int, e: Any) -> None:
    order = VoidOrder(cause=e.cause, reason=e.reason, agent=e.agent, ordinal=e.ordinal, said=e.said, end_pair=e.whole)
    voids.void_game(game_id=game_id, order=order, second=e.second, actor="mesa")


def _claim(_p: Played, game_id: int, e: Any) -> None:
    claims.raise_claim(game_id=game_id, prize=e.prize, card=str(e.card), part=e.part, actor="mesa")


def _by(deed: Callable[..., Any], actor: str, *names: str) -> Callable[[Played, int, Any], None]:
    """Make a deed of a service's function that takes some of the event's fields as they are."""

    def do(_p: Played, game_id: int, e: Any) -> None:
        deed(game_id=game_id, actor=actor, **{name: getattr(e, name) for name in names})

    return do


DEEDS: dict[str, Callable[[Played, int, Any], None]] = {
    "SaleOpened": _open_sale,
    "CardsSold": _sell,
    "SeriesAdded": lambda p, g, e: floor.add_series(
        game_id=g, series_id=p.series_of([e.lot], Medium.PHYSICAL) or 0, actor="mesa"
    ),
    "SaleClosed": _by(sales.close_sale, "mesa"),
    "LeftoversReturned": lambda _p, g, e: sales.return_leftovers(
        game_id=g, first=e.first if e.first <= e.last else None, actor="caja"
    ),
    "SaleFiguresCorrected": _by(sales.correct_figures, "mesa", "last", "reason"),
    "DrawStarted": _by(draw.start_draw, "mesa"),
    "BallDrawn": _draw,
    "BallCalled": _by(draw.call_ball, "venta", "ordinal"),
    "ClaimRaised": _claim,
    "ClaimUpheld": _by(claims.verify_claim, "mesa", "claim_no"),
    "ClaimRejected": _by(claims.verify_claim, "mesa", "claim_no"),
    "PlayResumed": _by(claims.resume_play, "mesa"),
    "BingoClosed": _by(claims.close_bingo, "mesa"),
    "GameClosedUnclaimed": _by(draw.close_unclaimed, "mesa"),
    "CallCorrected": _by(corrections.correct_call, "mesa", "ordinal", "said"),
    "PrizePaid": _by(payments.pay_prize, "caja", "award_no", "card"),
    "TokenGiven": _by(pairs.give_token, "mesa", "award_no", "token"),
    "GameClosed": _by(payments.close_game, "mesa"),
    "GameSuspended": _by(suspensions.suspend_game, "mesa", "cause", "ball_out", "text"),
    "ParagraphRead": _by(suspensions.read_paragraph, "mesa", "paragraph"),
    "ManualDrawOrdered": _by(suspensions.order_manual_draw, "mesa", "how"),
    "GameVoided": _void,
    "CardsRefunded": lambda _p, g, e: voids.refund_cards(game_id=g, card=str(e.first), last=e.last, actor="caja"),
    "RefundsCompleted": _by(voids.complete_refunds, "caja"),
}


def _pay_late(played: Played, said: dict[str, Any]) -> None:
    payments.pay_late(
        session_id=played.session.pk,
        game_id=played.game_id(said["game"]),
        award_no=said["award"],
        card=said["card"],
        token=said.get("token", ""),
        actor="caja",
    )


def play(golden: Golden, time: Any) -> None:
    """Play a golden game; the journal, boards, awards and ledger must be as the file says, and every proof holds."""
    played, due = Played(golden), 0
    for number, step in enumerate(golden.steps, start=1):
        where = f"step {number}, game {step.game}"
        time.advance(step.seconds)
        if step.what == "late":
            _pay_late(played, step.late)
        if step.event is None:
            continue
        if step.what == "refused":
            before = len(played.recorded())
            assert refusal_of(partial(played.do, step.game, step.event)) == step.code, where
            assert len(played.recorded()) == before, f"{where}: something happened all the same"
            continue
        # What one deed brings about may be several events, each of which the file names.
        if len(played.recorded()) == due:
            played.do(step.game, step.event)
        made = played.recorded()[due]
        assert made == (step.game, told(step.event)), f"{where}: {made}"
        due += 1
    assert len(played.recorded()) == due, "more happened than the file says"
    _check_rows(golden, played)


def _check_rows(golden: Golden, played: Played) -> None:
    late = {(s.late["game"], s.late["award"]) for s in golden.steps if s.what == "late"}
    for game in golden.boards:
        board = codec.game_board(Game.objects.get(session=played.session, game_no=game).board)
        check_board(golden, game, board)
        rows = Award.objects.filter(game__session=played.session, game__game_no=game).order_by("award_no")
        wanted = [
            (no, prize, card, cents, "paid" if (game, no) in late else status)
            for no, prize, card, cents, status in golden.awards.get(game, [])
        ]
        assert list(rows.values_list("award_no", "prize", "card", "cents", "status")) == wanted, f"rows of game {game}"
    accounts = Account.objects.filter(hall=played.hall).exclude(balance_cents=0)
    balances = accounts.values_list("code", "balance_cents")
    found = {code: cents for code, cents in balances if code != "cash" and not code.startswith(SELLER)}
    # These games end before anybody hands money in: their cash is what the hall and its sellers have.
    cash = cash_of(played.hall.pk)
    assert found | ({"cash": cash} if cash else {}) == golden.ledger, "ledger"
    played.hall.refresh_from_db()
    assert list(violations(played.hall)) == []
