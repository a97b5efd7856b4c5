"""Cards handed on: 201-203 are player 1's, 204 is player 2's."""

from dataclasses import replace

import pytest

from sessions.rules import errors
from sessions.rules import events as ev
from sessions.rules.facts import Award, Run
from sessions.rules.player_cards import decide_transfer, transferable
from sessions.rules.states import State
from tests.sessions.rules.boards import FACE_3, TERMS, play, printed, selling, sold, virtual

MINE = [201, 202, 203]


def on_sale(**terms):
    board = selling(lots=(printed(), virtual()), terms=replace(TERMS, **terms))
    bought = [sold(3, medium=ev.Medium.VIRTUAL, first=201, holder="player:1")]
    return play(board, *bought, sold(1, medium=ev.Medium.VIRTUAL, first=204, holder="player:2"))


def transfer(board, cards=(), *, owned=MINE, has=1, to="player:2"):
    return decide_transfer(board, cards, holder="player:1", to=to, owned=owned, has=has)


def called(board, card, status="open"):
    claim = ev.ClaimRaised(
        claim_no=1, prize=ev.PrizeKind.LINE, card=card, medium=ev.Medium.VIRTUAL, rows=FACE_3, ball=20
    )
    raised = play(replace(board, state=State.DRAWING), claim)
    return replace(raised, claims=tuple(replace(one, status=status) for one in raised.claims))


def won(board, card):
    award = Award(award_no=1, prize=ev.PrizeKind.LINE, card=card, medium=ev.Medium.VIRTUAL, cents=108)
    return replace(board, state=State.DRAWING, awards=(award,))


def test_all_cards_go_over_as_runs_and_the_board_is_as_before():
    event = transfer(on_sale())
    assert event == ev.CardsTransferred(runs=(Run(first=201, last=203),), holder="player:1", to="player:2")
    before = on_sale()
    assert play(before, event) == replace(before, seq=before.seq + 1)


def test_single_cards_go_over_once_however_often_they_are_named():
    assert transfer(on_sale(), [203, 201, 203]).runs == (Run(first=201, last=201), Run(first=203, last=203))


def test_another_s_card_is_not_handed_on():
    with pytest.raises(errors.NotHoldersCard) as refused:
        transfer(on_sale(), [204])
    assert refused.value.params == {"card": 204, "player": "1"}


def test_a_card_that_has_won_stays_and_the_others_go():
    board = won(on_sale(), 202)
    assert transferable(board, MINE) == [201, 203]
    assert transfer(board).runs == (Run(first=201, last=201), Run(first=203, last=203))
    with pytest.raises(errors.CardAlreadyWon) as refused:
        transfer(board, [201, 202])
    assert refused.value.params == {"card": 202}


@pytest.mark.parametrize("status", ["open", "upheld"])
def test_a_card_that_was_called_stays_until_it_is_judged(status):
    board = called(on_sale(), 202, status)
    assert transferable(board, MINE) == [201, 203]
    with pytest.raises(errors.CardBeingChecked):
        transfer(board, [202])


def test_a_card_that_was_found_not_good_goes_over_too():
    assert transferable(called(on_sale(), 202, "rejected"), MINE) == MINE


def test_without_a_card_that_can_go_nothing_goes():
    with pytest.raises(errors.NoCardsToTransfer) as refused:
        transfer(won(on_sale(), 202), owned=[202])
    assert refused.value.params == {"player": "1"}


def test_cards_are_not_handed_to_oneself():
    with pytest.raises(errors.SamePlayer):
        transfer(on_sale(), to="player:1")


def test_who_takes_cards_keeps_within_the_limit_of_a_player():
    assert transfer(on_sale(most_virtual_a_player=4))
    with pytest.raises(errors.PlayerLimitReached) as refused:
        transfer(on_sale(most_virtual_a_player=3))
    assert refused.value.params == {"most": 3, "bought": 1}


@pytest.mark.parametrize("state", ["announced", "won", "unclaimed", "paying", "closed", "void", "refunded"])
def test_when_the_game_is_over_nothing_is_handed_on(state):
    with pytest.raises(errors.WrongState):
        transfer(replace(on_sale(), state=State(state)))
