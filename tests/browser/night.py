"""The people of a hall, each at a browser of their own, and what they see together."""

import json
import os
import re
import time
from collections import defaultdict
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bingo_hall.player import SIGNATURE
from tests.browser.screens import Journal, wrong

PATIENCE_MS = 15_000
READING_MS = 400
TOKEN = "demo-wall"
WALLS = {
    "sala": f"/sala/?k={TOKEN}&lang=es",
    "sala_ca": f"/sala/?k={TOKEN}&lang=ca",
    "overlay": f"/overlay/?k={TOKEN}&bg=black",
}
# Who, the words on the key of the first page, their screen, its size.
PEOPLE = {
    "sala_dir": ("Jefe de Sala", "/direccion/", (1366, 900)),
    "mesa": ("Jefe de Mesa", "/mesa/", (1440, 900)),
    "venta1": ("Vendedor-locutor.*Venta", "/venta/", (1024, 768)),
    "locutor": ("Vendedor-locutor.*Extracción", "/locutor/", (1280, 800)),
    "caja": ("Cajero", "/caja/", (1366, 768)),
    "jugador1": ("Jugador", "/terminal/", (1280, 800)),
}
PUBLIC = (*WALLS, "jugador1")
# Animations that end have ended; a number that is only half there has no contrast yet.
SETTLED = """() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished))"""
CUT = "ERR_INTERNET_DISCONNECTED"


class Night:
    """All the screens of one hall, and the journal they are compared with."""

    def __init__(self, hall, browser, game, cable):
        self.hall, self.browser, self.game, self.cable = hall, browser, game, cable
        self.pages, self.contexts = {}, {}
        self.errors, self.refused = [], []
        self.frames = defaultdict(list)
        self.away = ()
        self.own = []
        self.axe_found = {}

    def __getitem__(self, name):
        return self.pages[name]

    # People ------------------------------------------------------------------------------------------------

    def open(self, name, size=(1280, 900), *, context=None):
        """Give a person, or a wall, a page that is watched for errors and for what its socket says."""
        if context is None:
            context = self.browser.new_context(
                locale="es-ES", timezone_id="Europe/Madrid", viewport={"width": size[0], "height": size[1]}
            )
            context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("console", lambda said: self._console(name, said))
        page.on("pageerror", lambda error: self.errors.append((name, str(error))))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: self._frame(name, text)))
        self.pages[name], self.contexts[name] = page, context
        return page

    def _console(self, name, said):
        if said.type not in ("error", "warning"):
            return
        refused = re.search(r"/deeds/(\w+)/$", said.location.get("url", ""))
        if refused and "409" in said.text:
            self.refused.append((name, refused[1]))
        elif not (CUT in said.text and name in WALLS):
            self.errors.append((name, said.text))

    def _frame(self, name, text):
        frame = json.loads(text)
        if frame["type"] == "board":
            self.frames[name].append(frame)

    def enter(self, name):
        """Come in by the key on the first page, which leads to the screen it names."""
        key, address, size = PEOPLE[name]
        page = self.open(name, size)
        page.goto(self.hall.url)
        page.get_by_role("button", name=re.compile(f"Entrar como {key}")).click()
        expect(page).to_have_url(self.hall.url + address)

    def answer(self, name, text):
        """Read the question of the open dialog, and answer it with a key."""
        dialog = self[name].locator("dialog[open]")
        expect(dialog).to_be_visible()
        self[name].wait_for_timeout(READING_MS)
        dialog.get_by_role("button", name=text).click()
        return dialog

    def sign(self, name):
        """Let the Jefe de Mesa sign in the open dialog, with the demo's PIN."""
        self[name].locator("dialog[open] input[name=pin]").fill(SIGNATURE["pin"])

    # What is shown -----------------------------------------------------------------------------------------

    def journal(self):
        """Read the journal."""
        return Journal.read(self.hall.database)

    def together(self):
        """Wait until every screen shows what the journal says; gives the journal."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while True:
            journal = self.journal()
            here = {name: page for name, page in self.pages.items() if name not in self.away}
            differing = {name: found for name, page in here.items() if (found := wrong(name, page, journal, self.own))}
            if not differing and self.journal().head == journal.head:
                return journal
            assert time.monotonic() < end, differing
            self["mesa"].wait_for_timeout(40)

    def until(self, reached):
        """Wait until the journal has come to something; gives it."""
        end = time.monotonic() + 4 * PATIENCE_MS / 1000
        while not reached(journal := self.journal()):
            assert time.monotonic() < end, journal.rows[-3:]
            self["mesa"].wait_for_timeout(30)
        return journal

    def heard(self, position):
        """Wait until every public screen has been told of the journal up to a position."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while any(not self.frames[name] or self.frames[name][-1]["position"] < position for name in PUBLIC):
            assert time.monotonic() < end, {name: self.frames[name][-1:] for name in PUBLIC}
            self["mesa"].wait_for_timeout(20)

    def nothing_of(self, number, called):
        """See that no public screen shows a number that is drawn and not called."""
        journal = self.journal()
        assert journal.drawn[len(called) :] == [number], journal.drawn
        self.heard(journal.head)
        for name in PUBLIC:
            assert wrong(name, self[name], journal, self.own) == {}, name
        for name in ("sala", "sala_ca"):
            lamp = self[name].locator(".lamp").nth(number - 1)
            assert lamp.locator(".lamp-number").text_content() == str(number)
            assert "lamp-on" not in lamp.get_attribute("class"), name
        told = self.contexts["sala"].request.get(f"{self.cable.url}/state/?k={TOKEN}").json()
        assert told["board"]["drawn"] == called
        assert told["event"] is None

    def sockets_said_what_the_journal_says(self):
        """Compare every frame of every socket with the journal as it stood at the frame's position."""
        journal = self.journal()
        assert {name for name in self.pages if not self.frames[name]} == set()
        for name, frames in self.frames.items():
            public = name in PUBLIC
            for frame in frames:
                then = journal.upto(frame["position"])
                board = frame["board"]
                if board is not None:
                    assert board["drawn"] == (then.called if public else then.drawn), (name, frame["position"])
                    assert board["called"] == len(then.called)
                if public and frame["event"] is not None:
                    assert frame["event"]["kind"] not in ("BallDrawn", "BallHeld", "HeldBallResolved"), name

    # Looks -------------------------------------------------------------------------------------------------

    def look(self, name, shot=None, *, page=None, whole=False):
        """Run axe on a screen, and keep a picture of it where pictures are asked for."""
        page = page or self[name]
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(SETTLED)
        found = Axe().run(page).response["violations"]
        grave = [
            (one["id"], one["impact"], [node["target"] for node in one["nodes"]][:5])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        self.axe_found.setdefault(name, []).extend(grave)
        folder = os.environ.get("BINGO_SHOTS")
        if folder and shot:
            page.screenshot(path=Path(folder) / shot, full_page=whole)
