"""The law's formulas are quoted here letter by letter; their dots are filled with the game's figures."""

from dataclasses import replace

import pytest

from sessions.rules import events as ev
from sessions.rules.announcements import announcements_now, euros
from sessions.rules.states import State
from tests.sessions.rules import boards
from tests.sessions.rules.boards import BINGO_3, CATALAN, FACE_4, LINE_3, LINE_4, TERMS, award, claim, play, upheld

LINE, BINGO = ev.PrizeKind.LINE, ev.PrizeKind.BINGO


def said(board, lang):
    return [(a.text, a.source) for a in announcements_now(board) if a.lang == lang]


def texts(board, lang):
    return [text for text, _ in said(board, lang)]


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "0"),
        (1, "0,01"),
        (200, "2"),
        (250, "2,50"),
        (1_205, "12,05"),
        (123_450, "1.234,50"),
        (100_000_000, "1.000.000"),
        (10_000_000_099, "100.000.000,99"),
    ],
)
def test_amounts_are_written_with_a_comma_and_thousands_with_a_point(cents, text):
    assert euros(cents) == text


def test_nothing_is_read_before_the_sale():
    assert announcements_now(boards.announced()) == []


def test_es_1979_opens_the_sale_with_series_cards_price_and_first_number():
    """Catálogo IV asks for these facts and gives no words."""
    assert said(boards.selling(), "es") == [
        ("Se pone a la venta la serie A 000001, de 200 cartones, al precio de 2 euros.", "ours"),
        ("Primer cartón a la venta: número 1.", "ours"),
    ]


def test_of_a_double_card_the_price_read_aloud_is_that_of_both_halves():
    """O79 33.5: double cards are paid whole; at 2 euros each half a card costs 4."""
    assert "al precio de 4 euros." in texts(boards.selling(lots=(boards.doubles(),)), "es")[0]


def test_article_85_opens_the_sale_with_its_own_words():
    """85.1: “Es posen a la venda cartrons al preu de […] euros.”"""
    board = boards.selling(terms=CATALAN)
    assert said(board, "ca")[0] == ("Es posen a la venda cartrons al preu de 2 euros.", "verbatim")
    assert said(board, "ca")[1][0] == "Sèrie A 000001, primer número 1."
    assert said(board, "es")[0] == ("Se ponen a la venta cartones al precio de 2 euros.", "translation")


def test_the_laws_language_is_read_first():
    assert [a.lang for a in announcements_now(boards.selling(terms=CATALAN))] == ["ca", "ca", "es", "es"]
    assert [a.lang for a in announcements_now(boards.selling())] == ["es", "es", "ca", "ca"]


def test_es_1979_closes_the_sale_with_the_formula_of_the_catalogue():
    """
    «Cartones vendidos ......, de la serie ...... (letra) ....... (número de identificación)
    del número ......al .....».
    """
    assert said(boards.ready(), "es") == [
        ("Cartones vendidos 6, de la serie A 000001 del número 1 al 6", "verbatim"),
        ("Premio de línea: 1,08 euros. Premio de bingo: 6,90 euros.", "ours"),
        ("Comienza la partida.", "ours"),
    ]
    assert said(boards.ready(), "ca")[0] == (
        "Cartrons venuts 6, de la sèrie A 000001 del número 1 al 6",
        "translation",
    )


def test_article_85_closes_the_sale_with_its_own_words():
    """85.4: “Cartrons físics venuts: […].” … “Premi a la línia: […] euros, premi al bingo: […] euros.”"""
    assert said(boards.ready(terms=CATALAN), "ca") == [
        ("Cartrons físics venuts: 6.", "verbatim"),
        ("Premi a la línia: 1,08 euros, premi al bingo: 6,90 euros.", "verbatim"),
        ("Comença la partida.", "ours"),
    ]


SECOND = replace(boards.printed(first=1, last=100), ident="000002", complementary=True)
FIRST = boards.printed(first=101, last=200)


