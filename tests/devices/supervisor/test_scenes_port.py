"""A scene switcher's port against a program that speaks obs-websocket 5 on a real socket."""

import logging
import time

import pytest

from devices.models import Device, DeviceKind
from devices.supervisor import scenes
from devices.supervisor.scenes import ScenesPort
from tests.devices.obs import Obs, answer_of

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = {"waiting": "Mesa", "draw": "Bola", "check": "Cartón"}
PASSWORD = "clave de la sala"


@pytest.fixture
def obs():
    program = Obs("Mesa", "Bola", "Cartón", password=PASSWORD).start()
    yield program
    program.server.shutdown()


@pytest.fixture
def port_to():
    """Give a port to a program, started; ended with the test."""
    ports = []

    def make(program, *, password=PASSWORD, **options):
        url = f"obs://127.0.0.1:{program.port}"
        made = {"hall_code": "H1", "kind": DeviceKind.SCENES, "driver": "obs", "url": url}
        Device.objects.create(code="obs-1", options={"scenes": NAMES, **options}, **made)
        ports.append(ScenesPort("obs-1", password=password))
        ports[-1].start()
        return ports[-1]

    yield make
    for port in ports:
        port.stop()


def until(port, **told):
    """Wait until the port tells this of itself."""
    end = time.monotonic() + 10
    while not told.items() <= port.told().items():
        assert time.monotonic() < end, port.told()
        time.sleep(0.01)


def test_the_answer_to_a_challenge_is_that_of_the_protocol_s_own_example():
    # The challenge, salt, password and answer printed in obs-websocket's protocol document.
    assert answer_of("supersecretpassword") == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="


def test_the_scene_of_each_moment_is_put_on_the_air_once(obs, port_to):
    port = port_to(obs)
    until(port, link="up", message="ok", scene="Mesa")
    for moment, scene in (("draw", "Bola"), ("check", "Cartón"), ("draw", "Bola"), ("waiting", "Mesa")):
        for _ in range(3):
            port.show(moment)
        obs.until(lambda here, scene=scene: here.now == scene)
    assert obs.on_air == ["Bola", "Cartón", "Bola", "Mesa"]
    port.show("prize")
    until(port, scene="Mesa")
    assert obs.on_air[4:] == []
    assert PASSWORD not in repr(port.told()) + repr(port.detail())


def test_who_connects_late_is_given_the_scene_of_now(obs, port_to):
    port = port_to(obs)
    port.show("draw")
    obs.until(lambda here: here.on_air == ["Bola"])
    obs.crash()
    until(port, link="down", message="absent")
    port.show("check")
    again = Obs(*obs.scenes, password=PASSWORD, port=obs.port).start()
    try:
        until(port, link="up", message="ok", scene="Cartón")
        assert again.on_air == ["Cartón"]
        told = [one["what"] for one in reversed(port.detail()["history"])]
        assert (told[0], told[-1], set(told[1:-1])) == ("up", "up", {"down"})
    finally:
        again.server.shutdown()


def test_a_false_password_is_said_and_never_written_down(obs, port_to, caplog):
    caplog.set_level(logging.DEBUG)
    port = port_to(obs, password="otra clave")
    until(port, link="down", message="wrong-password")
    obs.until(lambda here: here.refused >= 2)
    assert obs.identified == 0
    assert port.detail()["history"][0]["detail"] == "wrong-password"
    assert "otra clave" not in caplog.text + repr(port.detail())
    Device.objects.update(options={"scenes": NAMES, "password": PASSWORD})
    until(port, link="up", message="ok")


def test_no_password_where_one_is_wanted_is_a_false_one(obs, port_to):
    port = port_to(obs, password="")
    until(port, link="down", message="wrong-password")


def test_a_scene_that_is_missing_is_said_and_taken_as_soon_as_it_is_there(obs, port_to, monkeypatch):
    monkeypatch.setattr(scenes, "LOOK_SECONDS", 0.05)
    obs.scenes = ("Mesa", "Bola")
    port = port_to(obs)
    port.show("check")
    until(port, link="up", message="no-such-scene", scene="Mesa")
    assert port.detail()["history"][0]["detail"] == "Cartón"
    obs.scenes = ("Mesa", "Bola", "Cartón")
    until(port, link="up", message="ok", scene="Cartón")


@pytest.mark.parametrize(
    "wrong", [{"driver": "vmix"}, {"url": "http://127.0.0.1"}, {"options": {"scenes": ["Mesa"]}}], ids=repr
)
def test_what_cannot_be_understood_is_misconfigured(obs, port_to, wrong):
    Device.objects.filter(code="obs-1").delete()
    port = port_to(obs)
    until(port, message="ok")
    port.stop()
    Device.objects.update(**wrong)
    port.start()
    until(port, link="down", message="misconfigured")


def test_telling_a_switcher_that_is_off_takes_no_time(port_to):
    port = port_to(Obs("Mesa"))
    until(port, message="absent")
    begin = time.monotonic()
    for moment in ("draw", "check") * 1_000:
        port.show(moment)
    assert time.monotonic() - begin < 10
    assert port.told() == {"link": "down", "faults": [], "message": "absent", "scene": ""}
