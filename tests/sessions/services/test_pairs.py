"""Double cards through the door: one sale, two games, two acta rows, halves, tokens, and each game's own money."""

from __future__ import annotations

import pytest

from records.models import ActaEntry, Event
from sessions.journal import codec
from sessions.models import Award, Game, SellerTakings, SoldCard
from sessions.rules import errors
from sessions.selectors.games import live_game
from sessions.selectors.hall_view import read_hall_view
from sessions.selectors.verify import violations
from sessions.services import claims, draw, floor, payments, sales, voids
from sessions.services import pairs as pair_deeds
from tests.given import an_open_session, call_numbers, close_sale, open_next_sale
from tests.money import balance_of
from tests.sessions.stories import double_cards, misheard, numbers_of, spans_of, win_bingo

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]


@pytest.fixture
def pair(time):
    """Sell six double cards at 4 euros and, to player 1, two virtual ones; close the sale of both games."""
    story = an_open_session()
    double_cards(story)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=1_000, actor="caja")
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:1", actor="player")
    close_sale(story)
    return story


def second_of(story):
    return Game.objects.get(game_no=2, session=story.session)


def to_second(story):
    story.game = second_of(story)


def balances(story, *accounts):
    return [balance_of(story.hall.pk, account) for account in accounts]


def figures(game_no):
    board = codec.game_board(Game.objects.get(game_no=game_no).board)
    return board.figures.takings_cents, board.figures.line_cents, board.figures.bingo_cents


def test_both_acta_rows_are_written_before_the_first_ball(pair):
    # 32.00 were paid; each game has eight cards at 2 euros: 16.00, 9 % is 1.44 and 57.5 % is 9.20.
    assert figures(1) == figures(2) == (1_600, 144, 920)
    assert [g.state for g in Game.objects.order_by("game_no")] == ["ready", "waiting"]
    kinds = list(Event.objects.filter(stream__startswith="game:").order_by("position").values_list("kind", flat=True))
    assert kinds.index("SaleClosed") < kinds.index("PairedSaleClosed")
    assert balances(pair, "cash", "player:1", "takings", "takings:pair") == [2_400 + 1_000, 200, 0, 0]
    assert SoldCard.objects.filter(game=second_of(pair)).count() == 8
    assert list(violations(pair.hall)) == []


def test_a_card_torn_after_the_closing_is_torn_in_both_games(pair, time):
    """Card 7 is found torn, and then it turns out that 8 was sold: 7 is in neither game, and never sold again."""
    floor.spoil_cards(game_id=pair.game_id, seller="", first=7, last=7, reason="torn", actor="caja")
    with pytest.raises(errors.WrongState):
        floor.spoil_cards(game_id=second_of(pair).pk, seller="", first=9, last=9, reason="torn", actor="caja")
    sales.correct_figures(game_id=pair.game_id, last=8, reason="one more was sold", actor="mesa")
    for game in Game.objects.order_by("game_no"):
        sold = [(run.first, run.last) for run in codec.game_board(game.board).printed[0].sold_runs]
        assert sold == [(1, 6), (8, 8)]
        assert SoldCard.objects.filter(game=game, medium="physical").count() == 7
    assert figures(1) == figures(2) == (1_800, 162, 1_035)
    assert ActaEntry.objects.filter(kind="spoiled").count() == 1
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 1, part=1)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=1, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    to_second(pair)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 1, part=2)
    payments.close_game(game_id=pair.game_id, actor="mesa")
    assert spans_of(pair.physical) == [
        (1, 1, "annexed"),
        (2, 6, "used"),
        (7, 7, "spoiled"),
        (8, 8, "used"),
        (9, 200, "stock"),
    ]
    assert list(violations(pair.hall)) == []


def test_the_first_game_is_the_one_in_play_until_it_is_closed(pair, time):
    assert live_game(pair.hall.pk).game_no == 1
    assert read_hall_view(pair.hall.pk).board.game_no == 1
    with pytest.raises(errors.FirstGameNotEnded):
        draw.start_draw(game_id=second_of(pair).pk, actor="mesa")
    with pytest.raises(errors.GameStillOpen):
        sales.announce_game(session_id=pair.session.pk)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 3, part=1)
    pair_deeds.give_token(game_id=pair.game_id, award_no=1, token="red 1", actor="mesa")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    assert live_game(pair.hall.pk).game_no == 2
    assert read_hall_view(pair.hall.pk).board.game_no == 2


