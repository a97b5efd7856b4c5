"""What goes wrong with a number that is said or read: G01 to G03; what is called for: G11 to G16."""

import pytest

from ledger.selectors import balance_cents
from sessions.models import Award, CardSeries, SoldCard
from sessions.rules.void import VoidOrder
from sessions.services import claims, corrections, draw, payments, sales, voids
from tests.given import (
    a_game_drawing,
    a_game_on_sale,
    a_game_ready,
    an_open_session,
    call_numbers,
    close_sale,
    open_next_sale,
)
from tests.scenarios.looks import (
    alarms,
    board,
    frames,
    journal,
    kinds,
    line_of,
    money,
    nobodys_number,
    proved,
    refusal,
    said,
)
from tests.sessions.stories import numbers_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def uphold(story, prize, card, **more):
    by = {"game_id": story.game_id, "actor": "mesa"}
    raised = claims.raise_claim(prize=prize, card=str(card), **by, **more)
    return claims.verify_claim(claim_no=raised.claim_no, **by)


def test_g01_a_number_keyed_wrongly_is_put_right_before_the_public_hears_it_and_history_keeps_both():
    """The ball is 27 and 21 is keyed; then 21 falls."""
    story = a_game_drawing(5)
    draw.draw_manual(game_id=story.game_id, number=21, actor="venta")
    assert frames(story, "public")[-1]["board"]["drawn"] == [5], "it is not called: nobody is told"
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=27, second="sala", actor="mesa")
    draw.call_ball(game_id=story.game_id, ordinal=2, actor="venta")
    call_numbers(story, 21)

    assert kinds(story)[-4:] == ["BallCorrected", "BallCalled", "BallDrawn", "BallCalled"]
    assert [p["number"] for _, p in journal(story, "BallDrawn")] == [5, 21, 21]
    assert journal(story, "BallCorrected") == [
        ("BallCorrected", {"ordinal": 2, "was": 21, "number": 27, "second": "sala"})
    ]
    assert [f["event"]["number"] for f in said(story, "public", "BallCalled")] == [5, 27, 21]
    assert said(story, "public", "BallCorrected") == []
    assert len(said(story, "staff", "BallCorrected")) == 1
    assert board(story)["drawn"] == [5, 27, 21]
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}  # 6 x 2.00: 1.08 + 6.90, and 4.02
    assert proved(story) == []


def test_g02_a_number_said_wrongly_is_corrected_aloud_before_the_next_ball():
    story = a_game_drawing(5, 27)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.pause_draw(reason="person", **by)
    corrections.correct_call(ordinal=2, said=21, **by)
    assert refusal(draw.call_ball, ordinal=3, **by) == "draw_is_paused"
    draw.resume_draw(**by)
    call_numbers(story, 8)
    assert kinds(story)[-5:] == ["DrawPaused", "CallCorrected", "DrawResumed", "BallDrawn", "BallCalled"]
    for audience in ("public", "staff"):
        (told,) = said(story, audience, "CallCorrected")
        assert (told["event"]["said"], told["event"]["number"]) == (21, 27)
        assert told["board"]["drawn"][: told["board"]["called"]] == [5, 27], (
            "every terminal marks the ball, not the word"
        )
        assert told["board"]["corrections"] == [{"ordinal": 2, "was": 21, "number": 27, "what": "call"}]
        assert told["board"]["pause"] == "person"
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}
    assert proved(story) == []


