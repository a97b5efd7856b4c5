"""The report counts series as they come in and games as they close, void ones nowhere, by the hall's own months."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.rules.tax import Accrual, Period, TaxBase, TaxProfile, TaxStep
from sessions.selectors.tax_report import tax_report, total_of, years_of
from sessions.services import draw, payments, sales, store, voids
from sessions.services.profiles import file_profile
from tests.given import a_game_on_sale, a_hall, an_open_session, close_sale, open_next_sale
from tests.sessions.stories import misheard, play_out, receive

pytestmark = pytest.mark.django_db(transaction=True)

MADRID = TaxProfile(name="Madrid", base=TaxBase.NET, rate_bp=4_000, source="arts. 40 y 41")
STATE = TaxProfile(name="Estado", base=TaxBase.FACE, rate_bp=2_000, accrual=Accrual.SUPPLY, source="art. 9")
# A scale of ours: 10 % up to 10 €, 20 % beyond.
SCALE = TaxProfile(
    name="x",
    base=TaxBase.FACE,
    scale=(TaxStep(up_to_cents=1_000, rate_bp=1_000), TaxStep(up_to_cents=0, rate_bp=2_000)),
    source="a scale",
)


def set_tax(hall, tax, *, valid_from="2020-01-01", **more):
    base = regulation_of("es-1979")
    version = replace(base, sources=sources_of(base), valid_from=valid_from, tax=tax, tax_bp=0, **more)
    return file_profile(hall_id=hall.pk, regulation=version, actor="sala")


def november(story_or_hall):
    return tax_report(getattr(story_or_hall, "hall", story_or_hall), 2026, Period.MONTHLY)[10]


def facts(row):
    return (row.facts.supplied_cents, row.facts.played_cents, row.facts.issued_cents, row.facts.prizes_cents)


def test_a_game_counts_in_the_month_it_was_closed_with_its_prizes(time):
    story = an_open_session()
    set_tax(story.hall, MADRID)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=1)
    row = november(story)
    # 6 cards of 2 €: 12 €; line 9 % = 1.08, bingo 57.5 % = 6.90; the 200 printed cards of 2 € came in: 400 €.
    assert (row.games, facts(row)) == (1, (40_000, 1_200, 0, 798))
    assert (row.due.base_cents, row.due.rate_bp, row.due.due_cents) == (402, 4_000, 161)  # 1.608 € -> 1.61
    assert (row.kept_cents, row.regulation.version, row.running) == (0, 1, True)


def test_a_game_still_open_or_withdrawn_counts_nowhere(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    assert november(story).games == 0
    other = a_game_on_sale()
    sales.withdraw_game(game_id=other.game_id, reason="nobody", actor="mesa")
    assert (november(other).games, november(other).facts.played_cents) == (0, 0)


def test_a_void_game_counts_nowhere(time):
    story = an_open_session()
    set_tax(story.hall, MADRID)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    voids.void_game(game_id=story.game_id, order=misheard(story), second="sala", actor="mesa")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert (november(story).games, facts(november(story))) == (0, (40_000, 0, 0, 0))


def test_virtual_cards_are_told_apart(time):
    story = an_open_session()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    play_out(story, time, winner=1)
    # 8 cards of 2 €, 2 of them virtual; 9 % + 57.5 % of 16 € = 1.44 + 9.20.
    assert facts(november(story)) == (40_000, 1_600, 400, 1_064)


def test_prizes_that_nobody_won_are_not_taken_off(time):
    story = an_open_session()
    set_tax(story.hall, MADRID)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time)
    assert facts(november(story))[1:] == (1_200, 0, 0)
    assert november(story).due.due_cents == 480


def test_a_series_counts_when_it_comes_in_and_is_taken_off_when_it_is_given_back(time):
    hall = a_hall()[0]
    set_tax(hall, STATE)
    receive(hall)
    # 400 € at the start, and three series of 200 cards at 1.50 €.
    assert november(hall).facts.supplied_cents == 40_000 + 90_000
    assert november(hall).due.due_cents == 26_000
    store.withdraw_series(series_id=hall.series.get(letter="B", ident="000099").pk, reason="exchange", actor="sala")
    assert november(hall).facts.supplied_cents == 100_000


def test_months_are_the_hall_s_own(time):
    time.time = datetime(2026, 10, 31, 22, 59, tzinfo=UTC)
    hall = a_hall()[0]
    time.time = datetime(2026, 10, 31, 23, 0, tzinfo=UTC)
    receive(hall)
    supplied = [row.facts.supplied_cents for row in tax_report(hall, 2026, Period.MONTHLY)]
    assert supplied == [0] * 9 + [40_000, 90_000]


def test_quarters_and_the_year_add_the_months_up(time):
    hall = a_hall()[0]
    set_tax(hall, STATE)
    quarters = tax_report(hall, 2026, Period.QUARTERLY)
    assert [row.facts.supplied_cents for row in quarters] == [0, 0, 0, 40_000]
    (year,) = tax_report(hall, 2026, Period.YEARLY)
    assert (year.due.due_cents, str(year.first), str(year.last)) == (8_000, "2026-01-01", "2026-12-31")
    total = total_of(quarters)
    assert (total.due.due_cents, total.due.base_cents) == (8_000, 40_000)


def test_a_scale_looks_at_the_year_so_far(time):
    story = an_open_session()
    set_tax(story.hall, SCALE)
    time.time = datetime(2026, 10, 5, 20, 0, tzinfo=UTC)
    for sold in (3, 6):
        open_next_sale(story)
        sales.sell_cards(game_id=story.game_id, quantity=sold, actor="venta")
        play_out(story, time)
        time.time = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)
    months = tax_report(story.hall, 2026, Period.MONTHLY)
    # October 6 € at 10 %; November 12 €: 4 € at 10 %, 8 € at 20 %.
    assert [row.due.due_cents for row in months[9:11]] == [60, 200]
    assert tax_report(story.hall, 2026, Period.YEARLY)[0].due.due_cents == 260


def test_without_a_tax_nothing_is_owed_and_the_facts_are_told(time):
    hall = a_hall()[0]
    row = november(hall)
    assert (row.due, row.facts.supplied_cents) == (None, 40_000)
    assert total_of(tax_report(hall, 2026, Period.MONTHLY)).due is None


def test_each_period_is_taxed_as_the_profile_of_its_last_day_says_and_a_change_within_it_is_told(time):
    hall = a_hall()[0]
    set_tax(hall, STATE, valid_from="2026-01-01")
    set_tax(hall, replace(STATE, rate_bp=2_500), valid_from="2026-11-15")
    months = tax_report(hall, 2026, Period.MONTHLY)
    assert [(row.due.rate_bp, row.changed) for row in months[9:11]] == [(2_000, False), (2_500, True)]


def test_a_flat_tax_on_play_is_kept_game_by_game_rounded_down(time):
    story = an_open_session()
    play = TaxProfile(name="x", base=TaxBase.FACE, rate_bp=1_333, source="y")
    set_tax(story.hall, play)
    for _game in range(2):
        open_next_sale(story)
        sales.sell_cards(game_id=story.game_id, quantity=1, actor="venta")
        play_out(story, time)
    row = november(story)
    # Each game: 13.33 % of 2.00 € = 26.66 cents, of which 26 are kept; both together owe 53.32 -> 53.
    assert (row.kept_cents, row.due.due_cents) == (52, 53)


def test_the_years_offered_are_those_in_which_something_happened(time):
    hall = a_hall()[0]
    time.time = datetime(2028, 2, 1, 12, 0, tzinfo=UTC)
    receive(hall)
    assert years_of(hall)[:1] == [2028]
    assert set(years_of(hall)) >= {2026, 2027, 2028}
