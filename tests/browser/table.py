"""The Jefe de Mesa at the console, who does everything by clicking; the others do their part over HTTP."""

import time
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.floor import Floor
from tests.browser.foretold import numbers, rows_of
from tests.browser.night import READING_MS
from tests.browser.screens import Journal

PATIENCE_SECONDS = 20


class Table(Floor):
    """A running hall and the table's page; the first strip of its matrix is cards 1 to 6, which share no number."""

    def __init__(self, hall, browser):
        """Open the session, and the console."""
        super().__init__(hall, browser)
        self.game.open_session()
        self.desk = self.page("mesa", "/mesa/", (1280, 800))
        (matrix,) = (file for file in Path(hall.folder, "matrices").iterdir() if not file.name.startswith("."))
        self.matrix = matrix.read_bytes()

    def face(self, card):
        """Give the 15 numbers of a card, row by row."""
        return [n for mask in rows_of(self.matrix, card) for n in numbers(mask)]

    # The console ----------------------------------------------------------------------------------------------

    def main(self):
        """Press the obvious key of the step, once it can be pressed."""
        key = self.desk.locator(".step-keys .button-main:visible")
        expect(key).to_be_enabled()
        key.click()

    def answer(self, **fields):
        """Fill the open dialog's fields, read it, and answer it with its main key; it closes."""
        dialog = self.desk.locator("dialog[open]")
        expect(dialog).to_be_visible()
        for name, value in fields.items():
            field = dialog.locator(f"[name={name}]").first
            if field.get_attribute("type") == "radio":
                dialog.locator(f"[name={name}][value={value}]").check()
            elif field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.desk.wait_for_timeout(READING_MS)
        dialog.locator("[type=submit]").click()
        expect(dialog).to_have_count(0)

    def at(self, step):
        """Expect a step in the centre of the console."""
        expect(self.desk.locator(f".step-{step}")).to_be_visible()

    def claim(self, prize, card, half=None):
        """Take a player's call: the prize, the card, and of a double card the half."""
        self.desk.locator(f".claim-entry [name=claim-prize][value={prize}]").check(force=True)
        self.desk.locator("#claim-card").fill(str(card))
        if half:
            self.desk.locator(f"[name=claim-part][value='{half}']").check(force=True)
        self.desk.locator(".claim-entry [type=submit]").click()

    def refused(self, text):
        """Expect a refusal beside the card's field."""
        expect(self.desk.locator(".claim-entry .refusal")).to_contain_text(text)

    def upheld(self):
        """Give the verdict on the card that was called, which is good."""
        expect(self.desk.locator(".claim.is-open")).to_have_count(1)
        self.main()
        expect(self.desk.locator(".claim.is-upheld").first).to_be_visible()

    # The others -----------------------------------------------------------------------------------------------

    def call(self, *balls):
        """Let the caller draw these by hand, and call them."""
        for number in balls:
            event = self.do("locutor", "draw_manual", number=number)["event"]
            self.do("locutor", "call_ball", ordinal=event["ordinal"])

    def sell(self, quantity):
        """Let a seller sell; the table closes the sale, and the cashier takes the leftovers."""
        self.do("venta1", "sell_cards", quantity=quantity)
        self.main()
        self.answer()
        self.at("leftovers")
        self.do("caja", "return_leftovers", first=self.game.board()["leftover_first"])
        self.at("start")

    def pay(self, award_no, card, token=""):
        """Let the cashier pay a prize of the game that is shown."""
        self.do("caja", "pay_prize", award_no=award_no, card=card, token=token)

    def journal(self):
        """Read the journal."""
        return Journal.read(self.hall.database)

    def until(self, reached):
        """Wait until the journal has come to something; gives it."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not reached(journal := self.journal()):
            assert time.monotonic() < end, journal.rows[-3:]
            self.desk.wait_for_timeout(30)
        return journal


def of_stream(journal, stream, *kinds):
    """Give the kinds of a stream's rows, in order; only those named, when some are."""
    return [row.kind for row in journal.rows if row.stream == stream and (not kinds or row.kind in kinds)]
