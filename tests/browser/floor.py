"""A hall in the middle of a sale: its people as clients, and a seller's tablet on good and bad lines."""

import json
import os
from contextlib import suppress
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from bingo_hall.player import DemoGame
from tests.browser.night import READING_MS, SETTLED
from tests.browser.screens import Journal

PASSWORD = "bingo"


def dashed(run):
    """Write a run as the screens do."""
    return run.replace("-", " \N{EN DASH} ")


class Floor:
    """A running hall, the demo people as clients, and pages of some of them."""

    def __init__(self, hall, browser):
        self.hall, self.browser = hall, browser
        self.game = DemoGame(hall.url, PASSWORD, speed=1000, say=lambda _said: None)
        self.errors, self.axe_found = [], {}

    def do(self, who, deed, **body):
        """Do a deed of somebody who is not at a browser."""
        return self.game.people[who].deed(deed, game_no=self.game.board()["game_no"], **body)

    def open_sale(self):
        """Open the sale of the next game as the hall's habit is."""
        chief = self.game.people["mesa"]
        chief.deed("open_sale", **chief.mine()["suggested"])

    def page(self, who, path, size, *, before=None):
        """Give somebody's own page; `before` prepares it before it is loaded."""
        context = self.browser.new_context(locale="es-ES", viewport={"width": size[0], "height": size[1]})
        context.set_default_timeout(15_000)
        jar = self.game.people[who].http.cookies
        context.add_cookies([{"name": name, "value": value, "url": self.hall.url} for name, value in jar.items()])
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append((who, str(error))))
        if before:
            before(page)
        page.goto(self.hall.url + path)
        return page

    def sold(self):
        """Read the runs sold, in the order of the journal."""
        journal = Journal.read(self.hall.database)
        return [(one["first"], one["last"]) for one in journal.of("CardsSold")]

    def look(self, name, page):
        """Run axe over a page, and keep a picture where pictures are asked for."""
        page.evaluate(SETTLED)
        if folder := os.environ.get("BINGO_SHOTS"):
            page.screenshot(path=Path(folder) / f"{name.replace(' ', '-')}.png")
        found = Axe().run(page).response["violations"]
        grave = [
            (one["id"], [node["target"] for node in one["nodes"]][:4])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        if grave:
            self.axe_found.setdefault(name, []).extend(grave)


class Tablet:
    """The tablet of venta1, with a line that can be cut and a socket that can be spoken on."""

    def __init__(self, floor):
        self.floor, self.socket = floor, None
        self.page = floor.page("venta1", "/venta/", (1280, 800), before=self._prepare)

    def _prepare(self, page):
        def through(socket):
            socket.connect_to_server()
            self.socket = socket

        page.route_web_socket("**/ws/hall/**", through)

    def scan(self, text):
        """Scan with the scanner that plays keyboard."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def scan_by_port(self, device, text):
        """Let the hall tell of a scanner on one of its ports."""
        self.socket.send(json.dumps({"type": "scan", "device": device, "text": text}))

    def answer(self, selector="[type=submit]"):
        """Read the open dialog and answer it."""
        dialog = self.page.locator("dialog[open]")
        expect(dialog).to_be_visible()
        self.page.wait_for_timeout(READING_MS)
        dialog.locator(selector).click()
        return dialog

    def shows(self, *, chips=None, resale=None, following=None, receipt=None, collect=None, cash=None):
        """Expect what stands on the tablet."""
        page = self.page
        wanted = (
            ("#block .chip strong", chips),
            ("#block .chip-resale strong", resale),
            ("#collect-run .run", receipt),
        )
        for place, texts in wanted:
            if texts is not None:
                expect(page.locator(place)).to_have_text([dashed(text) for text in texts])
        for place, text in (("#next-card", following), ("#collect-sum", collect), ("#my-cash", cash)):
            if text is not None:
                expect(page.locator(place)).to_have_text(text)


class BadLine:
    """The house sells, but its answers to the tablet are lost until the line is mended."""

    def __init__(self, page):
        self.asked, self.mended = [], False
        page.route("**/deeds/sell_cards/", self._lose)

    def _lose(self, route):
        self.asked.append(route.request.post_data_json)
        if self.mended:
            route.continue_()
            return
        if len(self.asked) == 1:
            with suppress(Error):
                route.fetch()
        route.abort()
