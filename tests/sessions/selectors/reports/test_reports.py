"""Reports against a night worked out by hand (`nights.py`), against the ledger, and period against period."""

import random
from dataclasses import fields
from datetime import UTC, date, datetime

import pytest

from ledger.selectors import balance_cents
from records.models import ActaEntry
from sessions.management.simulation import Night
from sessions.models import BingoSession
from sessions.rules.report_money import GameMoney, Sums
from sessions.selectors.by_hand import by_hand_of as by_hand_on_boards
from sessions.selectors.reports.balls import by_hand_of, frequencies_of
from sessions.selectors.reports.control import (
    Voided,
    accounts_of,
    operations_of,
    second_people,
    void_alarms,
    void_people,
    voids_of,
)
from sessions.selectors.reports.games import game_rows, in_play, told_games
from sessions.selectors.reports.money import last_night, money_of
from sessions.selectors.reports.periods import By, before, keys_of, nights_of, span_of
from sessions.selectors.reports.sellers import sellers_of, undone_sales
from sessions.services import claims, draw, payments, sales, sessions, store, voids
from tests.given import a_hall, call_numbers, close_sale, open_next_sale
from tests.sessions.selectors.reports.nights import PLAYER, a_night, sell
from tests.sessions.selectors.test_by_hand import decide, machine_game, read
from tests.sessions.stories import end_session, numbers_of, play_out, prepare_session

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = date(2026, 12, 31)


def span(hall, by, key):
    return span_of(by, key, nights_of(hall), TODAY)


def only_session(hall):
    return span(hall, By.SESSION, "1")


def money(game: GameMoney):
    """Give what of a game is not 0, but for where and when it was."""
    named = [field.name for field in fields(game) if field.name not in {"session_no", "game_no", "at"}]
    return {name: getattr(game, name) for name in named if getattr(game, name)}


def second_night(story, time, day):
    """Open the hall's next session on a day and play a game of three cards, 6.00, to the bingo of the first of them."""
    store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala")
    time.time = day
    prepare_session(story)
    sessions.open_session(session_id=story.session.pk, signed="mesa", actor="sala")
    open_next_sale(story)
    run = sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta").runs[0]
    play_out(story, time, winner=run.first)
    return story


def test_each_game_of_the_night_is_as_worked_out_by_hand(time):
    story = a_night(time)
    rows = game_rows(story.hall, only_session(story.hall))
    assert [money(row) for row in rows] == [
        {"void": True, "void_cards": 8, "void_cents": 1_600},
        {"physical": 6, "takings_cents": 1_200, "line_cents": 108, "bingo_cents": 690, "house_cents": 402},
        {"physical": 6, "takings_cents": 1_200, "house_cents": 402, "carried_cents": 798},
        {
            "physical": 4,
            "virtual": 1,
            "takings_cents": 1_000,
            "line_cents": 198,
            "bingo_cents": 1_265,
            "house_cents": 335,
            "carried_cents": -798,
        },
    ]


def test_the_night_is_the_ledger_s_and_in_each_row_everything_is_shared_out(time):
    story = a_night(time)
    told = money_of(story.hall, only_session(story.hall))
    assert [sums.left_cents for _key, sums in (*told.parts, *told.hours)] == [0] * 6
    assert told.total.left_cents == 0
    assert told.total.house_cents == balance_cents(story.hall.pk, "house") == 1_139
    assert told.total.carried_cents == balance_cents(story.hall.pk, "carried:line") == 0
    # What winners won is in the drawer's debts or paid: nobody has fetched anything yet.
    assert told.total.prizes_cents == balance_cents(story.hall.pk, "prizes_payable") == 2_261
    assert told.total.takings_cents == 3_400


def test_a_figure_that_the_books_do_not_share_shows_in_its_row(time):
    story = a_night(time)
    told = told_games(story.hall, only_session(story.hall))
    told[1, 2].figures["takings_cents"] += 100
    assert [row.game_no for row in game_rows(story.hall, only_session(story.hall), told) if _left(row)] == [2]


def _left(row):
    out = row.line_cents + row.bingo_cents + row.additional_cents + row.tax_cents + row.house_cents
    return row.takings_cents - out - row.carried_cents - row.funds_cents


def test_the_hours_of_the_night_are_the_wall_s(time):
    story = a_night(time)
    told = money_of(story.hall, only_session(story.hall))
    hours = [(hour.hour, sums.games, sums.takings_cents) for hour, sums in told.hours]
    # 20:00 UTC is nine in the evening; an hour later two more games. The void one took nothing.
    assert hours == [(21, 1, 1_200), (22, 2, 2_200)]


