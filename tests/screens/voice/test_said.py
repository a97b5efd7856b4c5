"""What the voice says as things happen: the formulas of the moment, in the order of the languages asked for."""

from dataclasses import replace

import pytest

from screens.voice.clips import clip_named, fixed_sayings
from screens.voice.said import SAID_AT, said_at
from sessions.rules import events as ev
from tests.sessions.rules import boards
from tests.sessions.rules.boards import LINE_3, claim, play, upheld


def said(kind, board, *languages, last_game=0):
    return [(one.name, one.text) for one in said_at(kind, board, last_game, list(languages or ["es"]))]


def test_nothing_is_said_before_a_game_and_at_other_events():
    assert said("SaleOpened", None) == []
    assert said("SaleOpened", boards.announced()) == []
    assert said("CardsSold", boards.selling()) == []
    assert "BallDrawn" not in SAID_AT


def test_the_sale_is_opened_first_in_one_language_and_then_in_the_other():
    assert said("SaleOpened", boards.selling(), "ca", "es") == [
        ("", "Es posa a la venda la sèrie A 000001, de 200 cartrons, al preu de 2 euros."),
        ("", "Primer cartró a la venda: número 1."),
        ("", "Se pone a la venta la serie A 000001, de 200 cartones, al precio de 2 euros."),
        ("", "Primer cartón a la venta: número 1."),
    ]


def test_the_closing_formula_is_said_at_the_close_and_its_end_when_the_draw_starts():
    assert said("SaleClosed", boards.ready()) == [
        ("", "Cartones vendidos 6, de la serie A 000001 del número 1 al 6"),
        ("", "Premio de línea: 1,08 euros. Premio de bingo: 6,90 euros."),
    ]
    assert said("DrawStarted", boards.started()) == [("start", "Comienza la partida.")]
    assert said("DrawStarted", boards.started(), "ca") == [("start", "Comença la partida.")]


def test_figures_corrected_before_the_draw_are_told_as_a_correction_in_each_language():
    board = boards.ready()
    corrected = replace(boards.FIGURES, physical_sold=5)
    event = ev.SaleFiguresCorrected(was_last=6, last=5, figures=corrected, reason="counted again")
    told = said("SaleFiguresCorrected", play(board, event), "es", "ca")
    assert [told[0], told[3]] == [("correction", "Corrección."), ("correction", "Correcció.")]
    assert told[1] == ("", "Cartones vendidos 5, de la serie A 000001 del número 1 al 5")
    assert len(told) == 6


def test_a_sentence_without_figures_has_its_name_and_one_with_figures_has_none():
    board = play(boards.drawing(*LINE_3), claim(1), upheld(1))
    assert said("ClaimUpheld", board) == [("line_more", "¿Alguna línea más?")]
    board = play(board, ev.PlayResumed(awards=(boards.award(1, 108),)))
    assert said("PlayResumed", board) == [("", "Línea correcta: 1 cartón premiado. Continuamos para bingo.")]


def test_a_card_that_is_not_good_is_told_with_what_it_lacks():
    board = play(boards.drawing(*LINE_3[:3]), claim(1, ball=3))
    missing = tuple(LINE_3[3:])
    board = play(
        board, ev.ClaimRejected(claim_no=1, prize=ev.PrizeKind.LINE, card=3, reason="missing", missing=missing)
    )
    numbers = ", ".join(str(n) for n in missing)
    assert said("ClaimRejected", board) == [
        ("", f"El cartón 3 no es correcto: faltan {numbers}. Continúa la partida."),
    ]


def test_article_36_is_left_to_the_person_whom_the_minutes_name():
    assert said("GameSuspended", boards.suspended()) == [("suspended", "Se suspende provisionalmente la partida.")]
    for lang in ("es", "ca"):
        assert not [one.name for one in fixed_sayings(lang) if one.name.startswith("art_")]


def test_a_null_game_is_told_in_full():
    board = play(boards.suspended(), boards.voided())
    assert [name for name, _text in said("GameVoided", board, "es", "ca")] == ["voided", "voided"]


def test_after_the_ninetieth_ball_the_last_call_is_made():
    board = boards.drawing(*range(1, 91))
    assert said("BallCalled", board) == [("last_call", "Han salido las 90 bolas. ¿Algún bingo? Última llamada.")]
    assert said("BallCalled", boards.drawing(*range(1, 90))) == []


def test_the_last_game_is_told_with_its_sale_and_when_it_is_announced():
    board = boards.selling()
    assert said("SaleOpened", board, last_game=board.game_no)[-1] == ("last_game", "Esta es la última partida.")
    assert said("LastGameAnnounced", board, last_game=board.game_no) == [("last_game", "Esta es la última partida.")]
    assert said("SaleOpened", board, last_game=board.game_no + 1)[-1][0] == ""


@pytest.mark.parametrize("name", ["../es/47", "..", "47.wav", "47/48", "", "47-1f2e3d4", "47-1F2E3D4C", "x" * 41])
def test_what_is_no_name_of_a_clip_opens_no_file(name, data_dir):
    (data_dir / "voice" / "own" / "es").mkdir(parents=True)
    (data_dir / "voice" / "own" / "es" / "47.wav").write_bytes(b"x")
    assert clip_named("es", name) is None
    assert clip_named("es", "47").read_bytes() == b"x"
    assert clip_named("en", "47") is None
