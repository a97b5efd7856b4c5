"""What goes wrong at the sale: G04, G09, G17, G18, G19, G21; and money paid twice: G24, G25, G27."""

import pytest

from ledger.models import Entry
from ledger.selectors import balance_cents
from records.models import Event
from sessions.models import Game, SoldCard
from sessions.rules import errors
from sessions.rules.regulation import regulation_of
from sessions.rules.void import VoidOrder
from sessions.selectors.verify import violations
from sessions.services import claims, draw, payments, profiles, sales, voids
from tests.concurrency.crew import Crew
from tests.concurrency.halls import a_race_hall
from tests.concurrency.test_sell_versus_close import a_round, late_kinds
from tests.given import a_game_drawing, a_game_on_sale, an_open_session, call_numbers
from tests.money import cash_of
from tests.scenarios.looks import alarms, frames, journal, kinds, line_of, money, nobodys_number, proved, refusal, said
from tests.screens.sockets import PASSWORD, do, logged_in, make_people
from tests.sessions.services.test_profiles import a_version
from tests.sessions.stories import numbers_of

ROUNDS, SELLERS = 8, 6
serial = pytest.mark.django_db(transaction=True)


@serial
@pytest.mark.usefixtures("silent")
def test_g04_while_the_jefe_de_mesa_closes_every_sale_is_before_or_after():
    race, told = a_race_hall(printed=ROUNDS * 13), set()
    first = 1
    with Crew(SELLERS + 1) as crew:
        for number in range(ROUNDS):
            game = race.next_sale()
            sold, (announced, failed) = a_round(crew, game, number)
            told |= {code for _, code, _ in sold}
            cards = [first, *sorted(card for mine, _, _ in sold for card in mine)]
            assert failed == ""
            assert cards == list(range(first, first + len(cards)))
            assert announced == len(cards) == SoldCard.objects.filter(game=game).count()
            assert late_kinds(game) == []
            first += len(cards)
    assert told <= {"", "wrong_state"}, "who came too late is told that the sale is closed"
    assert cash_of(race.hall.pk) == (first - 1) * 200
    race.put_back()
    assert list(violations(race.hall)) == []


@serial
def test_g09_a_sale_whose_answer_was_lost_is_said_again_and_is_one_sale_with_its_first_answer():
    """The tablet never got the reply: it says the same with the same key, through the door a screen uses."""
    story = a_game_on_sale()
    seller = logged_in(make_people(story.hall)["venta1"])
    answers = [do(seller, "sell_cards", key="t1", game_no=1, quantity=6) for _ in range(3)]
    assert [status for status, _ in answers] == [200] * 3
    assert answers[0][1]["event"] == answers[1][1]["event"] == answers[2][1]["event"]
    assert kinds(story, "CardsSold") == ["CardsSold"]
    assert SoldCard.objects.filter(game=story.game).count() == 6
    assert money(story) == {"cash": 1_200, "takings": 1_200}
    assert len(said(story, "public", "CardsSold")) == 1
    status, other = do(seller, "sell_cards", key="t1", game_no=1, quantity=7)
    assert (status, other["code"]) == (409, "key_reused")


def buy(game_id, key):
    """Buy one card for player 1, who has money for one."""
    sale = sales.buy_cards(
        game_id=game_id, quantity=1, holder="player:1", actor="player:1", source_ref=f"player:1:{key}"
    )
    return sale.first


@serial
@pytest.mark.usefixtures("silent")
def test_g17_one_account_on_two_terminals_with_money_for_one_card_buys_one():
    race = a_race_hall()
    game = race.next_sale()
    payments.deposit(hall_id=race.hall.pk, account="player:1", amount_cents=200, actor="caja")
    with Crew(2) as crew:
        answers = crew.at_once(*[(buy, {"game_id": game.pk, "key": key}) for key in "ab"])
    assert sorted(a.refused or "bought" for a in answers) == ["bought", "insufficient_balance"]
    assert balance_cents(race.hall.pk, "player:1") == 0
    assert SoldCard.objects.filter(game=game).count() == 1
    assert Event.objects.filter(hall=race.hall, kind="CardsSold").count() == 1
    race.put_back()
    assert list(violations(race.hall)) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("silent")
def test_g18_a_sale_is_not_cancelled_after_the_closing_only_a_void_game_pays_back():
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=4, actor="venta")
    sales.sell_cards(game_id=story.game_id, quantity=2, actor="venta")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    before, cents = kinds(story), money(story)
    undo = {"game_id": story.game_id, "first": 5, "last": 6, "actor": "venta"}
    assert refusal(sales.undo_sale, **undo) == "wrong_state"
    refund = {"game_id": story.game_id, "card": "5", "actor": "caja"}
    assert refusal(voids.refund_cards, **refund) == "wrong_state"
    assert (kinds(story), money(story)) == (before, cents)
    assert SoldCard.objects.filter(game=story.game).count() == 6
    assert frames(story, "public")[-1]["board"]["figures"]["physical_sold"] == 6
    assert proved(story) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("silent")
