"""Additional prizes through the services: funds fed, won, paid and begun anew, with every cent worked by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from ledger import services as ledger
from ledger.selectors import balance_cents
from records import clock
from sessions.journal import codec
from sessions.models import Award, BingoSession, Game
from sessions.rules import errors
from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.rules.void import VoidOrder
from sessions.selectors.faces import face_rows
from sessions.selectors.jackpots import games_fed, games_won, jackpots_of
from sessions.selectors.verify import violations
from sessions.services import claims, draw, jackpots, payments, sales, sessions, store, voids
from sessions.services.profiles import choose_profile, file_profile
from tests.given import an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.stories import end_session, play_out, prepare_session

pytestmark = pytest.mark.django_db


def murcia():
    """Open a session of a hall that plays as Murcia did in 2012: 7.13 %, 50.17 %, and 12.70 % for the three."""
    return an_open_session(profile="murcia-2012")


def switch(story, code, **more):
    jackpots.switch_jackpot(session_id=story.session.pk, code=code, on=True, actor="sala", **more)


def cents(story, account):
    return balance_cents(story.hall.pk, account)


def reread(story):
    story.hall.refresh_from_db()
    return story.hall


def sell(story, quantity=50):
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=quantity, actor="venta")


def call_bingo(story, time, winner):
    """Draw the winner's 15 numbers and call its bingo at the fifteenth ball."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, winner) for n in row])
    for prize in ("line", "bingo"):
        raised = claims.raise_claim(prize=prize, card=str(winner), **by)
        claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    return claims.close_bingo(**by)


def session_board(story):
    return codec.session_board(BingoSession.objects.get(pk=story.session.pk).board)


def board_of(story):
    return codec.game_board(Game.objects.get(pk=story.game_id).board)


def test_a_fund_is_fed_by_each_game_and_nothing_is_lost(time):
    """50 cards at 2 euros: 100.00 in. Line 7.13, bingo 50.17, accumulated 5.00 (4.00 + 1.00), house 37.70."""
    story = murcia()
    switch(story, "acumulado")
    sell(story)
    play_out(story, time, winner=3)
    assert (cents(story, "jackpot:acumulado"), cents(story, "jackpot:acumulado:reserve")) == (400, 100)
    assert (cents(story, "house"), cents(story, "takings"), cents(story, "prizes")) == (3_770, 0, 0)
    # Without a last ball it is not played for.
    assert [a.prize for a in Award.objects.order_by("award_no")] == ["line", "bingo"]
    assert list(violations(reread(story))) == []


def test_it_is_won_paid_apart_and_its_reserve_begins_the_next(time):
    """Two games of 100.00: the second is won at ball 15 of 43, for 8.00, and the next begins with the 2.00 kept."""
    story = murcia()
    switch(story, "acumulado", last_ball=43)
    sell(story)
    play_out(story, time)
    sell(story, 50)
    close_sale(story)
    event = call_bingo(story, time, winner=53)
    assert [(a.award_no, str(a.prize), a.cents, a.jackpot) for a in event.awards][-1] == (
        3,
        "accumulated",
        800,
        "acumulado",
    )
    assert cents(story, "jackpot:acumulado") == 800  # the game may still be void: the fund keeps it
    payments.pay_prize(game_id=story.game_id, award_no=3, card=53, actor="caja")
    assert cents(story, "jackpot:acumulado") == 0
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert (cents(story, "jackpot:acumulado"), cents(story, "jackpot:acumulado:reserve")) == (200, 0)
    assert cents(story, "prizes") == 0
    assert [(g["game_no"], g["name"], g["cents"]) for g in games_won(story.hall.pk)] == [(2, "Bingo acumulado", 800)]
    assert list(violations(reread(story))) == []


