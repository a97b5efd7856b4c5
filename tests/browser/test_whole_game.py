"""One whole game played by clicking, from the opening checks to the printed minutes, with every screen open at once."""

import re

from playwright.sync_api import expect

from tests.browser.foretold import numbers
from tests.browser.night import PEOPLE, WALLS
from tests.walks.running_hall import manage

# 120 printed and 24 virtual cards at 2 euros; 9 % for the line and 57.5 % for the bingo, worked by hand.
PRINTED, VIRTUAL, SOLD = 120, 24, 144
TAKINGS, LINE, BINGO, HALF_LINE = "288,00 €", "25,92 €", "165,60 €", "12,96 €"
OPENING = [
    "Se pone a la venta la serie A 000001, de 1200 cartones, al precio de 2 euros.",
    "Primer cartón a la venta: número 1.",
]
CLOSING = [
    "Cartones vendidos 120, de la serie A 000001 del número 1 al 120",
    "Cartones virtuales vendidos: 24.",
    "Premio de línea: 25,92 euros. Premio de bingo: 165,60 euros.",
    "Comienza la partida.",
]
BALLS_BY_HAND, BALLS_BY_ITSELF = 6, 4


def test_a_whole_game_is_played_by_clicking_and_every_screen_shows_what_the_journal_says(night):
    a_newcomer_finds_where_to_start(night)
    everybody_comes_to_their_screen(night)
    the_session_opens_only_after_its_checks(night)
    the_sale_opens_with_its_announcement(night)
    sellers_sell_paper_cards(night)
    the_player_buys_virtual_cards(night)
    the_sale_closes_and_the_leftovers_come_back(night)
    nobody_sees_a_number_before_it_is_called(night)
    a_wrong_card_is_refused_before_everybody(night)
    a_page_loaded_again_shows_the_same(night)
    the_line_is_shared_by_two_cards(night)
    a_hall_board_without_network_shows_no_old_ball(night)
    the_bingo_is_called_and_the_game_ends(night)
    prizes_are_paid_against_their_cards(night)
    the_session_closes_after_the_recount(night)
    the_minutes_say_what_the_journal_says(night)

    night.sockets_said_what_the_journal_says()
    assert night.hall.machine()["order"] == night.journal().drawn
    assert night.refused == [
        ("sala_dir", "open_session"),
        ("sala_dir", "open_session"),
        ("caja", "return_leftovers"),
        ("caja", "pay_prize"),
    ]
    assert night.errors == []
    assert {name: found for name, found in night.axe_found.items() if found} == {}


def spanish(name, css, night):
    """Read the sentences of the hall's own language, without the small marks beside them."""
    lines = night[name].locator(f"{css} .aloud-line[lang=es]")
    return lines.evaluate_all("all => all.map((one) => one.firstChild.textContent)")


def text(place):
    return " ".join(place.inner_text().split())


# The steps -------------------------------------------------------------------------------------------------


