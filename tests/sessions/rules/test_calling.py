"""How balls and amounts are said aloud, written out by hand in both languages."""

import pytest

from sessions.rules.calling import SIGNALS, ball_words, number_words, spoken

SPANISH = """
uno dos tres cuatro cinco seis siete ocho nueve diez
once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte
veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta
treinta·y·uno treinta·y·dos treinta·y·tres treinta·y·cuatro treinta·y·cinco
treinta·y·seis treinta·y·siete treinta·y·ocho treinta·y·nueve cuarenta
cuarenta·y·uno cuarenta·y·dos cuarenta·y·tres cuarenta·y·cuatro cuarenta·y·cinco
cuarenta·y·seis cuarenta·y·siete cuarenta·y·ocho cuarenta·y·nueve cincuenta
cincuenta·y·uno cincuenta·y·dos cincuenta·y·tres cincuenta·y·cuatro cincuenta·y·cinco
cincuenta·y·seis cincuenta·y·siete cincuenta·y·ocho cincuenta·y·nueve sesenta
sesenta·y·uno sesenta·y·dos sesenta·y·tres sesenta·y·cuatro sesenta·y·cinco
sesenta·y·seis sesenta·y·siete sesenta·y·ocho sesenta·y·nueve setenta
setenta·y·uno setenta·y·dos setenta·y·tres setenta·y·cuatro setenta·y·cinco
setenta·y·seis setenta·y·siete setenta·y·ocho setenta·y·nueve ochenta
ochenta·y·uno ochenta·y·dos ochenta·y·tres ochenta·y·cuatro ochenta·y·cinco
ochenta·y·seis ochenta·y·siete ochenta·y·ocho ochenta·y·nueve noventa
"""
CATALAN = """
u dos tres quatre cinc sis set vuit nou deu
onze dotze tretze catorze quinze setze disset divuit dinou vint
vint-i-u vint-i-dos vint-i-tres vint-i-quatre vint-i-cinc vint-i-sis vint-i-set vint-i-vuit vint-i-nou trenta
trenta-u trenta-dos trenta-tres trenta-quatre trenta-cinc trenta-sis trenta-set trenta-vuit trenta-nou quaranta
quaranta-u quaranta-dos quaranta-tres quaranta-quatre quaranta-cinc
quaranta-sis quaranta-set quaranta-vuit quaranta-nou cinquanta
cinquanta-u cinquanta-dos cinquanta-tres cinquanta-quatre cinquanta-cinc
cinquanta-sis cinquanta-set cinquanta-vuit cinquanta-nou seixanta
seixanta-u seixanta-dos seixanta-tres seixanta-quatre seixanta-cinc
seixanta-sis seixanta-set seixanta-vuit seixanta-nou setanta
setanta-u setanta-dos setanta-tres setanta-quatre setanta-cinc setanta-sis setanta-set setanta-vuit setanta-nou vuitanta
vuitanta-u vuitanta-dos vuitanta-tres vuitanta-quatre vuitanta-cinc
vuitanta-sis vuitanta-set vuitanta-vuit vuitanta-nou noranta
"""


@pytest.mark.parametrize(("lang", "table"), [("es", SPANISH), ("ca", CATALAN)])
def test_the_numbers_from_1_to_90_are_counted_in_their_own_words(lang, table):
    assert [number_words(n, lang) for n in range(1, 91)] == [word.replace("·", " ") for word in table.split()]


@pytest.mark.parametrize(
    ("number", "spanish", "catalan"),
    [
        (1, "uno", "número u"),
        (2, "dos", "dos"),
        (9, "nueve", "nou"),
        (10, "diez", "deu"),
        (11, "once, uno uno", "onze, u u"),
        (13, "trece, uno tres", "tretze, u tres"),
        (16, "dieciséis, uno seis", "setze, u sis"),
        (19, "diecinueve, uno nueve", "dinou, u nou"),
        (20, "veinte", "vint"),
        (21, "veintiuno, dos uno", "vint-i-u, dos u"),
        (22, "veintidós, dos dos", "vint-i-dos, dos dos"),
        (30, "treinta", "trenta"),
        (31, "treinta y uno, tres uno", "trenta-u, tres u"),
        (50, "cincuenta", "cinquanta"),
        (60, "sesenta, seis cero", "seixanta, sis zero"),
        (66, "sesenta y seis, seis seis", "seixanta-sis, sis sis"),
        (70, "setenta, siete cero", "setanta, set zero"),
        (74, "setenta y cuatro, siete cuatro", "setanta-quatre, set quatre"),
        (89, "ochenta y nueve, ocho nueve", "vuitanta-nou, vuit nou"),
        (90, "noventa", "noranta"),
    ],
)
def test_a_ball_is_said_whole_and_then_figure_by_figure_unless_it_is_clear_alone(number, spanish, catalan):
    assert (ball_words(number, "es"), ball_words(number, "ca")) == (spanish, catalan)


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_no_two_balls_sound_the_same(lang):
    assert len({ball_words(n, lang) for n in range(1, 91)}) == 90


def test_there_is_no_ball_0_or_91():
    for number in (0, 91):
        with pytest.raises(AssertionError):
            ball_words(number, "es")


@pytest.mark.parametrize(
    ("lang", "written", "said"),
    [
        ("es", "Premio de línea: 1.234,50 euros.", "Premio de línea: 1234 euros con 50 céntimos."),
        ("ca", "Premi de línia: 1.234,50 euros.", "Premi de línia: 1234 euros amb 50 cèntims."),
        ("es", "al precio de 2 euros.", "al precio de 2 euros."),
        ("es", "1,08 euros", "1 euro con 8 céntimos"),
        ("ca", "0,90 euros", "90 cèntims"),
        ("es", "0,01 euros", "1 céntimo"),
        ("es", "1.000.000 euros", "1000000 euros"),
        ("es", "faltan 12, 34, 7.", "faltan 12, 34, 7."),
        ("ca", "línia 3 euros, premi al bingo: 6,90 euros.", "línia 3 euros, premi al bingo: 6 euros amb 90 cèntims."),
        ("es", "Cartones vendidos 1312, de la serie A 000001", "Cartones vendidos 1312, de la serie A 000001"),
    ],
)
def test_amounts_are_written_as_they_are_said(lang, written, said):
    assert spoken(written, lang) == said


def test_every_signal_is_there_in_both_languages_and_is_the_house_s_own_wording():
    assert set(SIGNALS) == {"claim", "line", "bingo", "pause", "resume", "correction"}
    assert all(phrase.es and phrase.ca and not phrase.verbatim for phrase in SIGNALS.values())
