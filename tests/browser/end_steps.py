"""From the bingo to the printed minutes."""

import re

from playwright.sync_api import expect

from tests.browser.draw_steps import call_next, give_verdict, show_card, stop
from tests.browser.figures import (
    BINGO,
    HALF_LINE,
    LINE,
    PRINTED,
    TAKINGS,
    VIRTUAL,
    text,
)
from tests.walks.running_hall import manage


def the_bingo_is_called_and_the_game_ends(night):
    game, caller, table = night.game, night["locutor"], night["mesa"]
    caller.get_by_role("switch", name="El sistema canta solo").uncheck()
    night.until(lambda journal: not journal.of("PaceSet")[-1]["automatic"])
    night.together()
    night.look("sala", "hall-board.png")
    night.look("jugador1", "terminal.png")
    while len(night.journal().called) < game.bingo_ball:
        call_next(night)
    (card,) = game.bingo_cards
    stop(night)
    expect(table.locator("[data-fact=unclaimed]")).to_contain_text(f"Bingo {card}")
    show_card(night, card, "¡Bingo!")
    night.together()
    give_verdict(night, "El cartón es correcto")
    expect(table.locator(".aloud-line[lang=es]")).to_contain_text("¿Algún bingo más?")
    close = table.get_by_role("button", name="Cerrar el bingo")
    expect(close).to_be_enabled()
    close.click()
    night.answer("mesa", "Cerrar el bingo")
    assert night.until(lambda journal: journal.state == "won").called == game.order[: game.bingo_ball]
    expect(night["sala"].locator(".winners-bingo .winners-cents")).to_contain_text(BINGO)
    expect(night["sala"].locator(".winners-bingo .winners-cards")).to_have_text(f"Cartón {card}")
    expect(night["overlay"].locator("#card")).to_contain_text(BINGO)
    night.together()


def pay(night, prize, card):
    form = night["caja"].locator(".pay", has_text=prize)
    form.get_by_label("Número del cartón").fill(str(card))
    form.get_by_role("button", name="Pagar").click()
    return form


def prizes_are_paid_against_their_cards(night):
    cash, table, player = night["caja"], night["mesa"], night["jugador1"]
    printed, _ = sorted(night.game.line_cards)
    (won,) = night.game.bingo_cards
    expect(cash.locator(".pay")).to_have_count(2)
    night.look("caja", "cashier.png")
    before = night.journal().head
    form = pay(night, "Línea", won)
    expect(form.get_by_role("alert")).to_have_text(f"El cartón {won} no es el premiado: es el {printed}.")
    assert night.journal().head == before
    pay(night, "Línea", printed)
    expect(cash.locator(".pay")).to_have_count(1)
    pay(night, "Bingo", won)
    expect(cash.locator("#prizes-none")).to_be_visible()
    paid = [(one["card"], one["cents"]) for one in night.together().of("PrizePaid")]
    assert paid == [(printed, 1_296), (won, 16_560)]

    expect(table.locator(".awards tbody tr")).to_have_count(3)
    expect(player.locator("#balance")).to_have_text("52,00 €")
    table.get_by_role("button", name="Cerrar la partida").click()
    night.answer("mesa", "Cerrar la partida")
    expect(player.locator("#balance")).to_have_text("64,96 €")
    expect(player.locator("#pending")).to_be_hidden()
    expect(player.locator("#result")).to_contain_text(f"Ha ganado {HALF_LINE}")
    expect(night["sala"].locator(".ending-title")).to_have_text("Partida 1 terminada")
    assert night.together().state == "closed"

    # The next sale is offered, from the card after the last one sold.
    expect(table.locator(".step-open .step-lead")).to_contain_text("Partida 1 cerrada.")
    expect(table.get_by_label("Serie de papel").locator("option:checked")).to_have_text(
        re.compile(r"A.000001 · desde el 121 · 2,00.€")
    )
    expect(table.locator(".step-open").get_by_role("button", name="Abrir la venta")).to_be_enabled()


def the_session_closes_after_the_recount(night):
    page = night["sala_dir"]
    close = page.locator("#close-session")
    expect(close).to_be_disabled()
    page.locator("#part-recount").get_by_role("button", name="Registrar: están las 90").click()
    expect(page.locator("#close-todo")).to_contain_text("Recuento tras la última partida: 90 bolas")
    expect(close).to_be_enabled()
    night.look("sala_dir")
    close.click()
    night.sign("sala_dir")
    night.answer("sala_dir", "Cerrar la sesión")
    expect(night["mesa"].get_by_role("heading", name="La sesión está cerrada")).to_be_visible()
    assert night.together().rows[-1].kind == "SessionClosed"


def lines_of(acta, kind, which=".entry-line"):
    """Give the lines of the only entry of a kind."""
    return [line.replace("\xa0", " ") for line in acta.locator(f"[data-kind={kind}] {which}").all_inner_texts()]


def the_minutes_say_what_the_journal_says(night):
    with night.contexts["sala_dir"].expect_page() as opened:
        night["sala_dir"].get_by_role("link", name="Acta", exact=True).click()
    acta, journal, game = opened.value, night.journal(), night.game
    expect(acta.get_by_role("heading", level=1)).to_have_text("Acta de la sesión 1")
    assert lines_of(acta, "end")[0].endswith(": " + ", ".join(str(number) for number in journal.called))
    figures = " ".join(lines_of(acta, "game"))
    assert all(
        told in figures for told in ("2,00 €", f"vendidos: {PRINTED}.", f"vendidos: {VIRTUAL}.", TAKINGS, LINE, BINGO)
    ), figures
    printed, virtual = sorted(game.line_cards)
    (won,) = game.bingo_cards
    awards = [line for line in lines_of(acta, "end") if line.startswith(("Línea:", "Bingo:"))]
    assert [(re.findall(r" (\d+) \(", line), line.split(", ", 1)[1]) for line in awards] == [
        ([str(virtual)], f"{HALF_LINE}. Abonado en saldo."),
        ([str(printed)], f"{HALF_LINE}. Pagado."),
        ([str(won)], f"{BINGO}. Pagado."),
    ]
    assert lines_of(acta, "closing", ".entry-sign")[0].startswith("Jefe de Mesa: Jefe de Mesa.")
    last = [row for row in journal.rows if row.session_no == 1][-1]
    assert text(acta.locator(".acta-proof code")) == last.hash
    expect(acta.locator(".acta-proof")).to_contain_text(f"Registro hasta el asiento {last.position}.")
    acta.set_viewport_size({"width": 900, "height": 1200})
    night.look("acta", "acta.png", page=acta, whole=True)
    done = manage(night.hall.folder, "verify")
    assert done.returncode == 0, done.stdout + done.stderr
