"""Games that could not have been, told in a chain made anew from end to end: the script finds what is wrong."""

import json

import pytest

from sessions.models import Game
from sessions.rules.states import TRANSITIONS, State
from sessions.rules.void import VoidOrder
from sessions.selectors.faces import face_rows
from sessions.services import claims, draw, jackpots, payments, sales, voids
from sessions.services import pairs as pair_deeds
from tests.given import a_game_drawing, an_open_session, call_numbers, close_sale, open_next_sale
from tests.sessions.dispute.packs import SCRIPT, chained_again, judged, pack_of, rows_of, with_rows
from tests.sessions.stories import double_cards, play_out, win_bingo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

BACK = "before"


def table_of_the_script():
    """Read the script's table of states: {(kind, state): next state}."""
    space: dict = {"__name__": "read"}
    exec(compile(SCRIPT.read_text(), str(SCRIPT), "exec"), space)
    moves = {}
    for rule in space["TABLE"].split(";"):
        kinds, _, states = rule.partition(":")
        states, _, to = states.partition(">")
        moves |= {(kind, state): to.strip() or state for kind in kinds.split() for state in states.split()}
    return moves


def test_the_script_knows_in_which_states_each_row_can_be_as_the_hall_does():
    moves = table_of_the_script()
    kinds = {kind for kind, _state in moves}
    hall = {
        (kind, str(state)): str(to)
        for state in State
        for kind, to in TRANSITIONS[state].items()
        if kind in kinds
    }  # fmt: skip
    lifted = {"SuspensionLifted", "ManualDrawOrdered"}
    assert {move: to for move, to in moves.items() if move[0] not in lifted} == {
        move: to for move, to in hall.items() if move[0] not in lifted
    }
    assert {moves[kind, "suspended"] for kind in lifted} == {BACK}


def told_otherwise(files, kind, change, *, nth=0):
    rows = rows_of(files)
    at = [n for n, row in enumerate(rows) if row["kind"] == kind][nth]
    rows[at]["payload"] = {**rows[at]["payload"], **change}
    return with_rows(files, chained_again(rows))


def without(files, *spans):
    """Take rows out (from, to) by kind and make positions and chain anew."""
    rows = rows_of(files)
    for first, last in spans:
        begin = next(n for n, row in enumerate(rows) if row["kind"] == first)
        end = max(n for n, row in enumerate(rows) if row["kind"] == last)
        del rows[begin : end + 1]
    start = rows[0]["position"]
    return with_rows(files, chained_again([{**row, "position": start + n} for n, row in enumerate(rows)]))


@pytest.fixture
def null_game(time):
    """Void a game of 6 cards: of card 1's upper row, called whole, the second ball was said as 89."""
    story = a_game_drawing()
    row = face_rows(story.physical.matrix.sha256, 1)[0]
    call_numbers(story, *row)
    order = VoidOrder(cause="announcing_error", reason="said otherwise", ordinal=2, said=89)
    voids.void_game(game_id=story.game_id, order=order, second="sala", actor="mesa")
    return pack_of(story)


def test_a_game_null_for_an_error_is_played_both_ways(null_game, tmp_path):
    code, said = judged(null_game, tmp_path)
    assert code == 0, said
    told = json.loads(null_game["game.json"])["void"]
    assert (1 in told["affected"], told["substantial"]) == (True, True)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"ordinal": 7}, "ball 7, said 89: there is none"),
        ({"ordinal": 0}, "ball 0, said 89: there is none"),
        ({"said": 91}, "ball 2, said 91: there is none"),
        ({"number": 90}, "number is told as 90; it is"),
        ({"substantial": False}, "substantial is told as False; it is True"),
        ({"affected": [4]}, "affected is told as [4]; it is [1"),
        ({"cause": "failure"}, "a game drawing is not null for failure"),
    ],
)
def test_an_error_that_was_not_is_found(null_game, tmp_path, change, says):
    code, said = judged(told_otherwise(null_game, "GameVoided", change), tmp_path)
    assert code == 1
    assert f"(GameVoided, game:1:1): {says}" in said


def test_an_error_that_changes_no_card_makes_no_game_null(null_game, tmp_path):
    """The number said is the ball's own."""
    number = json.loads(null_game["game.json"])["void"]["number"]
    code, said = judged(told_otherwise(null_game, "GameVoided", {"said": number}), tmp_path)
    assert code == 1
    assert "no card sold comes out differently by that error" in said


