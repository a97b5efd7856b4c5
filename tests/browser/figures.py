"""The figures of the game, worked by hand, and reading what a screen says."""

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


def spanish(name, css, night):
    """Read the sentences of the hall's own language, without the small marks beside them."""
    lines = night[name].locator(f"{css} .aloud-line[lang=es]")
    return lines.evaluate_all("all => all.map((one) => one.firstChild.textContent)")


def text(place):
    return " ".join(place.inner_text().split())


# The steps -------------------------------------------------------------------------------------------------
