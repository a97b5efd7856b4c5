"""The store at its screen: a delivery is seen before it comes in, cards are spoiled, found, and destroyed."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from bingo_hall.client import Person
from bingo_hall.player import SIGNATURE, make_checks
from tests.browser.screens import Journal

PASSWORD = "bingo"
PATIENCE_MS = 15_000
READING_MS = 450
POSTS = {"hall_manager": ["sala"], "table_chief": ["mesa"], "cashier": ["caja"], "seller_caller": ["venta1"]}


class Screen:
    """One person's page in English; whatever the browser complains of is kept."""

    def __init__(self, browser, hall, name):
        self.complaints = []
        context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="dark")
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": "django_language", "value": "en", "url": hall.url}])
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._said)
        self.page.goto(f"{hall.url}/entrar/")
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.locator("[name=password]").press("Enter")
        self.page.wait_for_url(lambda url: "/entrar/" not in url)
        self.page.goto(f"{hall.url}/cartones/")

    def _said(self, said):
        # A refusal is an answer with status 409, which the browser logs by itself.
        if said.type == "error" and "409" not in said.text:
            self.complaints.append(said.text)

    def answer(self, **fields):
        """Fill in the open dialog and press its main key, once it has been there long enough to be read."""
        dialog = self.page.locator("dialog[open]")
        for name, value in fields.items():
            dialog.locator(f"[name={name}]").fill(value)
        self.page.wait_for_timeout(READING_MS)
        dialog.locator("[type=submit]").click()
        return dialog

    def part(self, name):
        return self.page.locator(f"[data-part={name}]")

    def grave(self):
        """Give what axe finds seriously wrong."""
        found = Axe().run(self.page).response["violations"]
        return [(one["id"], one["nodes"][0]["target"]) for one in found if one["impact"] in ("serious", "critical")]


def open_the_sale(hall):
    """Open the session and the sale of the first game; gives the Jefe de Sala and the Jefe de Mesa."""
    manager, chief = (Person(hall.url, name, PASSWORD) for name in ("sala", "mesa"))
    manager.deed("start_session")
    make_checks(manager, POSTS)
    manager.deed("open_session", **SIGNATURE)
    chief.deed("open_sale", **chief.mine()["suggested"])
    return manager, chief


def series_received(hall):
    return len(Journal.read(hall.database).of("SeriesReceived"))


def a_delivery_is_seen_before_it_comes_in(hall, manager):
    page = manager.page
    send, told = page.locator("#receive-form [type=submit]"), page.locator("#receive-sum")
    expect(send).to_be_disabled()
    page.locator("#delivery").fill("G-118")
    page.locator("#quantity").fill("20")
    expect(told).to_have_text("20 series A 000006 to 000025, 1,200 cards each, €48,000.00")
    for field, wrong, why in (
        ("#last_number", "1801", "The matrix has 1,800 faces: cards 1 to 1801 are not all in it."),
        ("#first_ident", "9", "The last identification number does not fit in as many digits as the first (1)."),
        ("#price", "two", "Type a price in euros, such as 2 or 1,50."),
    ):
        right = page.locator(field).input_value()
        page.locator(field).fill(wrong)
        expect(told).to_have_text(why)
        expect(send).to_be_disabled()
        page.locator(field).fill(right)
    send.click()
    expect(manager.part("deliveries").locator("tbody tr").first).to_contain_text("G-118")
    expect(page.locator("#first_ident")).to_have_value("000026")
    expect(manager.part("series").locator("summary").first).to_have_text("26 series not begun")
    assert series_received(hall) == 26


def loaded_again_it_is_refused_where_the_manager_works(hall, manager):
    page = manager.page
    page.locator("#delivery").fill("G-118")
    page.locator("#first_ident").fill("000006")
    page.locator("#receive-form [type=submit]").click()
    expect(page.locator("#receive-refusal")).to_have_text("Series A 000006 already exists.")
    assert series_received(hall) == 26


def spoiled_cards_are_passed_by_and_the_page_follows_the_sale(hall, manager):
    manager.part("series").locator("[data-do=spoil]").first.click()
    manager.answer(first="4", last="6", reason="wet")
    expect(manager.part("remains")).to_contain_text("A 000001 4–6 Spoiled")  # noqa: RUF001 - as the page writes runs
    open_the_sale(hall)
    sold = Person(hall.url, "venta1", PASSWORD).deed("sell_cards", game_no=1, quantity=6)["event"]
    assert [(run["first"], run["last"]) for run in sold["runs"]] == [(1, 3), (7, 9)]
    expect(manager.part("series").locator(".one").first).to_contain_text("In play")


def a_card_is_found(manager, asked, told):
    manager.page.locator("#carton").fill(asked)
    manager.page.locator("#carton").press("Enter")
    expect(manager.part("places")).to_contain_text(told)


def test_a_delivery_comes_in_cards_are_spoiled_found_and_destroyed(hall, chromium):
    manager = Screen(chromium, hall, "sala")
    a_delivery_is_seen_before_it_comes_in(hall, manager)
    loaded_again_it_is_refused_where_the_manager_works(hall, manager)
    spoiled_cards_are_passed_by_and_the_page_follows_the_sale(hall, manager)
    a_card_is_found(manager, "a-000001/5", "A-000001/5 Spoiled")
    a_card_is_found(manager, "8", "sold by venta1")
    assert manager.grave() == []

    # The table destroys; the manager's page tells it without being asked.
    table = Screen(chromium, hall, "mesa")
    table.page.locator("[data-do=destroy]").click()
    table.answer(witness="Ana Pi")
    for screen in (table, manager):
        expect(screen.part("remains")).to_contain_text("Nothing to destroy")
        expect(screen.part("destructions")).to_contain_text("Witness: Ana Pi · by mesa")
    assert table.grave() == []
    assert manager.complaints == table.complaints == []


def test_the_manager_is_led_to_the_cards_that_keep_the_next_session_closed(hall, chromium):
    manager, chief = open_the_sale(hall)
    chief.deed("spoil_cards", game_no=1, seller="", first=1, last=2, reason="torn")
    chief.deed("withdraw_game", game_no=1, reason="nobody came")
    manager.deed("count_balls", ball_set="B-1", missing=[], witness="")
    manager.deed("close_session", **SIGNATURE)
    screen = Screen(chromium, hall, "sala")
    screen.page.goto(f"{hall.url}/direccion/")
    step = screen.page.locator("#step-used")
    expect(step).to_contain_text("Session 1: 2 cards.")
    manager.deed("start_session")
    expect(screen.page.locator("#when-preparing")).to_be_visible()
    expect(step).to_contain_text("Session 1: 2 cards.")
    assert screen.grave() == []
    step.get_by_role("link").click()
    screen.page.wait_for_url(f"{hall.url}/cartones/")
    screen.page.locator("[data-do=destroy]").click()
    screen.answer(witness="Ana Pi")
    expect(screen.part("destructions")).to_contain_text("2 cards")
    screen.page.goto(f"{hall.url}/direccion/")
    expect(screen.page.locator("#when-preparing")).to_be_visible()
    expect(step).to_be_hidden()
    assert screen.complaints == []
