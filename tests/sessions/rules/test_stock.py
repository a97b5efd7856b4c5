"""A series' board against a plain dictionary of its cards, and each rule of the store by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sessions.rules import errors, stock
from sessions.rules.facts import Lot, Medium
from sessions.rules.ranges import Off, Run
from sessions.rules.stock import (
    CardsDestroyed,
    CardsUsed,
    EvidenceKept,
    SeriesBoard,
    SeriesReceived,
    SeriesWithdrawn,
    Span,
    StockSpoiled,
    apply_series_event,
)

FIRST, LAST = 3, 22


def received(first=FIRST, last=LAST):
    event = SeriesReceived(
        letter="A",
        ident="000001",
        medium=Medium.PHYSICAL,
        parts=1,
        face_value_cents=200,
        first_number=first,
        last_number=last,
        matrix="m",
        delivery="G-1",
    )
    return apply_series_event(SeriesBoard(), event)


def after(*events, board=None):
    board = board or received()
    for event in events:
        board = apply_series_event(board, event)
    return board


def runs(*pairs):
    return tuple(Run(first=first, last=last) for first, last in pairs)


def used(*sold, unsold=(), spoiled=(), session_no=1, game_no=1):
    return CardsUsed(
        session_no=session_no, game_no=game_no, sold=runs(*sold), unsold=runs(*unsold), spoiled=runs(*spoiled)
    )


# The model: card -> (state, session, game), one card at a time.


def in_model(model, event):
    in_stock = {card for card, (state, *_) in model.items() if state == "stock"}
    strokes = {
        "CardsUsed": lambda: [
            (event.sold, "used", set(model)),
            (event.unsold, "unsold", set(model)),
            (event.spoiled, "spoiled", in_stock),
        ],
        "StockSpoiled": lambda: [([event], "spoiled", set(model))],
        "EvidenceKept": lambda: [([event], "evidence", set(model))],
        "CardsDestroyed": lambda: [(event.runs, "destroyed", set(model))],
    }
    for found, state, among in strokes[event.kind]():
        for card in among & {card for run in found for card in range(run.first, run.last + 1)}:
            place = (event.session_no, event.game_no) if event.kind == "CardsUsed" else model[card][1:]
            model[card] = (state, *place)


cards = st.integers(min_value=FIRST - 2, max_value=LAST + 2)
pairs = st.tuples(cards, cards).map(lambda pair: (min(pair), max(pair)))
some = st.lists(pairs, max_size=3)
ranges = st.builds(lambda one: {"first": one[0], "last": one[1]}, pairs)
events = st.one_of(
    st.builds(
        lambda sold, unsold, spoiled, session_no, game_no: used(
            *sold, unsold=unsold, spoiled=spoiled, session_no=session_no, game_no=game_no
        ),
        some,
        some,
        some,
        st.integers(1, 3),
        st.integers(1, 3),
    ),
    ranges.map(lambda one: StockSpoiled(**one, reason="torn")),
    ranges.map(lambda one: EvidenceKept(**one, reason="claim")),
    some.map(lambda found: CardsDestroyed(runs=runs(*found), witness="w")),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(events, max_size=12))
def test_whatever_happens_every_card_is_in_exactly_one_state_the_model_s(happened):
    board, model = received(), dict.fromkeys(range(FIRST, LAST + 1), ("stock", 0, 0))
    for event in happened:
        board = apply_series_event(board, event)
        in_model(model, event)
        listed = [
            (card, (span.state, span.session_no, span.game_no))
            for span in board.spans
            for card in range(span.first, span.last + 1)
        ]
        assert listed == sorted(model.items())
    assert board.seq == 1 + len(happened)
    for span, follower in zip(board.spans, board.spans[1:], strict=False):
        alike = (span.state, span.session_no, span.game_no) == (follower.state, follower.session_no, follower.game_no)
        assert not alike, "neighbours that are alike are one span"


@settings(max_examples=500, deadline=None)
@given(st.lists(events, max_size=8), pairs)
def test_cards_are_spoiled_kept_or_given_back_just_when_the_model_has_them_in_that_state(happened, asked):
    board, model = received(), dict.fromkeys(range(FIRST, LAST + 1), ("stock", 0, 0))
    for event in happened:
        board = apply_series_event(board, event)
        in_model(model, event)
    first, last = asked
    states = {model.get(card, ("",))[0] for card in range(first, last + 1)}
    assert _allowed(lambda: stock.decide_stock_spoiling(board, first, last, reason="r")) == (states == {"stock"})
    assert _allowed(lambda: stock.decide_evidence(board, first, last, reason="r")) == (
        states <= {"used", "unsold", "spoiled"}
    )
    touched = sum(state != "stock" for state, *_ in model.values())
    assert _allowed(lambda: stock.decide_withdrawal(board, reason="r")) == (touched == 0)
    destroyed = stock.decide_destruction(board, witness="w")
    heap = [card for card in sorted(model) if model[card][0] in {"used", "unsold", "spoiled"}]
    told = [card for run in destroyed.runs for card in range(run.first, run.last + 1)] if destroyed else []
    assert told == heap


def _allowed(decide):
    try:
        decide()
    except (errors.CardsNotInState, errors.SeriesTouched):
        return False
    return True


def test_a_life_by_hand():
    board = after(
        StockSpoiled(first=5, last=6, reason="wet"),
        used((3, 4), (7, 9), unsold=[(10, 11)], spoiled=[(12, 12)]),
        EvidenceKept(first=8, last=8, reason="doubt"),
        CardsDestroyed(runs=runs((3, 7), (9, 12)), witness="Ana"),
    )
    where = {"session_no": 1, "game_no": 1}
    assert board.spans == (
        Span(first=3, last=4, state="destroyed", **where),
        Span(first=5, last=6, state="destroyed"),
        Span(first=7, last=7, state="destroyed", **where),
        Span(first=8, last=8, state="evidence", **where),
        Span(first=9, last=12, state="destroyed", **where),
        Span(first=13, last=22, state="stock"),
    )
    assert board.state == "begun"


def test_a_series_is_received_then_begun_then_used_up():
    assert received().state == "received"
    assert after(StockSpoiled(first=3, last=3, reason="torn")).state == "received"
    assert after(used((3, 4))).state == "begun"
    assert after(used((3, 22))).state == "used_up"
    assert after(SeriesWithdrawn(reason="misprint")).state == "withdrawn"


def test_a_card_spoiled_and_destroyed_before_a_game_ends_stays_destroyed():
    board = after(
        StockSpoiled(first=5, last=6, reason="wet"),
        CardsDestroyed(runs=runs((5, 6)), witness="Ana"),
        used((3, 4), (7, 9), spoiled=[(5, 6)]),
    )
    assert [(s.first, s.last, s.state) for s in board.spans[:3]] == [
        (3, 4, "used"),
        (5, 6, "destroyed"),
        (7, 9, "used"),
    ]


def test_the_refusals_name_what_stands_in_the_way():
    board = after(used((3, 4)))
    with pytest.raises(errors.CardsNotInState) as refused:
        stock.decide_stock_spoiling(board, 4, 5, reason="torn")
    assert refused.value.params == {"first": 4, "last": 5, "state": "stock"}
    with pytest.raises(errors.CardsNotInState) as refused:
        stock.decide_evidence(board, 4, 5, reason="claim")
    assert refused.value.params == {"first": 4, "last": 5, "state": "used"}
    with pytest.raises(errors.SeriesTouched) as refused:
        stock.decide_withdrawal(board, reason="misprint")
    assert refused.value.params == {"touched": 2}


def a_lot(*off, next_card=13):
    return Lot(
        letter="A",
        ident="000001",
        size=20,
        medium=Medium.PHYSICAL,
        face_value_cents=200,
        first_card=FIRST,
        last_card=LAST,
        next_card=next_card,
        off=off,
    )


def test_what_a_game_did_is_told_by_sold_unsold_and_spoiled():
    lot = a_lot(
        Off(first=5, last=5, why="spoiled"),
        Off(first=7, last=8, why="desk"),
        Off(first=9, last=9, why="unplayable"),
        Off(first=11, last=12, why="held", holder="eva"),
        Off(first=15, last=15, why="spoiled"),
        Off(first=16, last=16, why="unplayable"),
    )
    assert stock.use_of(lot, session_no=2, game_no=5) == used(
        (3, 4), (6, 6), (10, 10), unsold=[(7, 9)], spoiled=[(5, 5), (15, 15)], session_no=2, game_no=5
    )


@pytest.mark.parametrize(
    ("card", "state"),
    [(2, ""), (3, "destroyed"), (5, "sold"), (6, "spoiled"), (7, "held"), (8, "desk"), (13, "desk"), (30, "stock")],
)
def test_while_a_game_is_played_a_card_in_stock_is_told_apart_by_the_game(card, state):
    board = after(used((3, 4)), CardsDestroyed(runs=runs((3, 4)), witness="Ana"), board=received(last=40))
    lot = Lot(
        letter="A",
        ident="000001",
        size=18,
        medium=Medium.PHYSICAL,
        face_value_cents=200,
        first_card=5,
        last_card=22,
        next_card=9,
        off=(
            Off(first=6, last=6, why="spoiled"),
            Off(first=7, last=7, why="held", holder="eva"),
            Off(first=8, last=8, why="desk"),
        ),
    )
    assert stock.card_state(board, lot, card) == state
