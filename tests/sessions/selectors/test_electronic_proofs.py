"""Each way in which an electronic draw can have been other than promised is found by `manage.py verify` (I14)."""

from __future__ import annotations

import pytest

from records.chain import row_hash
from records.models import Event, Hall
from sessions.journal import codec
from sessions.models import DrawnBall, Game
from sessions.rules.board import Board
from sessions.rules.folding import fold
from sessions.selectors.verify import journal_violations, violations
from sessions.services import draw, payments, sales
from tests.records.test_journal import without_triggers
from tests.sessions.electronic import a_hall_that_may, begun, board_of, drawn, on_sale, rows_of, the
from tests.sessions.stories import double_cards

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


@pytest.fixture
def story():
    """Draw all 90 balls of a game electronically, and close it."""
    story = begun()
    drawn(story, 90)
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    story.hall.refresh_from_db()
    assert list(violations(story.hall)) == []
    return story


def told_otherwise(story, kind, change, *, nth=0):
    """
    Change a row as a forger would who has everything: the chain is made anew, board and balls' rows follow.

    Only what was promised before, and noted outside the hall, can still find that out.
    """
    with without_triggers():
        row = [row for row in rows_of(story) if row.kind == kind][nth]
        Event.objects.filter(pk=row.pk).update(payload={**row.payload, **change})
        _chained_again(story.hall)
    rows = rows_of(story)
    events = [(codec.game_event(r.kind, r.payload), r.at.isoformat()) for r in rows]
    board = fold(Board(session_no=1, game_no=1), events)
    Game.objects.filter(pk=story.game_id).update(board=codec.encode(board))
    DrawnBall.objects.filter(game=story.game_id).update(voided=True)
    for ordinal, number in enumerate(board.drawn, start=1):
        DrawnBall.objects.create(game_id=story.game_id, ordinal=ordinal, number=number, drawn_at=rows[0].at)
    story.hall.refresh_from_db()
    return of_the_draw(story)


def _chained_again(hall):
    previous = None
    for row in Event.objects.filter(hall=hall).order_by("position"):
        row.prev_hash = previous or row.prev_hash
        row.hash = previous = row_hash(row.prev_hash, row.chained_fields(hall.code))
        Event.objects.filter(pk=row.pk).update(prev_hash=row.prev_hash, hash=row.hash)
    Hall.objects.filter(pk=hall.pk).update(head_hash=previous)


def of_the_draw(story):
    """Give what is wrong with the draw; the chain and the boards are whole."""
    hall = Hall.objects.get(pk=story.hall.pk)
    assert list(journal_violations(hall)) == []
    return [found for found in violations(hall) if found.startswith("I14")]


def swapped(story, first, second):
    """Change two balls of the order for one another, called as they then come."""
    order = board_of(story).drawn
    rows = {kind: [row for row in rows_of(story) if row.kind == kind] for kind in ("BallDrawn", "BallCalled")}
    with without_triggers():
        for place, number in ((first, order[second]), (second, order[first])):
            for row in (rows["BallDrawn"][place], rows["BallCalled"][place]):
                Event.objects.filter(pk=row.pk).update(payload={**row.payload, "number": number})


def test_two_balls_changed_for_one_another_are_found(story):
    swapped(story, 4, 40)
    found = told_otherwise(story, "GameClosed", {})
    assert "I14 game:1:1: the balls are not those of the order promised" in found


def test_a_secret_chosen_afterwards_is_found(story):
    found = told_otherwise(story, "DrawRevealed", {"secret": "5e" * 32})
    assert found == ["I14 game:1:1: the secret shown is not the one promised"]


@pytest.mark.parametrize("secret", ["5e" * 31, "no secret", "5é"])
def test_what_is_no_secret_is_found(story, secret):
    found = told_otherwise(story, "DrawRevealed", {"secret": secret})
    assert found == ["I14 game:1:1: the secret shown is not the one promised"]


def test_a_secret_that_is_kept_back_is_found(story):
    found = told_otherwise(story, "DrawRevealed", {"secret": ""})
    assert found == ["I14 game:1:1: its secret was lost, and its 90 balls cannot be proved"]


def test_another_number_of_the_public_is_found(story):
    found = told_otherwise(story, "PublicNumberGiven", {"number": "004712"})
    assert "I14 game:1:1: the balls are not those of the order promised" in found


def test_a_sale_told_otherwise_afterwards_is_found(story):
    """The chain is made anew over another sale: the number of the public still names the closing that was."""
    found = told_otherwise(story, "CardsSold", {"seller": "another"})
    assert found == ["I14 game:1:1: the number of the public names another closing of the sale"]


def test_a_ball_of_another_kind_is_found(story):
    found = told_otherwise(story, "BallDrawn", {"source": "manual"}, nth=89)
    assert "I14 game:1:1: balls of an electronic draw and others are mixed" in found


def test_an_authorisation_that_nobody_took_down_is_found(story):
    Hall.objects.filter(pk=story.hall.pk).update(electronic_ref="forged")
    (found,) = of_the_draw(story)
    assert found.startswith("I14 the hall's electronic draw is authorised as ('forged', '2026-11-02')")


def test_electronic_balls_in_a_game_of_another_machine_are_found(story):
    found = told_otherwise(story, "SaleOpened", {"extractor": "machine"})
    assert found == ["I14 game:1:1: electronic balls in a game drawn with machine"]


def a_pair_withdrawn():
    """Take a pair off whose sale was open: its second game never began, and its secret is shown with the first's."""
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    assert list(violations(story.hall)) == []
    return story


@pytest.mark.parametrize("secret", ["5e" * 32, "no secret"])
def test_another_secret_of_a_second_game_that_never_began_is_found(secret):
    found = told_otherwise(a_pair_withdrawn(), "DrawRevealed", {"second": secret})
    assert found == ["I14 game:1:1: the secret shown of game:1:2 is not the one promised"]


def test_a_second_secret_is_found_where_the_first_was_lost():
    found = told_otherwise(a_pair_withdrawn(), "DrawRevealed", {"secret": "", "second": "5e" * 32})
    assert found == ["I14 game:1:1: the secret shown of game:1:2 is not the one promised"]


def test_a_second_secret_shown_before_its_game_is_drawn_is_found():
    story = a_hall_that_may()
    double_cards(story)
    begun(story)
    drawn(story, 90)
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    found = told_otherwise(story, "DrawRevealed", {"second": "5e" * 32})
    assert found == ["I14 game:1:1: it shows the secret of game:1:2, which had still to be drawn"]


def test_a_second_game_that_plays_by_another_promise_is_found():
    story = a_hall_that_may()
    double_cards(story)
    begun(story)
    promised = the(story, "DrawCommitted")["second"]
    story.game = Game.objects.get(game_no=2)
    with without_triggers():
        row = Event.objects.get(stream="game:1:2", kind="DrawCommitted")
        Event.objects.filter(pk=row.pk).update(payload={**row.payload, "commitment": "c0" * 32})
        _chained_again(story.hall)
    board = {**story.game.board, "electronic": {**story.game.board["electronic"], "commitment": "c0" * 32}}
    Game.objects.filter(pk=story.game_id).update(board=board)
    assert promised != "c0" * 32
    assert "I14 game:1:2: its commitment is not the one made as its cards were put on sale" in of_the_draw(story)
