"""The pack of an electronic draw: both scripts agree with it, and the second finds a draw that was not as promised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sessions.models import Game
from sessions.rules.void import VoidOrder
from sessions.selectors.electronic import draw_to_check
from sessions.services import draw, electronic, payments, sales, suspensions, voids
from tests.given import a_game_ready
from tests.sessions.dispute.packs import chained_again, judged, pack_of, rows_of, with_rows
from tests.sessions.electronic import NUMBER, a_hall_that_may, begun, drawn, on_sale, ready, the, won
from tests.sessions.stories import double_cards, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

SCRIPT = Path(__file__).resolve().parents[3] / "sessions" / "dispute" / "verify_draw.py"
VECTORS = json.loads(Path(__file__).parents[1].joinpath("rules", "electronic_vectors.json").read_text())


def run(path, *more):
    """Run the second script alone, isolated from this project."""
    ran = subprocess.run([sys.executable, "-I", SCRIPT, path, *more], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.returncode, ran.stdout.splitlines()


def drawn_again(files, folder, *more):
    """Judge a pack by both scripts: the first has to agree, so the chain is whole."""
    assert judged(files, folder)[0] == 0
    return run(folder / "pack.zip", *more)


@pytest.fixture
def files(time):
    """Make the pack of a game that card 1 won."""
    story = begun()
    won(story, time)
    return pack_of(story)


def changed(files, kind, change):
    """Change the rows of a kind, and make the whole chain anew."""
    rows = [{**r, "payload": {**r["payload"], **change}} if r["kind"] == kind else r for r in rows_of(files)]
    return with_rows(files, chained_again(rows))


def test_both_scripts_agree_with_the_hall(files, tmp_path):
    assert files["verify_draw.py"] == SCRIPT.read_bytes()
    commitment = next(r["payload"]["commitment"] for r in rows_of(files) if r["kind"] == "DrawCommitted")
    code, said = drawn_again(files, tmp_path, "--commitment", commitment[:16].upper(), "--number", NUMBER)
    assert (code, said[-1]) == (0, "OK")
    assert drawn_again(files, tmp_path)[0] == 0


def test_the_script_is_in_no_pack_of_balls(time):
    story = a_game_ready()
    play_out(story, time, winner=3, close=False)
    assert "verify_draw.py" not in pack_of(story)


@pytest.mark.parametrize(
    ("kind", "change", "fault"),
    [
        ("DrawRevealed", {"secret": "5e" * 32}, "the secret gives the commitment"),
        ("DrawRevealed", {"secret": ""}, "the hall has not shown the secret"),
        ("DrawRevealed", {"secret": "5e"}, "the secret has 1 bytes, not 32"),
        ("PublicNumberGiven", {"closing": "c0" * 32}, "the number names another closing of the sale"),
        ("SaleClosed", {"leftover_first": 8}, "the number names another closing of the sale"),
    ],
)
def test_what_was_told_otherwise_is_found(files, tmp_path, kind, change, fault):
    rows = [{**r, "payload": {**r["payload"], **change}} if r["kind"] == kind else r for r in rows_of(files)]
    where = tmp_path / "pack.zip"
    judged(with_rows(files, chained_again(rows)), tmp_path)
    code, said = run(where)
    assert code == 1
    assert fault in said[-1]


def test_another_number_is_found_where_the_closing_is_named_again(files, tmp_path):
    """A forger who makes the chain anew and names the new closing is found by the balls, which do not change."""
    rows = chained_again(rows_of(files))
    closing = next(r["hash"] for r in rows if r["kind"] == "SaleClosed")
    number = {"number": "004712", "closing": closing}
    code, said = run_on(changed(files, "PublicNumberGiven", number), tmp_path)
    assert (code, "is not the one of that order" in said[-1]) == (1, True)


def run_on(files, folder):
    judged(files, folder)
    return run(folder / "pack.zip")


def test_a_card_sold_before_the_promise_is_found(files, tmp_path):
    rows = rows_of(files)
    at = next(place for place, row in enumerate(rows) if row["kind"] == "CardsSold")
    rows[1], rows[at] = rows[at], rows[1]
    code, said = run_on(with_rows(files, rows), tmp_path)
    assert (code, said[-1]) == (1, "FAULT the order was not fixed as the first thing of the game")


def test_both_games_of_a_pair_are_proved_from_their_packs(time, tmp_path):
    story = a_hall_that_may()
    double_cards(story)
    begun(story)
    for game_no in (1, 2):
        drawn(story, 90)
        draw.close_unclaimed(game_id=story.game_id, actor="mesa")
        payments.close_game(game_id=story.game_id, actor="mesa")
        code, said = drawn_again(pack_of(story, game_no), tmp_path)
        assert (code, said[-2]) == (0, "ok    the 90 balls drawn are the first of it")
        if game_no == 1:
            story.game = Game.objects.get(game_no=2)
            electronic.give_public_number(game_id=story.game_id, number="999999", actor="mesa")
            draw.start_draw(game_id=story.game_id, actor="mesa")


def test_a_pair_withdrawn_in_its_sale_and_the_game_that_has_its_number_next_are_both_proved(tmp_path):
    story = a_hall_that_may()
    double_cards(story)
    on_sale(story)
    promised = the(story, "DrawCommitted")
    sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    files = pack_of(story)
    for commitment in ("", promised["commitment"], promised["second"]):
        code, said = drawn_again(files, tmp_path, *(["--commitment", commitment] if commitment else []))
        assert code == 0
        assert said == [
            f"ok    the secret is the one promised before the sale: {promised['commitment']}",
            f"ok    so is the secret of game:1:2, sold with this one and never begun: {promised['second']}",
            "ok    no number of the public was drawn, and no ball",
            "OK",
        ]
    code, said = run_on(changed(files, "DrawRevealed", {"second": "5e" * 32}), tmp_path)
    assert (code, said[-1].startswith("FAULT the secret of game:1:2 gives the commitment ")) == (1, True)
    begun(story)
    drawn(story, 90)
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    next_one = the(story, "DrawCommitted", 2)["commitment"]
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = pack_of(story, 2)
    code, said = drawn_again(files, tmp_path, "--commitment", next_one)
    assert (code, said[-2]) == (0, "ok    the 90 balls drawn are the first of it")
    # What was written down while the pair was sold is another promise, and its own pack's.
    code, said = run(tmp_path / "pack.zip", "--commitment", promised["second"])
    assert (code, "you wrote down the commitment" in said[-1]) == (1, True)


def test_a_game_null_before_the_public_drew_its_number_is_proved(tmp_path):
    story = ready()
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=False, text="x", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="x", agent="TIP 1"), second="sala", **by)
    files = pack_of(story)
    code, said = drawn_again(files, tmp_path)
    assert (code, said[1:]) == (0, ["ok    no number of the public was drawn, and no ball", "OK"])
    assert run(tmp_path / "pack.zip", "--number", NUMBER)[0] == 1
    draw = {**draw_to_check(story.hall, Game.objects.get()), "balls": [5]}
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(draw))
    assert run(path)[1][-1] == "FAULT a ball came without a number of the public"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["stream"])
def test_the_script_gives_what_the_vectors_say(vector, tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(vector))
    code, said = run(path, "--commitment", vector["commitment"])
    assert (code, said[-1]) == (0, "OK")
    assert said[1].endswith(f"the order {' '.join(map(str, vector['balls']))}")
    path.write_text(json.dumps({**vector, "balls": [*vector["balls"][:88], vector["balls"][89], vector["balls"][88]]}))
    assert run(path) == (1, [*said[:2], "FAULT ball 89 is not the one of that order"])


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"hall": 1}', "PK"])
def test_what_is_no_draw_is_a_fault_in_one_line(text, tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(text)
    code, said = run(path)
    assert (code, len(said), said[0][:5]) == (1, 1, "FAULT")


def test_the_script_is_short_and_stands_alone():
    text = SCRIPT.read_text()
    assert len(text.splitlines()) < 150
    lines = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert lines == ["import hashlib", "import hmac", "import json", "import sys", "import zipfile"]
