"""From the first page to the open session."""

from playwright.sync_api import expect

from tests.browser.figures import text
from tests.browser.night import PEOPLE, WALLS


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
    night.sign("sala_dir")
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
    night.sign("sala_dir")
    night.answer("sala_dir", "Abrir la sesión")
    expect(night["sala"].locator("#idle-words")).to_have_text("La próxima partida empieza pronto")
    assert night.together().state == "no_game"
