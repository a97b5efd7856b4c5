"""
One sale of an evening, tapped on the screens. All numbers are worked by hand.

The first series has the cards 951 to 1200. Forty go to each of the six sellers, ten stay at the desk:

    venta1  951 to  990      venta3 1031 to 1070      venta5 1111 to 1150
    venta2  991 to 1030      venta4 1071 to 1110      venta6 1151 to 1190
"""

import re

from playwright.sync_api import expect

from tests.browser.evening_hall import PLAYERS, REPEATED, SELLERS
from tests.browser.evening_pages import DESK, PHONE, SOON_MS, TABLET, Cash, Seller, Terminal, answer, answered, run, see

STANDING = 3
WANTED = (1, 2, 3, 4, 6, 8)
BUYERS = PLAYERS[2:]
AGAIN = PLAYERS[2:7]
# Deposits of the seeding; jugador2 has played 8.00 and won all there was: 0.72 for the line, 4.60 for the bingo.
PURSES = {"jugador1": 30_000, "jugador2": 25_000 - 800 + 72 + 460, "jugador3": 20_200}


class Sale:
    """The hall's people at their screens."""

    def __init__(self, screens):
        self.screens = screens
        self.table = screens.open("mesa", "/mesa/", DESK)
        self.cash = Cash(screens.open("caja", "/caja/", DESK))
        self.sellers = {name: Seller(name, screens.open(name, "/venta/", TABLET)) for name in SELLERS}
        self.terminals = {
            name: Terminal(name, screens.open(name, "/terminal/", PHONE), PURSES.get(name, 20_000)) for name in PLAYERS
        }
        for terminal in self.terminals.values():
            see(terminal.page.locator("#balance"), re.compile("€"))

    def tap_all(self, **quantities):
        """Let several sellers press, each before the one before is answered."""
        for name, quantity in quantities.items():
            self.sellers[name].tap(quantity)

    def saw_all(self, **runs):
        """Let each read the receipt."""
        for name, told in runs.items():
            self.sellers[name].saw(*told)


def a_player_wants_cards_in_every_game(sale):
    page = sale.terminals["jugador1"].page
    for _ in range(STANDING - 1):
        page.locator("#standing-more").click()
    page.locator("#standing-switch").click()
    expect(page.locator("#standing-switch")).to_have_attribute("aria-checked", "true", timeout=SOON_MS)


def the_sale_opens_with_the_series_that_is_nearly_sold(sale):
    step = sale.table.locator(".step-open")
    series = step.locator("[name=physical_series]")
    series.select_option(series.locator("option", has_text="B 000001").get_attribute("value"))
    step.locator(".button-main").click()
    expect(sale.table.locator(".step-sale")).to_be_visible(timeout=SOON_MS)
    # Both buy before anybody else; the standing purchase is made by the opening itself.
    sale.terminals["jugador1"].by_itself(STANDING)
    sale.terminals["jugador1"].tells()
    sale.terminals["jugador2"].repeats(REPEATED)
    sale.terminals["jugador2"].tells()


def the_cashier_gives_everybody_a_block(sale):
    sale.cash.types(40)
    sale.cash.page.locator("#give-all").click()
    for at, name in enumerate(SELLERS):
        block = (951 + 40 * at, 990 + 40 * at)
        sale.cash.holds(name, block)
        sale.sellers[name].holds(block)


