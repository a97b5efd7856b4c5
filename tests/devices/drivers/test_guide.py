"""docs/devices/drivers.md is true: its code is run as it stands there, on its capture and on a real port."""

import inspect
import os
import re
import threading
from types import ModuleType

import pytest

from devices.codecs.events import BallRead
from devices.drivers import registry
from devices.drivers.base import Extractor
from devices.models import Device
from devices.simulators.paths import PROJECT
from devices.supervisor import ExtractorPort
from tests.devices.captures import FIXTURES, received
from tests.devices.clock import FakeClock
from tests.devices.lines import LineReader
from tests.devices.plugs import until

PAGE = (PROJECT / "docs" / "devices" / "drivers.md").read_text()


def block(first_line):
    """Give the page's code block that begins with a line."""
    (found,) = [
        code
        for code in re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        if code.startswith(first_line)
    ]
    return found


def run(code, **names):
    module = ModuleType("guide")
    module.__dict__.update(names)
    exec(compile(code, "docs/devices/drivers.md", "exec"), module.__dict__)
    return module


@pytest.fixture(scope="module")
def tray():
    return run(block("# devices/drivers/tray.py"))


TESTS = re.findall(r"^def (test_\w+)\(clock\)", block("# tests/devices/drivers/test_tray.py"), re.MULTILINE)


@pytest.mark.parametrize("name", TESTS)
def test_the_page_s_own_test_is_green(tray, name):
    module = run(block("# tests/devices/drivers/test_tray.py"), received=received, **vars(tray))
    vars(module)[name](FakeClock())


def test_the_capture_in_the_page_is_the_fixture():
    (capture,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert capture == (FIXTURES / "tray-console.txt").read_text()


def test_the_driver_of_the_page_is_whole(tray):
    wanted = [name for name in vars(Extractor) if not name.startswith("_")]
    console = tray.TrayConsole(FakeClock())
    assert [name for name in wanted if not hasattr(console, name)] == []
    for name, method in inspect.getmembers(Extractor, inspect.isfunction):
        if not name.startswith("_"):
            theirs = inspect.signature(getattr(tray.TrayConsole, name))
            assert list(theirs.parameters) == list(inspect.signature(method).parameters), name


def test_the_table_of_the_page_has_every_method_the_port_calls():
    named = set(re.findall(r"`(\w+)(?:\([\w, ]*\))?`", PAGE.split("| the port calls")[1].split("\n\n")[0]))
    methods = {name for name, _ in inspect.getmembers(Extractor, inspect.isfunction) if not name.startswith("_")}
    assert methods - {"counters"} <= named


class Console(LineReader):
    """A tray console on a pseudo-terminal: it brings what it is asked for, and says again what is out."""

    def __init__(self, link, order):
        super().__init__(link)
        self.order, self.out = order, []
        self.running = True
        self.plug()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        heard = b""
        while self.running:
            try:
                heard += os.read(self._master, 100)
            except (OSError, TypeError):
                continue
            *asked, heard = heard.split(b"\r")
            for line in asked:
                self._answer(line.decode())

    def _answer(self, line):
        if line == "?":
            self.say(f"={len(self.out):02d}")
        elif line.startswith("D"):
            ordinal = int(line[1:])
            self.out = self.order[: max(len(self.out), ordinal)]
            number = self.out[ordinal - 1]
            self.say(f"#{ordinal:02d}{number:02d}{100 - number:02d}")

    def end(self):
        self.running = False
        self.say_to_itself()
        self._thread.join()
        self.unplug()

    def say_to_itself(self):
        """Wake the reader of the far end."""
        os.write(self._slave, b"?\r")


@pytest.mark.django_db(transaction=True)
def test_it_draws_a_whole_game_through_the_real_port(tray, tmp_path, monkeypatch):
    monkeypatch.setitem(registry.EXTRACTORS, "tray", tray.TrayConsole)
    order = [(n * 37) % 91 for n in range(1, 91)]
    console = Console(tmp_path / "console", order)
    Device.objects.create(code="extractor-1", hall_code="H1", driver="tray", url=str(console.link))
    balls = {}

    def on_event(event, _source_ref):
        if isinstance(event, BallRead):
            balls.setdefault(event.ordinal, event.number)

    port = ExtractorPort("extractor-1", on_event=on_event)
    port.start()
    try:
        until(lambda: port.health().link == "up")
        for ordinal in range(1, 91):
            port.draw(ordinal)
            until(lambda o=ordinal: o in balls)
    finally:
        port.stop()
        console.end()
    assert [balls[ordinal] for ordinal in range(1, 91)] == order
    assert sorted(order) == list(range(1, 91))