def two_series(*, second=10, terms=TERMS, closed=True):
    """Sell all of 101-200 of one series, then 1-`second` of the other, at 2 euros a card."""
    board = play(boards.selling(lots=(FIRST,), terms=terms), boards.sold(100, first=101), ev.SeriesAdded(lot=SECOND))
    if second:
        board = play(board, boards.sold(second))
    if not closed:
        return board
    figures = replace(boards.FIGURES, physical_sold=100 + second)
    return play(board, ev.SaleClosed(figures=figures, leftover_first=second + 1, leftover_last=100))


def test_es_1979_names_the_second_series_where_the_formula_of_the_catalogue_does():
    """«… del número ......al ..... y de la serie (en su caso) ..... del número ..... al .....»"""
    assert said(two_series(), "es")[0] == (
        "Cartones vendidos 110, de la serie A 000001 del número 101 al 200 y de la serie A 000002 del número 1 al 10",
        "verbatim",
    )
    assert said(two_series(), "ca")[0] == (
        "Cartrons venuts 110, de la sèrie A 000001 del número 101 al 200 i de la sèrie A 000002 del número 1 al 10",
        "translation",
    )


def test_a_second_series_of_which_nothing_was_sold_is_not_in_the_formula():
    assert texts(two_series(second=0), "es")[0] == ("Cartones vendidos 100, de la serie A 000001 del número 101 al 200")


def test_article_85_counts_the_cards_of_both_series_in_one_total():
    """85.4: “Cartrons físics venuts: […].”"""
    assert said(two_series(terms=CATALAN), "ca")[0] == ("Cartrons físics venuts: 110.", "verbatim")


def test_a_second_series_is_announced_while_the_sale_is_open():
    assert texts(two_series(second=0, closed=False), "es") == [
        "Se pone a la venta la serie A 000001, de 200 cartones, al precio de 2 euros.",
        "Primer cartón a la venta: número 101.",
        "Serie complementaria A 000002: del número 1 al 100.",
    ]
    assert texts(two_series(second=0, terms=CATALAN, closed=False), "ca") == [
        "Es posen a la venda cartrons al preu de 2 euros.",
        "Sèrie A 000001, primer número 101.",
        "Sèrie A 000002, primer número 1.",
    ]


def test_the_first_card_announced_is_one_that_can_be_sold_and_does_not_move_while_the_sale_goes_on():
    spoiled = ev.Off(first=1, last=2, why="spoiled")
    board = boards.selling(lots=(replace(boards.printed(), off=(spoiled,)),))
    assert texts(board, "es")[1] == "Primer cartón a la venta: número 3."
    assert texts(play(board, ev.BlockIssued(first=3, last=8, holder="ana")), "es")[1] == (
        "Primer cartón a la venta: número 3."
    )


def test_the_formula_begins_with_the_first_card_that_was_sold():
    spoiled = ev.Off(first=1, last=2, why="spoiled")
    board = play(boards.selling(lots=(replace(boards.printed(), off=(spoiled,)),)), boards.sold(4, first=3))
    figures = replace(boards.FIGURES, physical_sold=4)
    board = play(board, ev.SaleClosed(figures=figures, leftover_first=7, leftover_last=200))
    assert texts(board, "es")[0] == "Cartones vendidos 4, de la serie A 000001 del número 3 al 6"


def test_virtual_cards_are_counted_aloud_only_when_some_were_sold():
    """85.4: “Cartrons virtuals venuts: […].”"""
    figures = replace(boards.FIGURES, virtual_sold=4)
    assert said(boards.ready(terms=CATALAN, figures=figures), "ca")[:2] == [
        ("Cartrons físics venuts: 6.", "verbatim"),
        ("Cartrons virtuals venuts: 4.", "verbatim"),
    ]
    assert said(boards.ready(figures=figures), "es")[1] == ("Cartones virtuales vendidos: 4.", "ours")


