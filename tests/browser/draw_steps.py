"""From the first ball to the line."""

from playwright.sync_api import expect

from tests.browser.figures import BALLS_BY_HAND, BALLS_BY_ITSELF, HALF_LINE
from tests.browser.foretold import numbers
from tests.browser.night import WALLS


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