def test_a_prize_left_unpaid_leaves_the_fund_as_the_game_closes(time):
    story = murcia()
    switch(story, "acumulado", last_ball=43)
    sell(story)
    play_out(story, time, winner=3)  # 7.13 + 50.17 + 4.00 left payable
    assert cents(story, "prizes_payable") == 6_130
    assert cents(story, "jackpot:acumulado") == 100  # what was the reserve
    payments.pay_late(session_id=story.session.pk, game_id=story.game_id, award_no=3, card=3, actor="caja")
    assert cents(story, "prizes_payable") == 5_730
    assert list(violations(reread(story))) == []


def test_a_correction_of_the_figures_counts_the_funds_anew(time):
    """50 cards announced, 40 sold: 5 % of 80.00 is 4.00, 3.20 and 0.80."""
    story = murcia()
    switch(story, "acumulado", last_ball=43)
    sell(story)
    close_sale(story)
    assert cents(story, "jackpot:acumulado") == 400
    sales.correct_figures(game_id=story.game_id, last=40, reason="misread", actor="mesa")
    assert (cents(story, "jackpot:acumulado"), cents(story, "jackpot:acumulado:reserve")) == (320, 80)
    assert cents(story, "takings") == 0
    assert board_of(story).figures.jackpots[0].prize_cents == 320


def test_a_prima_that_the_fund_does_not_hold_is_neither_played_for_nor_promised(time):
    """4.70 of each 100.00: a fund of 16.92 after 360.00 in three games holds no prima of 50.00."""
    story = murcia()
    switch(story, "prima")
    jackpots.announce_prima(session_id=story.session.pk, code="prima", amount_cents=5_000, actor="sala")
    played = []
    for _ in range(3):
        sell(story, 60)  # 120.00: 5.64
        played.append(board_of(story).terms.jackpots[0].played)
        play_out(story, time)
    assert played == [False, False, False]
    assert cents(story, "jackpot:prima") == 1_692
    # Until the fund holds it, nothing is promised at an hour (C14: nobody is shown what is not there).
    with pytest.raises(errors.PrizeNotCovered):
        jackpots.announce_prima(
            session_id=story.session.pk,
            code="prima",
            amount_cents=5_000,
            due_at="2026-11-30T21:00:00+00:00",
            actor="sala",
        )


def test_nothing_is_set_while_a_game_is_played():
    story = murcia()
    sell(story)
    with pytest.raises(errors.JackpotLive):
        switch(story, "acumulado")


def test_an_additional_prize_of_another_profile_is_not_found():
    story = an_open_session()
    with pytest.raises(errors.NotFound):
        switch(story, "acumulado")


def test_the_three_together_take_no_more_than_the_pooled_fund():
    story = murcia()
    switch(story, "acumulado")
    switch(story, "prima")
    with pytest.raises(errors.ShareNotAllowed):
        switch(story, "extra", funding_bp=310)
    switch(story, "extra")


def test_the_next_session_begins_with_what_was_set_and_not_won(time):
    story = murcia()
    switch(story, "acumulado", last_ball=43, funding_bp=640)
    sell(story)
    play_out(story, time, winner=3)
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")
    end_session(story)
    prepare_session(story)
    assert session_board(story).jackpots == ()
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    (carried,) = session_board(story).jackpots
    assert (carried.on, carried.last_ball, carried.funding_bp, carried.carried) == (True, 43, 640, True)
    sell(story)
    # The reserve of the first session's game, 20 % of 6.40, began this one: 1.28.
    assert board_of(story).terms.jackpots[0].fund_cents == 128


def lower(story, **changes):
    """File a version of Murcia's profile: the accumulated prize 1 % and at most 1,000 euros."""
    base = regulation_of("murcia-2012")
    first, *others = base.jackpots
    less = replace(first, funding_bp=100, cap_cents=100_000)
    values = {"jackpots": (less, *others), "sources": sources_of(base), "valid_from": "2026-11-30", **changes}
    file_profile(hall_id=story.hall.pk, regulation=replace(base, **values), actor="sala")


def shares_on(story):
    return [(j.code, j.funding_bp, j.cap_cents) for j in board_of(story).terms.jackpots]


