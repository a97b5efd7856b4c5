"""
What is read aloud when a game stops or goes on in another way, and for double cards; both profiles say it.

Article 36 and the formula of double cards are the law's words (O79; Catálogo, bingo IV); the rest is ours.
"""

from __future__ import annotations

from sessions.rules.regulation import Phrase

# Catálogo, bingo IV, verbatim; the dots of the law are our placeholders.
_DOUBLE = "Cartones dobles vendidos {sold}, de la serie {letter} {ident} del número {first} al {last}"
_DOUBLE_CA = "Cartrons dobles venuts {sold}, de la sèrie {letter} {ident} del número {first} al {last}"
_SECOND = " y de la serie {letter2} {ident2} del número {first2} al {last2}"
_SECOND_CA = " i de la sèrie {letter2} {ident2} del número {first2} al {last2}"

STOPPING_PHRASES: dict[str, Phrase] = {
    "sale_closed_double": Phrase(es=_DOUBLE, ca=_DOUBLE_CA, verbatim="es"),
    "sale_closed_double.two": Phrase(es=_DOUBLE + _SECOND, ca=_DOUBLE_CA + _SECOND_CA, verbatim="es"),
    # Catálogo, bingo IV: the prizes of each part are told, without a formula.
    "prizes_of_parts": Phrase(
        es="Primera partida: premio de línea {line} euros, premio de bingo {bingo} euros."
        " Segunda partida: premio de línea {line_second} euros, premio de bingo {bingo_second} euros.",
        ca="Primera partida: premi de línia {line} euros, premi de bingo {bingo} euros."
        " Segona partida: premi de línia {line_second} euros, premi de bingo {bingo_second} euros.",
    ),
    "second_follows": Phrase(
        es="Conserven su cartón: la segunda partida se juega con la otra parte.",
        ca="Conserveu el cartró: la segona partida es juga amb l'altra part.",
    ),
    "second_begins": Phrase(
        es="Se reanuda la partida para el segundo cartón.", ca="Es reprèn la partida per al segon cartró."
    ),
    # O79 36.1 and 36.2, verbatim: 36.3 has the paragraph that applies read aloud.
    "art_36_1": Phrase(
        es="Si durante la realización de una partida y con anterioridad a la primera extracción se produjesen fallos o"
        " averías en los aparatos e instalaciones, o bien accidentes que impidan la continuación del juego, se"
        " suspenderá provisionalmente la partida. Si en un plazo de quince minutos no puede ser resuelto el problema"
        " planteado, se procederá a devolver a los jugadores el importe íntegro de los cartones, que habrán de ser"
        " devueltos a la mesa.",
        ca="Si durant la realització d'una partida i abans de la primera extracció es produïssin errors o avaries en"
        " els aparells i les instal·lacions, o bé accidents que impedeixin la continuació del joc, se suspendrà"
        " provisionalment la partida. Si en un termini de quinze minuts no es pot resoldre el problema plantejat, es"
        " retornarà als jugadors l'import íntegre dels cartrons, que s'hauran de tornar a la taula.",
        verbatim="es",
    ),
    "art_36_2": Phrase(
        es="En el caso de que ya hubiera comenzado la extracción de las bolas y su anotación en los cartones, se"
        " continuará la partida efectuándose las extracciones por procedimiento manual, siempre que sea posible"
        " garantizar de algún modo su aleatoriedad, y utilizándose exclusivamente las bolas pendientes de extraer.",
        ca="En cas que ja hagués començat l'extracció de les boles i la seva anotació en els cartrons, es continuarà la"
        " partida fent les extraccions per procediment manual, sempre que sigui possible garantir d'alguna manera la"
        " seva aleatorietat, i utilitzant exclusivament les boles pendents d'extreure.",
        verbatim="es",
    ),
    "suspended": Phrase(es="Se suspende provisionalmente la partida.", ca="Se suspèn provisionalment la partida."),
    "suspended_balls": Phrase(
        es="Se suspende la partida y se reclama la presencia del agente de la autoridad.",
        ca="Se suspèn la partida i es reclama la presència de l'agent de l'autoritat.",
    ),
    "voided": Phrase(
        es="La partida queda anulada. Se devuelve el importe íntegro de los cartones contra su entrega en la mesa.",
        ca="La partida queda anul·lada. Es retorna l'import íntegre dels cartrons contra el seu lliurament a la taula.",
    ),
    "voided_half": Phrase(
        es="La partida queda anulada. Se devuelve el importe de una parte del cartón doble; consérvenlo: la otra"
        " partida se juega.",
        ca="La partida queda anul·lada. Es retorna l'import d'una part del cartró doble; conserveu-lo: l'altra partida"
        " es juga.",
    ),
}
