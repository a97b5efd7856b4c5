import pytest

from ledger.selectors import balance_cents
from sessions.models import Award, DrawnBall, Game
from sessions.rules import errors
from sessions.selectors.faces import complete_cards, face_rows
from sessions.selectors.verify import violations
from sessions.services import claims, corrections, draw, payments, sales
from tests.given import a_game_drawing, a_game_on_sale, call_numbers, close_sale, open_next_sale
from tests.money import cash_of

pytestmark = pytest.mark.django_db


def wrong(story):
    story.hall.refresh_from_db()
    return list(violations(story.hall))


def rows_of(story, card):
    return face_rows(story.physical.matrix.sha256, card)


def numbers_of(story, card):
    return [n for row in rows_of(story, card) for n in row]


def board(story):
    return Game.objects.get(pk=story.game_id).board


def good(story, prize, card, actor="mesa"):
    """Call a card and find it good."""
    raised = claims.raise_claim(game_id=story.game_id, prize=prize, card=str(card), actor=actor)
    judged = claims.verify_claim(game_id=story.game_id, claim_no=raised.claim_no, actor=actor)
    assert judged.kind == "ClaimUpheld"


def a_game_with_a_virtual_card(**kwargs):
    """Sell card 201 to player 1 and cards 1-6 in print, and give the start."""
    story = a_game_on_sale(**kwargs)
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=200, actor="caja")
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:1", actor="player:1")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    return story


def test_a_virtual_card_calls_by_itself_on_the_ball_that_completes_it():
    story = a_game_with_a_virtual_card()
    row = rows_of(story, 201)[0]
    call_numbers(story, *row[:4])
    assert board(story)["claims"] == []
    call_numbers(story, row[4])
    (claim,) = board(story)["claims"]
    assert (claim["card"], claim["prize"], claim["automatic"], claim["holder"]) == (201, "line", True, "player:1")
    assert board(story)["state"] == "checking"


def test_a_virtual_card_does_not_call_twice_for_one_prize(time):
    story = a_game_with_a_virtual_card()
    call_numbers(story, *rows_of(story, 201)[0])
    claims.verify_claim(game_id=story.game_id, claim_no=1, actor="mesa")
    time.advance(10)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    call_numbers(story, rows_of(story, 201)[1][0])
    assert len(board(story)["claims"]) == 1


def test_a_virtual_prize_is_pending_until_the_game_closes(time):
    """7 cards at 2 euros: 14.00; line 1.26, bingo 8.05."""
    story = a_game_with_a_virtual_card()
    call_numbers(story, *rows_of(story, 201)[0])
    claims.verify_claim(game_id=story.game_id, claim_no=1, actor="mesa")
    time.advance(10)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    assert balance_cents(story.hall.pk, "player:1") == 0
    rest = [n for n in numbers_of(story, 201) if n not in rows_of(story, 201)[0]]
    for number in rest:
        if board(story)["state"] == "drawing":
            call_numbers(story, number)
    claims.verify_claim(game_id=story.game_id, claim_no=2, actor="mesa")
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    assert balance_cents(story.hall.pk, "player:1") == 0
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert balance_cents(story.hall.pk, "player:1") == 126 + 805
    assert set(Award.objects.values_list("status", flat=True)) == {"credited"}
    assert wrong(story) == []


def test_who_sold_a_card_does_not_check_it():
    story = a_game_drawing()
    call_numbers(story, *rows_of(story, 3)[0])
    raised = claims.raise_claim(game_id=story.game_id, prize="line", card="3", actor="mesa")
    with pytest.raises(errors.SellerVerifies) as refused:
        claims.verify_claim(game_id=story.game_id, claim_no=raised.claim_no, actor="venta")
    assert refused.value.params == {"card": 3}


def test_two_lines_in_one_round_are_half_each(time):
    """Six cards: the line is 1.08, two winners get 0.54."""
    story = a_game_drawing()
    wanted = dict.fromkeys([*rows_of(story, 3)[0], *rows_of(story, 4)[0]])
    call_numbers(story, *wanted)
    for card in (3, 4):
        claims.raise_claim(game_id=story.game_id, prize="line", card=str(card), actor="mesa")
    for claim_no in (1, 2):
        claims.verify_claim(game_id=story.game_id, claim_no=claim_no, actor="mesa")
    time.advance(10)
    event = claims.resume_play(game_id=story.game_id, actor="mesa")
    assert [(a.card, a.cents) for a in event.awards] == [(3, 54), (4, 54)]
    assert wrong(story) == []