def test_a_version_that_allows_less_binds_the_next_sale_and_the_sessions_after(time):
    story = murcia()
    switch(story, "acumulado")
    switch(story, "prima")
    lower(story, jackpots_bp=500)
    # 1.00 of the new version and 4.70 are more than 5.00: which one goes is for the hall manager to say.
    with pytest.raises(errors.JackpotsTooHigh):
        open_next_sale(story, virtual=False)
    jackpots.switch_jackpot(session_id=story.session.pk, code="prima", on=False, actor="sala")
    sell(story)
    assert shares_on(story) == [("acumulado", 100, 100_000)]
    play_out(story, time)
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")
    end_session(story)
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    (carried,) = session_board(story).jackpots
    assert (carried.code, carried.funding_bp, carried.cap_cents, carried.profile_version) == (
        "acumulado",
        100,
        100_000,
        1,
    )
    assert list(violations(reread(story))) == []


def test_nothing_is_on_under_a_profile_for_which_nobody_switched_it_on(time):
    story = murcia()
    switch(story, "acumulado")
    choose_profile(hall_id=story.hall.pk, code="clm-2011", actor="sala")
    sell(story)
    assert shares_on(story) == []
    told = {one["rule"].code: one["set"].on for one in jackpots_of(story.session, session_board(story))}
    assert not any(told.values())


def test_how_many_games_fed_it_since_it_was_last_won(time):
    story = murcia()
    switch(story, "acumulado", last_ball=43)
    for winner in (None, None, 103):
        sell(story, 50)
        play_out(story, time, winner=winner)
    assert games_fed(story.hall.pk, "jackpot:acumulado") == 0
    sell(story, 10)
    play_out(story, time)
    assert games_fed(story.hall.pk, "jackpot:acumulado") == 1
    told = {one["rule"].code: one for one in jackpots_of(story.session, session_board(story))}
    # Reserve of three games promoted (3.00), and 0.80 of the fourth.
    assert told["acumulado"]["fund"].fund_cents == 380


def bring(story, code, fund, reserve=0):
    jackpots.bring_in_fund(session_id=story.session.pk, code=code, fund_cents=fund, reserve_cents=reserve, actor="sala")


def test_a_fund_of_before_is_brought_in_once_and_counted_into_the_desk():
    story = murcia()
    bring(story, "acumulado", 140_000, 35_000)
    assert [cents(story, a) for a in ("cash", "jackpot:acumulado", "jackpot:acumulado:reserve")] == [
        175_000,
        140_000,
        35_000,
    ]
    with pytest.raises(errors.FundBegun):
        bring(story, "acumulado", 1)
    with pytest.raises(errors.AmountNotAllowed):
        bring(story, "prima", 100, 1)  # the prima keeps no reserve
    assert list(violations(reread(story))) == []


def test_a_prima_is_won_by_the_next_bingo_and_what_is_over_stays(time):
    """51.00 in the fund and 50.00 announced: the bingo has 50.00, and 1.00 + 4.70 of the game stay."""
    story = murcia()
    bring(story, "prima", 5_100)
    switch(story, "prima")
    jackpots.announce_prima(session_id=story.session.pk, code="prima", amount_cents=5_000, actor="sala")
    sell(story)
    play_out(story, time, winner=3)
    assert [(a.prize, a.cents) for a in Award.objects.order_by("award_no")][-1] == ("prima", 5_000)
    assert cents(story, "jackpot:prima") == 570
    # Reached once, it is waited for again.
    sell(story)
    assert not board_of(story).terms.jackpots[0].played
    play_out(story, time)
    assert list(violations(reread(story))) == []


