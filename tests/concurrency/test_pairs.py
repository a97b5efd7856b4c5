"""Two games with one double card, raced: one sale for both, one after the other, and a prize against token or card."""

from __future__ import annotations

import pytest

from ledger.selectors import balance_cents
from sessions.models import CardSeries, Game, SoldCard
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, draw, pairs, payments, sales
from tests.concurrency.crew import HEAD_STARTS, Crew, after
from tests.concurrency.halls import a_race_hall
from tests.concurrency.test_voids import board_of, draw_numbers, sell_until_stopped
from tests.money import cash_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]
ROUNDS = 8


@pytest.fixture
def race():
    """Make a hall whose printed cards are double: 2 euros each half."""
    hall = a_race_hall(printed=200)
    CardSeries.objects.filter(pk=hall.printed.pk).update(parts=2)
    hall.printed.refresh_from_db()
    return hall


def second_of(game):
    return Game.objects.get(session=game.session, game_no=game.game_no + 1)


def is_whole(race):
    race.put_back()
    return list(violations(race.hall)) == []


def set_aside(race):
    """Let the round's games not keep the next one from beginning; `put_back` says again where they stand."""
    Game.objects.filter(session=race.session).exclude(state="announced").update(state="closed")


def a_first_game_won(race, time):
    """Sell six cards and let the first game's bingo be won by the first of them."""
    game = race.next_sale()
    by = {"game_id": game.pk, "actor": "mesa"}
    first = sales.sell_cards(game_id=game.pk, quantity=6, actor="venta").first
    sales.close_sale(**by)
    sales.return_leftovers(game_id=game.pk, first=first + 6, actor="caja")
    draw.start_draw(**by)
    draw_numbers(by, [n for row in face_rows(race.printed.matrix.sha256, first) for n in row])
    raised = claims.raise_claim(prize="bingo", card=str(first), part=1, **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    return game, by, first


def test_the_sale_of_a_pair_closes_once_for_both_games(race):
    """Three sellers and the closing: each card is in both games or in none, and both rows say the same."""
    met = 0
    with Crew(4) as crew:
        for n in range(ROUNDS):
            game = race.next_sale()
            wait, _ = HEAD_STARTS[n % 3]
            cash = cash_of(race.hall.pk)
            sales.sell_cards(game_id=game.pk, quantity=1, actor="s0")
            selling = {"seconds": wait, "deed": sell_until_stopped, "game_id": game.pk, "most": 2}
            sellers = [(after, {**selling, "seller": f"s{i}"}) for i in range(3)]
            *sold, closed = crew.at_once(*sellers, (sales.close_sale, {"game_id": game.pk, "actor": "mesa"}))
            assert (closed.refused, closed.error) == ("", "")
            assert {answer.value[1] for answer in sold} <= {"", "wrong_state"}
            met += any(answer.value[1] for answer in sold)
            count = 1 + sum(len(answer.value[0]) for answer in sold)
            second = second_of(game)
            for one in (game, second):
                figures = board_of(one.pk).figures
                # Each game's takings are one half of each card: 2 euros.
                assert (figures.sold, figures.takings_cents) == (count, count * 200)
                assert SoldCard.objects.filter(game=one).count() == count
            assert cash_of(race.hall.pk) == cash + count * 400
            assert [balance_cents(race.hall.pk, code) for code in ("takings", "takings:pair")] == [0, 0]
            set_aside(race)
    assert met > 0, "the closing never met a sale"
    assert is_whole(race)


def test_the_second_game_never_begins_before_the_first_is_closed(race, time):
    met = set()
    with Crew(2) as crew:
        for number in range(ROUNDS):
            game, by, first = a_first_game_won(race, time)
            pairs.give_token(award_no=1, token=str(number), **by)
            second = second_of(game)
            one, other = HEAD_STARTS[number % 3]
            start = {"seconds": one, "deed": draw.start_draw, "game_id": second.pk, "actor": "mesa"}
            end = {"seconds": other, "deed": payments.close_game, **by}
            started, closed = crew.at_once((after, start), (after, end))
            assert (started.error, closed.error, closed.refused) == ("", "", "")
            assert started.refused in {"", "first_game_not_ended"}
            met.add(started.refused)
            assert board_of(second.pk).state == ("waiting" if started.refused else "ready")
            paid = {"session_id": race.session.pk, "game_id": game.pk, "award_no": 1, "card": first}
            payments.pay_late(token=str(number), actor="caja", **paid)
            set_aside(race)
    assert met == {"", "first_game_not_ended"}, "one of them always came first"
    assert is_whole(race)


def test_a_prize_is_paid_now_or_has_a_token_for_later(race, time):
    """The cashier pays as the table gives the token: one of them, and the prize is paid once in the end."""
    met = set()
    with Crew(2) as crew:
        for number in range(ROUNDS):
            game, by, first = a_first_game_won(race, time)
            cash, prize = cash_of(race.hall.pk), board_of(game.pk).awards[0].cents
            paid, given = crew.at_once(
                (payments.pay_prize, {"game_id": game.pk, "award_no": 1, "card": first, "actor": "caja"}),
                (pairs.give_token, {"award_no": 1, "token": str(number), **by}),
            )
            assert (paid.error, given.error) == ("", "")
            met.add((paid.refused, given.refused))
            payments.close_game(**by)
            if paid.refused:
                late = {"session_id": race.session.pk, "game_id": game.pk, "award_no": 1, "card": first}
                payments.pay_late(token=str(number), actor="caja", **late)
            assert cash_of(race.hall.pk) == cash - prize
            set_aside(race)
    assert met <= {("", "no_such_award"), ("wrong_token", "")}
    assert is_whole(race)


def test_one_token_for_two_winners_is_given_to_one(race, time):
    """All six cards have bingo; two tables hand out the same token for two of the prizes."""
    game = race.next_sale()
    by = {"game_id": game.pk, "actor": "mesa"}
    sales.sell_cards(game_id=game.pk, quantity=6, actor="venta")
    sales.close_sale(**by)
    sales.return_leftovers(game_id=game.pk, first=7, actor="caja")
    draw.start_draw(**by)
    draw_numbers(by, range(1, 91))
    for card in range(1, 7):
        raised = claims.raise_claim(prize="bingo", card=str(card), part=1, **by)
        claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    with Crew(6) as crew:
        for number in range(1, 7):
            tokens = [{"award_no": award_no, "token": str(number), **by} for award_no in range(1, 7)]
            answers = crew.at_once(*[(pairs.give_token, token) for token in tokens])
            assert sorted(a.refused or a.error for a in answers) == ["", *["token_in_use"] * 5]
    given = board_of(game.pk).tokens
    assert sorted(t.award_no for t in given) == sorted(int(t.token) for t in given) == list(range(1, 7))
    payments.close_game(**by)
    assert is_whole(race)
