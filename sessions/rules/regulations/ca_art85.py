"""
Profile ca-art85: "Article 85: Funcionament de la partida de bingo tradicional" (in Catalan, its land unnamed).

Its formulas are the article's words. It gives no shares: those of es-1979 stand in, and the profile says so.
"""

from sessions.rules.regulation import Phrase, Regulation
from sessions.rules.regulations.jackpot_phrases import JACKPOT_PHRASES
from sessions.rules.regulations.stopping import STOPPING_PHRASES

_PRINTED_SOLD = Phrase(
    ca="Cartrons físics venuts: {physical}.", es="Cartones físicos vendidos: {physical}.", verbatim="ca"
)

REGULATION = Regulation(
    code="ca-art85",
    name="Article 85 (bingo tradicional)",
    language="ca",
    line_bp=900,
    bingo_bp=5_750,
    shares_source="not in the source",
    late_line="check",
    phrases={
        **JACKPOT_PHRASES,
        **STOPPING_PHRASES,
        # 85.1, verbatim.
        "sale_open": Phrase(
            ca="Es posen a la venda cartrons al preu de {price} euros.",
            es="Se ponen a la venta cartones al precio de {price} euros.",
            verbatim="ca",
        ),
        # 85.1 wants series and first number announced too, and gives no words for them.
        "sale_open_first": Phrase(
            ca="Sèrie {letter} {ident}, primer número {first}.",
            es="Serie {letter} {ident}, primer número {first}.",
        ),
        "sale_open_second": Phrase(
            ca="Sèrie {letter2} {ident2}, primer número {first2}.",
            es="Serie {letter2} {ident2}, primer número {first2}.",
        ),
        # 85.4, verbatim: the total, however many series it comes from.
        "sale_closed": _PRINTED_SOLD,
        "sale_closed.two": _PRINTED_SOLD,
        "sale_closed_virtual": Phrase(
            ca="Cartrons virtuals venuts: {virtual}.",
            es="Cartones virtuales vendidos: {virtual}.",
            verbatim="ca",
        ),
        "sale_closed_only_virtual": Phrase(
            ca="Cartrons virtuals venuts: {virtual}.",
            es="Cartones virtuales vendidos: {virtual}.",
            verbatim="ca",
        ),
        "prizes": Phrase(
            ca="Premi a la línia: {line} euros, premi al bingo: {bingo} euros.",
            es="Premio a la línea: {line} euros, premio al bingo: {bingo} euros.",
            verbatim="ca",
        ),
        "start": Phrase(ca="Comença la partida.", es="Comienza la partida."),
        # 85.6, verbatim; asked after each good card.
        "line_more": Phrase(
            ca="Aquest cartró és guanyador de la jugada de línia. Algun cartró més?",
            es="Este cartón es ganador de la jugada de línea. ¿Algún cartón más?",
            verbatim="ca",
        ),
        # 85.8 has bingo verified by the same system as the line; these words are ours.
        "bingo_more": Phrase(
            ca="Aquest cartró és guanyador de la jugada de bingo. Algun cartró més?",
            es="Este cartón es ganador de la jugada de bingo. ¿Algún cartón más?",
        ),
        "rejected": Phrase(
            ca="El cartró {card} no és guanyador: falta {missing}. Continua la partida.",
            es="El cartón {card} no es ganador: falta {missing}. Continúa la partida.",
        ),
        "rejected.many": Phrase(
            ca="El cartró {card} no és guanyador: falten {missing}. Continua la partida.",
            es="El cartón {card} no es ganador: faltan {missing}. Continúa la partida.",
        ),
        "rejected_late": Phrase(
            ca="El cartró {card} arriba tard: la línia ja està tancada. Continua la partida.",
            es="El cartón {card} llega tarde: la línea ya está cerrada. Continúa la partida.",
        ),
        # 85.6, verbatim.
        "line_closed": Phrase(
            ca="Continuem per a la jugada de bingo.",
            es="Continuamos para la jugada de bingo.",
            verbatim="ca",
        ),
        "line_closed.many": Phrase(
            ca="Aquesta jugada de línia té {count} cartrons guanyadors, continuem per a la jugada de bingo.",
            es="Esta jugada de línea tiene {count} cartones ganadores, continuamos para la jugada de bingo.",
            verbatim="ca",
        ),
        # 85.8, verbatim, with the number the article leaves to the speaker.
        "bingo_closed": Phrase(
            ca="Aquest cartró és guanyador de la jugada de bingo. La partida queda tancada.",
            es="Este cartón es ganador de la jugada de bingo. La partida queda cerrada.",
            verbatim="ca",
        ),
        "bingo_closed.many": Phrase(
            ca="Aquests cartrons són guanyadors de la jugada de bingo. La partida queda tancada.",
            es="Estos cartones son ganadores de la jugada de bingo. La partida queda cerrada.",
            verbatim="ca",
        ),
        # O79 32.3 wants the last game announced expressly, and gives no words for it.
        "last_game": Phrase(ca="Aquesta és l'última partida.", es="Esta es la última partida."),
        "last_game_next": Phrase(ca="La pròxima partida serà l'última.", es="La próxima partida será la última."),
        "last_call": Phrase(
            ca="Han sortit les 90 boles. Algun bingo? Última crida.",
            es="Han salido las 90 bolas. ¿Algún bingo? Última llamada.",
        ),
        "unclaimed": Phrase(ca="La partida acaba sense bingo cantat.", es="La partida termina sin bingo cantado."),
    },
)
