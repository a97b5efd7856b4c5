import pytest

from sessions.rules.errors import WrongState
from sessions.rules.events import GAME_EVENTS
from sessions.rules.states import LIVE, TAKES_BALLS, State, next_state

# The table as decided, written a second time by hand: state -> what may happen -> where it leads.
DECIDED = {
    "announced": {"SaleOpened": "selling", "GameWithdrawn": "closed"},
    "selling": {
        "CardsSold": "selling",
        "SaleUndone": "selling",
        "SaleClosed": "ready",
        "GameWithdrawn": "closed",
    },
    "ready": {
        "LeftoversReturned": "ready",
        "DrawStarted": "ready",
        "BallHeld": "ready",
        "DrawPaused": "ready",
        "DrawResumed": "ready",
        "SaleFiguresCorrected": "ready",
        "HeldBallResolved": "drawing",
        "BallDrawn": "drawing",
    },
    "drawing": {
        "BallDrawn": "drawing",
        "BallCalled": "drawing",
        "BallHeld": "drawing",
        "HeldBallResolved": "drawing",
        "BallCorrected": "drawing",
        "CallCorrected": "drawing",
        "DrawPaused": "drawing",
        "DrawResumed": "drawing",
        "SaleFiguresCorrected": "drawing",
        "ClaimRaised": "checking",
        "GameClosedUnclaimed": "unclaimed",
    },
    "checking": {
        "ClaimRaised": "checking",
        "ClaimUpheld": "checking",
        "ClaimRejected": "checking",
        "BallDrawn": "checking",
        "BallCalled": "checking",
        "BallHeld": "checking",
        "HeldBallResolved": "checking",
        "BallCorrected": "checking",
        "CallCorrected": "checking",
        "DrawPaused": "checking",
        "DrawResumed": "checking",
        "SaleFiguresCorrected": "checking",
        "PlayResumed": "drawing",
        "BingoClosed": "won",
    },
    "won": {"PrizePaid": "paying", "GameClosed": "closed"},
    "unclaimed": {"PrizePaid": "paying", "GameClosed": "closed"},
    "paying": {"PrizePaid": "paying", "GameClosed": "closed"},
    "closed": {},
}
ALLOWED = [(state, kind, to) for state, row in DECIDED.items() for kind, to in row.items()]
REFUSED = [(state, kind) for state in DECIDED for kind in sorted(GAME_EVENTS) if kind not in DECIDED[state]]


def test_the_decided_table_names_every_state():
    assert set(DECIDED) == {str(state) for state in State}


@pytest.mark.parametrize(("state", "kind", "to"), ALLOWED)
def test_an_event_leads_where_the_table_says(state, kind, to):
    assert next_state(State(state), kind) == to


@pytest.mark.parametrize(("state", "kind"), REFUSED)
def test_an_event_not_in_the_states_row_is_refused(state, kind):
    with pytest.raises(WrongState) as refused:
        next_state(State(state), kind)
    assert refused.value.params == {"state": state, "deed": kind}


def test_an_event_that_does_not_exist_is_refused():
    with pytest.raises(WrongState):
        next_state(State.DRAWING, "BallInvented")


def test_no_ball_falls_while_cards_are_sold():
    with pytest.raises(WrongState):
        next_state(State.SELLING, "BallDrawn")


def test_no_card_is_sold_once_the_sale_is_closed():
    for state in set(State) - {State.SELLING}:
        with pytest.raises(WrongState):
            next_state(state, "CardsSold")


def test_a_discarded_ball_starts_no_drawing():
    assert next_state(State.READY, "HeldBallResolved", discarded=True) == State.READY
    assert next_state(State.READY, "HeldBallResolved") == State.DRAWING


def test_nothing_happens_to_a_closed_game():
    for kind in GAME_EVENTS:
        with pytest.raises(WrongState):
            next_state(State.CLOSED, kind)


def test_a_game_occupies_the_hall_from_its_sale_to_its_closing():
    assert {str(s) for s in LIVE} == {
        "selling",
        "ready",
        "drawing",
        "checking",
        "won",
        "unclaimed",
        "paying",
    }


def test_a_machines_ball_belongs_to_a_game_between_the_sale_and_the_end():
    assert {str(s) for s in TAKES_BALLS} == {"ready", "drawing", "checking"}
