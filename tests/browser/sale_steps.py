"""From the opening of the sale to the leftover cards."""

import re

from playwright.sync_api import expect

from tests.browser.figures import (
    BINGO,
    CLOSING,
    LINE,
    OPENING,
    PRINTED,
    SOLD,
    VIRTUAL,
    spanish,
)
from tests.browser.foretold import numbers


def the_sale_opens_with_its_announcement(night):
    night["mesa"].locator(".step-open").get_by_role("button", name="Abrir la venta").click()
    expect(night["mesa"].locator(".step-sale .aloud")).to_be_visible()
    assert spanish("mesa", ".step-sale", night) == OPENING
    expect(night["sala"].locator(".poster-price")).to_have_text("2,00 €")
    expect(night["sala_ca"].locator(".poster-title")).to_have_text("Cartrons a la venda")
    night.together()


def sell(night, name, quantity):
    page = night[name]
    page.locator("#quantities").get_by_text(str(quantity), exact=True).click()
    expect(page.locator("#collect-count")).to_have_text(f"{quantity} cartones")


def sellers_sell_paper_cards(night):
    first, second = night["venta1"], night["venta2"]
    sell(night, "venta1", 6)
    expect(first.locator("#collect-run")).to_have_text(re.compile(r"^1 . 6$"))
    expect(first.locator("#collect-sum")).to_have_text("12,00 €")
    first.get_by_role("button", name="20 €", exact=True).click()
    expect(first.locator("#change-sum")).to_have_text("8,00 €")
    expect(second.locator("#next-card")).to_have_text("7")

    sell(night, "venta2", 3)
    second.get_by_role("button", name="Deshacer la venta").click()
    expect(second.get_by_role("heading", name="¿Recoger los cartones del 7 al 9?")).to_be_visible()
    night.answer("venta2", "Recogerlos")
    expect(first.locator("#next-card")).to_have_text("7")
    sell(night, "venta2", 12)
    expect(second.locator("#collect-run")).to_have_text(re.compile(r"^7 . 18$"))

    first.get_by_role("button", name="Otra cantidad").click()
    first.get_by_label("Cuántos cartones").fill("102")
    night.answer("venta1", "Vender")
    expect(first.locator("#collect-run")).to_have_text(re.compile(r"^19 . 120$"))
    expect(first.locator("#my-total")).to_have_text("216,00 €")
    night.look("venta1", "seller.png")
    journal = night.together()
    assert [(one["first"], one["last"]) for one in journal.of("CardsSold")] == [(1, 6), (7, 9), (7, 18), (19, 120)]
    assert [(one["first"], one["last"]) for one in journal.of("SaleUndone")] == [(7, 9)]


def buy(night, total):
    page = night["jugador1"]
    page.locator("#buy-keys").get_by_role("button", name="12", exact=True).click()
    page.get_by_role("button", name="Comprar 12 cartones · 24,00 €").click()
    page.get_by_role("button", name="Sí, comprar").click()
    expect(page.locator("#mine-count")).to_contain_text(f"{total} cartones")


def the_player_buys_virtual_cards(night):
    page = night["jugador1"]
    expect(page.locator("#balance")).to_have_text("100,00 €")
    buy(night, 12)
    buy(night, 24)
    expect(page.locator("#balance")).to_have_text("52,00 €")

    before = night.journal().head
    page.get_by_label("Otra cantidad").fill("27")
    expect(page.locator("#buy-why")).to_have_text("No le llega el saldo. El Cajero le puede ingresar más.")
    expect(page.locator("#buy-go")).to_be_disabled()
    page.get_by_label("Otra cantidad").press("Enter")
    expect(page.locator("#sure")).to_be_hidden()
    expect(page.locator("#balance")).to_have_text("52,00 €")
    journal = night.together()
    assert journal.head == before
    bought = [(one["first"], one["last"]) for one in journal.of("CardsSold") if one["medium"] == "virtual"]
    assert bought == [(1201, 1212), (1213, 1224)]
    night.own = [n for card in range(1201, 1225) for row in night.game.rows[card] for n in numbers(row)]


def the_sale_closes_and_the_leftovers_come_back(night):
    table, cash = night["mesa"], night["caja"]
    table.locator(".step-sale").get_by_role("button", name="Cerrar la venta").click()
    night.answer("mesa", "Cerrar la venta")
    expect(table.get_by_role("heading", name="Esperando los cartones sobrantes")).to_be_visible()
    expect(table.get_by_role("button", name="Empezar la extracción")).to_have_count(0)
    expect(night["locutor"].locator("#call")).to_be_disabled()
    expect(night["locutor"].locator("#call")).to_contain_text("Cartones sobrantes")
    expect(night["venta1"].locator("#closed-lead")).to_have_text(
        "Entregue al Cajero los cartones del 121 al 1200 y el dinero."
    )
    night.together()

    first = cash.get_by_label("Número del primer cartón sobrante que tiene en la mano")
    first.fill("120")
    cash.get_by_role("button", name="Los tengo").click()
    expect(cash.locator("#leftovers-refusal")).to_have_text(
        "Los cartones sobrantes no empiezan donde terminó la venta (120). Vuelva a contarlos."
    )
    expect(table.get_by_role("button", name="Empezar la extracción")).to_have_count(0)
    first.fill("121")
    cash.get_by_role("button", name="Los tengo").click()
    expect(table.get_by_role("button", name="Empezar la extracción")).to_be_visible()
    assert spanish("mesa", ".step-start", night) == CLOSING
    assert spanish("locutor", "#aloud", night) == CLOSING
    expect(night["sala"].locator(".poster-price")).to_have_text(str(SOLD))
    expect(night["sala"].locator(".purse .figure-value")).to_have_text([LINE, BINGO])
    expect(cash.locator("#sellers tfoot td")).to_have_text([str(PRINTED), "240,00 €"])
    (figures,) = [one["figures"] for one in night.together().of("SaleClosed")]
    assert (figures["physical_sold"], figures["virtual_sold"]) == (PRINTED, VIRTUAL)
    assert (figures["takings_cents"], figures["line_cents"], figures["bingo_cents"]) == (28_800, 2_592, 16_560)