def everybody_buys_while_the_sellers_sell(sale):
    """Each purchase, and each sale, goes out before the one before is answered."""
    for at, name in enumerate(BUYERS):
        sale.terminals[name].wants(WANTED[at % len(WANTED)])
    sellers = list(sale.sellers.values())
    for at, name in enumerate(BUYERS):
        sale.terminals[name].says_yes()
        if at % 6 == 0 and at < 36:
            sellers[at // 6].tap(12)
    sale.saw_all(
        venta1=[(951, 962)],
        venta2=[(991, 1002)],
        venta3=[(1031, 1042)],
        venta4=[(1071, 1082)],
        venta5=[(1111, 1122)],
        venta6=[(1151, 1162)],
    )
    for name in BUYERS:
        sale.terminals[name].tells()


def one_takes_a_sale_back_one_passes_cards_on_one_spoils_a_card(sale):
    sale.tap_all(venta1=6, venta2=6, venta3=6, venta4=6, venta5=6, venta6=6)
    sale.saw_all(
        venta1=[(963, 968)],
        venta2=[(1003, 1008)],
        venta3=[(1043, 1048)],
        venta4=[(1083, 1088)],
        venta5=[(1123, 1128)],
        venta6=[(1163, 1168)],
    )
    sale.sellers["venta3"].undo()
    sale.tap_all(venta3=5)
    sale.saw_all(venta3=[(1043, 1047)])

    giver = sale.sellers["venta4"].page
    giver.locator("#hand-over").click()
    answered(giver, to="venta5", first=1101, last=1110)
    sale.sellers["venta4"].holds((1089, 1100))
    sale.sellers["venta5"].holds((1101, 1110), (1129, 1150))

    clumsy = sale.sellers["venta6"].page
    clumsy.locator("#spoil").click()
    answered(clumsy, first=1169, last=1169, reason="roto")
    sale.sellers["venta6"].holds((1170, 1190))


def the_blocks_are_sold_out(sale):
    for name in AGAIN:
        sale.terminals[name].wants(1)
    for name, quantity in (("venta1", 12), ("venta2", 12), ("venta3", 12), ("venta4", 12), ("venta5", 12)):
        sale.sellers[name].tap(quantity)
        sale.terminals[AGAIN[SELLERS.index(name)]].says_yes()
    sale.sellers["venta6"].tap(12)
    sale.saw_all(
        venta1=[(969, 980)],
        venta2=[(1009, 1020)],
        venta3=[(1048, 1059)],
        venta4=[(1089, 1100)],
        venta5=[(1101, 1110), (1129, 1130)],
        venta6=[(1170, 1181)],
    )
    sale.tap_all(venta1=10, venta2=10, venta3=11, venta5=12, venta6=9)
    sale.saw_all(
        venta1=[(981, 990)],
        venta2=[(1021, 1030)],
        venta3=[(1060, 1070)],
        venta5=[(1131, 1142)],
        venta6=[(1182, 1190)],
    )
    sale.tap_all(venta5=8)
    sale.saw_all(venta5=[(1143, 1150)])
    for name in AGAIN:
        sale.terminals[name].tells()
    for seller in sale.sellers.values():
        expect(seller.page.locator("#sale")).to_be_hidden(timeout=SOON_MS)


def the_second_series_is_offered_and_opened(sale):
    offer = sale.table.locator(".step-sale .offer")
    expect(offer).to_be_hidden()
    sale.cash.gives("venta1", 10, (1191, 1200))
    expect(offer).to_be_visible(timeout=SOON_MS)
    offer.get_by_role("button").click()
    expect(offer).to_be_hidden(timeout=SOON_MS)
    sale.cash.gives("venta2", 24, (1, 24))
    sale.cash.gives("venta4", 24, (25, 48))
    sale.tap_all(venta1=6, venta2=12, venta4=12)
    sale.saw_all(venta1=[(1191, 1196)], venta2=[(1, 12)], venta4=[(25, 36)])


def gaps_stop_the_close_and_are_sold(sale):
    table, cash = sale.table, sale.cash
    gaps = table.locator(".floor-alarm .chip")
    see(gaps, [run(1197, 1200), run(13, 24)])
    table.get_by_role("button", name="Cerrar la venta").click()
    dialog = answer(table)
    expect(dialog.get_by_role("alert")).to_contain_text(run(1197, 1200), timeout=SOON_MS)
    table.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    cash.takes_back("venta2", 13, 24)
    cash.gives("venta3", 12, (13, 24))
    sale.tap_all(venta1=4, venta3=12)
    sale.saw_all(venta1=[(1197, 1200)], venta3=[(13, 24)])
    expect(table.locator(".floor-alarm")).to_be_hidden(timeout=SOON_MS)


def the_sale_closes_and_the_last_cards_come_back(sale):
    table, cash = sale.table, sale.cash
    table.get_by_role("button", name="Cerrar la venta").click()
    answered(table)
    see(sale.sellers["venta4"].page.locator("#bring li strong"), [run(37, 48)])
    expect(cash.page.locator("#leftovers-form")).to_be_hidden()
    cash.row("venta4").locator(".run-back").click()
    expect(cash.page.locator("#leftovers-form")).to_be_visible(timeout=SOON_MS)
    expect(sale.sellers["venta4"].page.locator("#bring")).to_be_hidden(timeout=SOON_MS)


def the_draw_starts(sale):
    cash, start = sale.cash.page, sale.table.locator(".step-start .button-main")
    cash.locator("#first").fill("37")
    cash.locator("#leftovers-form [type=submit]").click()
    start.click()
    expect(sale.table.locator(".step-start")).to_be_hidden(timeout=SOON_MS)
    for terminal in sale.terminals.values():
        expect(terminal.page.locator("#play")).to_have_attribute("data-scene", "draw", timeout=SOON_MS)
