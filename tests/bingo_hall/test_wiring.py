"""The relay: what a machine tells becomes a ball, a pause or a stray; and what a panel is shown."""

import pytest
from django.db import OperationalError

from bingo_hall.ports import Ports
from bingo_hall.wiring import Relay
from devices.codecs.events import (
    BallRead,
    BallUnread,
    BallVoided,
    CommandRefused,
    DrawStalled,
    Fault,
    LinkDown,
    MachineState,
)
from devices.models import Device, DeviceKind
from records.models import Event, Incident
from sessions.journal import codec
from sessions.models import BingoSession, Game
from sessions.services import draw
from tests.given import a_game_drawing, a_game_ready, a_hall

pytestmark = pytest.mark.django_db(transaction=True)

MACHINE = "extractor-1"
REF = f"{MACHINE}:1:9"


@pytest.fixture
def ready():
    return a_game_ready(extractor=MACHINE)


@pytest.fixture
def drawing(ready):
    draw.start_draw(game_id=ready.game_id, actor="mesa")
    return ready


def relay_of(story):
    return Relay(story.hall.pk, MACHINE)


def board(story):
    return Game.objects.get(pk=story.game_id).board


def last(story):
    return Event.objects.filter(hall=story.hall).latest("position")


def ball(ordinal, number, *, quality=98):
    return BallRead("B", 9, ordinal, number, quality, "rfid")


def test_a_ball_is_drawn_under_the_machine_s_own_reference(drawing):
    relay_of(drawing)(ball(1, 47), REF)
    row = last(drawing)
    assert (row.kind, row.actor, row.source_ref) == ("BallDrawn", "device:extractor-1", REF)
    assert (row.payload["ordinal"], row.payload["number"], row.payload["source"]) == (1, 47, "rfid")


def test_the_same_event_again_is_one_ball(drawing):
    relay_of(drawing)(ball(1, 47), REF)
    head = last(drawing).position
    relay_of(drawing)(ball(1, 47), REF)
    relay_of(drawing)(ball(1, 47), "extractor-1:1:10")
    assert last(drawing).position == head


@pytest.mark.parametrize(
    ("event", "reason", "detail"),
    [
        (Fault("B", 9, "JAM", active=True), "fault", "c=JAM"),
        (Fault("B", 9, "READER", active=True), "reader", "c=READER"),
        (BallVoided("B", 9, 1, 47), "voided", "o=1 n=47"),
        (LinkDown("lost"), "link", "why=lost"),
        (DrawStalled(1, 13.0), "stalled", "o=1"),
        (CommandRefused("LOAD", "BALLS", {"g": "1", "in": "89", "miss": "17"}), "balls", "in=89 miss=17"),
        (CommandRefused("DRAW", "ORDER", {"o": "13"}), "machine", "verb=DRAW code=ORDER o=13"),
        (CommandRefused("DRAW", "STATE", {"o": "13"}), "machine", "verb=DRAW code=STATE o=13"),
        (CommandRefused("RETURN", "STATE", {}), "machine", "verb=RETURN code=STATE"),
    ],
)
def test_a_fault_pauses_the_draw_with_its_reason_and_what_the_machine_said_once(drawing, event, reason, detail):
    relay_of(drawing)(event, REF)
    assert (board(drawing)["pause"], board(drawing)["pause_detail"]) == (reason, detail)
    assert (last(drawing).kind, last(drawing).payload) == ("DrawPaused", {"reason": reason, "detail": detail})
    head = last(drawing).position
    relay_of(drawing)(event, "extractor-1:1:10")
    assert last(drawing).position == head


@pytest.mark.parametrize(
    ("event", "reason"), [(DrawStalled(1, 13.0), "stalled"), (LinkDown("lost"), "link")], ids=["stalled", "unplugged"]
)
def test_a_ball_that_never_came_is_no_longer_wished_for(drawing, event, reason):
    class Port:
        halted = 0

        def halt(self):
            self.halted += 1

    relay = relay_of(drawing)
    relay.port = Port()
    relay(event, None)
    assert (board(drawing)["pause"], relay.port.halted) == (reason, 1)


@pytest.mark.parametrize("event", [DrawStalled(1, 13.0), LinkDown("lost")], ids=["stalled", "unplugged"])
def test_a_pause_that_cannot_be_stored_leaves_no_wish_behind_and_says_so(drawing, event, monkeypatch):
    said = []

    class Port:
        def halt(self):
            said.append("STOP")

    def locked(**_):
        said.append("pause")
        raise OperationalError

    relay = relay_of(drawing)
    relay.port = Port()
    monkeypatch.setattr(draw, "pause_draw", locked)
    with pytest.raises(OperationalError):
        relay(event, None)
    assert said == ["STOP", "pause"]


