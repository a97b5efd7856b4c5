"""The additional prizes of a hall: what stands of each, what its fund holds, who won it. No writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Sum

from ledger.models import Leg
from ledger.selectors import balance_cents
from records.models import Event
from sessions.journal import codec
from sessions.models import Award, BingoSession, Game
from sessions.rules.events import PrizeKind
from sessions.rules.jackpot_settings import Fund, JackpotSet, account_of, standing_of, terms_of
from sessions.rules.jackpot_standing import standing_under
from sessions.rules.jackpots import JackpotKind, JackpotRule, JackpotTerms, fund_account, reserve_account
from sessions.rules.prizes import winning_ball
from sessions.rules.regulation import Regulation
from sessions.rules.session import SessionBoard
from sessions.rules.states import State
from sessions.selectors.profiles import regulation_in_force, version_of


def funds_of(hall_id: int, rules: Iterable[JackpotRule]) -> dict[str, Fund]:
    """Read what each additional prize's fund and reserve hold, by the prize's code."""
    return {
        rule.code: Fund(
            fund_cents=0 if rule.from_house else balance_cents(hall_id, account_of(rule)),
            reserve_cents=balance_cents(hall_id, reserve_account(rule.code)),
            games=games_fed(hall_id, fund_account(rule.fund or rule.code)),
        )
        for rule in rules
    }


def games_fed(hall_id: int, account: str) -> int:
    """Count the games that have fed a fund since it was last won; a void game, whose money went back, is none."""
    legs = Leg.objects.filter(entry__hall_id=hall_id, account__hall_id=hall_id, account__code=account)
    won = legs.filter(entry__kind__in=("prize", "settlement"), cents__gt=0).aggregate(last=Max("entry_id"))["last"]
    fed = legs.filter(entry_id__gt=won or 0, entry__stream__startswith="game:").exclude(entry__kind="reserve")
    return fed.values("entry__stream").annotate(cents=Sum("cents")).filter(cents__lt=0).count()


def has_moved(hall_id: int, accounts: Iterable[str]) -> bool:
    """Tell whether money has ever moved in one of these accounts."""
    return Leg.objects.filter(account__hall_id=hall_id, account__code__in=list(accounts)).exists()


def standing_in(session: BingoSession, board: SessionBoard, regulation: Regulation) -> tuple[JackpotSet, ...]:
    """
    Give what stands of each additional prize in a session, under the profile in force.

    An announcement for a given hour or ball is kept until it is won once: then it announces nothing more.
    """
    won = dict(
        Award.objects.filter(game__session=session)
        .exclude(jackpot="")
        .exclude(status="void")
        .values_list("jackpot")
        .annotate(last=Max("game__game_no"))
    )
    others = {one.profile_version for one in board.jackpots if one.profile == regulation.code} - {regulation.version}
    former = {number: version_of(session.hall_id, regulation.code, number) for number in others}
    standing = standing_under(regulation, board.jackpots, former)
    return tuple(
        replace(one, amount_cents=0, exact_ball=0, due_at="")
        if (one.due_at or one.exact_ball) and won.get(one.code, 0) > one.after_game
        else one
        for one in standing
    )


def terms_now(
    session: BingoSession, board: SessionBoard, regulation: Regulation, now: datetime
) -> tuple[JackpotTerms, ...]:
    """Give the terms of the additional prizes for a game whose sale opens now."""
    rules = regulation.jackpots
    if not rules or not board.jackpots:
        return ()
    standing = standing_in(session, board, regulation)
    shares = regulation.shares_of({one.code for one in standing if one.on})
    funds = funds_of(session.hall_id, rules)
    return terms_of(rules, standing, funds=funds, funding_bp=dict(shares.funding_bp), now=now)


def free_cents(rule: JackpotRule, rules: Iterable[JackpotRule], standing: Iterable[JackpotSet], fund: Fund) -> int:
    """Give what a prize's fund holds beyond what is announced of it for other prizes that share it."""
    by_code = {one.code: one for one in standing}
    sharing = [other for other in rules if other.code != rule.code and account_of(other) == account_of(rule)]
    return fund.fund_cents - sum(by_code[other.code].amount_cents for other in sharing if by_code[other.code].on)


