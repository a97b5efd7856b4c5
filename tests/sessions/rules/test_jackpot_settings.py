"""What the Jefe de Sala may set of an additional prize, and what a sale then opens with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from sessions.rules import errors
from sessions.rules import jackpot_settings as settings
from sessions.rules.jackpot_settings import Fund, JackpotSet
from sessions.rules.jackpots import JackpotKind, JackpotRule, reserve_account, share_out

ACCUMULATED = JackpotRule(
    code="acumulado",
    kind=JackpotKind.ACCUMULATED,
    name="Bingo acumulado",
    funding_bp=500,
    funding_step_bp=10,
    reserve_bp=2_000,
    cap_cents=300_000,
    cap_step_cents=100_000,
)
PRIMA = JackpotRule(
    code="prima",
    kind=JackpotKind.PRIMA,
    name="Prima",
    funding_bp=470,
    min_cents=5_000,
    max_cents=200_000,
    step_cents=5_000,
)
EXTRA = JackpotRule(
    code="extra",
    kind=JackpotKind.EXTRA,
    name="Bingo extra",
    funding_bp=300,
    min_cents=10_000,
    max_cents=250_000,
    step_cents=10_000,
)
RULES = (ACCUMULATED, PRIMA, EXTRA)
NINE, TEN = "2026-11-30T21:00:00+00:00", "2026-11-30T22:00:00+00:00"


def on(rule, **changes):
    """Give a prize that is switched on."""
    return JackpotSet(
        **{"code": rule.code, "on": True, "funding_bp": rule.funding_bp, "cap_cents": rule.cap_cents} | changes
    )


def switch(rule, standing=None, **changes):
    asked = {
        "on": True,
        "funding_bp": None,
        "cap_cents": None,
        "last_ball": None,
        "room_bp": 3_000,
        "after_game": 2,
    }
    return settings.decide_switch(rule, standing or settings.standing_of(rule, ()), **asked | changes)


def test_nothing_is_on_until_somebody_says_so():
    assert settings.standing_of(PRIMA, ()) == JackpotSet(code="prima", on=False, funding_bp=470)


def test_switched_on_it_has_the_profiles_share_and_cap():
    assert switch(ACCUMULATED) == on(ACCUMULATED, after_game=2)


def test_a_share_the_profile_leaves_to_the_hall_moves_in_its_steps():
    assert switch(ACCUMULATED, funding_bp=640, room_bp=640).funding_bp == 640
    with pytest.raises(errors.ShareNotAllowed):
        switch(ACCUMULATED, funding_bp=645)
    with pytest.raises(errors.ShareNotAllowed):
        switch(PRIMA, funding_bp=480)  # this one is fixed


def test_all_of_them_take_no_more_than_the_profile_allows():
    with pytest.raises(errors.ShareNotAllowed) as refused:
        switch(ACCUMULATED, funding_bp=650, room_bp=640)
    assert refused.value.params["most_bp"] == 640
    off = switch(ACCUMULATED, on(ACCUMULATED), on=False, room_bp=270)
    assert not off.on


def test_a_hall_may_choose_a_lower_cap_in_the_profiles_steps():
    assert switch(ACCUMULATED, cap_cents=200_000).cap_cents == 200_000
    for cap in (0, 150_000, 400_000):
        with pytest.raises(errors.CapNotAllowed):
            switch(ACCUMULATED, cap_cents=cap)


def test_a_hall_says_until_which_ball_where_the_profile_has_no_table():
    assert switch(ACCUMULATED, last_ball=43).last_ball == 43
    for ball in (14, 90):
        with pytest.raises(errors.OrderNotAllowed):
            switch(ACCUMULATED, last_ball=ball)
    for other in (replace(ACCUMULATED, limits=((1, 43), (1_001, 38))), PRIMA):
        with pytest.raises(errors.OrderNotAllowed):
            switch(other, last_ball=43)


def test_what_is_switched_off_announces_nothing_any_more():
    announced = on(EXTRA, amount_cents=20_000, exact_ball=55)
    off = switch(EXTRA, announced, on=False)
    assert (off.amount_cents, off.exact_ball) == (0, 0)


def prima(amount, *, due="", free=0, standing=None):
    return settings.decide_prima(
        PRIMA, standing or on(PRIMA), amount_cents=amount, due_at=due, free_cents=free, after_game=3
    )


def test_a_prima_by_amount_needs_no_cover_because_it_waits_for_it():
    assert prima(50_000) == on(PRIMA, amount_cents=50_000, after_game=3)


def test_a_prima_by_the_hour_must_be_in_the_fund_already():
    told = prima(50_000, due="2026-11-30T22:00:00+01:00", free=50_000)
    assert told.due_at == NINE
    with pytest.raises(errors.PrizeNotCovered) as refused:
        prima(50_000, due=NINE, free=49_999)
    assert refused.value.params == {"amount_cents": 50_000, "fund_cents": 49_999}


@pytest.mark.parametrize("amount", [4_999, 5_001, 200_001, 205_000])
def test_a_prima_keeps_to_the_profiles_bounds_and_steps(amount):
    with pytest.raises(errors.AmountNotAllowed):
        prima(amount)


def test_an_announcement_can_be_taken_back():
    told = prima(0, standing=on(PRIMA, amount_cents=50_000, due_at=NINE))
    assert (told.on, told.amount_cents, told.due_at) == (True, 0, "")


def test_nothing_is_announced_of_what_is_off():
    with pytest.raises(errors.JackpotOff):
        prima(50_000, standing=settings.standing_of(PRIMA, ()))


def test_the_house_pays_where_the_profile_says_so():
    house = replace(PRIMA, from_house=True, funding_bp=0)
    told = settings.decide_prima(house, on(house), amount_cents=50_000, due_at=NINE, free_cents=0, after_game=0)
    assert told.amount_cents == 50_000
    assert settings.account_of(house) == "house"


def extra(amount, ball, free=100_000):
    return settings.decide_extra(EXTRA, on(EXTRA), amount_cents=amount, exact_ball=ball, free_cents=free, after_game=3)


def test_an_extra_is_for_one_ball_not_before_the_fiftieth():
    assert extra(20_000, 50).exact_ball == 50
    for ball in (49, 90):
        with pytest.raises(errors.OrderNotAllowed):
            extra(20_000, ball)


def test_an_extra_must_be_in_the_fund():
    with pytest.raises(errors.PrizeNotCovered):
        extra(20_000, 55, free=19_999)


def test_each_kind_has_its_own_deed():
    for decide, more in (
        (settings.decide_prima, {"due_at": ""}),
        (settings.decide_extra, {"exact_ball": 60}),
    ):
        with pytest.raises(errors.NotFound):
            decide(ACCUMULATED, on(ACCUMULATED), amount_cents=50_000, free_cents=10**6, after_game=0, **more)
    with pytest.raises(errors.NotFound):
        settings.rule_with(RULES, "nothing")


def terms(*sets, prima_fund=0, extra_fund=0, now=NINE, rules=RULES, shares=None):
    funds = {
        "acumulado": Fund(fund_cents=100_000, reserve_cents=20_000, games=7),
        "prima": Fund(fund_cents=prima_fund),
        "extra": Fund(fund_cents=extra_fund),
    }
    return settings.terms_of(
        rules, sets, funds=funds, funding_bp=shares or {}, now=datetime.fromisoformat(now).astimezone(UTC)
    )


def test_only_what_is_on_is_in_a_games_terms():
    (told,) = terms(on(ACCUMULATED, funding_bp=640, cap_cents=200_000, last_ball=43))
    assert (told.code, told.funding_bp, told.cap_cents, told.fund_cents, told.reserve_cents, told.games) == (
        "acumulado",
        640,
        200_000,
        100_000,
        20_000,
        7,
    )
    assert told.played
    assert told.limits == ((1, 43),)
    assert told.account == "jackpot:acumulado"


def test_an_accumulated_prize_without_a_last_ball_is_funded_and_not_played_for():
    (told,) = terms(on(ACCUMULATED))
    assert (told.funding_bp, told.played) == (500, False)
    (table,) = terms(on(ACCUMULATED), rules=(replace(ACCUMULATED, limits=((1, 43), (1_001, 38))), PRIMA, EXTRA))
    assert table.played
    assert table.limits == ((1, 43), (1_001, 38))


def test_a_prima_goes_to_the_first_game_after_its_amount_was_reached():
    announced = on(PRIMA, amount_cents=50_000)
    assert not terms(announced, prima_fund=49_999)[0].played
    assert terms(announced, prima_fund=50_000)[0].played


def test_a_prima_by_the_hour_goes_to_the_first_game_from_then_on():
    announced = on(PRIMA, amount_cents=50_000, due_at=TEN)
    assert not terms(announced, prima_fund=60_000, now=NINE)[0].played
    assert terms(announced, prima_fund=60_000, now=TEN)[0].played


def test_an_announced_prize_that_the_fund_no_longer_holds_is_not_played_for():
    assert not terms(on(EXTRA, amount_cents=20_000, exact_ball=55), extra_fund=19_999)[0].played


def test_two_prizes_of_one_fund_are_not_both_promised_the_same_money():
    sharing = (ACCUMULATED, PRIMA, replace(EXTRA, fund="prima"))
    sets = (on(PRIMA, amount_cents=50_000), on(EXTRA, amount_cents=20_000, exact_ball=55))
    funds = {"prima_fund": 60_000, "extra_fund": 60_000, "rules": sharing}
    assert [j.played for j in terms(*sets, **funds)] == [True, False]
    assert {j.account for j in terms(*sets, **funds)} == {"jackpot:prima"}


def test_an_accumulated_prize_is_what_its_fund_holds_beyond_what_is_announced_of_it():
    # A version filed before such a fund was refused: 500 euros in the fund, a prima of 300 of them.
    sharing = (ACCUMULATED, replace(PRIMA, fund="acumulado"), EXTRA)
    funds = {"acumulado": Fund(fund_cents=50_000), "prima": Fund(fund_cents=50_000), "extra": Fund()}
    sets = (on(ACCUMULATED, last_ball=43), on(PRIMA, amount_cents=30_000))
    told = settings.terms_of(sharing, sets, funds=funds, funding_bp={}, now=datetime.fromisoformat(NINE))
    assert [(j.fund_cents, j.amount_cents, j.played) for j in told] == [(20_000, 0, True), (50_000, 30_000, True)]
    assert share_out(0, 1, told, 1).jackpots[0].prize_cents == 20_000


def test_the_profiles_shares_of_what_is_on_together_go_before_the_prizes_own():
    (told,) = terms(on(ACCUMULATED), shares={"acumulado": 300})
    assert told.funding_bp == 300


def brought_in(rule, *, fund_cents=0, reserve_cents=0, begun=False):
    """Bring in what a fund held before."""
    standing = on(rule)
    return settings.decide_bringing_in(rule, standing, fund_cents=fund_cents, reserve_cents=reserve_cents, begun=begun)


def test_what_a_fund_held_before_is_brought_in_once_and_up_to_its_cap():
    event = brought_in(ACCUMULATED, fund_cents=300_000, reserve_cents=75_000)
    assert (event.code, event.fund_cents, event.reserve_cents) == ("acumulado", 300_000, 75_000)
    assert reserve_account("acumulado") == "jackpot:acumulado:reserve"
    with pytest.raises(errors.FundBegun):
        brought_in(ACCUMULATED, fund_cents=1, begun=True)
    with pytest.raises(errors.AmountNotAllowed):
        brought_in(ACCUMULATED, fund_cents=300_001)
    with pytest.raises(errors.AmountNotAllowed):
        brought_in(ACCUMULATED)


def test_a_fund_without_a_reserve_takes_none_and_a_prize_of_the_house_has_no_fund():
    with pytest.raises(errors.AmountNotAllowed):
        brought_in(PRIMA, fund_cents=1_000, reserve_cents=1)
    with pytest.raises(errors.NotFound):
        brought_in(replace(EXTRA, from_house=True), fund_cents=1_000)
