"""The picture follows the game: a whole game in front of a program that speaks obs-websocket 5."""

import pytest

from bingo_hall.moments import MOMENTS, moment_of
from bingo_hall.pacing import DrawLoop
from bingo_hall.ports import Ports
from devices.models import Device, DeviceKind
from sessions.rules.board import Board
from sessions.rules.states import State
from sessions.rules.void import VoidOrder
from sessions.services import claims, draw, payments, sales, suspensions, voids
from tests.devices.obs import Obs
from tests.given import an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.stories import numbers_of

pytestmark = pytest.mark.django_db(transaction=True)

WINNER = 3
SCENES = {moment: f"escena {moment}" for moment in MOMENTS}


@pytest.fixture
def picture(time):
    """Give the hall before its first game, and what OBS shows of it."""
    story = an_open_session()
    obs = Obs("otra", *SCENES.values()).start()
    made = {"kind": DeviceKind.SCENES, "driver": "obs", "options": {"scenes": SCENES}}
    Device.objects.create(code="obs-1", hall_code=story.hall.code, url=f"obs://127.0.0.1:{obs.port}", **made)
    ports = Ports(story.hall)
    loop = DrawLoop(story.hall, ports)
    ports.start()
    yield Picture(story, obs, loop, time)
    ports.stop()
    obs.server.shutdown()


class Picture:
    """A hall, its draw loop turned by hand, and OBS."""

    def __init__(self, story, obs, loop, time):
        self.story, self.obs, self.loop, self.time = story, obs, loop, time

    @property
    def by(self):
        return {"game_id": self.story.game_id, "actor": "mesa"}

    def shows(self, moment):
        """Let the loop look, and wait until the moment's scene is on the air."""
        self.loop._turn()
        self.obs.until(lambda obs: obs.now == SCENES[moment])

    def sale(self):
        open_next_sale(self.story)
        self.shows("sale")
        sales.sell_cards(game_id=self.story.game_id, quantity=6, actor="venta")
        close_sale(self.story)
        self.shows("sale")

    def claim(self, prize):
        draw.pause_draw(reason="claim", **self.by)
        self.shows("check")
        raised = claims.raise_claim(prize=prize, card=str(WINNER), **self.by)
        self.shows("check")
        claims.verify_claim(claim_no=raised.claim_no, **self.by)
        self.time.advance(10)


def test_a_whole_game_and_a_null_one_put_their_scenes_on_the_air_in_order(picture):
    picture.shows("waiting")
    picture.sale()
    draw.start_draw(**picture.by)
    picture.shows("draw")
    numbers = numbers_of(picture.story, WINNER)
    call_numbers(picture.story, *numbers[:5])
    picture.claim("line")
    claims.resume_play(**picture.by)
    picture.shows("draw")
    call_numbers(picture.story, *numbers[5:])
    picture.claim("bingo")
    claims.close_bingo(**picture.by)
    picture.shows("prize")
    for award_no in (1, 2):
        payments.pay_prize(award_no=award_no, card=str(WINNER), game_id=picture.story.game_id, actor="caja")
        picture.shows("prize")
    payments.close_game(**picture.by)
    picture.shows("waiting")

    picture.sale()
    suspensions.suspend_game(cause="failure", ball_out=False, text="no power", **picture.by)
    picture.shows("stopped")
    picture.time.advance(900)
    suspensions.read_paragraph(paragraph="36.1", **picture.by)
    voids.void_game(order=VoidOrder(cause="failure", reason="no power"), second="sala", **picture.by)
    picture.shows("stopped")

    game = ["waiting", "sale", "draw", "check", "draw", "check", "prize", "waiting", "sale", "stopped"]
    assert picture.obs.on_air == [SCENES[moment] for moment in game]


@pytest.mark.parametrize(
    ("state", "more", "moment"),
    [
        ("announced", {}, "waiting"),
        ("ready", {"draw_started": True}, "draw"),
        ("drawing", {"pause": "fault"}, "draw"),
        ("unclaimed", {}, "prize"),
        ("waiting", {}, "waiting"),
        ("refunded", {}, "stopped"),
        ("closed", {}, "waiting"),
    ],
)
def test_what_else_the_hall_may_be_at(state, more, moment):
    assert moment_of(Board(session_no=1, game_no=1, state=State(state), **more)) == moment
