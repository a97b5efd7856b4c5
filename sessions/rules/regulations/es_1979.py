"""
Profile es-1979: Catálogo de Juegos (BOE-A-1979-25744, bingo) with the Reglamento of 9-1-1979 (BOE-A-1979-2188).

The closing formula and the two questions are the law's words; the dots of the law are our placeholders.
"""

from sessions.rules.regulation import Phrase, Regulation
from sessions.rules.regulations.jackpot_phrases import JACKPOT_PHRASES
from sessions.rules.regulations.stopping import STOPPING_PHRASES

REGULATION = Regulation(
    code="es-1979",
    name="Reglamento del juego del bingo (1979)",
    language="es",
    line_bp=900,
    bingo_bp=5_750,
    shares_source="O. 9-1-1979, art. 35.2, redacción de 2004",
    late_line="refuse",
    phrases={
        **JACKPOT_PHRASES,
        **STOPPING_PHRASES,
        # S0 IV names what is announced before the sale, without a formula.
        "sale_open": Phrase(
            es="Se pone a la venta la serie {letter} {ident}, de {size} cartones, al precio de {price} euros.",
            ca="Es posa a la venda la sèrie {letter} {ident}, de {size} cartrons, al preu de {price} euros.",
        ),
        "sale_open_first": Phrase(
            es="Primer cartón a la venta: número {first}.", ca="Primer cartró a la venda: número {first}."
        ),
        # O79 33.4: what the complementary series may sell, told as the first series is.
        "sale_open_second": Phrase(
            es="Serie complementaria {letter2} {ident2}: del número {first2} al {last2}.",
            ca="Sèrie complementària {letter2} {ident2}: del número {first2} al {last2}.",
        ),
        # S0 IV, verbatim.
        "sale_closed": Phrase(
            es="Cartones vendidos {sold}, de la serie {letter} {ident} del número {first} al {last}",
            ca="Cartrons venuts {sold}, de la sèrie {letter} {ident} del número {first} al {last}",
            verbatim="es",
        ),
        # S0 IV, verbatim: the same formula with its "y de la serie (en su caso)".
        "sale_closed.two": Phrase(
            es="Cartones vendidos {sold}, de la serie {letter} {ident} del número {first} al {last}"
            " y de la serie {letter2} {ident2} del número {first2} al {last2}",
            ca="Cartrons venuts {sold}, de la sèrie {letter} {ident} del número {first} al {last}"
            " i de la sèrie {letter2} {ident2} del número {first2} al {last2}",
            verbatim="es",
        ),
        # Ours: the law of 1979 knows no virtual cards.
        "sale_closed_virtual": Phrase(
            es="Cartones virtuales vendidos: {virtual}.", ca="Cartrons virtuals venuts: {virtual}."
        ),
        "sale_closed_only_virtual": Phrase(
            es="Cartones virtuales vendidos: {virtual}.", ca="Cartrons virtuals venuts: {virtual}."
        ),
        "prizes": Phrase(
            es="Premio de línea: {line} euros. Premio de bingo: {bingo} euros.",
            ca="Premi de línia: {line} euros. Premi de bingo: {bingo} euros.",
        ),
        "start": Phrase(es="Comienza la partida.", ca="Comença la partida."),
        # S0 IV, verbatim voices.
        "line_more": Phrase(es="¿Alguna línea más?", ca="Alguna línia més?", verbatim="es"),
        "bingo_more": Phrase(es="¿Algún bingo más?", ca="Algun bingo més?", verbatim="es"),
        "rejected": Phrase(
            es="El cartón {card} no es correcto: falta {missing}. Continúa la partida.",
            ca="El cartró {card} no és correcte: falta {missing}. Continua la partida.",
        ),
        "rejected.many": Phrase(
            es="El cartón {card} no es correcto: faltan {missing}. Continúa la partida.",
            ca="El cartró {card} no és correcte: falten {missing}. Continua la partida.",
        ),
        "rejected_late": Phrase(
            es="El cartón {card} llega tarde: la línea ya está cerrada. Continúa la partida.",
            ca="El cartró {card} arriba tard: la línia ja està tancada. Continua la partida.",
        ),
        "line_closed": Phrase(
            es="Línea correcta: {count} cartón premiado. Continuamos para bingo.",
            ca="Línia correcta: {count} cartró premiat. Continuem per a bingo.",
        ),
        "line_closed.many": Phrase(
            es="Línea correcta: {count} cartones premiados. Continuamos para bingo.",
            ca="Línia correcta: {count} cartrons premiats. Continuem per a bingo.",
        ),
        "bingo_closed": Phrase(
            es="Bingo correcto: {count} cartón premiado. La partida ha terminado.",
            ca="Bingo correcte: {count} cartró premiat. La partida ha acabat.",
        ),
        "bingo_closed.many": Phrase(
            es="Bingo correcto: {count} cartones premiados. La partida ha terminado.",
            ca="Bingo correcte: {count} cartrons premiats. La partida ha acabat.",
        ),
        # O79 32.3 wants the last game announced expressly, and gives no words for it.
        "last_game": Phrase(es="Esta es la última partida.", ca="Aquesta és l'última partida."),
        "last_game_next": Phrase(es="La próxima partida será la última.", ca="La pròxima partida serà l'última."),
        "last_call": Phrase(
            es="Han salido las 90 bolas. ¿Algún bingo? Última llamada.",
            ca="Han sortit les 90 boles. Algun bingo? Última crida.",
        ),
        "unclaimed": Phrase(es="La partida termina sin bingo cantado.", ca="La partida acaba sense bingo cantat."),
    },
)
