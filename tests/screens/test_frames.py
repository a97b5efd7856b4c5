"""What is told equals what is stored, after every deed of a whole game; the hall is told only what it may know."""

import json

import pytest
from asgiref.sync import sync_to_async

from records.models import Event, Hall
from sessions.models import Game
from sessions.services import claims, corrections, draw, payments, sales, sessions
from tests.given import a_game_on_sale
from tests.screens.sockets import STAFF, Screen, logged_in, make_people

PLAYER = "player:1"


class Evening:
    """A game on a machine whose balls the test tells; every step is one deed."""

    def __init__(self):
        self.story = a_game_on_sale(extractor="extractor-1")
        people = make_people(self.story.hall)
        self.desk = logged_in(people["mesa"])
        self.by = {"game_id": self.story.game_id, "actor": "mesa"}
        payments.deposit(hall_id=self.story.hall.pk, account=PLAYER, amount_cents=1_000, actor="caja")

    def ball(self, ordinal, number):
        by = {**self.by, "actor": "device:extractor-1"}
        draw.draw_ball(ordinal=ordinal, number=number, source="rfid", source_ref=f"e:1:{ordinal}:{number}", **by)

    def drawn_and_called(self, ordinal, number):
        yield lambda: self.ball(ordinal, number)
        yield lambda: draw.call_ball(ordinal=ordinal, **self.by)

    def faces(self):
        from sessions.selectors.faces import face_rows

        return face_rows(self.board()["lots"][1]["matrix"], 201)

    def steps(self):
        """Give the deeds of the game in order; card 201, a player's, wins line and bingo."""
        yield from self.sale()
        numbers = [n for row in self.faces() for n in row]
        yield from self.troubled_balls(numbers)
        for ordinal in (4, 5):
            yield from self.drawn_and_called(ordinal, numbers[ordinal - 1])
        yield lambda: claims.verify_claim(claim_no=1, **self.by)
        yield lambda: claims.resume_play(**self.by)
        for ordinal in range(6, 16):
            yield from self.drawn_and_called(ordinal, numbers[ordinal - 1])
        yield lambda: claims.verify_claim(claim_no=2, **self.by)
        yield lambda: claims.close_bingo(**self.by)
        yield lambda: payments.close_game(**self.by)

    def sale(self):
        yield lambda: sales.sell_cards(quantity=6, **self.by | {"actor": "venta1"})
        yield lambda: sales.sell_cards(quantity=2, **self.by | {"actor": "venta2"})
        yield lambda: sales.undo_sale(first=7, last=8, **self.by | {"actor": "venta2"})
        yield lambda: sales.buy_cards(quantity=1, holder=PLAYER, **self.by | {"actor": "jugador1"})
        yield lambda: sales.close_sale(**self.by)
        yield lambda: sales.return_leftovers(first=7, **self.by)
        yield lambda: sales.correct_figures(last=7, reason="one more", **self.by)
        yield lambda: draw.start_draw(**self.by)

    def troubled_balls(self, numbers):
        """Let three balls fall, with everything that can be put right: a wrong reading, a wrong word, a repeat."""
        wrong, right = numbers[1], numbers[0]
        yield lambda: self.ball(1, wrong)
        yield lambda: corrections.correct_ball(ordinal=1, number=right, second="sala", **self.by)
        yield lambda: draw.call_ball(ordinal=1, **self.by)
        yield lambda: corrections.correct_call(ordinal=1, said=90 if right != 90 else 1, **self.by)
        yield lambda: self.ball(2, right)
        yield lambda: corrections.resolve_held(accept=True, number=numbers[1], second="sala", **self.by)
        yield lambda: draw.resume_draw(**self.by)
        yield lambda: draw.call_ball(ordinal=2, **self.by)
        yield lambda: draw.pause_draw(reason="person", **self.by)
        yield lambda: self.ball(3, numbers[2])
        yield lambda: sessions.set_pace(session_id=self.story.session.pk, automatic=True, wait_ms=2_000, actor="mesa")
        yield lambda: draw.resume_draw(**self.by)
        yield lambda: draw.call_ball(ordinal=3, **self.by)

    def board(self):
        return Game.objects.get(pk=self.story.game_id).board

    def stored(self):
        """Give the head's position, the stored boards of game and session, and the last event's kind."""
        head = Hall.objects.get(pk=self.story.hall.pk).head_position
        self.story.session.refresh_from_db()
        kind = Event.objects.get(hall=self.story.hall, position=head).kind
        return head, self.board(), self.story.session.board, kind


@pytest.fixture
async def evening(live_hub, settings):
    settings.BINGO_CLAIM_WINDOW_S = 0
    return await sync_to_async(Evening)()


def hidden(frame, board):
    """Check that a public frame holds no number that is not called, no held ball and nobody's name."""
    told = frame["board"]
    called = board["drawn"][: board["called"]]
    assert (told["drawn"], told["called"], told["held"]) == (called, len(called), [])
    uncalled = board["drawn"][board["called"] :] + [held["number"] for held in board["held"]]
    event = frame["event"] or {}
    assert event.get("number") not in uncalled or event["number"] in called
    assert event.get("kind") not in {"BallDrawn", "BallHeld", "HeldBallResolved"}
    assert not {"player:1", "venta1", "venta2", "mesa", "sala"} & set(words(frame))
    assert all(correction["ordinal"] <= board["called"] for correction in told["corrections"])


def words(value):
    """Give every text in a JSON value."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from words(item)
    elif isinstance(value, str):
        yield value


async def test_every_frame_of_a_game_is_the_stored_board_and_the_hall_s_hides_what_is_not_called(evening):
    kinds, closed = [], False
    async with Screen(STAFF, browser=evening.desk) as desk, Screen() as wall:
        steps = await sync_to_async(lambda: iter(evening.steps()))()
        while step := await sync_to_async(next)(steps, None):
            await sync_to_async(step)()
            position, board, session, kind = await sync_to_async(evening.stored)()
            told = await desk.at(position)
            assert (told["board"], told["session"], told["event"]["kind"]) == (board, session, kind)
            hidden(await wall.at(position), board)
            kinds.append(kind)
            closed = board["state"] == "closed"
    assert closed
    assert {"BallHeld", "BallCorrected", "CallCorrected", "ClaimRaised", "SaleUndone", "PaceSet"} <= set(kinds)

    # Nothing was left out: one frame an event, in order, to both.
    for screen in (desk, wall):
        positions = [frame["position"] for frame in screen.boards()]
        assert positions == list(range(positions[0], positions[-1] + 1))


async def test_the_frame_asked_for_is_the_frame_told(evening):
    async with Screen(STAFF, browser=evening.desk) as desk:
        told = await desk.said()
        asked = (await sync_to_async(evening.desk.get)("/state/")).json()
        for frame in (told, asked):
            frame.pop("at")
        assert told == asked


async def test_a_frame_is_json_that_any_screen_can_read(evening):
    async with Screen() as wall:
        output = await wall.socket.receive_output(timeout=30)
        assert json.loads(output["text"], parse_constant=pytest.fail)["hall"]["name"] == "Test hall"