def test_a_sale_of_virtual_cards_only_names_no_printed_ones():
    figures = replace(boards.FIGURES, physical_sold=0, virtual_sold=4)
    assert texts(boards.ready(terms=CATALAN, figures=figures), "ca")[0] == "Cartrons virtuals venuts: 4."
    assert texts(boards.ready(figures=figures), "es")[0] == "Cartones virtuales vendidos: 4."


@pytest.mark.parametrize("terms", [TERMS, CATALAN])
def test_both_prizes_are_announced_after_every_sale(terms):
    for figures in (boards.FIGURES, replace(boards.FIGURES, physical_sold=0, virtual_sold=4)):
        for lang in ("es", "ca"):
            line = " ".join(texts(boards.ready(terms=terms, figures=figures), lang))
            assert "1,08 euros" in line
            assert "6,90 euros" in line


def test_once_the_start_is_given_the_formula_is_not_read_again():
    assert announcements_now(boards.started()) == []
    assert announcements_now(boards.drawing(7)) == []


def test_while_a_card_is_being_checked_nothing_is_read():
    assert announcements_now(play(boards.drawing(*LINE_3), claim(1))) == []


def test_es_1979_asks_for_another_line_with_the_voice_of_the_catalogue():
    """«¿Alguna línea más? ¿Algún bingo más?»"""
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    assert said(board, "es") == [("¿Alguna línea más?", "verbatim")]


def test_es_1979_asks_for_line_and_bingo_when_both_are_good():
    board = play(boards.drawing(*BINGO_3), claim(1), claim(2, prize=BINGO), upheld(1), upheld(2, prize=BINGO))
    assert said(board, "es") == [("¿Alguna línea más?", "verbatim"), ("¿Algún bingo más?", "verbatim")]


def test_article_85_asks_for_another_card_with_its_own_words():
    """85.6: “Aquest cartró és guanyador de la jugada de línia. Algun cartró més?”"""
    board = play(boards.drawing(*LINE_3, terms=CATALAN), claim(1), upheld(1))
    assert said(board, "ca") == [("Aquest cartró és guanyador de la jugada de línia. Algun cartró més?", "verbatim")]


def refused(*missing, terms=TERMS, reason="missing"):
    event = ev.ClaimRejected(claim_no=1, prize=LINE, card=3, reason=reason, missing=missing)
    return play(boards.drawing(7, terms=terms), claim(1), event)


def test_a_wrong_card_is_told_the_number_it_lacks():
    assert texts(refused(40), "es") == ["El cartón 3 no es correcto: falta 40. Continúa la partida."]
    assert texts(refused(40, terms=CATALAN), "ca") == ["El cartró 3 no és guanyador: falta 40. Continua la partida."]


def test_a_wrong_card_is_told_the_numbers_it_lacks():
    assert texts(refused(30, 40), "es") == ["El cartón 3 no es correcto: faltan 30, 40. Continúa la partida."]
    assert texts(refused(30, 40, terms=CATALAN), "ca") == [
        "El cartró 3 no és guanyador: falten 30, 40. Continua la partida."
    ]


def test_a_late_card_is_told_that_it_is_late_and_no_numbers():
    board = boards.after_line(*LINE_4, terms=CATALAN)
    board = play(board, claim(2, card=4, rows=FACE_4, ball=10))
    board = play(board, ev.ClaimRejected(claim_no=2, prize=LINE, card=4, reason="late"))
    assert texts(board, "ca") == ["El cartró 4 arriba tard: la línia ja està tancada. Continua la partida."]
    assert texts(board, "es") == ["El cartón 4 llega tarde: la línea ya está cerrada. Continúa la partida."]


def two_lines(terms):
    board = play(
        boards.drawing(*LINE_3, *LINE_4, terms=terms),
        claim(1, ball=10),
        claim(2, card=4, rows=FACE_4, ball=10),
        upheld(1),
        upheld(2, card=4),
    )
    return play(board, ev.PlayResumed(awards=(award(1, 54), award(2, 54, card=4))))


