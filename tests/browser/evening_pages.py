"""The people's screens in an evening of sales, and the taps they are worked by."""

import os
import re
from pathlib import Path

from playwright.sync_api import expect

READING_MS = 450
SOON_MS = 60_000
TABLET, DESK, PHONE = (1280, 800), (1440, 900), (390, 844)


def run(first, last):
    """Write a run of cards as the screens do."""
    return str(first) if first == last else f"{first} \N{EN DASH} {last}"


def euros(cents):
    """Write money as the Spanish screens do: 123456 is "1.234,56 €"."""
    whole, rest = divmod(cents, 100)
    return f"{whole:,}".replace(",", ".") + f",{rest:02} €"


def see(locator, text, **more):
    """Wait until something reads so, however busy the machine is."""
    expect(locator).to_have_text(text, timeout=SOON_MS, **more)


class Screens:
    """One page for each person, in a context of its own; whatever a browser complains of is kept."""

    def __init__(self, browser, url, cookies):
        self.browser, self.url, self.cookies = browser, url, cookies
        self.pages, self.complaints, self.refused = {}, [], []
        self.waited_ms = []

    def __getitem__(self, name):
        return self.pages[name]

    def open(self, name, address, size, *, language="es"):
        """Begin to load somebody's page; it is not waited for."""
        context = self.browser.new_context(
            locale="es-ES",
            timezone_id="Europe/Madrid",
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(SOON_MS)
        chosen = {"name": "django_language", "value": language, "url": self.url}
        context.add_cookies([*(one for one in self.cookies(name) if one["name"] != "django_language"), chosen])
        page = self.pages[name] = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append((name, str(error))))
        page.on("console", lambda said: self._console(name, said))
        page.on("response", lambda answer: self._response(name, answer))
        page.on("requestfinished", self._finished)
        page.goto(self.url + address, wait_until="commit")
        return page

    def _console(self, name, said):
        if said.type not in ("error", "warning"):
            return
        refused = re.search(r"/deeds/(\w+)/$", said.location.get("url", ""))
        # A refusal is an answer with status 409, which the browser logs by itself.
        if refused and "409" in said.text:
            self.refused.append((name, refused[1]))
        else:
            self.complaints.append((name, said.text))

    def _finished(self, request):
        if "/deeds/" in request.url:
            self.waited_ms.append(round(request.timing["responseEnd"]))

    def pictures(self, moment, *names):
        """Keep pictures of some screens where pictures are asked for."""
        if folder := os.environ.get("BINGO_SHOTS"):
            for name in names:
                self.pages[name].screenshot(path=Path(folder) / f"evening-{moment}-{name}.png")

    def _response(self, name, answer):
        if answer.status >= 500:
            self.complaints.append((name, answer.url, answer.status))


def answer(page, **fields):
    """Fill in the open dialog and press its main key, once it has been there long enough to be read."""
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible(timeout=SOON_MS)
    for name, value in fields.items():
        place = dialog.locator(f"[name={name}]")
        if place.evaluate("place => place.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(str(value))
    page.wait_for_timeout(READING_MS)
    dialog.locator("[type=submit]").click()
    return dialog


def answered(page, **fields):
    """Answer the open dialog, which then closes."""
    expect(answer(page, **fields)).to_have_count(0, timeout=SOON_MS)


class Seller:
    """A seller's tablet, and what its hand has tapped: runs sold, in order, less those taken back."""

    def __init__(self, name, page):
        self.name, self.page, self.sold = name, page, []

    def tap(self, quantity):
        """Press a quantity; the answer is not waited for."""
        self.page.locator("#quantities").get_by_text(str(quantity), exact=True).click()

    def saw(self, *runs):
        """Wait for the receipt of the sale just tapped, and keep it."""
        see(self.page.locator("#collect-run .run"), [run(*one) for one in runs])
        self.sold += runs
        self.tells_its_money()

    def tells_its_money(self):
        """Look at the total of this game."""
        see(self.page.locator("#my-total"), euros(self.cents))

    def undo(self):
        """Take back the sale just made, which is one run."""
        self.page.locator("#undo").click()
        answered(self.page)
        self.sold.pop()
        self.tells_its_money()

    def holds(self, *runs):
        """Wait until the chips are these."""
        see(self.page.locator("#block .chip strong"), [run(*one) for one in runs])

    @property
    def cards(self):
        """The numbers sold."""
        return [number for first, last in self.sold for number in range(first, last + 1)]

    @property
    def cents(self):
        """What they cost: two euros each."""
        return 200 * len(self.cards)


class Terminal:
    """A player's terminal, and what was bought on it; the purse is in cents."""

    def __init__(self, name, page, cents):
        self.name, self.page, self.cents, self.bought = name, page, cents, 0

    def wants(self, quantity):
        """Choose how many, and ask for them; nothing is bought yet."""
        self.page.locator("#buy-keys").get_by_text(str(quantity), exact=True).click()
        self.page.locator("#buy-go").click()
        self._counts(quantity)

    def says_yes(self):
        """Answer the question; the house's answer is not waited for."""
        self.page.locator("#sure [type=submit]").click()

    def repeats(self, quantity):
        """Buy as the last time, by one press."""
        self.page.locator("#repeat").click()
        self._counts(quantity)

    def by_itself(self, quantity):
        """Take what the standing purchase has bought."""
        self._counts(quantity)

    def _counts(self, quantity):
        self.bought += quantity
        self.cents -= 200 * quantity

    def tells(self):
        """Wait until the terminal shows its cards and what is left in the purse."""
        words = f"{self.bought} cartones" if self.bought > 1 else re.compile(r"^1 cart")
        see(self.page.locator("#mine-count"), words)
        see(self.page.locator("#balance"), euros(self.cents))

    def numbers(self):
        """Read the numbers of the cards shown."""
        names = self.page.locator("#cards .own-name").all_text_contents()
        return sorted(int(re.search(r"\d+", name)[0]) for name in names)


class Cash:
    """The cashier's page."""

    def __init__(self, page):
        self.page = page

    def row(self, seller):
        """The row of a seller."""
        return self.page.locator(f"#sellers [data-seller={seller}]")

    def types(self, quantity):
        """Type how many cards a press gives."""
        self.page.locator("#quantity").fill(str(quantity))

    def gives(self, seller, quantity, *runs):
        """Give cards to one seller, who then holds these runs."""
        self.types(quantity)
        self.row(seller).locator("[data-give]").click()
        self.holds(seller, *runs)

    def holds(self, seller, *runs):
        """Wait until a row shows these runs."""
        see(self.row(seller).locator(".run-key"), [run(*one) for one in runs])

    def takes_back(self, seller, first, last):
        """Take a run back to the desk while the sale is open."""
        self.row(seller).locator(".run-key", has_text=run(first, last)).click()
        answered(self.page, what="back")

    def counts(self, seller, amount, password=""):
        """Count a seller's money; a difference is signed with the seller's password."""
        self.row(seller).locator(".row-keys .button").last.click()
        answered(self.page, amount=amount, **({"password": password} if password else {}))
