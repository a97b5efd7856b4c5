import pytest

from sessions.rules.errors import WrongState
from sessions.rules.events import GAME_EVENTS
from sessions.rules.states import LIVE, TAKES_BALLS, State, next_state

# The table as decided, written a second time by hand: state -> what may happen -> where it leads.
DECIDED = {
    "announced": {"SaleOpened": "selling", "PairedSaleClosed": "waiting", "GameWithdrawn": "closed"},
    "selling": {
        "CardsSold": "selling",
        "SaleUndone": "selling",
        "BlockIssued": "selling",
        "BlockReturned": "selling",
        "BlockHandedOver": "selling",
        "CardsSpoiled": "selling",
        "SeriesAdded": "selling",
        "CardsTransferred": "selling",
        "DrawCommitted": "selling",
        "SaleClosed": "ready",
        "GameWithdrawn": "closed",
        "GameSuspended": "suspended",
        "GameVoided": "void",
    },
    "ready": {
        "BlockReturned": "ready",
        "CardsSpoiled": "ready",
        "LeftoversReturned": "ready",
        "PublicNumberGiven": "ready",
        "DrawStarted": "ready",
        "BallHeld": "ready",
        "CardsTransferred": "ready",
        "DrawPaused": "ready",
        "DrawResumed": "ready",
        "SaleFiguresCorrected": "ready",
        "HeldBallResolved": "drawing",
        "BallDrawn": "drawing",
        "GameSuspended": "suspended",
        "GameVoided": "void",
    },
    "drawing": {
        "BallDrawn": "drawing",
        "BallCalled": "drawing",
        "BallHeld": "drawing",
        "HeldBallResolved": "drawing",
        "BallCorrected": "drawing",
        "CallCorrected": "drawing",
        "CardsTransferred": "drawing",
        "DrawPaused": "drawing",
        "DrawResumed": "drawing",
        "SaleFiguresCorrected": "drawing",
        "ClaimRaised": "checking",
        "GameClosedUnclaimed": "unclaimed",
        "GameSuspended": "suspended",
        "GameVoided": "void",
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
        "CardsTransferred": "checking",
        "DrawPaused": "checking",
        "DrawResumed": "checking",
        "SaleFiguresCorrected": "checking",
        "PlayResumed": "drawing",
        "BingoClosed": "won",
        "GameSuspended": "suspended",
        "GameVoided": "void",
    },
    "won": {"PrizePaid": "paying", "TokenGiven": "won", "GameClosed": "closed", "GameVoided": "void"},
    "unclaimed": {"PrizePaid": "paying", "TokenGiven": "unclaimed", "GameClosed": "closed", "GameVoided": "void"},
    "paying": {"PrizePaid": "paying", "TokenGiven": "paying", "GameClosed": "closed"},
    "closed": {"DrawRevealed": "closed"},
    "waiting": {
        "SaleFiguresCorrected": "waiting",
        "CardsSpoiled": "waiting",
        "BallsReplaced": "waiting",
        "CardsTransferred": "waiting",
        "DrawCommitted": "waiting",
        "PublicNumberGiven": "waiting",
        "DrawStarted": "ready",
        "GameSuspended": "suspended",
        "GameVoided": "void",
    },
    # Lifted, it stands where it stood: that is asked below.
    "suspended": {
        "ParagraphRead": "suspended",
        "SuspensionLifted": "suspended",
        "ManualDrawOrdered": "suspended",
        "BallsReplaced": "suspended",
        "CardsTransferred": "suspended",
        "GameVoided": "void",
    },
    "void": {
        "CardsRefunded": "void",
        "BlockReturned": "void",
        "CardsSpoiled": "void",
        "DrawRevealed": "void",
        "RefundsCompleted": "refunded",
    },
    "refunded": {"GameClosed": "closed"},
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


@pytest.mark.parametrize("kind", ["SuspensionLifted", "ManualDrawOrdered"])
@pytest.mark.parametrize("came_from", ["selling", "ready", "drawing", "checking", "waiting"])
def test_a_suspension_that_ends_leads_back_to_where_the_game_stood(kind, came_from):
    assert next_state(State.SUSPENDED, kind, came_from=State(came_from)) == came_from


def test_nothing_happens_to_a_closed_game():
    # An electronic draw only shows then what it was made of.
    for kind in set(GAME_EVENTS) - {"DrawRevealed"}:
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
        "waiting",
        "suspended",
        "void",
        "refunded",
    }


def test_a_machines_ball_belongs_to_a_game_between_the_sale_and_the_end():
    assert {str(s) for s in TAKES_BALLS} == {"ready", "drawing", "checking"}
