import pytest

from sessions.rules import errors
from sessions.rules.player_accounts import decide_account_closing, decide_deposit, decide_withdrawal, number_of
from sessions.rules.player_events import PlayerClosed, PlayerDeposited, PlayerWithdrew


@pytest.mark.parametrize(
    ("account", "number"), [("player:12", 12), ("player:", 0), ("player:x", 0), ("cash", 0), ("12", 0), ("house", 0)]
)
def test_a_player_is_the_number_of_the_account(account, number):
    assert number_of(account) == number


def test_a_deposit_tells_the_balance_after_it():
    assert decide_deposit(7, 2_000, 150) == PlayerDeposited(player=7, cents=2_000, balance_cents=2_150)


@pytest.mark.parametrize("cents", [0, -1, 1_000_001])
@pytest.mark.parametrize("decide", [decide_deposit, decide_withdrawal])
def test_an_amount_that_is_none_is_refused(decide, cents):
    with pytest.raises(errors.BadAmount):
        decide(7, cents, 2_000_000)


def test_all_of_a_balance_may_be_taken_out_and_nothing_is_lent():
    assert decide_withdrawal(7, 150, 150) == PlayerWithdrew(player=7, cents=150, balance_cents=0)
    with pytest.raises(errors.BalanceTooSmall) as refused:
        decide_withdrawal(7, 151, 150)
    assert refused.value.params == {"balance_cents": 150}


def test_an_account_is_closed_when_nothing_is_on_it_and_nothing_comes():
    assert decide_account_closing(7, 0, 0) == PlayerClosed(player=7)
    with pytest.raises(errors.AccountNotEmpty):
        decide_account_closing(7, 1, 0)
    with pytest.raises(errors.CardsInPlay) as refused:
        decide_account_closing(7, 0, 4)
    assert refused.value.params == {"game_no": 4}