def test_a_prize_of_the_first_game_is_paid_against_its_token_after_both(pair, time):
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 3, part=1)
    with pytest.raises(errors.TokensMissing):
        payments.close_game(game_id=pair.game_id, actor="mesa")
    pair_deeds.give_token(game_id=pair.game_id, award_no=1, token="red 1", actor="mesa")
    first_id = pair.game_id
    payments.close_game(game_id=first_id, actor="mesa")
    assert spans_of(pair.physical)[0] == (1, 200, "stock"), "not collected until both games have ended"

    to_second(pair)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    call_numbers(pair, *numbers_of(pair, 3)[:5])
    with pytest.raises(errors.HalfUsed):
        claims.raise_claim(game_id=pair.game_id, prize="line", card="3", part=1, actor="mesa")
    rest = [n for n in numbers_of(pair, 3) if n not in numbers_of(pair, 3)[:5]]
    call_numbers(pair, *rest)
    _uphold(pair, time, 3, part=2)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=3, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")

    late = {"session_id": pair.session.pk, "game_id": first_id, "award_no": 1, "card": 3, "actor": "caja"}
    with pytest.raises(errors.WrongToken):
        payments.pay_late(**late)
    assert payments.pay_late(token="red 1", **late).cents == 920
    assert set(Award.objects.values_list("status", flat=True)) == {"paid"}
    assert spans_of(pair.physical) == [(1, 2, "used"), (3, 3, "annexed"), (4, 6, "used"), (7, 200, "stock")]
    # 34.00 in; 2 x 9.20 paid; nobody called a line: 2 x 1.44 wait for the next game.
    assert balances(pair, "cash", "carried:line", "prizes", "prizes_payable") == [3_400 - 1_840, 288, 0, 0]
    assert list(SellerTakings.objects.values_list("game__game_no", "seller", "cents")) == [(1, "venta", 2_400)]
    assert list(violations(pair.hall)) == []


def _uphold(story, time, card, *, part):
    by = {"game_id": story.game_id, "actor": "mesa"}
    raised = claims.raise_claim(prize="bingo", card=str(card), part=part, **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)


def test_the_first_game_void_the_second_is_played(pair, time):
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    by = {"game_id": pair.game_id, "actor": "mesa"}
    assert voids.void_game(order=misheard(pair), second="sala", **by).refund_cents == 1_600
    assert balances(pair, "player:1") == [600]
    assert voids.refund_cards(game_id=pair.game_id, card="1", last=6, actor="caja").cents == 1_200
    voids.complete_refunds(**by)
    payments.close_game(**by)
    to_second(pair)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 2, part=1)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=2, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    # A card of which one half was played is used, though the other half was paid back.
    assert spans_of(pair.physical)[:3] == [(1, 1, "used"), (2, 2, "annexed"), (3, 6, "used")]
    assert list(violations(pair.hall)) == []


def test_the_second_game_void_the_first_stands(pair, time):
    """The first is won and paid; of the second one half of each card is paid back, and its money is gone from it."""
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 1, part=1)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=1, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    to_second(pair)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    by = {"game_id": pair.game_id, "actor": "mesa"}
    assert voids.void_game(order=misheard(pair), second="sala", **by).refund_cents == 1_600
    voids.refund_cards(game_id=pair.game_id, card="1", last=6, actor="caja")
    voids.complete_refunds(**by)
    payments.close_game(**by)
    # 34.00 were in the drawer; 9.20 went to the winner of the first game, 12.00 back for the second. The line waits.
    assert balances(pair, "cash", "player:1", "takings", "takings:pair", "prizes") == [1_280, 600, 0, 0, 0]
    assert balances(pair, "carried:line", "house") == [144, 536]
    assert spans_of(pair.physical)[:2] == [(1, 1, "annexed"), (2, 6, "used")]
    assert list(violations(pair.hall)) == []


