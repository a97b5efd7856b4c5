"""The closing of a night: every figure worked out by hand, and the whole balanced to zero."""

import pytest

from ledger import services as ledger
from records import clock
from sessions.selectors.closing import entries_of, night_of, statement_of
from sessions.services import payments, sales, tills, tips
from tests.given import a_game_on_sale
from tests.sessions.services.floors import a_player
from tests.sessions.stories import end_session, play_out, prepare_session

pytestmark = pytest.mark.django_db


def sold_night(time):
    """
    Sell six cards at 2.00 and pay the bingo of one: 12.00 in, line 1.08 and bingo 6.90 out, house 4.02.

    The till begins with 100.00 of the safe's 500.00; a player pays 7.00 in; the tips are 6.50.
    """
    story = a_game_on_sale()
    by = {"hall_id": story.hall.pk}
    tills.move_safe(amount_cents=50_000, reason="float", actor="sala", **by)
    tills.open_till(till="main", pieces={5_000: 2}, from_safe_cents=10_000, actor="caja", **by)
    a_player(story, 3)
    payments.deposit(account="player:3", amount_cents=700, actor="caja", source_ref="caja:d", **by)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    late = {"session_id": story.session.pk, "game_id": story.game_id, "card": 3, "actor": "caja"}
    for award_no in (1, 2):
        payments.pay_late(award_no=award_no, **late)
    tips.count_tips(pieces={200: 3, 50: 1}, counter="caja", actor="caja", **by)
    return story


def now(story):
    story.session.refresh_from_db()
    return statement_of(night_of(story.hall, story.session))


def by_code(lines):
    return {line.code: (line.opening_cents, line.moved_cents, line.closing_cents) for line in lines}


def test_a_night_balances_place_by_place_and_owner_by_owner(time):
    """In the till 100.00 + 7.00 - 7.98 = 99.02; the seller has 12.00, the safe 400.00, the box 6.50."""
    told = now(sold_night(time))
    assert by_code(told.places) == {
        "cash": (0, 9_902, 9_902),
        "hands": (0, 1_200, 1_200),
        "safe": (0, 40_000, 40_000),
        "tips": (0, 650, 650),
    }
    owners = {code: sums for code, sums in by_code(told.owners).items() if any(sums)}
    assert owners == {
        "float": (0, 50_000, 50_000),
        "house": (0, 402, 402),
        "players": (0, 700, 700),
        "tips_owed": (0, 650, 650),
    }
    assert (told.places_cents, told.owners_cents, told.difference_cents) == (51_752, 51_752, 0)
    assert told.wrong == []


def test_it_says_what_is_left_to_do(time):
    told = now(sold_night(time))
    assert (told.hands, [till.till for till in told.open_tills], told.done) == ([("venta", 1_200)], ["main"], False)


def test_a_counted_night_is_done_and_what_is_counted_after_the_closing_belongs_to_it(time):
    """The seller hands 12.00 in; 111.02 are counted 0.02 short, and 61.00 go into the safe."""
    story = sold_night(time)
    end_session(story)
    time.advance(60)
    by = {"hall_id": story.hall.pk, "actor": "caja"}
    tills.count_till(pieces={5_000: 2, 1_000: 1, 100: 1}, **by)
    tills.close_till(drop_cents=6_100, reason="two cents", **by)
    told = now(story)
    assert by_code(told.places)["cash"] == (0, 5_000, 5_000)
    assert by_code(told.places)["safe"] == (0, 46_100, 46_100)
    assert by_code(told.owners)["differences"] == (0, -2, -2)
    (till,) = told.tills
    assert (till.counted_cents, till.expected_cents, till.left_cents, till.open) == (11_100, 11_102, 5_000, False)
    assert (told.difference_cents, told.hands, told.done) == (0, [], True)


def test_the_next_night_begins_with_its_first_till_or_first_check_and_opens_as_the_last_closed(time):
    story = sold_night(time)
    end_session(story)
    by = {"hall_id": story.hall.pk, "actor": "caja"}
    tills.count_till(pieces={5_000: 2, 1_000: 1, 100: 1, 1: 2}, **by)
    tills.close_till(drop_cents=11_102, **by)
    first = story.session
    time.advance(3_600)
    tills.open_till(till="main", pieces={5_000: 1}, from_safe_cents=5_000, **by)
    prepare_session(story)
    first.refresh_from_db()
    before, after = statement_of(night_of(story.hall, first)), now(story)
    assert by_code(before.places)["cash"] == (0, 0, 0)
    assert by_code(after.places)["cash"] == (0, 5_000, 5_000)
    assert by_code(after.places)["safe"] == (51_102, -5_000, 46_102)
    closed = {line.code: line.closing_cents for line in (*before.places, *before.owners)}
    opened = {line.code: line.opening_cents for line in (*after.places, *after.owners)}
    assert {code: cents for code, cents in closed.items() if cents} == {c: n for c, n in opened.items() if n}
    assert (before.difference_cents, after.difference_cents) == (0, 0)
    assert [till.shift_no for till in before.tills] == [1]
    assert [till.shift_no for till in after.tills] == [2]


def test_every_figure_has_its_entries(time):
    night = night_of((story := sold_night(time)).hall, story.session)
    rows, count = entries_of(night, kind="late_prize", line="cash")
    assert (count, [row["cents"] for row in rows]) == (2, [-108, -690])
    rows, count = entries_of(night, line="cash")
    assert sum(row["cents"] for row in rows) == 9_902
    assert entries_of(night, line="hands", most=1)[1] == 1
    assert entries_of(night, kind="none")[1] == 0


def test_kinds_and_accounts_that_nobody_told_the_closing_of_are_in_it(time):
    story = sold_night(time)
    ledger.post(story.hall.pk, "withdrawal", {"player:3": 300, "cash": -300}, actor="caja", at=clock.now())
    ledger.post(story.hall.pk, "cheque", {"prizes_payable": 50, "bank": -50}, actor="caja", at=clock.now())
    told = now(story)
    assert by_code(told.places)["bank"] == (0, -50, -50)
    assert {kind for kind, _entries in told.kinds} >= {"withdrawal", "cheque", "deposit", "sale", "tips", "till_topup"}
    assert (told.difference_cents, told.wrong) == (0, [])


def test_a_changed_balance_and_money_in_a_closed_till_are_told(time):
    from ledger.models import Account

    story = sold_night(time)
    end_session(story)
    by = {"hall_id": story.hall.pk, "actor": "caja"}
    tills.count_till(pieces={5_000: 2, 1_000: 1, 100: 1, 1: 2}, **by)
    tills.close_till(drop_cents=11_102, **by)
    ledger.post(story.hall.pk, "deposit", {"cash": 100, "player:3": -100}, actor="caja", at=clock.now())
    Account.objects.filter(hall=story.hall, code="house").update(balance_cents=400)
    assert now(story).wrong == [("till", "cash", 100), ("balance", "house", -2)]
