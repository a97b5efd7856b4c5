"""What the panels are told of a game, from the events that make it; and panels switched on while the hall runs."""

import time
from dataclasses import replace

import pytest

from bingo_hall import ports as ports_module
from bingo_hall.panel_states import panel_state_of
from bingo_hall.ports import Ports
from devices.codecs.panel_state import PanelState
from devices.models import Device, DeviceKind
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.states import State
from sessions.services import corrections, draw
from tests.devices.panel_world import until
from tests.given import a_game_drawing, a_game_ready, a_hall

pytestmark = pytest.mark.django_db(transaction=True)


def state_now(story):
    return panel_state_of(codec.game_board(Game.objects.get(pk=story.game_id).board), "es")


def test_prizes_are_told_before_the_first_ball_as_the_figures_have_them():
    story = a_game_ready()
    figures = codec.game_board(Game.objects.get(pk=story.game_id).board).figures
    state = state_now(story)
    assert (state.called, state.last, state.ordinal, state.flash) == (frozenset(), 0, 0, False)
    assert (state.line_cents, state.bingo_cents) == (figures.line_cents, figures.bingo_cents)
    assert f"{figures.line_cents / 100:.2f}".replace(".", ",") in state.text
    assert f"{figures.bingo_cents / 100:.2f}".replace(".", ",") in state.text


def test_a_ball_is_lit_when_it_is_called_and_put_right_when_the_call_is():
    story = a_game_drawing(7, 12)
    draw.draw_manual(game_id=story.game_id, number=90, actor="venta")
    state = state_now(story)
    assert (state.called, state.last, state.ordinal, state.flash) == ({7, 12}, 12, 2, True)
    corrections.correct_ball(game_id=story.game_id, ordinal=2, number=21, actor="mesa", second="sala")
    state = state_now(story)
    assert (state.called, state.last, state.ordinal) == ({7, 21}, 21, 2)


def test_thousands_have_nothing_between_them():
    story = a_game_ready()
    board = codec.game_board(Game.objects.get(pk=story.game_id).board)
    figures = replace(board.figures, line_cents=123_456, bingo_cents=1_000_000)
    text = panel_state_of(replace(board, figures=figures), "es").text
    assert ("1234,56" in text, "10000,00" in text) == (True, True)


def test_after_the_balls_the_last_one_is_no_news_and_the_next_sale_is_dark():
    story = a_game_drawing(7, 12)
    board = codec.game_board(Game.objects.get(pk=story.game_id).board)
    won = panel_state_of(replace(board, state=State.WON), "es")
    assert (won.called, won.flash) == ({7, 12}, False)
    selling = panel_state_of(replace(board, state=State.SELLING, figures=None, drawn=(), called=0), "es")
    assert selling == PanelState(game_no=board.game_no)
    assert panel_state_of(None, "es") == PanelState()


@pytest.fixture
def hall_with_ports(tmp_path, settings, monkeypatch):
    settings.BINGO_DATA_DIR = tmp_path
    monkeypatch.setattr(ports_module, "RENEW_SECONDS", 0.0)
    hall, *_ = a_hall()
    ports = Ports(hall)
    ports.start()
    yield hall, ports
    ports.stop()


def test_a_panel_switched_on_is_taken_up_and_one_switched_off_let_go(hall_with_ports, tmp_path):
    hall, ports = hall_with_ports
    ports.show(None)
    assert not ports.panels
    device = Device.objects.create(
        code="panel-9", hall_code=hall.code, kind=DeviceKind.PANEL, driver="frame", url=str(tmp_path / "none")
    )
    ports.show(None)
    port = ports.panels["panel-9"]
    until(lambda: port.told()["message"] == "absent")
    assert [one["code"] for one in ports.status()] == ["panel-9"]
    Device.objects.filter(pk=device.pk).update(enabled=False)
    begun = time.monotonic()
    ports.show(None)
    assert time.monotonic() - begun < 1
    assert (ports.panels, ports.status()) == ({}, [])
    until(lambda: not port._thread.is_alive())


def test_ports_that_are_not_open_look_for_no_panels():
    hall, *_ = a_hall()
    ports = Ports(hall)
    Device.objects.create(code="panel-9", hall_code=hall.code, kind=DeviceKind.PANEL, driver="frame", url="x")
    ports.show(None)
    assert not ports.panels
