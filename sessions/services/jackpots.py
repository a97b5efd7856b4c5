"""The Jefe de Sala's deeds about additional prizes, between games: on or off, and what is announced of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ledger import services as ledger
from sessions.journal import codec
from sessions.journal.door import OpenSession, open_session
from sessions.models import BingoSession, Game
from sessions.rules import errors, jackpot_settings
from sessions.rules.jackpot_settings import JackpotSet
from sessions.rules.jackpots import JackpotRule, fund_account, reserve_account
from sessions.rules.session import SessionEvent
from sessions.rules.states import LIVE
from sessions.selectors.jackpots import free_cents, funds_of, has_moved, last_game_no, standing_in
from sessions.selectors.profiles import regulation_in_force


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One additional prize inside the session's door, with what the others take."""

    rule: JackpotRule
    now: JackpotSet
    free_cents: int
    room_bp: int
    after_game: int


def _set(
    session_id: int,
    deed: str,
    body: dict[str, Any],
    decide: Callable[[Standing], JackpotSet],
    *,
    actor: str,
    source_ref: str | None,
) -> SessionEvent:
    with open_session(session_id, actor=actor, source_ref=source_ref, deed=deed, body=body) as opened:
        if again := opened.already():
            return again
        _check_between_games(opened)
        event = decide(_standing(opened, body["code"]))
        opened.record(event)
    return event


def _check_between_games(opened: OpenSession) -> None:
    live = Game.objects.filter(session__hall_id=opened.hall_id, state__in=LIVE).first()
    if live is not None:
        raise errors.JackpotLive(game_no=live.game_no)


def _standing(opened: OpenSession, code: str) -> Standing:
    regulation = regulation_in_force(opened.session.hall)
    rules = regulation.jackpots
    rule = jackpot_settings.rule_with(rules, code)
    standing = standing_in(opened.session, opened.board, regulation)
    fund = funds_of(opened.hall_id, [rule])[code]
    others = [one for one in standing if one.on and one.code != code]
    room_bp = regulation.jackpots_room_bp({code, *(one.code for one in others)})
    return Standing(
        rule=rule,
        now=jackpot_settings.standing_of(rule, standing),
        free_cents=free_cents(rule, rules, standing, fund),
        room_bp=room_bp - sum(one.funding_bp for one in others),
        after_game=last_game_no(opened.session),
    )


def switch_jackpot(
    *,
    session_id: int,
    code: str,
    on: bool,
    funding_bp: int | None = None,
    cap_cents: int | None = None,
    last_ball: int | None = None,
    actor: str,
    source_ref: str | None = None,
) -> SessionEvent:
    """Switch an additional prize on or off; share, cap and last ball are the hall's where the profile leaves them."""

    def decide(standing: Standing) -> JackpotSet:
        return jackpot_settings.decide_switch(
            standing.rule,
            standing.now,
            on=on,
            funding_bp=funding_bp,
            cap_cents=cap_cents,
            last_ball=last_ball,
            room_bp=standing.room_bp,
            after_game=standing.after_game,
        )

    body = {"code": code, "on": on, "funding_bp": funding_bp, "cap_cents": cap_cents, "last_ball": last_ball}
    return _set(session_id, "switch_jackpot", body, decide, actor=actor, source_ref=source_ref)


def announce_prima(
    *, session_id: int, code: str, amount_cents: int, due_at: str = "", actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Announce a prima of an amount, or from an hour (ISO) on; 0 cents take it back."""

    def decide(standing: Standing) -> JackpotSet:
        return jackpot_settings.decide_prima(
            standing.rule,
            standing.now,
            amount_cents=amount_cents,
            due_at=due_at,
            free_cents=standing.free_cents,
            after_game=standing.after_game,
        )

    body = {"code": code, "amount_cents": amount_cents, "due_at": due_at}
    return _set(session_id, "announce_prima", body, decide, actor=actor, source_ref=source_ref)


def announce_extra(
    *, session_id: int, code: str, amount_cents: int, exact_ball: int, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Announce an extra for the bingo called exactly at a ball; 0 cents take it back."""

    def decide(standing: Standing) -> JackpotSet:
        return jackpot_settings.decide_extra(
            standing.rule,
            standing.now,
            amount_cents=amount_cents,
            exact_ball=exact_ball,
            free_cents=standing.free_cents,
            after_game=standing.after_game,
        )

    body = {"code": code, "amount_cents": amount_cents, "exact_ball": exact_ball}
    return _set(session_id, "announce_extra", body, decide, actor=actor, source_ref=source_ref)


def bring_in_fund(
    *, session_id: int, code: str, fund_cents: int, reserve_cents: int, actor: str, source_ref: str | None = None
) -> SessionEvent:
    """Bring in what a fund held before the hall kept it here; its money is counted into the cash desk."""
    body = {"code": code, "fund_cents": fund_cents, "reserve_cents": reserve_cents}
    with open_session(session_id, actor=actor, source_ref=source_ref, deed="bring_in_fund", body=body) as opened:
        if again := opened.already():
            return again
        _check_between_games(opened)
        rule = _standing(opened, code).rule
        accounts = (fund_account(code), reserve_account(code))
        ledger.lock(opened.hall_id, ("cash", *accounts))
        event = jackpot_settings.decide_bringing_in(
            rule,
            _standing(opened, code).now,
            fund_cents=fund_cents,
            reserve_cents=reserve_cents,
            begun=has_moved(opened.hall_id, accounts),
        )
        seq = opened.record(event)
        legs = {"cash": fund_cents + reserve_cents, accounts[0]: -fund_cents, accounts[1]: -reserve_cents}
        ledger.post(
            opened.hall_id, "brought_in", legs, actor=actor, at=opened.at, stream=opened.session.stream, seq=seq
        )
    return event


def carry_settings(opened: OpenSession) -> None:
    """Let a session that opens begin with what the one before it left set, but for what was set in it already."""
    regulation = regulation_in_force(opened.session.hall)
    last = (
        BingoSession.objects.filter(hall_id=opened.hall_id, session_no__lt=opened.session.session_no)
        .order_by("-session_no")
        .first()
    )
    if last is None or not regulation.jackpots:
        return
    own = {one.code for one in opened.board.jackpots}
    for one in standing_in(last, codec.session_board(last.board), regulation):
        if one.on and one.code not in own:
            opened.record(replace(one, after_game=0, carried=True))