def test_a_period_is_the_sum_of_its_sessions_and_the_month_before_stands_beside_it(time):
    story = second_night(a_night(time), time, datetime(2026, 12, 1, 20, 0, tzinfo=UTC))
    nights = nights_of(story.hall)
    assert keys_of(By.MONTH, nights) == ["2026-12", "2026-11"]
    year = money_of(story.hall, span(story.hall, By.YEAR, "2026"))
    months = [money_of(story.hall, span(story.hall, By.MONTH, key)).total for key in ("2026-11", "2026-12")]
    by_session = [money_of(story.hall, span(story.hall, By.SESSION, str(n))).total for n in (1, 2)]
    assert months == by_session
    assert [sums for _key, sums in year.parts] == months
    for field in fields(Sums):
        added = sum(getattr(month, field.name) for month in months)
        assert getattr(year.total, field.name) == added, field.name
    # 3 cards of 2.00: line 0.54, bingo 3.45, the rest 2.01.
    assert (months[1].takings_cents, months[1].prizes_cents, months[1].house_cents) == (600, 399, 201)
    earlier = before(span(story.hall, By.MONTH, "2026-12"), nights, TODAY)
    assert earlier.key == "2026-11"
    assert before(earlier, nights, TODAY) is None
    assert before(span(story.hall, By.SESSION, "2"), nights, TODAY).key == "1"
    assert before(span(story.hall, By.YEAR, "2026"), nights, TODAY) is None


def test_a_session_belongs_to_the_day_on_which_it_was_opened(time):
    hall = a_hall()[0]
    # Opened at 23:30 by the wall on 31 December, closed in the new year.
    row = {"board": {}, "state": "closed", "closed_at": datetime(2027, 1, 1, 3, 0, tzinfo=UTC)}
    BingoSession.objects.create(hall=hall, session_no=1, opened_at=datetime(2026, 12, 31, 22, 30, tzinfo=UTC), **row)
    BingoSession.objects.create(hall=hall, session_no=2, opened_at=datetime(2026, 12, 31, 23, 30, tzinfo=UTC), **row)
    nights = nights_of(hall)
    assert keys_of(By.YEAR, nights) == ["2027", "2026"]
    assert span(hall, By.MONTH, "2026-12").session_nos == [1]
    assert before(span(hall, By.MONTH, "2027-01"), nights, TODAY).key == "2026-12"


def test_the_sellers_have_their_cards_money_hours_and_sales_undone(time):
    story = a_night(time)
    own = only_session(story.hall)
    told = told_games(story.hall, own)
    undone = undone_sales(story.hall, own, told)
    assert [(one.seller, one.cents) for one in undone] == [("venta", 400)]
    (seller,) = sellers_of(story.hall, own, told, undone)
    assert (seller.games, seller.cards, seller.cents, seller.void_cents) == (3, 16, 3_200, 1_200)
    assert (seller.undone, seller.undone_cents) == (1, 400)
    # An hour between games, and twice ten seconds of asking for other winners.
    assert seller.seconds == 3_620
    assert seller.cents + 200 == money_of(story.hall, own).total.takings_cents  # the player's own card was 2.00


def test_a_void_game_is_told_with_its_people_and_its_money_also_what_is_fetched_later(time):
    story = a_night(time)
    own = only_session(story.hall)
    (void,) = voids_of(story.hall, told_games(story.hall, own))
    assert (void.game_no, void.cause, void.by, void.second) == (1, "announcing_error", "mesa", "sala")
    assert (void.owed_cents, void.paid_cents, void.late_cents, void.open_cents) == (1_600, 1_200, 0, 400)
    assert void_people([void]) == [("mesa", 1, 0, 1_600), ("sala", 0, 1, 0)]
    game_id = BingoSession.objects.get(session_no=1).games.get(game_no=1).pk
    second_night(story, time, datetime(2026, 12, 1, 20, 0, tzinfo=UTC))
    voids.refund_late(session_id=story.session.pk, game_id=game_id, card="5", actor="caja")
    (void,) = voids_of(story.hall, told_games(story.hall, own))
    assert (void.paid_cents, void.late_cents, void.open_cents) == (1_200, 200, 200)


def voided(session_no, game_no, by, second):
    at = datetime(2026, 11, 30, tzinfo=UTC)
    money = {"owed_cents": 100, "paid_cents": 100, "late_cents": 0}
    return Voided(
        session_no=session_no, game_no=game_no, at=at, cause="failure", reason="", by=by, second=second, **money
    )


def test_the_third_void_game_of_a_session_rings_and_the_people_are_counted():
    many = [voided(7, n, "mesa", "sala") for n in (1, 2, 3)] + [voided(8, n, "mesa2", "mesa") for n in (1, 2)]
    assert void_alarms(many) == [(7, 3)]
    assert void_people(many) == [("mesa", 3, 2, 300), ("mesa2", 2, 0, 200), ("sala", 0, 3, 0)]


def test_what_went_wrong_is_counted_and_who_answered_for_it(time):
    story = a_night(time)
    own = only_session(story.hall)
    told = told_games(story.hall, own)
    counted = operations_of(story.hall, own, told, undone_sales(story.hall, own, told))
    assert +counted[1] == {"undone": 1, "undone_cents": 400, "void": 1}
    assert second_people(story.hall, own) == [("sala", {"void": 1})]