def a_newcomer_finds_where_to_start(night):
    page = night.open("venta2")
    page.goto(night.hall.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Juegue una partida de bingo, de la apertura al premio")
    expect(page.locator(".step h3")).to_have_text(["Abrir la sala", "Vender los cartones", "Extraer y pagar"])
    night.look("venta2", "launcher.png", whole=True)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Pantalla de sala").click()
    expect(opened.value.locator("#idle-words")).to_be_visible()
    assert "k=demo-wall" in opened.value.url
    opened.value.close()

    # The second seller comes in with the name and the password written there.
    name, password = text(page.locator(".posts-login span", has_text="venta2").first).split(" / ")
    page.get_by_role("link", name="Entrar", exact=True).click()
    page.get_by_label("Nombre").fill(name)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_role("button", name="Entrar").click()
    expect(page).to_have_url(night.hall.url + "/venta/")


def everybody_comes_to_their_screen(night):
    for name in PEOPLE:
        night.enter(name)
    context = None
    for name, address in WALLS.items():
        night.open(name, (1920, 1080), context=context).goto(night.cable.url + address)
        context = night.contexts[name]
    expect(night["sala"].locator("#idle-words")).to_have_text("La sesión no ha empezado")
    expect(night["mesa"].get_by_role("heading", level=2).first).to_have_text("Aún no hay sesión")
    expect(night["sala_ca"].locator("html")).to_have_attribute("lang", "ca")
    night.together()


def opening_is_refused(night, why):
    """Press the key as a page would that still has it: the house refuses, and says why."""
    key = night["sala_dir"].locator("#open-session")
    expect(key).to_be_disabled()
    key.evaluate("key => { key.disabled = false; key.click(); }")
    dialog = night.answer("sala_dir", "Abrir la sesión")
    expect(dialog.get_by_role("alert")).to_contain_text(why)
    dialog.get_by_role("button", name="Cancelar").click()
    assert night.together().state == "preparing"


def the_session_opens_only_after_its_checks(night):
    page = night["sala_dir"]
    page.get_by_role("button", name="Iniciar una sesión").click()
    page.get_by_role("button", name="Todo correcto").click()
    page.get_by_role("button", name="Registrar la comprobación").click()
    count = page.locator("#part-count")
    opening_is_refused(night, "La sesión aún no se puede abrir. Falta: el recuento de las 90 bolas")
    count.get_by_role("button", name="47", exact=True).click()
    count.get_by_role("button", name="Registrar las que faltan").click()
    expect(page.locator("#step-count .step-note")).to_have_text(
        "Bolas que faltan: 47. Use otro juego y cuente de nuevo."
    )
    opening_is_refused(night, "El recuento da 89 bolas, no 90. Bolas que faltan: 47.")
    night.look("sala_dir")

    count.get_by_label("Testigo del público").fill("Una jugadora de la mesa 4")
    count.get_by_role("button", name="Registrar: están las 90").click()
    expect(page.locator("#step-count .step-note")).to_contain_text("Testigo: Una jugadora de la mesa 4.")
    page.get_by_role("button", name="Registrar los puestos").click()
    expect(page.locator("#open-session")).to_be_enabled()
    page.locator("#open-session").click()
    night.answer("sala_dir", "Abrir la sesión")
    expect(night["sala"].locator("#idle-words")).to_have_text("La próxima partida empieza pronto")
    assert night.together().state == "no_game"


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
        "El primer cartón sobrante debería ser el 121, no el 120. Cuente de nuevo."
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


def call_next(night):
    """Wait for the next ball at the caller's desk and call it."""
    page = night["locutor"]
    called = len(night.journal().called)
    expect(page.locator("#call .call-number")).to_have_text(str(night.game.order[called]))
    page.locator("#call").click()
    return night.until(lambda journal: len(journal.called) > called)


def nobody_sees_a_number_before_it_is_called(night):
    page = night["locutor"]
    expect(page.locator("#call")).to_contain_text("Empezar la extracción")
    page.locator("#call").click()
    for called in range(BALLS_BY_HAND):
        number = night.game.order[called]
        expect(page.locator("#call .call-number")).to_have_text(str(number))
        expect(night["mesa"].locator(".order .is-uncalled")).to_have_text(str(number))
        night.nothing_of(number, night.game.order[:called])
        if called == BALLS_BY_HAND - 1:
            night.look("locutor", "caller.png")
            night.look("sala_dir", "manager.png")
        call_next(night)
        assert night.together().called == night.game.order[: called + 1]


def stop(night):
    """Stop the draw at the caller's desk, on the shout."""
    night["locutor"].get_by_role("button", name="¡Línea! ¡Bingo!").click()
    expect(night["sala"].get_by_text("¡Han cantado!")).to_be_visible()
    expect(night["overlay"].locator("#card")).to_contain_text("¡Han cantado!")
    expect(night["locutor"].locator("#call")).to_contain_text("Parada por jugada cantada")


def show_card(night, card, prize):
    """Type a called card at the table; the walls show its face."""
    field = night["mesa"].get_by_label("Número del cartón", exact=True)
    field.fill(str(card))
    field.press("Enter")
    expect(night["mesa"].get_by_role("heading", name=f"Comprobar el cartón {card}")).to_be_visible()
    face = [str(n) for row in night.game.rows[card] for n in numbers(row)]
    for wall in ("sala", "overlay"):
        expect(night[wall].locator(".face [data-number]")).to_have_text(face)
        expect(night[wall].get_by_text(f"Cartón {card}", exact=True)).to_be_visible()
        expect(night[wall].locator(".verdict")).to_have_text("En comprobación")
    expect(night["sala"].locator(".trial-title")).to_have_text(prize)


def give_verdict(night, word):
    night["mesa"].get_by_role("button", name="Dar el resultado").click()
    expect(night["sala"].locator(".verdict")).to_contain_text(word)
    expect(night["overlay"].locator(".verdict")).to_contain_text(word)


def a_wrong_card_is_refused_before_everybody(night):
    winners = {*night.game.line_cards, *night.game.bingo_cards}
    card = next(card for card in range(7, 19) if card not in winners)
    stop(night)
    night.together()
    show_card(night, card, "¡Línea!")
    give_verdict(night, "El cartón no es correcto")
    missing = night.game.missing_for_line(card, BALLS_BY_HAND)
    (refused,) = night.together().of("ClaimRejected")
    assert (refused["card"], sorted(refused["missing"])) == (card, missing)
    told, said = (mark.join(map(str, refused["missing"])) for mark in (" · ", ", "))
    expect(night["sala"].locator(".verdict-why")).to_have_text(f"Sin salir: {told}")
    expect(night["overlay"].locator(".verdict")).to_contain_text(f"Sin salir: {told}")
    expect(night["jugador1"].locator("#say")).to_contain_text(f"Sin salir: {said}")
    falls = "falta" if len(missing) == 1 else "faltan"
    sentence = (
        f"El cartón {card} no es correcto: {falls} {', '.join(map(str, refused['missing']))}. Continúa la partida."
    )
    expect(night["mesa"].locator(".aloud-line[lang=es]")).to_contain_text(sentence)
    night["mesa"].get_by_role("button", name="Reanudar la extracción").click()
    night.until(lambda journal: journal.state == "drawing")
    night.together()


def a_page_loaded_again_shows_the_same(night):
    for name in ("sala", "overlay", "mesa", "locutor", "jugador1"):
        night[name].reload()
    journal = night.together()
    assert len(journal.called) == BALLS_BY_HAND


def the_system_calls_by_itself(night):
    page = night["locutor"]
    page.get_by_role("switch", name="El sistema canta solo").check()
    faster = page.get_by_role("button", name="Más rápido")
    while faster.is_enabled():
        faster.click()
    night.until(
        lambda journal: [(one["automatic"], one["wait_ms"]) for one in journal.of("PaceSet")][-1:] == [(True, 1000)]
    )


def the_line_is_shared_by_two_cards(night):
    table, game = night["mesa"], night.game
    printed, virtual = sorted(game.line_cards)
    while len(night.journal().called) < game.line_ball - BALLS_BY_ITSELF:
        call_next(night)
    the_system_calls_by_itself(night)
    # The virtual card calls for itself; its ball is the line's.
    journal = night.until(lambda journal: journal.state == "checking")
    assert journal.called == game.order[: game.line_ball]
    assert [(one["card"], one["automatic"]) for one in journal.of("ClaimRaised")][1:] == [(virtual, True)]
    night.together()
    for face in ("sala", "overlay"):
        expect(night[face].get_by_text(f"Cartón {virtual}", exact=True)).to_be_visible()
    give_verdict(night, "El cartón es correcto")
    expect(table.locator(".aloud-line[lang=es]")).to_contain_text("¿Alguna línea más?")

    # The table's watch says which other card is complete; its player calls in the window.
    mine = night.contexts["mesa"].request.get(f"{night.hall.url}/state/mine/").json()
    assert [(one["prize"], one["card"]) for one in mine["unclaimed"]] == [("line", printed)]
    show_card(night, printed, "¡Línea!")
    night.look("mesa", "desk.png")
    night.look("overlay", "overlay.png")
    give_verdict(night, "El cartón es correcto")
    resume = table.get_by_role("button", name="Cerrar la línea")
    expect(resume).to_be_enabled()
    resume.click()
    journal = night.until(lambda journal: journal.state == "drawing")
    assert [one["card"] for one in journal.of("ClaimUpheld")] == [virtual, printed]
    expect(night["sala"].locator(".prize-past")).to_contain_text("asignada")
    expect(night["jugador1"].locator("#pending")).to_contain_text(f"+ {HALF_LINE}")
    expect(night["jugador1"].locator("#balance")).to_have_text("52,00 €")


def a_hall_board_without_network_shows_no_old_ball(night):
    walls, wall = night.contexts["sala"], night["sala"]
    night.away = tuple(WALLS)
    night.cable.pull()
    walls.set_offline(True)
    before = len(night.journal().called)
    # A cut cable says nothing: the screens must notice the silence themselves.
    expect(wall.get_by_text("Reconectando")).to_be_visible(timeout=12_000)
    for ball in (
        wall.locator("#ball-number"),
        night["sala_ca"].locator("#ball-number"),
        night["overlay"].locator("#ball"),
    ):
        expect(ball).to_be_hidden()
    journal = night.until(lambda journal: len(journal.called) >= before + 3)
    shown = wall.locator(".lamp-on").count()
    assert shown < len(journal.called), "the board cannot know what it has not heard"
    expect(wall.locator("#ball-number")).to_be_hidden()
    night.cable.put_back()
    walls.set_offline(False)
    night.away = ()
    expect(wall.get_by_text("Reconectando")).to_be_hidden()
    expect(wall.locator("#ball-number")).to_be_visible()
    night.together()


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
    night.answer("sala_dir", "Cerrar la sesión")
    expect(night["mesa"].get_by_role("heading", name="La sesión está cerrada")).to_be_visible()
    assert night.together().rows[-1].kind == "SessionClosed"


def the_minutes_say_what_the_journal_says(night):
    with night.contexts["sala_dir"].expect_page() as opened:
        night["sala_dir"].get_by_role("link", name="Acta").click()
    acta, journal, game = opened.value, night.journal(), night.game
    expect(acta.get_by_role("heading", level=1)).to_have_text("Acta de la sesión 1")
    assert acta.locator(".acta-order span").all_inner_texts() == [str(n) for n in journal.called]
    sums = dict(
        zip(acta.locator(".sums dt").all_inner_texts(), acta.locator(".sums dd").all_inner_texts(), strict=True)
    )
    money = {name: value.replace("\xa0", " ") for name, value in sums.items()}
    assert money == {
        "Precio del cartón": "2,00 €",
        "Cartones de papel vendidos": str(PRINTED),
        "Cartones virtuales vendidos": str(VIRTUAL),
        "Recaudación": TAKINGS,
        "Línea anunciada": LINE,
        "Línea pagada": LINE,
        "Bingo anunciado": BINGO,
        "Bingo pagado": BINGO,
    }
    printed, virtual = sorted(game.line_cards)
    (won,) = game.bingo_cards
    assert [text(row).replace("\xa0", " ") for row in acta.locator(".acta-awards tbody tr").all()] == [
        f"Línea {virtual} {HALF_LINE} Abonado en saldo",
        f"Línea {printed} {HALF_LINE} Pagado",
        f"Bingo {won} {BINGO} Pagado",
    ]
    last = [row for row in journal.rows if row.session_no == 1][-1]
    assert text(acta.locator(".acta-proof code")) == last.hash
    expect(acta.locator(".acta-proof")).to_contain_text(f"Registro hasta el asiento {last.position}.")
    acta.set_viewport_size({"width": 900, "height": 1200})
    night.look("acta", "acta.png", page=acta, whole=True)
    done = manage(night.hall.folder, "verify")
    assert done.returncode == 0, done.stdout + done.stderr