def test_article_85_goes_on_to_the_bingo_with_its_own_words():
    """85.6: “Continuem per a la jugada de bingo.”"""
    assert said(boards.after_line(terms=CATALAN), "ca") == [("Continuem per a la jugada de bingo.", "verbatim")]


def test_article_85_tells_how_many_lines_there_were():
    """85.6: “Aquesta jugada de línia té […], continuem per a la jugada de bingo.”"""
    assert said(two_lines(CATALAN), "ca") == [
        ("Aquesta jugada de línia té 2 cartrons guanyadors, continuem per a la jugada de bingo.", "verbatim")
    ]


def test_the_number_of_lines_agrees_with_its_count():
    assert texts(boards.after_line(), "es") == ["Línea correcta: 1 cartón premiado. Continuamos para bingo."]
    assert texts(two_lines(TERMS), "es") == ["Línea correcta: 2 cartones premiados. Continuamos para bingo."]


def test_the_order_to_go_on_is_read_until_the_second_ball_after_it():
    assert texts(boards.after_line(50), "es") == ["Línea correcta: 1 cartón premiado. Continuamos para bingo."]
    assert announcements_now(boards.after_line(50, 51)) == []


def bingo_of(count, terms):
    board = boards.drawing(*BINGO_3, terms=terms)
    for number in range(1, count + 1):
        board = play(board, claim(number, card=number, prize=BINGO, ball=15))
    for number in range(1, count + 1):
        board = play(board, upheld(number, card=number, prize=BINGO))
    shares = tuple(award(n, 690 // count, card=n, prize=BINGO) for n in range(1, count + 1))
    return play(board, ev.BingoClosed(awards=shares))


def test_article_85_ends_with_its_own_words_in_the_right_number():
    """85.8: “Aquest/s cartró/cartrons és/són guanyador/guanyadors de la jugada de bingo. La partida queda tancada.”"""
    assert said(bingo_of(1, CATALAN), "ca") == [
        ("Aquest cartró és guanyador de la jugada de bingo. La partida queda tancada.", "verbatim")
    ]
    assert said(bingo_of(3, CATALAN), "ca") == [
        ("Aquests cartrons són guanyadors de la jugada de bingo. La partida queda tancada.", "verbatim")
    ]


def test_es_1979_ends_in_the_right_number_and_says_the_same_while_paying():
    one = bingo_of(1, TERMS)
    assert texts(one, "es") == ["Bingo correcto: 1 cartón premiado. La partida ha terminado."]
    assert texts(play(one, ev.PrizePaid(award_no=1, card=1, cents=690)), "es") == texts(one, "es")
    assert texts(bingo_of(2, TERMS), "es") == ["Bingo correcto: 2 cartones premiados. La partida ha terminado."]


def test_after_the_ninetieth_ball_a_last_call_is_made():
    assert texts(boards.drawing(*range(1, 91)), "es") == ["Han salido las 90 bolas. ¿Algún bingo? Última llamada."]


def test_a_game_without_bingo_says_so():
    assert texts(boards.in_state(State.UNCLAIMED), "es") == ["La partida termina sin bingo cantado."]


def test_a_line_paid_in_a_game_without_bingo_still_says_that_there_was_none():
    board = boards.after_line(*(n for n in range(1, 91) if n not in LINE_3))
    board = play(board, ev.GameClosedUnclaimed(), ev.PrizePaid(award_no=1, card=3, cents=108))
    assert texts(board, "es") == ["La partida termina sin bingo cantado."]


def test_after_the_closing_nothing_is_read():
    closed = ev.GameClosed(
        credited_cents=0, payable_cents=690, carried_line_cents=108, carried_bingo_cents=0, house_cents=0
    )
    assert announcements_now(play(boards.won(), closed)) == []