def test_both_games_ended_the_whole_card_is_paid_back(pair):
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    by = {"game_id": pair.game_id, "actor": "mesa"}
    assert voids.void_game(order=misheard(pair, end_pair=True), second="sala", **by).refund_cents == 3_200
    assert second_of(pair).state == "closed"
    assert balances(pair, "player:1", "house", "prizes", "takings:pair") == [1_000, 0, 0, 0]
    assert voids.refund_cards(game_id=pair.game_id, card="1", last=6, actor="caja").cents == 2_400
    voids.complete_refunds(**by)
    payments.close_game(**by)
    assert balances(pair, "cash", "takings") == [1_000, 0]
    assert spans_of(pair.physical) == [(1, 6, "returned"), (7, 200, "stock")]
    assert live_game(pair.hall.pk) is None
    assert list(violations(pair.hall)) == []


def test_a_correction_of_the_cards_sold_is_both_games(pair):
    sales.correct_figures(game_id=pair.game_id, last=5, reason="one was not sold", actor="mesa")
    # Seven cards at 2 euros in each game: 14.00, 9 % is 1.26 and 57.5 % is 8.05.
    assert figures(1) == figures(2) == (1_400, 126, 805)
    assert SoldCard.objects.filter(game=second_of(pair)).count() == 7
    assert balances(pair, "cash") == [3_000]
    assert list(violations(pair.hall)) == []


def test_cards_counted_anew_are_paid_back_with_both_games(pair):
    """Two more were sold than announced: 8 on paper and 2 virtual ones, at 4 euros."""
    sales.correct_figures(game_id=pair.game_id, last=8, reason="two more were sold", actor="mesa")
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    by = {"game_id": pair.game_id, "actor": "mesa"}
    assert voids.void_game(order=misheard(pair, end_pair=True), second="sala", **by).refund_cents == 4_000
    assert voids.refund_cards(game_id=pair.game_id, card="1", last=8, actor="caja").cents == 3_200
    voids.complete_refunds(**by)
    payments.close_game(**by)
    assert balances(pair, "cash", "player:1", "takings", "takings:pair") == [1_000, 1_000, 0, 0]
    assert list(violations(pair.hall)) == []


def test_in_the_second_game_the_cards_are_no_longer_counted_anew(pair, time):
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    win_bingo(pair, time, 3, part=1)
    payments.pay_prize(game_id=pair.game_id, award_no=1, card=3, actor="caja")
    payments.close_game(game_id=pair.game_id, actor="mesa")
    to_second(pair)
    draw.start_draw(game_id=pair.game_id, actor="mesa")
    with pytest.raises(errors.LineAlreadyAwarded):
        sales.correct_figures(game_id=pair.game_id, last=5, reason="one was not sold", actor="mesa")
    assert list(violations(pair.hall)) == []


def test_a_virtual_card_plays_both_games_and_is_credited_in_each(pair, time):
    # The two virtual cards bought are the first of their series.
    card = pair.virtual.first_number
    for second in (False, True):
        if second:
            to_second(pair)
        draw.start_draw(game_id=pair.game_id, actor="mesa")
        _play_virtual(pair, time, card)
        payments.close_game(game_id=pair.game_id, actor="mesa")
    credited = list(Award.objects.order_by("pk").values_list("game__game_no", "prize", "card", "status"))
    assert credited == [(n, prize, card, "credited") for n in (1, 2) for prize in ("line", "bingo")]
    # 2.00 were left; in each game 1.44 for the line and 9.20 for the bingo.
    assert balances(pair, "player:1") == [200 + 2 * (144 + 920)]
    assert list(violations(pair.hall)) == []


def _play_virtual(story, time, card):
    """Draw a virtual card's numbers; it calls by itself, the Jefe de Mesa verifies and orders play on, then the end."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    for number in numbers_of(story, card):
        call_numbers(story, number)
        board = codec.game_board(Game.objects.get(pk=story.game_id).board)
        for claim in board.open_claims:
            claims.verify_claim(claim_no=claim.claim_no, **by)
        if board.open_claims:
            time.advance(10)
            last = codec.game_board(Game.objects.get(pk=story.game_id).board)
            claims.close_bingo(**by) if last.claims_of("bingo", "upheld") else claims.resume_play(**by)
