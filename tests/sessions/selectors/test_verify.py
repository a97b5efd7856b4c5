"""Each way to falsify what is stored is found by `violations`, which is silent over an honest hall."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from ledger.models import Account
from sessions.models import Award, BingoSession, DrawnBall, Game, SellerTakings, SoldCard
from sessions.selectors import verify
from sessions.selectors.faces import face_rows
from sessions.selectors.verify import journal_violations, violations
from sessions.services import claims, payments
from tests.given import a_game_drawing, a_hall, call_numbers

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(time):
    """Play a game of six cards in which card 3 wins line and bingo; the bingo is paid, the line is not."""
    story = a_game_drawing()
    call_numbers(story, *[n for row in face_rows(story.physical.matrix.sha256, 3) for n in row])
    by = {"game_id": story.game_id, "actor": "mesa"}
    for prize in ("line", "bingo"):
        raised = claims.raise_claim(prize=prize, card="3", **by)
        claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    payments.pay_prize(game_id=story.game_id, award_no=2, card=3, actor="caja")
    payments.close_game(**by)
    story.hall.refresh_from_db()
    assert list(violations(story.hall)) == []
    return story


def found(story):
    return list(violations(story.hall))


def change_board(story, **changes):
    game = Game.objects.get(pk=story.game_id)
    Game.objects.filter(pk=game.pk).update(board={**game.board, **changes})


def test_an_honest_empty_hall_has_nothing_wrong():
    hall, _, _ = a_hall()
    assert list(violations(hall)) == []


def test_a_changed_board_is_found(story):
    change_board(story, drawn=[*Game.objects.get(pk=story.game_id).board["drawn"][:-1], 90])
    assert "I13 game:1:1 does not fold to its board" in found(story)
    assert list(journal_violations(story.hall)) == ["I13 game:1:1 does not fold to its board"]


@pytest.mark.parametrize("column", [{"state": "drawing"}, {"seq": 99}])
def test_a_changed_column_of_the_game_is_found(story, column):
    Game.objects.filter(pk=story.game_id).update(**column)
    assert "I13 game:1:1 does not fold to its board" in found(story)


def test_a_board_of_an_earlier_version_still_proves(story):
    """It lacks what boards have learnt since: blocks of cards, and what is set apart of a lot."""
    stored = Game.objects.get(pk=story.game_id).board
    board = {name: value for name, value in stored.items() if name != "blocks"}
    board["lots"] = [{name: value for name, value in lot.items() if name != "off"} for lot in board["lots"]]
    Game.objects.filter(pk=story.game_id).update(board=board)
    assert found(story) == []


@pytest.mark.parametrize("change", [{"blocks": True}, {"unknown": 1}, {"lots": []}])
def test_a_board_that_says_more_or_other_than_its_events_is_found(story, change):
    Game.objects.filter(pk=story.game_id).update(board={**Game.objects.get(pk=story.game_id).board, **change})
    assert "I13 game:1:1 does not fold to its board" in found(story)


def test_a_changed_session_is_found(story):
    session = BingoSession.objects.get(pk=story.session.pk)
    BingoSession.objects.filter(pk=session.pk).update(board={**session.board, "incidents": 3})
    assert found(story) == ["I13 session:1 does not fold to its board"]


def test_a_changed_balance_is_found(story):
    """6.90 were paid out of the drawer, and the seller has not handed in yet."""
    Account.objects.filter(hall=story.hall, code="cash").update(balance_cents=500)
    assert found(story) == ["I2 account cash shows 500, its legs say -690"]


def test_a_card_slipped_in_is_found(story):
    SoldCard.objects.create(game=story.game, series=story.physical, number=7, medium="physical", seller="venta")
    assert found(story) == [
        "I5 game:1:1: 7 rows, 6 in ranges, 6 - 0 + 0 in sales",
        "I5 game:1:1: 6 announced, 7 sold",
        "I4 game:1:1: the sellers' totals are not what their cards cost",
        "I6 series:A:000001: game game:1:1 sold cards the stock does not know as used",
    ]


def test_a_card_taken_away_is_found(story):
    SoldCard.objects.filter(game=story.game, number=6).delete()
    assert any(line.startswith("I5") for line in found(story))


def test_a_ball_changed_in_its_row_is_found(story):
    free = next(n for n in range(1, 91) if not DrawnBall.objects.filter(number=n).exists())
    DrawnBall.objects.filter(game=story.game, ordinal=1).update(number=free)
    assert found(story) == ["I11 game:1:1: the balls' rows are not the board's draw order"]


def test_a_prize_made_larger_is_found(story):
    """The bingo was 6.90; with a cent more the game gives out a cent more than it took."""
    Award.objects.filter(game=story.game, award_no=2).update(cents=691)
    assert found(story) == [
        "I8 game:1:1: the awards' rows are not the board's",
        "I4 game:1:1: received 1200, gone out 1201",
        "I8 game:1:1: bingo paid 691, announced 690",
    ]


def test_sellers_totals_that_are_changed_or_all_taken_away_are_found(story):
    """Six cards at 2 euros: the seller's total is 12.00, and so much the books have in that hand."""
    totals = SellerTakings.objects.filter(game=story.game)
    in_hand = "I15 seller venta: the books have 1200 cents in hand, sold and not handed in are "
    cost = "I4 game:1:1: the sellers' totals are not what their cards cost"
    assert list(totals.values_list("seller", "cents")) == [("venta", 1_200)]
    totals.update(cents=1_000)
    assert found(story) == [f"{in_hand}1000", cost]
    totals.delete()
    assert found(story) == [f"{in_hand}0", cost]


def test_a_game_closed_before_totals_were_kept_needs_none(story):
    """Such a game told no series what it did to its cards either."""
    SellerTakings.objects.filter(game=story.game).delete()
    (game,) = Game.objects.filter(pk=story.game_id).select_related("session")
    assert list(verify._takings_violations(game, {(1, 1)})) != []
    assert list(verify._takings_violations(game, {(1, 2), (2, 1)})) == []


def test_the_command_says_what_is_wrong_and_fails(story, capsys):
    call_command("verify")
    assert "0 violations" in capsys.readouterr().out
    change_board(story, called=1)
    with pytest.raises(CommandError, match="1 violations"):
        call_command("verify", "--journal")
    assert "I13 game:1:1 does not fold to its board" in capsys.readouterr().out
