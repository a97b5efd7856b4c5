"""The table's console by clicking: two games with one double card, and a game that a failure lets go on by hand."""

import pytest
from playwright.sync_api import expect

from bingo_hall.client import Refused
from tests.browser.table import Table, of_stream
from tests.walks.running_hall import manage

WINNER, SOLD = 3, 6
FIRST, SECOND = "game:1:1", "game:1:2"
ARTICLE_36_2 = "utilizándose exclusivamente las bolas pendientes de extraer"


@pytest.fixture
def table(hall, chromium):
    return Table(hall, chromium)


def the_hall_holds_true(table):
    done = manage(table.hall.folder, "verify")
    assert done.returncode == 0, done.stdout + done.stderr
    assert table.errors == []
    assert table.axe_found == {}


def deliver_double_cards(table):
    """Receive cards 1 to 60 as a series of double cards, 1 euro each half; gives its id."""
    note = {"delivery": "G-2", "letter": "D", "first_ident": "000002", "quantity": 1, "medium": "physical"}
    faces = {"first_number": 1, "last_number": 60, "parts": 2, "face_value_cents": 100}
    manager = table.game.people["sala"]
    manager.deed("receive_delivery", matrix_id=manager.mine()["matrices"][0]["id"], **note, **faces)
    (double,) = [one["id"] for one in manager.mine()["series"] if one["letter"] == "D"]
    table.desk.reload()
    return double


def both_games_are_sold_at_once(table, double):
    desk = table.desk
    desk.locator("#open-physical_series").select_option(str(double))
    expect(desk.locator(".pair-note")).to_contain_text("2,00")
    expect(desk.locator(".pair-note")).to_contain_text("1,00")
    expect(desk.locator("#open-virtual_series")).to_be_disabled()
    desk.locator("#open-extractor").select_option("manual")
    table.main()
    table.at("sale")
    expect(desk.locator(".step-pair")).to_contain_text("1")
    table.sell(SOLD)
    rows = desk.locator(".pair-minutes tbody tr")
    expect(rows).to_have_count(2)
    # Six cards at 2 euros, half of it for each game: 6.00; 9 % of it is 0.54 and 57.5 % is 3.45.
    for text in ("6,00", "0,54", "3,45"):
        expect(rows.first).to_contain_text(text)
    for text in ("0,54", "3,45"):
        expect(rows.last).to_contain_text(text)
    table.look("pair start", desk)
    journal = table.journal()
    (paired,) = journal.of("PairedSaleClosed")
    assert paired["first_game_no"] == 1
    assert paired["figures"]["takings_cents"] == 600
    assert journal.of("BallDrawn") == []


def the_line_is_called_on_one_half(table):
    table.call(*table.face(WINNER)[:5])
    table.desk.keyboard.press("F2")
    table.at("claim")
    table.claim("line", WINNER)
    table.refused(str(WINNER))
    expect(table.desk.locator("[name=claim-part]").first).to_be_focused()
    table.desk.keyboard.press("Space")
    table.desk.keyboard.press("Enter")
    table.upheld()
    table.main()
    table.at("draw")


def the_bingo_has_to_be_on_the_same_half(table):
    table.call(*table.face(WINNER)[5:])
    table.desk.keyboard.press("F3")
    table.at("claim")
    table.claim("bingo", WINNER, half=2)
    table.refused(str(WINNER))
    assert [one["part"] for one in table.journal().of("ClaimRaised")] == [1]
    table.claim("bingo", WINNER, half=1)
    table.upheld()
    table.main()
    table.answer()
    table.at("prizes")


def one_prize_gets_a_token_and_one_is_paid(table):
    desk = table.desk
    close = desk.locator(".step-prizes .button-main")
    expect(close).to_be_disabled()
    expect(desk.locator(".token-form")).to_have_count(2)
    desk.locator(".token-form [name=token]").first.fill("roja 7")
    desk.locator(".token-form [type=submit]").first.click()
    expect(desk.locator(".token-form")).to_have_count(1)
    expect(desk.locator(".award-pending .badge")).to_contain_text("roja 7")
    expect(close).to_be_disabled()
    table.look("pair tokens", desk)
    table.pay(2, WINNER)
    expect(desk.locator(".token-form")).to_have_count(0)
    table.main()
    table.answer()
    table.at("second_game")


def the_second_game_is_played_with_the_other_half(table):
    desk = table.desk
    expect(desk.locator(".aloud-line[lang=es]").first).to_contain_text("segundo cartón")
    table.main()
    table.at("draw")
    table.call(*table.face(WINNER))
    desk.keyboard.press("F3")
    table.at("claim")
    table.claim("bingo", WINNER, half=1)
    table.refused(str(WINNER))
    table.claim("bingo", WINNER, half=2)
    table.upheld()
    table.main()
    table.answer()
    table.at("prizes")
    for award in table.game.board()["awards"]:
        table.pay(award["award_no"], WINNER)
    table.main()
    table.answer()
    table.at("open")