def test_a_prima_of_an_hour_is_the_first_games_after_it_and_of_no_other(time):
    story = murcia()
    bring(story, "prima", 20_000)
    switch(story, "prima")
    at = (time.time + timedelta(minutes=30)).isoformat()
    by = {"session_id": story.session.pk, "code": "prima", "actor": "sala"}
    jackpots.announce_prima(amount_cents=5_000, due_at=at, **by)
    played = []
    for wait, winner in ((0, 3), (1_900, None), (0, 104), (0, None)):
        time.advance(wait)
        sell(story, 50 if winner else 45)
        played.append(board_of(story).terms.jackpots[0].played)
        play_out(story, time, winner=winner)
    # Nobody had bingo in the second game: the prima waits for the third, and with it it is over.
    assert played == [False, True, True, False]
    assert Award.objects.filter(prize="prima").count() == 1


def test_an_extra_is_won_at_its_ball_and_then_no_longer_announced(time):
    """The winner's 15 numbers and 40 others before them: the bingo is called at ball 55."""
    story = murcia()
    bring(story, "extra", 30_000)
    switch(story, "extra")
    jackpots.announce_extra(session_id=story.session.pk, code="extra", amount_cents=20_000, exact_ball=55, actor="sala")
    sell(story)
    close_sale(story)
    winning = [n for row in face_rows(story.physical.matrix.sha256, 3) for n in row]
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *[n for n in range(1, 91) if n not in winning][:40], *winning)
    raised = claims.raise_claim(prize="bingo", card="3", **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    payments.close_game(**by)
    assert [(a.prize, a.cents) for a in Award.objects.order_by("award_no")] == [("bingo", 5_017), ("extra", 20_000)]
    sell(story)
    assert not board_of(story).terms.jackpots[0].played
    assert list(violations(reread(story))) == []


def test_a_void_game_gives_the_funds_back_what_it_had_put_in_and_nothing_won_stays(time):
    """The accumulated prize of 14.00 was won at ball 15; the game is void before anything is paid."""
    story = murcia()
    bring(story, "acumulado", 1_000, 100)
    switch(story, "acumulado", last_ball=43)
    sell(story)
    close_sale(story)
    call_bingo(story, time, winner=3)
    order = VoidOrder(cause="announcing_error", reason="another number was said", ordinal=2, said=89)
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")
    assert (cents(story, "jackpot:acumulado"), cents(story, "jackpot:acumulado:reserve")) == (1_000, 100)
    assert set(Award.objects.values_list("status", flat=True)) == {"void"}
    assert games_won(story.hall.pk) == []
    assert games_fed(story.hall.pk, "jackpot:acumulado") == 0
    voids.refund_cards(game_id=story.game_id, card="1", last=50, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert cents(story, "jackpot:acumulado") == 1_000
    assert list(violations(reread(story))) == []


def test_a_fund_that_was_touched_by_hand_is_found():
    story = murcia()
    bring(story, "prima", 100)
    with transaction.atomic():
        ledger.post(story.hall.pk, "theft", {"jackpot:prima": 150, "cash": -150}, actor="sala", at=clock.now())
    assert any("I4 jackpot:prima holds -50" in found for found in violations(reread(story)))


def test_a_virtual_winner_is_credited_as_the_game_closes(time):
    """45 printed and 5 virtual cards, 100.00: line 7.13, bingo 50.17, and 10.00 + 4.00 of the fund."""
    story = murcia()
    bring(story, "acumulado", 1_000)
    switch(story, "acumulado", last_ball=43)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=45, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=5, holder="player:1", actor="player")
    close_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    for row in face_rows(story.virtual.matrix.sha256, 201):
        call_numbers(story, *row)
        for claim in board_of(story).open_claims:
            claims.verify_claim(claim_no=claim.claim_no, **by)
        time.advance(10)
        if board_of(story).state == "checking" and row != face_rows(story.virtual.matrix.sha256, 201)[-1]:
            claims.resume_play(**by)
    claims.close_bingo(**by)
    assert cents(story, "player:1") == 0  # pending until the game closes (Q3)
    payments.close_game(**by)
    assert cents(story, "player:1") == 713 + 5_017 + 1_400
    assert (cents(story, "jackpot:acumulado"), cents(story, "prizes")) == (100, 0)  # the reserve of this game
    assert list(violations(reread(story))) == []
