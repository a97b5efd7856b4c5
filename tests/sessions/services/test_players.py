"""A player's account through the services: cash, PIN, card, limits, pause, closing."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from ledger.models import Account, Entry
from ledger.selectors import balance_cents
from people.models import Player, PlayerCard, PlayerVisit
from people.pins import Outcome, WeakPin, check_pin_of
from people.player_log_ins import hash_of
from records.models import Event
from sessions.models import SoldCard, StandingPurchase
from sessions.rules import errors
from sessions.selectors.players import (
    cash_of_the_day,
    deposited_cents,
    limits_now,
    live_game_of,
    lost_cents,
    played_time,
    statement_of,
)
from sessions.services import claims, draw, payments, players, sales, standing
from tests.given import a_game_on_sale, an_open_session, call_numbers, close_sale, open_next_sale
from tests.money import cash_of
from tests.sessions.services.floors import a_player, wrong
from tests.sessions.stories import numbers_of

pytestmark = pytest.mark.django_db


def own(story, number=1):
    return Player.objects.get(hall=story.hall, number=number)


def by(story, number=1):
    return {"hall_id": story.hall.pk, "account": f"player:{number}", "actor": "caja"}


def limit(story, kind, value, **more):
    return players.set_limit(kind=kind, value=value, **by(story), **more)


def buy(story, quantity=1, number=1, **more):
    account = f"player:{number}"
    return sales.buy_cards(game_id=story.game_id, quantity=quantity, holder=account, actor=account, **more)


def payloads(kind):
    return list(Event.objects.filter(kind=kind).order_by("position").values_list("payload", flat=True))


def test_an_account_is_opened_with_the_next_number_and_without_money(time):
    Group.objects.get_or_create(name="player")
    story = an_open_session()
    a_player(story, 4)
    opened = {"hall_id": story.hall.pk, "actor": "caja"}
    assert players.open_player(name="Rosa", source_ref="caja:o1", **opened) == 5
    assert players.open_player(name="Rosa", source_ref="caja:o1", **opened) == 5
    assert players.open_player(**opened) == 6
    assert payloads("PlayerOpened") == [{"player": 5}, {"player": 6}]
    rosa = own(story, 5)
    assert (rosa.name, rosa.user.has_usable_password(), balance_cents(story.hall.pk, "player:5")) == ("Rosa", False, 0)
    assert set(rosa.user.groups.values_list("name", flat=True)) == {"player"}


def test_cash_in_and_out_stands_in_ledger_and_journal_and_no_name_does(time):
    story = an_open_session()
    a_player(story, 1)
    Player.objects.update(name="Rosa Parera")
    assert payments.deposit(amount_cents=2_000, source_ref="caja:1", **by(story)) == 2_000
    assert payments.withdraw(amount_cents=750, source_ref="caja:2", **by(story)) == 1_250
    assert cash_of(story.hall.pk) == 1_250
    assert payloads("PlayerDeposited") == [{"player": 1, "cents": 2_000, "balance_cents": 2_000}]
    assert payloads("PlayerWithdrew") == [{"player": 1, "cents": 750, "balance_cents": 1_250}]
    assert not any("Rosa" in str(payload) for payload in Event.objects.values_list("payload", flat=True))
    assert wrong(story) == []


def test_a_withdrawal_said_again_is_one_and_with_another_sum_it_is_refused(time):
    story = an_open_session()
    a_player(story, 1, 2_000)
    assert payments.withdraw(amount_cents=500, source_ref="caja:w", **by(story)) == 1_500
    payments.deposit(amount_cents=100, **by(story))
    assert payments.withdraw(amount_cents=500, source_ref="caja:w", **by(story)) == 1_500
    assert balance_cents(story.hall.pk, "player:1") == 1_600
    with pytest.raises(errors.KeyReused):
        payments.withdraw(amount_cents=501, source_ref="caja:w", **by(story))
    with pytest.raises(errors.KeyReused):
        payments.deposit(amount_cents=500, source_ref="caja:w", **by(story))


def test_more_than_the_balance_is_not_paid_out_and_nothing_is_written(time):
    story = an_open_session()
    a_player(story, 1, 500)
    before = Entry.objects.count(), Event.objects.count()
    with pytest.raises(errors.BalanceTooSmall):
        payments.withdraw(amount_cents=501, **by(story))
    assert (Entry.objects.count(), Event.objects.count()) == before


def test_the_database_lends_nothing_even_to_who_goes_around_the_services(time):
    story = an_open_session()
    a_player(story, 1, 500)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(code="player:1").update(balance_cents=-1)
    assert balance_cents(story.hall.pk, "player:1") == 500


def test_an_account_that_is_no_player_s_takes_no_cash(time):
    story = an_open_session()
    for account in ("house", "cash", "player:", "player:x"):
        with pytest.raises(errors.NotFound):
            payments.deposit(hall_id=story.hall.pk, account=account, amount_cents=100, actor="caja")


# Closing ---------------------------------------------------------------------------------------------------


def test_an_account_is_closed_once_it_is_empty_and_nothing_opens_it_again(time):
    story = an_open_session()
    a_player(story, 1, 500)
    StandingPurchase.objects.create(hall=story.hall, account="player:1", quantity=2)
    players.issue_card(**by(story))
    with pytest.raises(errors.AccountNotEmpty):
        players.close_player(**by(story))
    payments.withdraw(amount_cents=500, **by(story))
    assert players.close_player(source_ref="caja:c", **by(story)) == 1
    assert players.close_player(source_ref="caja:c", **by(story)) == 1
    assert payloads("PlayerClosed") == [{"player": 1}]
    assert not own(story).user.is_active
    assert not StandingPurchase.objects.exists()
    assert not PlayerCard.objects.filter(revoked_at=None).exists()
    for deed in (players.issue_card, players.close_player):
        with pytest.raises(errors.AccountClosed):
            deed(**by(story))
    with pytest.raises(errors.AccountClosed):
        payments.deposit(amount_cents=100, **by(story))
    assert wrong(story) == []


def test_an_account_with_cards_in_play_is_not_closed(time):
    story = a_game_on_sale()
    a_player(story, 1, 200)
    buy(story)
    with pytest.raises(errors.CardsInPlay) as refused:
        players.close_player(**by(story))
    assert refused.value.params == {"game_no": 1}
    assert live_game_of(own(story)) == 1


# PIN and card ----------------------------------------------------------------------------------------------


def test_a_player_s_pin_is_checked_like_the_staff_s_and_stands_in_no_row_of_the_journal(time):
    story = an_open_session()
    a_player(story, 1)
    players.set_player_pin(pin="2580", source_ref="caja:p", **by(story))
    players.set_player_pin(pin="2580", source_ref="caja:p", **by(story))
    with pytest.raises(errors.KeyReused):
        players.set_player_pin(pin="8520", source_ref="caja:p", **by(story))
    assert payloads("PlayerPinSet") == [{"player": 1}]
    with pytest.raises(WeakPin):
        players.set_player_pin(pin="1234", **by(story))
    assert check_pin_of(own(story), "2580").outcome is Outcome.RIGHT
    assert [check_pin_of(own(story), "9999").outcome for _ in range(5)] == [Outcome.WRONG] * 4 + [Outcome.LOCKED]
    assert check_pin_of(own(story), "2580").outcome is Outcome.LOCKED
    time.advance(15 * 60 + 1)
    assert check_pin_of(own(story), "2580").outcome is Outcome.RIGHT
    assert check_pin_of(None, "2580").outcome is Outcome.WRONG


def test_the_body_of_a_pin_is_not_what_its_row_s_hash_is_made_of(time):
    """Two PINs, one hash: whoever copies the journal cannot try ten thousand of them."""
    story = an_open_session()
    a_player(story, 1)
    players.set_player_pin(pin="2580", source_ref="caja:p1", **by(story))
    players.set_player_pin(pin="8520", source_ref="caja:p2", **by(story))
    hashes = Event.objects.filter(kind="PlayerPinSet").values_list("body_hash", flat=True)
    assert len(set(hashes)) == 1


def test_a_card_is_256_random_bits_that_are_kept_nowhere_and_opens_until_the_next(time):
    story = an_open_session()
    a_player(story, 1)
    number, first = players.issue_card(source_ref="caja:t", **by(story))
    assert (number, len(first), first[0]) == (1, 65, "P")
    assert players.issue_card(source_ref="caja:t", **by(story)) == (1, "")
    _, second = players.issue_card(**by(story))
    assert first != second
    rows = {row.card_no: row for row in PlayerCard.objects.all()}
    assert rows[1].revoked_at is not None
    assert rows[2].revoked_at is None
    assert rows[2].token_hash == hash_of(second) == hash_of(second.lower() + " ")
    assert first not in str(Event.objects.values_list("payload", "body_hash"))
    assert players.revoke_card(source_ref="caja:r", **by(story)) == 2
    assert players.revoke_card(source_ref="caja:r", **by(story)) == 2
    assert not PlayerCard.objects.filter(revoked_at=None).exists()
    with pytest.raises(errors.NotFound):
        players.revoke_card(**by(story))


# Limits ----------------------------------------------------------------------------------------------------


def test_a_limit_of_deposits_counts_what_came_in_during_its_period(time):
    """30.00 in 24 hours: 20.00 now, 10.00 more, not a cent more; a day later there is room again."""
    story = an_open_session()
    a_player(story, 1)
    limit(story, "deposit_day", 3_000)
    payments.deposit(amount_cents=2_000, **by(story))
    payments.withdraw(amount_cents=2_000, **by(story))
    with pytest.raises(errors.DepositLimitReached) as refused:
        payments.deposit(amount_cents=1_001, **by(story))
    assert refused.value.params == {"limit_cents": 3_000, "left_cents": 1_000, "period": "day"}
    payments.deposit(amount_cents=1_000, **by(story))
    now_limits = limits_now(own(story), time())
    assert deposited_cents(own(story), now_limits, time()) == {"deposit_day": 3_000}
    time.advance(24 * 3600)
    assert payments.deposit(amount_cents=3_000, **by(story)) == 4_000


def test_a_deposit_made_before_the_limit_and_said_again_is_answered(time):
    story = an_open_session()
    a_player(story, 1)
    payments.deposit(amount_cents=2_000, source_ref="caja:d", **by(story))
    limit(story, "deposit_day", 0)
    assert payments.deposit(amount_cents=2_000, source_ref="caja:d", **by(story)) == 2_000


def test_a_limit_of_losses_stops_the_purchase_that_would_pass_it(time):
    """5.00 may be lost: two cards of 2.00 are bought, the third is not."""
    story = a_game_on_sale()
    a_player(story, 1, 5_000)
    limit(story, "loss_day", 500)
    buy(story, 2)
    with pytest.raises(errors.LossLimitReached) as refused:
        buy(story)
    assert refused.value.params == {"limit_cents": 500, "left_cents": 100, "period": "day"}
    assert SoldCard.objects.filter(holder="player:1").count() == 2
    assert balance_cents(story.hall.pk, "player:1") == 4_600
    assert wrong(story) == []


def test_what_was_won_may_be_lost_again(time):
    """Card 201 costs 2.00 and wins line and bingo of seven cards, 1.26 + 8.05: 7.31 more than was paid."""
    story = a_game_on_sale()
    a_player(story, 1, 5_000)
    limit(story, "loss_day", 200)
    buy(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    _win_with_the_virtual_card(story, time)
    player = own(story)
    assert lost_cents(player, limits_now(player, time()), time()) == {"loss_day": 200 - 126 - 805}
    open_next_sale(story)
    # 2.00 + 7.31: four cards of 2.00, and not a fifth.
    with pytest.raises(errors.LossLimitReached):
        buy(story, 5)
    buy(story, 4)


def _win_with_the_virtual_card(story, time):
    close_sale(story)
    game = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**game)
    call_numbers(story, *numbers_of(story, 201)[:5])
    claims.verify_claim(claim_no=1, **game)
    time.advance(10)
    claims.resume_play(**game)
    call_numbers(story, *numbers_of(story, 201)[5:])
    claims.verify_claim(claim_no=2, **game)
    time.advance(10)
    claims.close_bingo(**game)
    payments.close_game(**game)


def test_a_looser_limit_waits_and_the_journal_says_until_when(time):
    story = a_game_on_sale()
    a_player(story, 1, 5_000)
    limit(story, "loss_day", 100, source_ref="caja:1")
    new = limit(story, "loss_day", 400, source_ref="caja:2")
    assert (new.value, new.next_value) == (100, 400)
    with pytest.raises(errors.LossLimitReached):
        buy(story)
    time.advance(24 * 3600)
    buy(story)
    told = payloads("PlayerLimitSet")
    assert told[0] == {"player": 1, "limit": "loss_day", "value": 100, "from_at": ""}
    assert told[1] == {"player": 1, "limit": "loss_day", "value": 400, "from_at": new.next_from.isoformat()}
    assert limit(story, "loss_day", 400, source_ref="caja:2") == new
    assert len(payloads("PlayerLimitSet")) == 2


def test_time_at_the_terminals_is_added_up_and_stops_purchases(time):
    """Of an hour, 40 minutes yesterday evening and 15 today leave 5; ten minutes later there are none."""
    story = a_game_on_sale()
    a_player(story, 1, 5_000)
    limit(story, "time_day", 60)
    player, now = own(story), time()
    visit = {"player": player, "session_key": "k", "ended": True}
    PlayerVisit.objects.create(since=now - timedelta(hours=40), seen_at=now - timedelta(hours=30), **visit)
    PlayerVisit.objects.create(since=now - timedelta(hours=3), seen_at=now - timedelta(hours=2, minutes=20), **visit)
    last = PlayerVisit.objects.create(since=now - timedelta(minutes=15), seen_at=now, **visit)
    assert played_time(player, now) == timedelta(minutes=55)
    buy(story)
    last.seen_at = now + timedelta(minutes=5)
    last.save()
    with pytest.raises(errors.TimeLimitReached):
        buy(story)


def test_a_pause_stops_deposits_purchases_and_what_was_bought_by_itself_and_no_money_is_kept_back(time):
    story = a_game_on_sale(profile="ca-art85")
    a_player(story, 1, 5_000)
    standing.set_standing(hall_id=story.hall.pk, account="player:1", quantity=1)
    until = players.pause_play(pause="24h", source_ref="caja:1", **by(story))
    assert players.pause_play(pause="24h", source_ref="caja:1", **by(story)) == until
    assert payloads("PlayerPaused") == [{"player": 1, "until": until.isoformat()}]
    assert not StandingPurchase.objects.exists()
    for deed in (
        lambda: buy(story),
        lambda: payments.deposit(amount_cents=100, **by(story)),
        lambda: standing.set_standing(hall_id=story.hall.pk, account="player:1", quantity=1),
    ):
        with pytest.raises(errors.PlayIsPaused):
            deed()
    assert payments.withdraw(amount_cents=1_000, **by(story)) == 4_000
    time.advance(-1)
    with pytest.raises(errors.PauseNotShortened):
        players.pause_play(pause="24h", **by(story))
    time.advance(24 * 3600 + 2)
    buy(story)


def test_a_wish_left_from_before_a_pause_buys_nothing(time):
    story = a_game_on_sale(profile="ca-art85")
    a_player(story, 1, 5_000)
    players.pause_play(pause="7d", **by(story))
    StandingPurchase.objects.create(hall=story.hall, account="player:1", quantity=1)
    assert standing.buy_standing(game_id=story.game_id) == ["player:1"]
    assert not SoldCard.objects.exists()


def test_a_limit_is_one_player_s_own(time):
    story = a_game_on_sale()
    a_player(story, 1, 5_000)
    a_player(story, 2, 5_000)
    limit(story, "loss_day", 0)
    buy(story, number=2)
    with pytest.raises(errors.LossLimitReached):
        buy(story)


# Statement -------------------------------------------------------------------------------------------------


def test_a_statement_has_every_movement_with_its_game_and_the_balance_after_it(time):
    story = a_game_on_sale()
    a_player(story, 1, 1_000)
    a_player(story, 2, 9_900)
    buy(story, 2)
    payments.withdraw(amount_cents=350, **by(story))
    rows = statement_of(story.hall.pk, "player:1")
    assert [(r["kind"], r["session_no"], r["game_no"], r["cents"], r["balance_cents"]) for r in rows] == [
        ("withdrawal", 0, 0, -350, 250),
        ("sale", 1, 1, -400, 600),
        ("deposit", 0, 0, 1_000, 1_000),
    ]
    assert [r["kind"] for r in statement_of(story.hall.pk, "player:1", most=2)] == ["withdrawal", "sale"]


def test_the_cash_of_the_day_is_what_came_and_went_since_it_began(time):
    story = an_open_session()
    a_player(story, 1, 1_000)
    time.advance(60)
    since = time()
    payments.deposit(amount_cents=700, **by(story))
    payments.withdraw(amount_cents=200, **by(story))
    assert cash_of_the_day(story.hall, since) == {"deposited_cents": 700, "withdrawn_cents": 200, "held_cents": 1_500}
