"""
Null games pressed at by several people at once: a card is paid back once, and a game is void or goes on, never both.

The control comes first: looking at the card's mark and then paying, without a lock, pays one card several times.
"""

from __future__ import annotations

from time import sleep

import pytest

from ledger.selectors import balance_cents, sums_by_account
from records.models import Event
from sessions.journal import codec
from sessions.models import Award, BingoSession, Game, SoldCard
from sessions.rules.void import VoidOrder
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, draw, payments, sales, suspensions, voids
from tests.concurrency.crew import HEAD_STARTS, Crew, after, answer_of
from tests.concurrency.halls import a_race_hall
from tests.money import balance_of, cash_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS = 8


def draw_numbers(by, numbers):
    """Draw numbers by hand and call them."""
    for ordinal, number in enumerate(numbers, start=1):
        draw.draw_manual(number=number, **by)
        draw.call_ball(ordinal=ordinal, **by)


def a_draw(race, numbers, *, cards=6):
    """Sell cards, close the sale and draw; gives whose deeds the table's are, and the first card."""
    game = race.next_sale()
    by = {"game_id": game.pk, "actor": "mesa"}
    first = sales.sell_cards(game_id=game.pk, quantity=cards, actor="venta").first
    sales.close_sale(**by)
    sales.return_leftovers(game_id=game.pk, first=first + cards, actor="caja")
    draw.start_draw(**by)
    draw_numbers(by, numbers(first))
    return by, first


def a_void_game(race, *, cards=6):
    """Let a game be void by an error in its first ball, on which its first card's line hangs."""
    by, first = a_draw(race, lambda card: face_rows(race.printed.matrix.sha256, card)[0], cards=cards)
    voids.void_game(order=misheard(by), second="sala", **by)
    return by["game_id"], first