def test_g19_what_is_announced_is_what_was_sold_and_a_range_typed_short_blocks_the_start():
    """200 cards in the series, 150 sold in three sales; nobody types a range: it comes from the sales."""
    story = a_game_on_sale(virtual=False)
    for quantity in (60, 50, 40):
        sales.sell_cards(game_id=story.game_id, quantity=quantity, actor="venta")
    sales.close_sale(game_id=story.game_id, actor="mesa")
    ((_, closed),) = journal(story, "SaleClosed")
    # 150 x 2.00 = 300.00; 9 % is 27.00 and 57.5 % is 172.50.
    assert closed["figures"]["physical_sold"] == 150
    assert [closed["figures"][name] for name in ("takings_cents", "line_cents", "bingo_cents")] == [
        30_000,
        2_700,
        17_250,
    ]
    for wrong in (101, 150, 152, None):
        returned = {"game_id": story.game_id, "first": wrong, "actor": "caja"}
        assert refusal(sales.return_leftovers, **returned) == "leftovers_mismatch"
    assert refusal(draw.start_draw, game_id=story.game_id, actor="mesa") == "leftovers_not_returned"
    sales.return_leftovers(game_id=story.game_id, first=151, actor="caja")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    (told,) = said(story, "public", "SaleClosed")
    assert told["event"]["figures"]["physical_sold"] == 150
    assert sum(lot["next_card"] - lot["first_card"] for lot in told["board"]["lots"]) == 150
    assert money(story) == {"cash": 30_000, "prizes": 19_950, "house": 10_050}
    assert proved(story) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("silent")
def test_g21_the_prize_shown_comes_from_the_sales_and_shares_above_the_takings_cannot_be_played(time):
    """A profile whose prizes are 150 % of the takings is not filed; nothing that a person types is a prize."""
    story = an_open_session()
    high = a_version(line_bp=5_000, bingo_bp=10_000)
    filing = {"hall_id": story.hall.pk, "regulation": high, "actor": "sala"}
    assert refusal(profiles.file_profile, **filing) == "profile_faulty"
    with pytest.raises(errors.SharesTooHigh):
        high.terms()
    assert regulation_of("es-1979").terms().bingo_bp == 5_750
    drawing = a_game_drawing(1, profile="es-1979")
    for frame in said(drawing, "public", "BallCalled"):
        figures = frame["board"]["figures"]
        # 6 x 2.00: 1.08 and 6.90, however often it is told.
        assert (figures["line_cents"], figures["bingo_cents"]) == (108, 690)
        assert figures["line_cents"] + figures["bingo_cents"] <= figures["takings_cents"]


def a_won_game(time):
    """Give a game whose bingo, 6.90, card 3 has won."""
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *numbers_of(story, 3))
    claims.raise_claim(prize="bingo", card="3", **by)
    claims.verify_claim(claim_no=1, **by)
    time.advance(10)
    claims.close_bingo(**by)
    return story


@serial
def test_g24_a_cashier_who_presses_twice_pays_once(time):
    story = a_won_game(time)
    cashier = logged_in(make_people(story.hall)["caja"])
    paid = {"game_no": 1, "session_no": None, "award_no": 1, "card": "3", "token": ""}
    same = [do(cashier, "pay_prize", key="p1", **paid) for _ in range(2)]
    assert [status for status, _ in same] == [200, 200]
    status, other = do(cashier, "pay_prize", key="p2", **paid)
    assert (status, other["code"]) == (409, "no_such_award")
    assert kinds(story, "PrizePaid") == ["PrizePaid"]
    assert Entry.objects.filter(kind="prize").count() == 1
    assert cash_of(story.hall.pk) == 1_200 - 690
    assert len(said(story, "public", "PrizePaid")) == 1
    assert proved(story) == []


def a_game_said_wrongly():
    """Give a game in which a number of card 1's line was said as one that no card holds, and the order to void it."""
    story = a_game_drawing()
    call_numbers(story, *line_of(story, 1))
    error = {"cause": "announcing_error", "reason": "another was said", "ordinal": 5, "said": nobodys_number(story, 6)}
    return story, error


@serial
def test_g25_a_void_card_shown_twice_is_paid_back_once_and_leaves_an_alarm(time):
    story, error = a_game_said_wrongly()
    voids.void_game(game_id=story.game_id, order=VoidOrder(**error), second="sala", actor="mesa")
    cashier = logged_in(make_people(story.hall)["caja"])
    body = {"game_no": 1, "session_no": None, "card": "3", "last": None}
    assert do(cashier, "refund_cards", key="r1", **body)[0] == 200
    status, answer = do(cashier, "refund_cards", key="r2", **body)
    assert (status, answer["code"]) == (409, "already_refunded")
    assert alarms(story) == [("refunded_twice", {"stream": "game:1:1", "card": 3})]
    assert [p["cents"] for _, p in journal(story, "CardsRefunded")] == [200]
    assert cash_of(story.hall.pk) == 1_000
    assert said(story, "public", "CardsRefunded")[0]["board"]["refunded"] == [{"first": 3, "last": 3}]
    assert proved(story) == []


@serial
def test_g27_nobody_approves_their_own_void_and_the_other_must_hold_the_post(time):
    story, error = a_game_said_wrongly()
    chief = logged_in(make_people(story.hall)["mesa"])
    order = {**error, "agent": "", "end_pair": False}
    before, cents = kinds(story), money(story)
    for second, password in (("mesa", PASSWORD), ("", ""), ("sala", "wrong"), ("caja", PASSWORD), ("venta1", PASSWORD)):
        asked = {"second": second, "second_password": password, **order}
        status, answer = do(chief, "void_game", key=f"v-{second}-{password}", game_no=1, **asked)
        assert (status, answer["code"]) == (409, "second_person_needed"), second
    assert (kinds(story), money(story)) == (before, cents)
    assert Game.objects.get(pk=story.game_id).state == "drawing"
    status, _ = do(chief, "void_game", key="v", game_no=1, second="sala", second_password=PASSWORD, **order)
    assert status == 200
    ((_, voided),) = journal(story, "GameVoided")
    assert voided["second"] == "sala"
    assert "second" not in said(story, "public", "GameVoided")[0]["event"]
    assert proved(story) == []