def test_two_games_are_played_with_one_double_card(table):
    both_games_are_sold_at_once(table, deliver_double_cards(table))
    table.main()
    table.at("draw")
    the_line_is_called_on_one_half(table)
    the_bingo_has_to_be_on_the_same_half(table)
    one_prize_gets_a_token_and_one_is_paid(table)
    the_second_game_is_played_with_the_other_half(table)
    # The line of the first game is paid after both, against its token.
    late = {"session_no": 1, "game_no": 1, "award_no": 1, "card": WINNER}
    with pytest.raises(Refused, match="roja 7"):
        table.game.people["caja"].deed("pay_prize", **late, token="azul 1")
    table.game.people["caja"].deed("pay_prize", **late, token="roja 7")

    journal = table.journal()
    assert [one["part"] for one in journal.of("ClaimRaised")] == [1, 1, 2]
    assert journal.of("TokenGiven") == [{"award_no": 1, "token": "roja 7"}]
    assert of_stream(journal, FIRST, "DrawStarted", "PlayResumed", "BingoClosed", "GameClosed") == [
        "DrawStarted",
        "PlayResumed",
        "BingoClosed",
        "GameClosed",
    ]
    assert of_stream(journal, SECOND, "PairedSaleClosed", "DrawStarted", "BingoClosed", "GameClosed") == [
        "PairedSaleClosed",
        "DrawStarted",
        "BingoClosed",
        "GameClosed",
    ]
    places = [row.position for row in journal.rows if row.kind in {"PairedSaleClosed", "BallDrawn"}]
    assert journal.rows[places[0] - 1].kind == "PairedSaleClosed"
    assert len(journal.of("BallDrawn")) == 2 * 15
    # The line of the first game, 0.54, and the bingo of each, 3.45; nobody called the second game's line.
    assert sorted(one["cents"] for one in journal.of("PrizePaid")) == [54, 345, 345]
    the_hall_holds_true(table)


def the_machine_draws(table, balls):
    """Let the caller call what the machine draws, so many balls."""
    for ordinal in range(1, balls + 1):
        table.until(lambda journal, ordinal=ordinal: len(journal.drawn) >= ordinal)
        table.do("locutor", "call_ball", ordinal=ordinal)
    expect(table.desk.locator(".order li:not(.is-uncalled)")).to_have_count(balls)


def the_game_is_stopped_after_the_first_ball(table):
    desk = table.desk
    desk.keyboard.press("Shift+F9")
    dialog = desk.locator("dialog[open]")
    expect(dialog.locator("[name=ball_out][value=no]")).to_be_disabled()
    expect(dialog.locator("[name=ball_out][value=yes]")).to_be_checked()
    desk.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert table.journal().of("GameSuspended") == []
    desk.locator(".tool-stop").click()
    table.answer(cause="failure", text="La máquina no entrega bolas.")
    table.at("suspended")
    expect(desk.locator(".aloud-line[lang=es]").last).to_contain_text(ARTICLE_36_2)
    table.look("article read", desk)


def it_goes_on_by_hand(table):
    desk = table.desk
    assert table.journal().of("ManualDrawOrdered") == []
    expect(desk.locator(".ninety")).to_be_hidden()
    table.main()
    expect(desk.locator(".ninety")).to_be_visible()
    out = table.journal().drawn
    struck = desk.locator(".ninety .is-out").all_inner_texts()
    assert sorted(map(int, struck)) == sorted(out)
    # A page that is loaded anew stands where it stood.
    desk.reload()
    expect(desk.locator(".ninety")).to_be_visible()
    table.main()
    table.answer(how="De una bolsa, sin mirar, a la vista del público.")
    table.at("draw")
    expect(desk.locator(".step-draw.is-by-hand .ninety li:not(.is-out)")).to_have_count(90 - len(out))
    return out


def it_is_played_to_its_bingo(table, out):
    with pytest.raises(Refused):
        table.call(out[0])
    while len((journal := table.journal()).called) < len(journal.drawn):
        table.do("locutor", "call_ball", ordinal=len(journal.called) + 1)
    table.call(*[n for n in table.face(WINNER) if n not in out])
    table.desk.keyboard.press("F3")
    table.at("claim")
    table.claim("bingo", WINNER)
    table.upheld()
    table.main()
    table.answer()
    table.at("prizes")


def test_after_the_first_ball_a_failure_lets_the_game_go_on_by_hand(table):
    table.main()
    table.at("sale")
    table.sell(SOLD)
    table.main()
    table.at("draw")
    the_machine_draws(table, 3)
    the_game_is_stopped_after_the_first_ball(table)
    with pytest.raises(Refused):
        table.do("locutor", "draw_manual", number=90)
    out = it_goes_on_by_hand(table)
    it_is_played_to_its_bingo(table, out)

    journal = table.journal()
    (suspended,) = journal.of("GameSuspended")
    told = {"cause": "failure", "ball_out": True, "text": "La máquina no entrega bolas."}
    assert suspended == told
    assert journal.of("ParagraphRead") == [{"paragraph": "36.2"}]
    assert journal.of("ManualDrawOrdered") == [{"how": "De una bolsa, sin mirar, a la vista del público."}]
    steps = of_stream(journal, FIRST, "GameSuspended", "ParagraphRead", "ManualDrawOrdered", "BingoClosed")
    assert steps == ["GameSuspended", "ParagraphRead", "ManualDrawOrdered", "BingoClosed"]
    balls = journal.of("BallDrawn")
    assert [ball["ordinal"] for ball in balls] == list(range(1, len(balls) + 1))
    assert len({ball["number"] for ball in balls}) == len(balls)
    by_hand = {ball["number"] for ball in balls[len(out) :]}
    assert by_hand == {*table.face(WINNER)} - {*out}
    the_hall_holds_true(table)