def last_game_no(session: BingoSession) -> int:
    """Give the number of the session's last game that has begun; 0 when none has."""
    begun = session.games.exclude(state=State.ANNOUNCED)
    return begun.aggregate(last=Max("game_no"))["last"] or 0


def jackpots_of(session: BingoSession, board: SessionBoard) -> list[dict[str, Any]]:
    """Tell each additional prize of the hall's profile: its rule, what stands of it, what it holds."""
    hall = session.hall
    regulation = regulation_in_force(hall)
    rules = regulation.jackpots
    funds = funds_of(hall.pk, rules)
    standing = standing_in(session, board, regulation)
    return [
        {
            "rule": rule,
            "set": standing_of(rule, standing),
            "fund": funds[rule.code],
            "free_cents": free_cents(rule, rules, standing, funds[rule.code]),
            "begun": rule.from_house
            or bool(rule.fund)
            or has_moved(hall.pk, [fund_account(rule.code), reserve_account(rule.code)]),
            "accumulated": rule.kind == JackpotKind.ACCUMULATED,
        }
        for rule in rules
    ]


def games_won(hall_id: int, most: int = 50) -> list[dict[str, Any]]:
    """List the last additional prizes won, newest first."""
    awards = (
        Award.objects.filter(game__session__hall_id=hall_id)
        .exclude(jackpot="")
        .exclude(status="void")
        .select_related("game__session")
        .order_by("-game__session__session_no", "-game__game_no", "award_no")[:most]
    )
    return [
        {
            "session_no": award.game.session.session_no,
            "game_no": award.game.game_no,
            "award_no": award.award_no,
            "name": name_in(award.game, award.jackpot),
            "card": award.card,
            "cents": award.cents,
            "status": award.status,
            "ball": len(award.game.board["drawn"]),
        }
        for award in awards
    ]


def name_in(game: Game, code: str) -> str:
    """Give an additional prize's name as its game's terms had it."""
    found = next((one for one in game.board["terms"]["jackpots"] if one["code"] == code), None)
    return str(found["name"]) if found else code


def receipts_in(game: Game | None) -> list[dict[str, Any]]:
    """List the additional prizes paid in a game: each has its receipt."""
    paid = Award.objects.filter(game=game, status="paid").exclude(jackpot="").select_related("game__session")
    return [
        {
            "session_no": award.game.session.session_no,
            "game_no": award.game.game_no,
            "award_no": award.award_no,
            "name": name_in(award.game, award.jackpot),
            "card": award.card,
            "cents": award.cents,
        }
        for award in paid.order_by("award_no")
    ]


def receipt_of(hall_id: int, session_no: int, game_no: int, award_no: int) -> dict[str, Any] | None:
    """Tell all that the receipt of an additional prize holds; None when there is no such one."""
    award = (
        Award.objects.filter(game__session__hall_id=hall_id, game__session__session_no=session_no)
        .filter(game__game_no=game_no, award_no=award_no)
        .exclude(jackpot="")
        .exclude(status="void")
        .select_related("game__session")
        .first()
    )
    if award is None:
        return None
    board = codec.game_board(award.game.board)
    assert board.terms is not None, "a game with awards has terms"
    assert board.figures is not None, "a game with awards has figures"
    terms = next(one for one in board.terms.jackpots if one.code == award.jackpot)
    figures = next(one for one in board.figures.jackpots if one.code == award.jackpot)
    claim = next(c for c in board.claims_of(PrizeKind.BINGO, "upheld") if c.card == award.card)
    return {
        "session_no": session_no,
        "game_no": game_no,
        "award_no": award_no,
        "at": Event.objects.get(hall=hall_id, stream=award.game.stream, kind="BingoClosed").at,
        "prize": award.prize,
        "name": terms.name,
        "cents": award.cents,
        "prize_cents": figures.prize_cents,
        "winners": sum(1 for one in board.awards if one.jackpot == award.jackpot),
        # The game it was won in fed it too.
        "games": terms.games + bool(figures.funded_cents),
        "card": award.card,
        "medium": award.medium,
        "lot": board.lot_of_card(award.card),
        "ball": winning_ball(board, claim),
        "last_ball": figures.last_ball,
        "exact_ball": figures.exact_ball,
        "draw_order": board.numbers_called,
        "status": award.status,
    }