def test_a_player_s_account_has_what_it_paid_and_won_and_nothing_of_void_games(time):
    story = a_night(time)
    own = only_session(story.hall)
    (account,) = accounts_of(story.hall, own, told_games(story.hall, own))
    # One card of 2.00 that won nothing; the two of the void game were paid back. The balance of 20.00 says the same.
    assert (account.number, account.games, account.paid_cents, account.won_cents) == ("1", 1, 200, 0)
    assert balance_cents(story.hall.pk, PLAYER) == 1_800
    assert not account.watched


def test_a_virtual_prize_is_won_by_its_account(time):
    story = a_night(time)
    second_night(story, time, datetime(2026, 12, 1, 20, 0, tzinfo=UTC))
    open_next_sale(story)
    sales.buy_cards(game_id=story.game_id, quantity=1, holder=PLAYER, actor="player")
    close_sale(story)
    numbers = numbers_of(story, story.virtual.first_number)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *numbers[:5])
    claims.verify_claim(claim_no=1, **by)
    time.advance(10)
    claims.resume_play(**by)
    call_numbers(story, *numbers[5:])
    claims.verify_claim(claim_no=2, **by)
    time.advance(10)
    claims.close_bingo(**by)
    payments.close_game(**by)
    own = span(story.hall, By.SESSION, "2")
    (account,) = accounts_of(story.hall, own, told_games(story.hall, own))
    # 9 % and 57.5 % of 2.00.
    assert (account.paid_cents, account.won_cents) == (200, 18 + 115)


def test_balls_by_hand_are_those_of_the_boards(time):
    story = machine_game(7, 12)
    read(story, 3, 0, reason="unread")
    decide(story, 40, second="sala")
    read(story, 4, 41, quality=61)
    decide(story, 41)
    own = only_session(story.hall)
    assert by_hand_of(story.hall, own) == []  # it is not closed
    hands = ActaEntry.objects.filter(book__hall=story.hall, kind="held")
    assert hands.count() == 2
    book, last = hands.first().book, ActaEntry.objects.filter(book__hall=story.hall).last()
    end = {"balls": [7, 12, 40, 41], "uncalled": [], "awards": [], "void": True}
    place = {"entry_no": last.entry_no + 1, "folio": 9, "line": 1, "lines": 1, "position": last.position + 1}
    of = {"session_no": 1, "game_no": 1, "at": last.at}
    ActaEntry.objects.create(book=book, kind="end", payload=end, **place, **of)
    (month,) = by_hand_of(story.hall, own)
    (on_boards,) = by_hand_on_boards(story.hall)
    assert (month.balls, month.by_hand) == (on_boards.balls, on_boards.by_hand) == (4, 1)


def test_how_often_each_ball_came_out_is_counted_of_closed_games(time):
    story = a_night(time)
    ((code, told),) = frequencies_of(only_session(story.hall))
    # 90 balls in the game nobody won, 15 in each that was won, 5 in the void one.
    assert (code, told.games, told.balls) == ("set-1", 4, 125)
    assert min(told.times) == 1
    assert told.p_value is None


def test_the_last_night_is_told_with_the_one_before(time):
    assert last_night(a_hall()[0]) is None
    story = a_night(time)
    own, total, earlier = last_night(story.hall)
    assert (own.key, total.takings_cents, earlier) == ("1", 3_400, None)
    second_night(story, time, datetime(2026, 12, 1, 20, 0, tzinfo=UTC))
    sell(story, 2)
    own, total, earlier = last_night(story.hall)
    assert (own.key, own.running, total.takings_cents, earlier.takings_cents) == ("2", True, 600, 3_400)
    assert in_play(own) == 1


def test_a_month_closed_long_ago_reads_nothing_of_later_months(time):
    story = a_night(time)
    november = money_of(story.hall, span(story.hall, By.MONTH, "2026-11")).total
    end_session(second_night(story, time, datetime(2026, 12, 1, 20, 0, tzinfo=UTC)))
    assert money_of(story.hall, span(story.hall, By.MONTH, "2026-11")).total == november


def test_of_whole_simulated_nights_with_pairs_and_void_games_every_row_is_shared_out(monkeypatch):
    monkeypatch.setattr("sessions.management.simulation.PAIRS", 0.4)
    night = Night(games=12, cards=30, random=random.Random(11))
    played = night.play()
    assert played["pairs"] > 1
    told = money_of(night.hall, span_of(By.SESSION, "1", nights_of(night.hall), TODAY))
    assert [key for key, sums in told.parts if sums.left_cents] == []
    assert told.total.games + told.total.void_games == played["games"]
    assert told.total.house_cents == balance_cents(night.hall.pk, "house")
    # The line of the void game, 9 % of 60.00, was won and is not owed: the night counts it, the report does not.
    assert (told.total.void_cents, told.total.prizes_cents) == (6_000, played["prizes_cents"] - 540)
