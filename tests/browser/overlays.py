"""Overlays over a game drawn by hand, and what their pictures are made of, pixel by pixel."""

import colorsys
import io
import time
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import expect

from bingo_hall.client import Refused
from tests.browser.floor import Floor
from tests.browser.foretold import numbers, rows_of
from tests.browser.night import SETTLED

KEY = (0, 177, 64)
# The colour wheel is cut into six; a keyer that takes a whole sixth to either side of its colour is a coarse one.
NEAR_DEGREES, COLOURLESS = 40, 24

# A rounded corner whose radius is no whole number of pixels leaves a twenty-fifth of one outside its box.
TRACE = 255 // 20


class Overlays(Floor):
    """A hall whose balls are drawn by hand, sixty cards sold, and its overlays by name."""

    def __init__(self, hall, browser):
        super().__init__(hall, browser)
        self.pages, self.open_contexts = {}, []
        (matrix,) = (file for file in Path(hall.folder, "matrices").iterdir() if not file.name.startswith("."))
        self.matrix = matrix.read_bytes()

    def face(self, card):
        """Give the 15 numbers of a card, row by row."""
        return [n for mask in rows_of(self.matrix, card) for n in numbers(mask)]

    def wall(self, name, path, size=(1920, 1080), *, before=None):
        """Open a page with the wall's token, as a mixer would: nobody is logged in."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append((name, str(error))))
        page.on("console", lambda said: said.type == "error" and self.errors.append((name, said.text)))
        if before:
            before(page)
        page.goto(self.hall.url + path)
        self.pages[name] = page
        return page

    def start(self, sold=60):
        """Open the session and sell, up to the order to draw."""
        self.game.open_session()
        self.sell(sold)

    def sell(self, sold):
        chief = self.game.people["mesa"]
        chief.deed("open_sale", **{**chief.mine()["suggested"], "extractor": "manual"})
        self.do("venta1", "sell_cards", quantity=sold)
        self.do("mesa", "close_sale")
        self.do("caja", "return_leftovers", first=self.game.board()["leftover_first"])

    def call(self, *balls):
        for number in balls:
            event = self.do("locutor", "draw_manual", number=number)["event"]
            self.do("locutor", "call_ball", ordinal=event["ordinal"])

    def claim(self, prize, card):
        self.do("mesa", "raise_claim", prize=prize, card=str(card))

    def verify(self):
        self.do("mesa", "verify_claim", claim_no=self.game.board()["claims"][-1]["claim_no"])

    def after_the_window(self, deed):
        """Order something of the table that waits until nobody may call any more."""
        while True:
            try:
                return self.do("mesa", deed)
            except Refused as refused:
                if refused.code != "claim_window_open":
                    raise
                time.sleep(0.05)

    def scene(self, name):
        """Wait until every overlay shows this scene."""
        for page in self.pages.values():
            expect(page.locator("#stage")).to_have_attribute("data-scene", name)

    def picture(self, name):
        """Give what a mixer gets of a page: rows of RGBA."""
        page = self.pages[name]
        page.evaluate(SETTLED)
        return pixels(page.screenshot(omit_background=True))


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).astype(np.int16)


def at_middle(picture, page, place):
    """Give the pixel a little inside the top of a box's middle: no letter stands there."""
    box = page.locator(place).bounding_box()
    return tuple(picture[round(box["y"] + box["height"] * 0.1), round(box["x"] + box["width"] / 2)])


def border(picture, percent):
    """Give the pixels of the safe margin."""
    high, wide = picture.shape[:2]
    y, x = round(high * percent / 100), round(wide * percent / 100)
    inside = np.zeros((high, wide), dtype=bool)
    inside[y : high - y, x : wide - x] = True
    return picture[~inside]


def near_key(picture):
    """Give the colours, other than the key itself, that a keyer would take for it."""
    colours = picture[..., :3].reshape(-1, 3)
    coloured = colours.max(axis=1) - colours.min(axis=1) > COLOURLESS
    found = {tuple(one) for one in np.unique(colours[coloured & (colours != KEY).any(axis=1)], axis=0).tolist()}
    return sorted(one for one in found if abs(hue(one) - hue(KEY)) < NEAR_DEGREES)


def over_key(picture):
    """Lay a transparent picture over the key's colour."""
    alpha = picture[..., 3:] / 255
    return np.round(picture[..., :3] * alpha + np.array(KEY) * (1 - alpha)).astype(np.int16)


def hue(colour):
    """Give where a colour stands on the wheel, in degrees."""
    return colorsys.rgb_to_hsv(*(value / 255 for value in colour))[0] * 360