def test_one_card_cannot_be_called_twice_for_a_prize_and_get_both_shares(time, tmp_path):
    story = a_game_drawing(sold=5)
    by = {"game_id": story.game_id, "actor": "mesa"}
    rows = {card: face_rows(story.physical.matrix.sha256, card) for card in (2, 5)}
    call_numbers(story, *dict.fromkeys(n for card in (2, 5) for n in rows[card][0]))
    for card in ("2", "5"):
        raised = claims.raise_claim(prize="line", card=card, **by)
        claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.resume_play(**by)
    call_numbers(story, *[n for n in range(1, 91) if n not in {n for face in rows.values() for n in face[0]}])
    draw.close_unclaimed(**by)
    files = pack_of(story)
    assert judged(files, tmp_path)[0] == 0
    other = {"card": 2, "rows": [list(row) for row in rows[2]]}
    code, said = judged(told_otherwise(files, "ClaimRaised", other, nth=1), tmp_path)
    assert code == 1
    assert "(ClaimRaised, game:1:1): card 2 was called for the line before" in said


def test_an_end_without_a_bingo_comes_after_ninety_balls(time, tmp_path):
    story = a_game_drawing(*range(1, 91), sold=3)
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = pack_of(story)
    rows = rows_of(files)
    last = [n for n, row in enumerate(rows) if row["kind"] in {"BallDrawn", "BallCalled"}][10]
    end = next(n for n, row in enumerate(rows) if row["kind"] == "GameClosedUnclaimed")
    rows = [{**row, "position": rows[0]["position"] + n} for n, row in enumerate(rows[:last] + rows[end:])]
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert "(GameClosedUnclaimed, game:1:1): only 5 balls were called" in said


def test_no_game_closes_without_an_end(time, tmp_path):
    story = a_game_drawing(*range(1, 91), sold=3)
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = without(pack_of(story), ("GameClosedUnclaimed", "GameClosedUnclaimed"))
    code, said = judged(files, tmp_path)
    assert code == 1
    assert "(GameClosed, game:1:1): there can be none while the game is drawing" in said


def test_no_game_is_null_once_a_prize_is_paid(time, tmp_path):
    """O79 35.7: the void told in place of the closing, after a payment."""
    story = a_game_drawing(sold=6)
    win_bingo(story, time, 3)
    payments.pay_prize(game_id=story.game_id, award_no=1, card=3, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = pack_of(story)
    rows = rows_of(files)
    rows[-1]["kind"] = "GameVoided"
    rows[-1]["payload"] = {"cause": "announcing_error", "reason": "", "second": "sala", "refund_cents": 1200}
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert "(GameVoided, game:1:1): there can be none while the game is paying" in said


@pytest.mark.parametrize(
    ("change", "says"),
    [({"line_cents": 5_000}, "line_cents is told as 5000"), ({"bingo_cents": 9_999}, "bingo_cents is told as 9999")],
)
def test_with_additional_prizes_line_and_bingo_are_worked_out_too(time, tmp_path, change, says):
    files = accumulated(time)
    figures = {**json.loads(files["game.json"])["figures"], **change}
    code, said = judged(told_otherwise(files, "SaleClosed", {"figures": figures}), tmp_path)
    assert code == 1
    assert f"(SaleClosed, game:1:1): {says}" in said


def test_what_an_additional_prize_gets_and_is_played_for_is_worked_out(time, tmp_path):
    """50 cards at 2 euros, 4 % for the prize: 4.00 of 100.00, and not 5.00."""
    files = accumulated(time)
    assert judged(files, tmp_path)[0] == 0
    figures = json.loads(files["game.json"])["figures"]
    assert [(j["funded_cents"], j["prize_cents"]) for j in figures["jackpots"]] == [(400, 400)]
    for name in ("prize_cents", "last_ball"):
        more = [{**figures["jackpots"][0], name: 500}]
        code, said = judged(told_otherwise(files, "SaleClosed", {"figures": {**figures, "jackpots": more}}), tmp_path)
        assert code == 1
        assert "(SaleClosed, game:1:1): the additional prizes are told as" in said


def accumulated(time):
    story = an_open_session(profile="murcia-2012")
    jackpots.switch_jackpot(session_id=story.session.pk, code="acumulado", on=True, last_ball=43, actor="sala")
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=50, actor="venta")
    play_out(story, time)
    return pack_of(story)


def test_a_half_called_in_the_first_game_of_a_pair_is_not_called_in_the_second(time, tmp_path):
    story = an_open_session()
    double_cards(story)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    win_bingo(story, time, 3, part=1)
    pair_deeds.give_token(game_id=story.game_id, award_no=1, token="red 1", actor="mesa")
    payments.close_game(game_id=story.game_id, actor="mesa")
    story.game = Game.objects.get(session=story.session, game_no=2)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    win_bingo(story, time, 3, part=2)
    files = pack_of(story, 2)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    rows = rows_of(files)
    for row in rows:
        if row["kind"] == "ClaimRaised" and row["stream"] == "game:1:2":
            row["payload"]["part"] = 1
    code, said = judged(with_rows(files, chained_again(rows)), tmp_path)
    assert code == 1
    assert "(ClaimRaised, game:1:2): half 1 of card 3 cannot be called" in said