@pytest.mark.parametrize(
    "event",
    [
        Fault("B", 9, "JAM", active=False),
        Fault("B", 9, "AIR", active=True),
        CommandRefused("STATUS", "VERB", {}),
        MachineState("B", 9, "READY"),
        CommandRefused("DRAW", "BUSY", {}),
    ],
)
def test_what_is_no_fault_pauses_nothing(drawing, event):
    relay_of(drawing)(event, REF)
    assert (board(drawing)["pause"], last(drawing).kind) == ("", "DrawStarted")


def test_a_fault_before_the_start_and_one_of_another_machine_pause_nothing(ready):
    relay_of(ready)(LinkDown("lost"), None)
    assert board(ready)["pause"] == ""
    draw.start_draw(game_id=ready.game_id, actor="mesa")
    Relay(ready.hall.pk, "extractor-2")(LinkDown("lost"), None)
    assert board(ready)["pause"] == ""


@pytest.mark.parametrize(
    ("reason", "held"), [("unread", "unread"), ("multi", "multi"), ("noball", "no_ball"), ("range", "range")]
)
def test_a_ball_without_a_number_is_held_with_the_machine_s_reason(drawing, reason, held):
    relay_of(drawing)(BallUnread("B", 9, 1, reason), REF)
    assert board(drawing)["held"] == [{"ordinal": 1, "number": 0, "reason": held}]


def test_a_ball_read_badly_is_held_with_its_number(drawing):
    relay_of(drawing)(ball(1, 47, quality=89), REF)
    assert board(drawing)["held"] == [{"ordinal": 1, "number": 47, "reason": "low_quality"}]


def test_a_ball_before_the_start_is_held(ready):
    relay_of(ready)(ball(1, 47), REF)
    assert board(ready)["held"] == [{"ordinal": 1, "number": 47, "reason": "not_started"}]


def test_a_ball_of_a_machine_the_game_is_not_drawn_with_is_a_stray_of_the_session():
    story = a_game_drawing(7)
    for reference in (REF, REF):
        relay_of(story)(ball(2, 47), reference)
    assert board(story)["drawn"] == [7]
    row = last(story)
    assert (row.kind, row.stream, row.source_ref) == ("StrayBall", "session:1", REF)
    session = codec.session_board(BingoSession.objects.get(pk=story.session.pk).board)
    assert session.stray_balls == 1


def test_a_ball_with_no_session_open_is_an_incident_of_the_hall_told_once():
    hall, *_ = a_hall()
    for _ in range(2):
        Relay(hall.pk, MACHINE)(ball(5, 47), REF)
    incident = Incident.objects.get(hall=hall)
    assert incident.code == "stray_ball"
    assert (incident.payload["ordinal"], incident.payload["number"], incident.payload["ref"]) == (5, 47, REF)
    assert not Event.objects.filter(hall=hall, kind="StrayBall").exists()


def test_a_ball_while_paused_is_recorded_and_waits_to_be_called(drawing):
    draw.pause_draw(game_id=drawing.game_id, reason="claim", actor="venta")
    relay_of(drawing)(ball(1, 47), REF)
    assert (board(drawing)["drawn"], board(drawing)["called"], board(drawing)["pause"]) == ([47], 0, "claim")


class Panel:
    def __init__(self):
        self.shown = None

    def show(self, state):
        self.shown = state


def test_a_panel_is_shown_what_is_called_and_nothing_that_is_only_drawn():
    story = a_game_drawing(7, 12)
    draw.draw_manual(game_id=story.game_id, number=90, actor="venta")
    ports = Ports(story.hall)
    ports.panels["p"] = panel = Panel()
    ports.show(codec.game_board(board(story)))
    assert (panel.shown.called, panel.shown.last, panel.shown.ordinal) == (frozenset({7, 12}), 12, 2)
    ports.show(None)
    assert (panel.shown.called, panel.shown.last, panel.shown.ordinal) == (frozenset(), 0, 0)


def test_a_hall_has_the_ports_of_its_own_enabled_devices():
    hall, *_ = a_hall()
    for code, hall_code, kind, enabled in (
        ("extractor-1", hall.code, DeviceKind.EXTRACTOR, True),
        ("extractor-2", hall.code, DeviceKind.EXTRACTOR, False),
        ("extractor-3", "another", DeviceKind.EXTRACTOR, True),
        ("panel-1", hall.code, DeviceKind.PANEL, True),
    ):
        Device.objects.create(code=code, hall_code=hall_code, kind=kind, enabled=enabled, driver="bx1", url="x")
    ports = Ports(hall)
    assert (set(ports.extractors), set(ports.panels)) == ({"extractor-1"}, {"panel-1"})
    assert [(told["code"], told["link"]) for told in ports.status()] == [("extractor-1", "down"), ("panel-1", "down")]