def a_bingo(race):
    """Bring a game to a good bingo, before the order to end."""
    by, first = a_draw(race, lambda card: [n for row in face_rows(race.printed.matrix.sha256, card) for n in row])
    raised = claims.raise_claim(prize="bingo", card=str(first), **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    return by, first


def misheard(by):
    """Give an order for an error in the first ball of a game: a number was said that never came."""
    drawn = board_of(by["game_id"]).drawn
    said = next(number for number in range(1, 91) if number not in drawn)
    return VoidOrder(cause="announcing_error", reason="misheard", ordinal=1, said=said)


def board_of(game_id):
    return codec.game_board(Game.objects.get(pk=game_id).board)


def pay_back_the_rest(game_id):
    """End a void game's refunds, card by card, and close it."""
    for card in SoldCard.objects.filter(game=game_id, refunded=False).values_list("number", flat=True):
        voids.refund_cards(game_id=game_id, card=str(card), actor="caja")
    voids.complete_refunds(game_id=game_id, actor="caja")
    payments.close_game(game_id=game_id, actor="mesa")


def kinds_of(game_id):
    stream = Game.objects.get(pk=game_id).stream
    return list(Event.objects.filter(stream=stream).order_by("seq").values_list("kind", flat=True))


def is_whole(race):
    race.hall.refresh_from_db()
    return list(violations(race.hall)) == []


# The refund desk -------------------------------------------------------------------------------------------


def naive_refund(game_id, card):
    """Look at the card's mark, then pay: how it must not be done."""
    row = SoldCard.objects.get(game_id=game_id, number=card)
    if row.refunded:
        return 0
    sleep(0.005)
    SoldCard.objects.filter(pk=row.pk).update(refunded=True)
    return 200


def test_control_looking_before_paying_pays_a_card_back_twice():
    race = a_race_hall()
    game_id, first = a_void_game(race)
    with Crew(10) as crew:
        for _ in range(20):
            SoldCard.objects.filter(game=game_id).update(refunded=False)
            paid = sum(a.value or 0 for a in crew.at_once(*[(naive_refund, {"game_id": game_id, "card": first})] * 10))
            if paid > 200:
                break
    assert paid > 200


def refund_often(times, **kwargs):
    """Hand the same card in several times; gives the cents or the refusal of each."""
    answers = [answer_of(voids.refund_cards, actor="caja", **kwargs) for _ in range(times)]
    return [a.error or a.refused or a.value.cents for a in answers]


def test_a_card_handed_in_fifty_times_at_once_is_paid_back_once():
    race = a_race_hall()
    game_id, first = a_void_game(race)
    assert cash_of(race.hall.pk) == 1_200
    with Crew(10) as crew:
        for card in range(first, first + 6):
            order = {"times": 5, "game_id": game_id, "card": str(card)}
            answers = crew.at_once(*[(refund_often, order)] * 10)
            got = [each for answer in answers for each in answer.value]
            assert sorted(got, key=str) == [200, *["already_refunded"] * 49]
            assert cash_of(race.hall.pk) == 1_200 - 200 * (card - first + 1)
    assert kinds_of(game_id).count("CardsRefunded") == 6
    pay_back_the_rest(game_id)
    assert is_whole(race)


def test_one_refund_sent_fifty_times_is_one_answer():
    race = a_race_hall()
    game_id, first = a_void_game(race)
    order = {"times": 5, "game_id": game_id, "card": str(first), "last": first + 2, "source_ref": "caja:k1"}
    with Crew(10) as crew:
        answers = crew.at_once(*[(refund_often, order)] * 10)
    assert [cents for answer in answers for cents in answer.value] == [600] * 50
    assert cash_of(race.hall.pk) == 600
    pay_back_the_rest(game_id)
    assert is_whole(race)


def test_runs_that_overlap_are_not_both_paid():
    """Two desks, cards 1 to 4 and 3 to 6: one of them, and the other is told which card was paid before."""
    race = a_race_hall(printed=200)
    with Crew(2) as crew:
        for _ in range(ROUNDS):
            game_id, first = a_void_game(race)
            runs = [(first, first + 3), (first + 2, first + 5)]
            orders = [{"times": 1, "game_id": game_id, "card": str(a), "last": b} for a, b in runs]
            got = [answer.value[0] for answer in crew.at_once(*[(refund_often, order) for order in orders])]
            assert sorted(got, key=str) == [800, "already_refunded"]
            pay_back_the_rest(game_id)
    assert cash_of(race.hall.pk) == 0
    assert is_whole(race)


def test_a_card_as_the_refunds_end_is_paid_now_or_stays_payable():
    met = set()
    race = a_race_hall(printed=200)
    with Crew(2) as crew:
        for n in range(ROUNDS * 2):
            game_id, first = a_void_game(race, cards=2)
            refund = {"deed": voids.refund_cards, "game_id": game_id, "card": str(first), "actor": "caja"}
            end = {"deed": voids.complete_refunds, "game_id": game_id, "actor": "mesa"}
            one, other = HEAD_STARTS[n % 3]
            paid, ended = crew.at_once((after, {"seconds": one, **refund}), (after, {"seconds": other, **end}))
            assert (paid.error, ended.error, ended.refused) == ("", "", "")
            assert paid.refused in {"", "wrong_state"}
            late = bool(paid.refused)
            assert (ended.value.refunded_cents, ended.value.payable_cents) == ((0, 400) if late else (200, 200))
            payments.close_game(game_id=game_id, actor="mesa")
            met.add(late)
            assert sums_by_account(race.hall.pk, Game.objects.get(pk=game_id).stream)["takings"] == 0
    assert met == {True, False}, "the two never met"
    assert is_whole(race)


def late_often(times, **kwargs):
    """Bring a card of a closed void game several times."""
    answers = [answer_of(voids.refund_late, actor="caja", **kwargs) for _ in range(times)]
    return [a.error or a.refused or a.value.cents for a in answers]


def test_a_card_brought_late_fifty_times_at_once_is_paid_once():
    race = a_race_hall()
    game_id, first = a_void_game(race, cards=1)
    voids.complete_refunds(game_id=game_id, actor="caja")
    payments.close_game(game_id=game_id, actor="mesa")
    order = {"times": 5, "session_id": race.session.pk, "game_id": game_id, "card": str(first)}
    with Crew(10) as crew:
        answers = crew.at_once(*[(late_often, order)] * 10)
    got = [each for answer in answers for each in answer.value]
    assert sorted(got, key=str) == [200, *["already_refunded"] * 49]
    assert [balance_of(race.hall.pk, code) for code in ("cash", "refunds_payable")] == [0, 0]
    assert is_whole(race)


# Void against everything else ------------------------------------------------------------------------------


def test_a_game_is_void_or_its_prize_is_paid(time):
    """35.7: once a prize is paid no error voids the game; a void game pays no prize. The ledger knows which it was."""
    met = set()
    race = a_race_hall(printed=200)
    with Crew(2) as crew:
        for n in range(ROUNDS):
            by, first = a_bingo(race)
            time.advance(10)
            claims.close_bingo(**by)
            one, other = HEAD_STARTS[n % 3]
            game_id, cash = by["game_id"], cash_of(race.hall.pk)
            prize = Award.objects.get(game=game_id, prize="bingo").cents
            pay = {"deed": payments.pay_prize, "game_id": game_id, "award_no": 1, "card": first, "actor": "caja"}
            annul = {"deed": voids.void_game, "order": misheard(by), "second": "sala", **by}
            paid, void = crew.at_once((after, {"seconds": one, **pay}), (after, {"seconds": other, **annul}))
            assert sorted([paid.refused, void.refused]) == ["", "wrong_state"]
            assert (paid.error, void.error) == ("", "")
            met.add(void.refused == "")
            if void.refused:
                assert cash_of(race.hall.pk) == cash - prize
                payments.close_game(**by)
            else:
                assert Award.objects.get(game=game_id).status == "void"
                assert cash_of(race.hall.pk) == cash
                pay_back_the_rest(game_id)
                assert cash_of(race.hall.pk) == cash - 1_200
    assert met == {True, False}, "one of them always won"
    assert is_whole(race)


def test_a_bingo_closed_as_the_game_becomes_void_pays_nobody(time):
    """
    The order to end may be before the void or be refused after it: either way the game is null and its prize too.

    The people of the crew live an hour later, when the ten seconds for other winners are over.
    """
    met = set()
    race = a_race_hall(printed=200)
    with Crew(2, lambda: time.advance(3_600)) as crew:
        for _ in range(ROUNDS):
            by, _first = a_bingo(race)
            closed, void = crew.at_once(
                (claims.close_bingo, by), (voids.void_game, {"order": misheard(by), "second": "sala", **by})
            )
            assert (closed.error, void.error, void.refused) == ("", "", "")
            assert closed.refused in {"", "wrong_state"}
            met.add(closed.refused)
            board = board_of(by["game_id"])
            assert (board.state, [award.status for award in board.awards]) == ("void", ["void"] * (not closed.refused))
            assert balance_cents(race.hall.pk, "prizes") == 0
            pay_back_the_rest(by["game_id"])
    assert cash_of(race.hall.pk) == 0
    assert is_whole(race)


def test_two_people_who_end_a_game_at_once_end_it_once():
    race = a_race_hall(printed=200)
    with Crew(4) as crew:
        for _ in range(ROUNDS):
            by, _first = a_draw(race, lambda card: face_rows(race.printed.matrix.sha256, card)[0])
            answers = crew.at_once(*[(voids.void_game, {"order": misheard(by), "second": "sala", **by})] * 4)
            assert sorted(a.error or a.refused for a in answers) == ["", *["wrong_state"] * 3]
            pay_back_the_rest(by["game_id"])
    assert is_whole(race)


def sell_until_stopped(game_id, seller, most=4):
    """Sell card by card; gives the cards sold, and why no more."""
    cards = []
    for _ in range(most):
        answer = answer_of(sales.sell_cards, game_id=game_id, quantity=1, actor=seller)
        if answer.refused or answer.error:
            return cards, answer.refused or answer.error
        cards.append(answer.value.first)
    return cards, ""


def test_nobody_sells_while_the_game_is_suspended():
    """Three sellers and the Jefe de Mesa: a sale is before the suspension or refused; then selling goes on."""
    stopped, race = 0, a_race_hall(printed=200)
    suspend = {"cause": "failure", "ball_out": False, "text": "no power", "actor": "mesa"}
    with Crew(4) as crew:
        for n in range(ROUNDS):
            game = race.next_sale()
            wait, _ = HEAD_STARTS[n % 3]
            selling = {"seconds": wait, "deed": sell_until_stopped, "game_id": game.pk}
            sellers = [(after, {**selling, "seller": f"s{i}"}) for i in range(3)]
            *sold, suspended = crew.at_once(*sellers, (suspensions.suspend_game, {"game_id": game.pk, **suspend}))
            assert (suspended.refused, suspended.error) == ("", "")
            cards = sorted(card for answer in sold for card in answer.value[0])
            reasons = {answer.value[1] for answer in sold}
            assert reasons <= {"", "wrong_state"}
            stopped += "wrong_state" in reasons
            assert cards == list(SoldCard.objects.filter(game=game).order_by("number").values_list("number", flat=True))
            assert kinds_of(game.pk)[-1] == "GameSuspended"
            suspensions.read_paragraph(game_id=game.pk, paragraph="36.1", actor="mesa")
            suspensions.lift_suspension(game_id=game.pk, decision="solved", text="a fuse", actor="mesa")
            assert sales.sell_cards(game_id=game.pk, quantity=1, actor="s0").quantity == 1
            sales.close_sale(game_id=game.pk, actor="mesa")
    assert stopped > 0, "the suspension never met a sale"
    race.put_back()
    assert BingoSession.objects.get(pk=race.session.pk).state == "open"
    assert is_whole(race)