def test_line_and_bingo_in_one_round_are_both_paid(time):
    story = a_game_drawing()
    call_numbers(story, *numbers_of(story, 3))
    good(story, "line", 3)
    good(story, "bingo", 3)
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    assert list(Award.objects.order_by("award_no").values_list("prize", "cents")) == [("line", 108), ("bingo", 690)]
    for award_no in (1, 2):
        payments.pay_prize(game_id=story.game_id, award_no=award_no, card=3, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    # 12.00 in, 7.98 out.
    assert cash_of(story.hall.pk) == 402
    assert wrong(story) == []


def test_after_the_order_a_second_line_is_refused_in_one_profile_and_found_late_in_the_other(time):
    for profile in ("es-1979", "ca-art85"):
        story = a_game_drawing(profile=profile)
        wanted = dict.fromkeys([*rows_of(story, 3)[0], *rows_of(story, 4)[0]])
        call_numbers(story, *wanted)
        good(story, "line", 3)
        time.advance(10)
        claims.resume_play(game_id=story.game_id, actor="mesa")
        late = {"game_id": story.game_id, "prize": "line", "card": "4", "actor": "mesa"}
        if profile == "es-1979":
            with pytest.raises(errors.RightLost):
                claims.raise_claim(**late)
            continue
        raised = claims.raise_claim(**late)
        judged = claims.verify_claim(game_id=story.game_id, claim_no=raised.claim_no, actor="mesa")
        assert (judged.kind, judged.reason) == ("ClaimRejected", "late")


def test_prizes_nobody_won_are_carried_into_the_next_games_prizes(time):
    """1.08 and 6.90 are carried; six more cards add 1.08 and 6.90."""
    story = a_game_drawing(*range(1, 91))
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    assert balance_cents(story.hall.pk, "carried:line") == 108
    assert balance_cents(story.hall.pk, "carried:bingo") == 690
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    figures = sales.close_sale(game_id=story.game_id, actor="mesa").figures
    assert (figures.line_cents, figures.bingo_cents, figures.house_cents) == (216, 1_380, 402)
    assert balance_cents(story.hall.pk, "carried:line") == balance_cents(story.hall.pk, "carried:bingo") == 0
    assert wrong(story) == []


def test_a_prize_left_payable_is_paid_later_once_by_its_own_hall(time):
    story = a_game_drawing()
    call_numbers(story, *numbers_of(story, 3))
    good(story, "bingo", 3)
    time.advance(10)
    claims.close_bingo(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    late = {"game_id": story.game_id, "award_no": 1, "actor": "caja"}
    other = a_game_on_sale()
    with pytest.raises(errors.NotFound):
        payments.pay_late(session_id=other.session.pk, card=3, **late)
    with pytest.raises(errors.WrongCard):
        payments.pay_late(session_id=story.session.pk, card=4, **late)
    assert payments.pay_late(session_id=story.session.pk, card=3, **late).cents == 690
    with pytest.raises(errors.NoSuchAward):
        payments.pay_late(session_id=story.session.pk, card=3, **late)
    assert balance_cents(story.hall.pk, "prizes_payable") == 0
    assert wrong(story) == wrong(other) == []


def test_a_corrected_reading_keeps_both_numbers_in_its_rows():
    story = a_game_drawing(7, 8, 9)
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=80, actor="venta")
    rows = DrawnBall.objects.filter(game=story.game, ordinal=2).order_by("pk")
    assert [(r.number, r.voided) for r in rows] == [(8, True), (80, False)]
    assert rows[1].called_at == rows[0].called_at
    assert wrong(story) == []


def test_a_corrected_reading_that_completes_a_virtual_card_lets_it_call():
    story = a_game_with_a_virtual_card()
    row = rows_of(story, 201)[0]
    free = next(n for n in range(1, 91) if n not in numbers_of(story, 201))
    call_numbers(story, *row[:4], free)
    corrections.correct_ball(game_id=story.game_id, ordinal=5, number=row[4], actor="venta")
    assert [c["card"] for c in board(story)["claims"]] == [201]


def test_a_held_ball_accepted_by_two_people_is_drawn():
    story = a_game_drawing(extractor="machine", virtual=False)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.draw_ball(game_id=story.game_id, ordinal=1, number=0, source="rfid", source_ref="x:1:1")
    assert board(story)["pause"] == "held_unread"
    with pytest.raises(errors.SecondPersonNeeded):
        corrections.resolve_held(accept=True, number=47, **by)
    corrections.resolve_held(accept=True, number=47, second="sala", **by)
    with pytest.raises(errors.DrawIsPaused):
        draw.call_ball(ordinal=1, **by)
    draw.resume_draw(**by)
    assert draw.call_ball(ordinal=1, **by).number == 47
    assert wrong(story) == []


def test_the_complete_cards_of_a_range_are_those_whose_rows_are_called():
    story = a_game_on_sale()
    sha = story.physical.matrix.sha256
    lines, bingos = complete_cards(sha, 1, 300, rows_of(story, 3)[1])
    assert 3 in lines
    assert bingos == []
    assert complete_cards(sha, 3, 3, numbers_of(story, 3)) == ([3], [3])
    assert complete_cards(sha, 1, 300, range(1, 91)) == (list(range(1, 301)), list(range(1, 301)))
