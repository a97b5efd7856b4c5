"""The draw loop of an electronic game: no machine is asked, a lost secret stops it, a restart stands still."""

import pytest

from bingo_hall.pacing import DrawLoop
from bingo_hall.wiring import machines_of
from devices.models import Device, DeviceKind
from records.models import Hall, Incident
from sessions.services import draw, electronic, sessions
from tests.bingo_hall.loop import Ports
from tests.sessions.electronic import begun, board_of, ready, rows_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def loop_of(story):
    return DrawLoop(Hall.objects.get(pk=story.hall.pk), Ports())


def asked(loop):
    return [one for port in loop.ports.extractors.values() for one in port.take()]


def test_one_ball_is_drawn_and_the_next_when_it_has_been_called():
    story = ready()
    loop = loop_of(story)
    loop._turn()
    assert board_of(story).drawn == ()
    begin(story)
    for _ in range(3):
        loop._turn()
    assert len(board_of(story).drawn) == 1
    draw.call_ball(game_id=story.game_id, ordinal=1, actor="venta")
    for _ in range(3):
        loop._turn()
    assert len(board_of(story).drawn) == 2
    assert asked(loop) == []
    (first, second) = [row for row in rows_of(story) if row.kind == "BallDrawn"]
    assert (first.actor, first.source_ref) == ("electronic", "electronic:game:1:1:1")
    assert second.source_ref == "electronic:game:1:1:2"


def begin(story):
    electronic.give_public_number(game_id=story.game_id, number="004711", actor="mesa")
    draw.start_draw(game_id=story.game_id, actor="mesa")


def test_the_loop_calls_too_when_the_pace_is_automatic():
    story = begun()
    sessions.set_pace(session_id=story.session.pk, automatic=True, wait_ms=1_000, actor="venta")
    loop = loop_of(story)
    loop.still = False
    loop._turn()
    loop._called_at -= 2
    loop._turn()
    assert board_of(story).called == 1


def test_after_a_restart_it_stands_still_until_a_person_orders_it_on():
    story = begun()
    loop = loop_of(story)
    loop._turn()
    assert board_of(story).drawn == ()
    draw.resume_draw(game_id=story.game_id, actor="mesa")
    loop._turn()
    assert len(board_of(story).drawn) == 1


def test_a_secret_that_cannot_be_opened_stops_the_draw_and_tells_the_hall(data_dir):
    story = begun()
    loop = loop_of(story)
    loop.still = False
    key = data_dir / "personal-data.key"
    kept = key.read_text()
    key.unlink()
    loop._turn()
    assert (board_of(story).drawn, board_of(story).pause) == ((), "secret_lost")
    assert Incident.objects.get(code="draw_secret_lost").payload == {"stream": "game:1:1"}
    loop._turn()
    assert [row.kind for row in rows_of(story)].count("DrawPaused") == 1
    # Ordered on without its key it stops again, and is told of once.
    draw.resume_draw(game_id=story.game_id, actor="mesa")
    loop._turn()
    assert board_of(story).pause == "secret_lost"
    assert Incident.objects.filter(code="draw_secret_lost").count() == 1
    key.write_text(kept)
    draw.resume_draw(game_id=story.game_id, actor="mesa")
    loop._turn()
    assert len(board_of(story).drawn) == 1


@pytest.mark.parametrize("code", ["rng", "manual"])
def test_a_machine_that_is_called_as_none_is_not_offered(code):
    for name in (code, "machine"):
        told = {"kind": DeviceKind.EXTRACTOR, "driver": "bx1", "url": "socket://localhost:1"}
        Device.objects.create(code=name, hall_code="h", **told)
    assert machines_of("h") == [{"code": "machine", "name": "machine"}]