def test_g03_an_error_found_after_the_line_voids_the_game_and_every_card_is_paid_back(time):
    """Six cards at 2.00; card 1 was given the line with a number that was said as another."""
    story = a_game_drawing()
    call_numbers(story, *line_of(story, 1))
    uphold(story, "line", 1)
    time.advance(10)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    call_numbers(story, next(n for n in range(1, 91) if n not in numbers_of(story, 1)))
    said_instead = nobodys_number(story, 6)
    order = VoidOrder(cause="announcing_error", reason="another number was said", ordinal=5, said=said_instead)
    by = {"game_id": story.game_id, "order": order, "actor": "mesa"}
    assert refusal(voids.void_game, second="", **by) == "second_person_needed"
    voids.void_game(second="sala", **by)
    assert refusal(payments.pay_prize, game_id=story.game_id, award_no=1, card=1, actor="caja") == "wrong_state"
    voids.refund_cards(game_id=story.game_id, card="1", last=6, actor="caja")
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")

    assert kinds(story)[-4:] == ["GameVoided", "CardsRefunded", "RefundsCompleted", "GameClosed"]
    ((_, voided),) = journal(story, "GameVoided")
    assert (voided["substantial"], voided["affected"], voided["refund_cents"]) == (True, [1], 1_200)
    assert money(story) == {}, "every cent went back"
    assert list(Award.objects.values_list("card", "cents", "status")) == [(1, 108, "void")]
    assert SoldCard.objects.filter(game=story.game, refunded=True).count() == 6
    (told,) = said(story, "public", "GameVoided")
    assert told["board"]["state"] == "void"
    assert told["board"]["awards"][0]["status"] == "void"
    assert "second" not in told["event"], "people's names are not the public's"
    assert proved(story) == []


def test_g11_two_lines_in_one_pause_are_a_half_each_and_the_odd_cent_goes_to_the_first_verified(time):
    """Six cards at 1.50: 9.00; line 9 % = 0.81, which is 0.41 and 0.40; bingo 57.5 % = 5.175 = 5.17; house 3.02."""
    story = an_open_session()
    CardSeries.objects.update(face_value_cents=150)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *sorted({*line_of(story, 1), *line_of(story, 2)}))
    by = {"game_id": story.game_id, "actor": "mesa"}
    for card in (1, 2):
        claims.raise_claim(prize="line", card=str(card), **by)
    for claim_no in (2, 1):
        claims.verify_claim(claim_no=claim_no, **by)
    assert refusal(claims.resume_play, **by) == "claim_window_open"
    time.advance(10)
    claims.resume_play(**by)
    shares = [(a["card"], a["cents"]) for a in board(story)["awards"]]
    assert shares == [(2, 41), (1, 40)], "the odd cent is the first verified's"
    assert sum(cents for _, cents in shares) == board(story)["figures"]["line_cents"] == 81
    assert money(story) == {"cash": 900, "prizes": 81 + 517, "house": 302}
    for audience in ("public", "staff"):
        (told,) = said(story, audience, "PlayResumed")
        assert [(a["card"], a["cents"]) for a in told["board"]["awards"]] == shares
    assert proved(story) == []


def test_g12_a_claim_after_the_order_to_go_on_is_out_of_time_and_unpaid(time):
    """Under the order of 1979 its right is lost; under article 85 it is checked, told late, and written."""
    for profile, code in (("es-1979", "right_lost"), ("ca-art85", "")):
        story = a_game_drawing(profile=profile, seed=7)
        by = {"game_id": story.game_id, "actor": "mesa"}
        call_numbers(story, *sorted({*line_of(story, 1), *line_of(story, 2)}))
        uphold(story, "line", 1)
        time.advance(10)
        claims.resume_play(**by)
        before = kinds(story)
        if code:
            assert refusal(claims.raise_claim, prize="line", card="2", **by) == code
            assert kinds(story) == before
        else:
            assert uphold(story, "line", 2).reason == "late"
            assert kinds(story)[len(before) :] == ["ClaimRaised", "ClaimRejected"]
            (told,) = said(story, "public", "ClaimRejected")
            assert told["event"]["reason"] == "late"
            claims.resume_play(**by)
        assert [(a["card"], a["cents"]) for a in board(story)["awards"]] == [(1, 108)], "the line is card 1's alone"
        assert board(story)["state"] == "drawing"
        assert proved(story) == []


def test_g13_a_claim_with_a_number_missing_is_rejected_by_name_and_the_card_plays_on(time):
    story = a_game_drawing()
    *four, last = line_of(story, 1)
    call_numbers(story, *four)
    judged = uphold(story, "line", 1)
    assert (judged.kind, judged.reason, judged.missing) == ("ClaimRejected", "missing", (last,))
    claims.resume_play(game_id=story.game_id, actor="mesa")
    (told,) = said(story, "public", "ClaimRejected")
    assert told["event"]["missing"] == [last]
    call_numbers(story, last)
    assert uphold(story, "line", 1).kind == "ClaimUpheld"
    time.advance(10)
    claims.resume_play(game_id=story.game_id, actor="mesa")
    assert [(a["card"], a["cents"]) for a in board(story)["awards"]] == [(1, 108)]
    assert kinds(story, "ClaimRaised", "ClaimRejected", "PlayResumed", "ClaimUpheld") == [
        *("ClaimRaised", "ClaimRejected", "PlayResumed"),
        *("ClaimRaised", "ClaimUpheld", "PlayResumed"),
    ]
    assert proved(story) == []


