"""Additional prizes: what takings put in, what is played for, who wins it, and what begins the next one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.rules import claims, events, prizes, sales
from sessions.rules.announcements import announcements_now
from sessions.rules.board import Claim
from sessions.rules.jackpots import (
    JackpotKind,
    JackpotTerms,
    SharesWith,
    draw_limit,
    in_second_game,
    promoted_cents,
    share_out,
    wins,
)
from sessions.rules.regulation import regulation_of
from sessions.rules.states import State
from tests.sessions.rules import boards

ACCUMULATED = JackpotTerms(
    code="acumulado",
    kind=JackpotKind.ACCUMULATED,
    name="Bingo acumulado",
    funding_bp=500,
    reserve_bp=2_000,
    cap_cents=300_000,
    limits=((1, 43), (1_001, 38)),
    fund_cents=100_000,
    reserve_cents=20_000,
    account="jackpot:acumulado",
)
PRIMA = JackpotTerms(
    code="prima", name="Prima", kind=JackpotKind.PRIMA, funding_bp=470, amount_cents=50_000, account="jackpot:prima"
)
EXTRA = JackpotTerms(
    code="extra",
    name="Bingo extra",
    kind=JackpotKind.EXTRA,
    funding_bp=300,
    amount_cents=20_000,
    exact_ball=55,
    account="jackpot:extra",
)
TERMS = replace(boards.TERMS, jackpots=(ACCUMULATED, PRIMA, EXTRA))


def test_a_funding_is_cut_into_reserve_and_prize_to_the_cent():
    # 5 % of 100.30 euros = 5.015, floored to 501 cents; 20 % of 501 = 100.2, floored: 100 in reserve, 401 in the prize.
    (figures,) = share_out(10_030, 50, (ACCUMULATED,), 1).jackpots
    assert (figures.funded_cents, figures.reserved_cents) == (401, 100)
    assert figures.prize_cents == 100_401
    assert (figures.last_ball, figures.exact_ball) == (43, 0)


def test_the_game_that_reaches_the_cap_fills_it_and_the_rest_goes_to_the_bingo():
    # 500 of 10,000: 100 to the reserve and 400 to the prize, of which 250 fit.
    nearly = replace(ACCUMULATED, fund_cents=299_750)
    shared = share_out(10_000, 50, (nearly,), 1)
    (figures,) = shared.jackpots
    assert (figures.funded_cents, figures.reserved_cents, shared.to_bingo_cents) == (250, 100, 150)
    assert figures.prize_cents == 300_000


def test_at_the_cap_nothing_is_funded_and_all_of_it_overflows():
    full = replace(ACCUMULATED, fund_cents=300_000, overflow_to="line")
    shared = share_out(10_000, 50, (full,), 1)
    assert (shared.to_line_cents, shared.to_bingo_cents) == (500, 0)
    assert (shared.jackpots[0].funded_cents, shared.jackpots[0].reserved_cents) == (0, 0)


def test_an_overflow_goes_to_another_prize_as_far_as_its_cap_lets_it():
    full = replace(ACCUMULATED, fund_cents=300_000, overflow_to="prima")
    capped = replace(PRIMA, cap_cents=60_000, fund_cents=59_000)
    # The prima's own 470 and 500 from the accumulated one: 970 of the 1,000 that fit.
    shared = share_out(10_000, 50, (full, capped), 1)
    assert [j.funded_cents for j in shared.jackpots] == [0, 970]
    # With 600 left: 470 of its own, 130 of the overflow; 370 go to the bingo.
    shared = share_out(10_000, 50, (full, replace(capped, fund_cents=59_400)), 1)
    assert [j.funded_cents for j in shared.jackpots] == [0, 600]
    assert shared.to_bingo_cents == 370


def test_an_overflow_to_a_prize_that_is_off_goes_to_the_bingo():
    full = replace(ACCUMULATED, fund_cents=300_000, overflow_to="prima")
    assert share_out(10_000, 50, (full,), 1).to_bingo_cents == 500


def test_a_fund_above_a_lowered_cap_never_announces_more_than_the_cap():
    lowered = replace(ACCUMULATED, cap_cents=100_000, fund_cents=150_000)
    assert share_out(10_000, 50, (lowered,), 1).jackpots[0].prize_cents == 100_000


@pytest.mark.parametrize(("sold", "ball"), [(1, 43), (1_000, 43), (1_001, 38), (5_000, 38)])
def test_the_last_ball_depends_on_the_cards_sold(sold, ball):
    assert draw_limit(ACCUMULATED.limits, sold) == ball


def test_without_a_row_for_the_cards_sold_any_ball_wins():
    assert draw_limit((), 500) == 0


def test_the_figures_of_a_sale_hold_all_parts():
    lot = replace(boards.printed(), next_card=51)  # 50 cards at 2 euros: 100 euros
    figures = sales.figures_of((lot,), TERMS)
    # Line 900, bingo 5,750; accumulated 400 + 100, prima 470, extra 300; the house has what is left: 2,080.
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (900, 5_750, 2_080)
    assert [(j.funded_cents, j.reserved_cents) for j in figures.jackpots] == [(400, 100), (470, 0), (300, 0)]
    assert [j.prize_cents for j in figures.jackpots] == [100_400, 50_000, 20_000]


def test_a_game_without_additional_prizes_is_as_it_was():
    lot = replace(boards.printed(), next_card=51)
    figures = sales.figures_of((lot,), boards.TERMS)
    assert figures.jackpots == ()
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (900, 5_750, 3_350)


@given(
    takings=st.integers(0, 5_000_000),
    unit=st.sampled_from([1, 5, 10, 100]),
    shares=st.tuples(*[st.integers(0, 1_000)] * 3),
    fund=st.integers(0, 310_000),
    reserve_bp=st.integers(0, 10_000),
    to=st.sampled_from(["line", "bingo", "prima", "extra", "gone"]),
)
def test_takings_are_always_all_their_parts(takings, unit, shares, fund, reserve_bp, to):
    jackpots = tuple(
        replace(j, funding_bp=bp, fund_cents=fund, reserve_bp=reserve_bp, overflow_to=to)
        for j, bp in zip((ACCUMULATED, PRIMA, EXTRA), shares, strict=True)
    )
    terms = replace(boards.TERMS, rounding_unit=unit, jackpots=jackpots)
    lot = replace(boards.printed(price=takings), next_card=2)
    figures = sales.figures_of((lot,), terms)
    parts = figures.line_cents + figures.bingo_cents + figures.tax_cents + figures.house_cents
    parts += sum(j.funded_cents + j.reserved_cents for j in figures.jackpots)
    assert parts == takings
    assert min(figures.house_cents, *(j.funded_cents for j in figures.jackpots)) >= 0
    assert figures.jackpots[0].prize_cents <= 300_000


def _won(*balls: int, terms=TERMS, sold=50):
    """Give a game whose cards 3, 4, … called a good bingo when so many balls had been called."""
    lot = replace(boards.printed(), next_card=sold + 1)
    figures = sales.figures_of((lot,), terms)
    called = tuple(
        Claim(
            claim_no=n,
            prize=events.PrizeKind.BINGO,
            card=2 + n,
            medium=events.Medium.PHYSICAL,
            rows=boards.FACE_3,
            ball=ball,
            status="upheld",
            window=1,
            verdict=n,
        )
        for n, ball in enumerate(balls, start=1)
    )
    return replace(boards.announced(), state=State.CHECKING, terms=terms, lots=(lot,), figures=figures, claims=called)


def _until(ball):
    return replace(TERMS, jackpots=(replace(ACCUMULATED, limits=((1, ball),)), PRIMA, EXTRA))


def _shares(board):
    return [(a.prize, a.card, a.cents, a.award_no) for a in prizes.jackpot_awards(board, 7)]


@pytest.mark.parametrize(
    ("ball", "won"),
    [(43, ["accumulated", "prima"]), (44, ["prima"]), (55, ["prima", "extra"]), (54, ["prima"]), (56, ["prima"])],
)
def test_which_additional_prizes_a_bingo_wins_depends_on_its_ball(ball, won):
    assert [prize for prize, *_ in _shares(_won(ball))] == won


def _drawn(board, last):
    """Call 43 balls: the 42nd completes card 3, and card 4 too unless `last`, the 43rd, does."""
    order = (*range(50, 77), *boards.BINGO_3, 89)
    rows = (*boards.FACE_3[:2], (*boards.FACE_3[2][:4], last))
    first, *rest = board.claims
    return replace(board, drawn=order, called=43, claims=(first, *[replace(c, rows=rows) for c in rest]))


def test_a_bingo_completed_a_ball_too_late_in_the_same_round_does_not_share():
    # The caller had ball 43 on his lips as card 3 called at 42; that ball completed card 4, which called after it.
    late = _drawn(_won(42, 43, terms=_until(42)), last=89)
    assert _shares(late) == [
        ("accumulated", 3, 100_400, 7),
        ("prima", 3, 25_000, 8),
        ("prima", 4, 25_000, 9),
    ]


def test_two_bingos_completed_by_one_ball_share_though_another_was_spoken_before_the_second_called():
    # Both cards are complete at ball 42, the limit; the ball on the caller's lips was spoken between the two calls.
    board = _drawn(_won(42, 43, terms=_until(42)), last=42)
    assert [prizes.winning_ball(board, claim) for claim in board.claims] == [42, 42]
    assert _shares(board) == [
        ("accumulated", 3, 50_200, 7),
        ("accumulated", 4, 50_200, 8),
        ("prima", 3, 25_000, 9),
        ("prima", 4, 25_000, 10),
    ]


def test_the_ball_of_an_earlier_round_does_not_count():
    # Card 3's line stopped the draw at ball 20; its bingo is of a later round.
    board = _drawn(_won(43), last=42)
    line = replace(board.claims[0], claim_no=9, prize=events.PrizeKind.LINE, ball=20, window=0)
    board = replace(board, claims=(line, *board.claims))
    assert prizes.winning_ball(board, board.claims[1]) == 43


def test_odd_cents_go_to_the_first_winners_and_nothing_is_lost():
    # 100,400 among three: 33,467 + 33,467 + 33,466; 50,000: 16,667 + 16,667 + 16,666.
    assert [cents for _, _, cents, _ in _shares(_won(40, 40, 40))] == [33_467, 33_467, 33_466, 16_667, 16_667, 16_666]


def test_what_the_winners_do_not_get_stays_in_the_fund():
    terms = replace(TERMS, remainder_to="house", rounding_unit=100)
    # 1,004 euros among three, whole euros: 334 each; 2 euros stay. 500 among three: 166 each; 2 stay.
    board = _won(40, 40, 40, terms=terms)
    awards = prizes.jackpot_awards(board, 1)
    assert [a.cents for a in awards] == [33_400] * 3 + [16_600] * 3
    ended = replace(board, state=State.WON, awards=awards)
    won, prima = prizes.decide_game_closing(ended).jackpots
    assert (won.code, won.won_cents) == ("acumulado", 100_200)
    assert (prima.code, prima.won_cents, prima.promoted_cents) == ("prima", 49_800, 0)


def test_a_prima_that_is_not_due_is_funded_and_not_played_for():
    waiting = replace(PRIMA, played=False)
    (figures,) = share_out(10_000, 50, (waiting,), 1).jackpots
    assert (figures.funded_cents, figures.prize_cents) == (470, 0)
    assert not wins(figures, 30)


def test_when_it_is_won_the_reserve_begins_the_next_one():
    (figures,) = share_out(10_000, 50, (ACCUMULATED,), 1).jackpots
    assert promoted_cents(ACCUMULATED, figures, 100_400) == 20_100  # what was there, and this game's 100
    assert promoted_cents(ACCUMULATED, figures, 0) == 0


def test_the_next_one_begins_no_higher_than_the_cap():
    rich = replace(ACCUMULATED, reserve_cents=400_000)
    (figures,) = share_out(10_000, 50, (rich,), 1).jackpots
    assert promoted_cents(rich, figures, 100_400) == 300_000


def test_void_awards_are_no_outcome():
    board = _won(40)
    awards = tuple(replace(a, status="void") for a in prizes.jackpot_awards(board, 1))
    assert prizes.outcomes_of(replace(board, awards=awards)) == ()


def test_closing_the_bingo_numbers_the_awards_one_after_the_other():
    ended = claims.decide_bingo_closing(_won(40), datetime.fromisoformat(boards.AT))
    assert [(a.award_no, str(a.prize)) for a in ended.awards] == [(1, "bingo"), (2, "accumulated"), (3, "prima")]
    assert prizes.paid_from(_won(40), ended.awards[0]) == "prizes"
    assert prizes.paid_from(_won(40), ended.awards[1]) == "jackpot:acumulado"


def test_the_second_game_of_a_pair_feeds_the_funds_and_plays_for_none():
    first = share_out(10_000, 50, (ACCUMULATED, PRIMA), 1).jackpots
    second = in_second_game((ACCUMULATED, PRIMA), first)
    assert [(j.fund_cents, j.reserve_cents) for j in second] == [(100_400, 20_100), (470, 0)]
    figures = share_out(10_000, 50, second, 1).jackpots
    assert [(j.funded_cents, j.prize_cents) for j in figures] == [(400, 0), (470, 0)]


def test_the_shares_are_those_of_what_is_on_together():
    # Baleares: accumulated and prima 50 + 3 + 3, only one of them 53 + 3 or 50 + 6, none 56.
    rows = (
        SharesWith(codes=("a", "p"), line_bp=800, bingo_bp=5_000, funding_bp=(("a", 300), ("p", 300))),
        SharesWith(codes=("a",), line_bp=800, bingo_bp=5_300, funding_bp=(("a", 300),)),
        SharesWith(codes=("p",), line_bp=800, bingo_bp=5_000, funding_bp=(("p", 600),)),
    )
    islands = replace(regulation_of("es-1979"), line_bp=800, bingo_bp=5_600, shares_with=rows)
    assert islands.shares_of({"p", "a"}).bingo_bp == 5_000
    assert dict(islands.shares_of({"p"}).funding_bp) == {"p": 600}
    assert islands.shares_of(()).bingo_bp == 5_600
    only = replace(ACCUMULATED, code="a", funding_bp=300)
    assert islands.terms(jackpots=(only,)).bingo_bp == 5_300


def said(board, lang):
    return [one.text for one in announcements_now(board) if one.lang == lang]


def test_the_closing_formula_names_what_is_played_for_besides():
    ready = replace(_won(), state=State.READY, claims=())
    assert said(ready, "es")[2:5] == [
        "Bingo acumulado: 1.004 euros, hasta la bola 43.",
        "Prima: 500 euros al bingo.",
        "Bingo extra: 200 euros, con bingo cantado en la bola 55.",
    ]
    assert said(ready, "ca")[4] == "Bingo extra: 200 euros, amb bingo cantat a la bola 55."


def test_the_end_names_what_the_bingo_won():
    board = _won(40)
    won = replace(board, state=State.WON, awards=prizes.jackpot_awards(board, 1))
    assert said(won, "es")[1:] == [
        "El bingo gana además Bingo acumulado: 1.004 euros.",
        "El bingo gana además Prima: 500 euros.",
    ]