@pytest.mark.parametrize(
    ("card", "code"), [("Z-000009/1", "card_of_another_series"), ("250", "card_not_sold"), ("301", "card_not_sold")]
)
def test_g14_a_card_of_another_series_or_game_is_not_valid_for_this_one(card, code):
    story = a_game_drawing(1, 2, 3)
    before, heads = kinds(story), len(frames(story, "public"))
    assert refusal(claims.raise_claim, game_id=story.game_id, prize="line", card=card, actor="mesa") == code
    assert kinds(story) == before
    assert len(frames(story, "public")) == heads
    assert board(story)["state"] == "drawing", "the game was not stopped for it"
    assert alarms(story) == [], "there is no such card of paper"
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}


def test_g15_a_card_that_came_back_unsold_is_rejected_and_leaves_an_alarm():
    """Cards 1 to 6 are sold and 7 to 200 came back to the cash desk; somebody shows card 7, complete."""
    story = a_game_drawing()
    call_numbers(story, *line_of(story, 7))
    before = kinds(story)
    for _ in range(2):
        assert (
            refusal(claims.raise_claim, game_id=story.game_id, prize="line", card="7", actor="mesa") == "card_not_sold"
        )
    assert alarms(story) == [("unsold_card", {"stream": "game:1:1", "card": 7})]
    assert kinds(story) == before
    assert board(story)["claims"] == []
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}
    assert proved(story) == []


def test_g16_a_virtual_card_whose_terminal_died_calls_by_itself_and_is_credited(time):
    """Player 1 buys card 201 and is not there any more: no terminal asks for anything after the sale."""
    story = a_game_on_sale()
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=200, actor="caja")
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:1", actor="player:1")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    by = {"game_id": story.game_id, "actor": "mesa"}
    draw.start_draw(**by)
    call_numbers(story, *numbers_of(story, 201)[:5])
    claims.verify_claim(claim_no=1, **by)
    time.advance(10)
    claims.resume_play(**by)
    call_numbers(story, *numbers_of(story, 201)[5:])
    ((_, line), (_, bingo)) = journal(story, "ClaimRaised")
    assert (line["card"], line["automatic"], line["ball"]) == (201, True, 5)
    assert (bingo["card"], bingo["automatic"], bingo["ball"]) == (201, True, 15)
    claims.verify_claim(claim_no=2, **by)
    time.advance(10)
    claims.close_bingo(**by)
    assert balance_cents(story.hall.pk, "player:1") == 0
    payments.close_game(**by)
    # 7 x 2.00 = 14.00; line 1.26 and bingo 8.05.
    assert balance_cents(story.hall.pk, "player:1") == 126 + 805
    told = said(story, "public", "ClaimRaised")
    assert [f["event"]["card"] for f in told] == [201, 201]
    assert all("holder" not in f["event"] for f in told)
    assert proved(story) == []


def test_g03_control_an_error_that_changes_nothing_voids_nothing_and_is_corrected():
    story = a_game_ready()
    held = {n for card in range(1, 7) for n in numbers_of(story, card)}
    one, other = [n for n in range(1, 91) if n not in held][:2]
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, one, *line_of(story, 1))
    order = VoidOrder(cause="announcing_error", reason="another was said", ordinal=1, said=other)
    asked = {"game_id": story.game_id, "order": order, "second": "sala", "actor": "mesa"}
    assert refusal(voids.void_game, **asked) == "error_changes_nothing"
    corrections.correct_call(game_id=story.game_id, ordinal=1, said=other, actor="mesa")
    assert kinds(story)[-1] == "CallCorrected"
    assert board(story)["state"] == "drawing"
