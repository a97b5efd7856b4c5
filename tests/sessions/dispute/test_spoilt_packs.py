"""Packs that are not as the hall made them: the script fails, and says which file, which row, and what is wrong."""

import json

import pytest

from sessions.services import claims, draw, payments, sales
from tests.given import a_game_drawing, a_game_on_sale, call_numbers
from tests.sessions.dispute.packs import (
    chained_again,
    hashed,
    judged,
    listed_again,
    pack_of,
    rows_of,
    with_rows,
    with_summary,
)
from tests.sessions.dispute.test_whole_packs import faces_until_both_are_complete, tie
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db

FILES = ("README.txt", "faces.csv", "game.json", "journal.jsonl", "manifest.json", "related.jsonl", "verify_pack.py")


_made: dict[str, bytes] = {}


@pytest.fixture
def files(time):
    """Make, once for all tests, the pack of a game of 5 cards, won by 2 and 5 together, one prize paid."""
    if not _made:
        story = a_game_drawing(sold=5)
        tie(story, time)
        payments.pay_prize(game_id=story.game_id, award_no=3, card=2, actor="caja")
        payments.close_game(game_id=story.game_id, actor="mesa")
        _made.update(pack_of(story))
    return dict(_made)


def spoilt(files, kind, change, *, nth=0):
    """Change the payload of a row and make the whole chain anew: only the game itself can tell."""
    rows = rows_of(files)
    at = [n for n, row in enumerate(rows) if row["kind"] == kind][nth]
    rows[at]["payload"] = {**rows[at]["payload"], **change(rows[at]["payload"])}
    return with_rows(files, chained_again(rows))


def fault(files, folder):
    code, said = judged(files, folder)
    assert code == 1, said
    return said.splitlines()[-1]


def test_every_file_of_the_pack_is_tried(files):
    assert tuple(sorted(files)) == FILES


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("where", [0, 0.5, 0.999])
def test_one_changed_byte_is_found_and_its_file_named(files, tmp_path, name, where):
    at = int(len(files[name]) * where)
    changed = bytes([files[name][at] ^ 1])
    files[name] = files[name][:at] + changed + files[name][at + 1 :]
    said = fault(files, tmp_path)
    # A digit of a hash within the manifest is told as the file it is of, against the manifest.
    assert said.startswith(f"FAULT {name}:") or (
        name == "manifest.json" and said.endswith("not the one in manifest.json")
    )


@pytest.mark.parametrize("name", FILES)
def test_a_file_taken_out_is_missed(files, tmp_path, name):
    files.pop(name)
    assert "missing" in fault(files, tmp_path) or name == "manifest.json"


def test_a_file_put_in_is_found(files, tmp_path):
    files["more.txt"] = b"more"
    assert fault(files, tmp_path) == "FAULT more.txt: manifest.json does not name it"


def test_a_changed_row_is_named_by_its_position_and_kind(files, tmp_path):
    """The forger wrote the manifest anew, but not the row's hash."""
    rows = rows_of(files)
    at = next(n for n, row in enumerate(rows) if row["kind"] == "BallCalled")
    rows[at]["payload"]["number"] = 90
    said = fault(with_rows(files, rows), tmp_path)
    assert said.startswith(f"FAULT journal.jsonl, position {rows[at]['position']} (BallCalled, game:1:1): its hash is")


def test_a_changed_row_with_its_own_hash_made_anew_breaks_the_chain_at_the_next(files, tmp_path):
    rows = rows_of(files)
    at = next(n for n, row in enumerate(rows) if row["kind"] == "PrizePaid")
    rows[at] = hashed({**rows[at], "at": "2026-11-30T23:00:00.000000+00:00"})
    said = fault(with_rows(files, rows), tmp_path)
    after = rows[at + 1]
    assert said.startswith(
        f"FAULT journal.jsonl, position {after['position']} ({after['kind']}, {after['stream']}): it follows"
    )
    assert f"position {rows[at]['position']} has {rows[at]['hash']}" in said


def test_a_row_taken_out_is_missed(files, tmp_path):
    rows = rows_of(files)
    del rows[10]
    assert "rows are missing before it" in fault(with_rows(files, rows), tmp_path)


# A chain made anew from end to end: what the game itself tells ----------------------------------------------


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        ("CardsSold", lambda p: {"last": p["last"] + 1}, "the cards cost 1200 cents, not 1000"),
        ("SaleClosed", lambda p: {"figures": {**p["figures"], "bingo_cents": 574}}, "bingo_cents is told as 574"),
        ("BallDrawn", lambda p: {"ordinal": p["ordinal"] + 1}, "a ball out of order"),
        ("BallCalled", lambda p: {"ordinal": p["ordinal"] + 1}, "the next one was"),
        ("ClaimRaised", lambda p: {"ball": p["ball"] - 1}, "balls were called, not"),
        ("ClaimRaised", lambda _: {"card": 6}, "card 6 was not sold in this game"),
        ("ClaimRaised", lambda p: {"rows": p["rows"][::-1]}, "the face of card 2 is not that of faces.csv"),
        ("ClaimUpheld", lambda _: {"card": 5}, "it is no verdict on an open claim"),
        ("BingoClosed", lambda p: {"awards": p["awards"][:3]}, "bingo: card and cents awarded [(2, 288)]"),
        ("BingoClosed", lambda p: {"awards": [*p["awards"][:2], *p["awards"][:1:-1]]}, "[(5, 287), (2, 288)]; the"),
        ("PrizePaid", lambda _: {"cents": 289}, "award 3 is ('physical', 2, 288)"),
        ("PrizePaid", lambda _: {"award_no": 1}, "award 1 is ('physical', 2, 45)"),
        ("GameClosed", lambda p: {"house_cents": p["house_cents"] + 1}, "house_cents is told as"),
    ],
)  # fmt: skip
def test_what_does_not_follow_from_the_game_is_named_where_it_stands(files, tmp_path, kind, change, says):
    said = fault(spoilt(files, kind, change), tmp_path)
    assert f"({kind}, game:1:1): " in said
    assert says in said


def test_a_number_drawn_twice_is_found(files, tmp_path):
    first = next(row for row in rows_of(files) if row["kind"] == "BallDrawn")["payload"]["number"]
    said = fault(spoilt(files, "BallDrawn", lambda _: {"number": first}, nth=1), tmp_path)
    assert f"number {first} is out already" in said


def test_a_card_found_good_before_its_last_number_is_found(time, tmp_path):
    """The same game with one ball less called before the verdict cannot be won."""
    story = a_game_drawing(sold=3)
    call_numbers(story, *faces_until_both_are_complete(story, 2)[:-1])
    by = {"game_id": story.game_id, "actor": "mesa"}
    raised = claims.raise_claim(prize="bingo", card="2", **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    claims.resume_play(**by)
    call_numbers(story, faces_until_both_are_complete(story, 2)[-1])
    call_numbers(story, *[n for n in range(1, 91) if n not in faces_until_both_are_complete(story, 2)])
    draw.close_unclaimed(**by)
    rows = rows_of(pack_of(story))
    at = next(n for n, row in enumerate(rows) if row["kind"] == "ClaimRejected")
    rows[at]["kind"] = "ClaimUpheld"
    rows[at]["payload"] = {name: rows[at]["payload"][name] for name in ("claim_no", "prize", "card")}
    said = fault(with_rows(pack_of(story), chained_again(rows)), tmp_path)
    assert (
        f"(ClaimUpheld, game:1:1): card 2 is found good; it lacks [{faces_until_both_are_complete(story, 2)[-1]}]"
        in said
    )


def test_a_card_more_or_less_in_the_list_of_faces_is_found(files, tmp_path):
    lines = files["faces.csv"].decode().splitlines(keepends=True)
    files["faces.csv"] = "".join(lines[:-1]).encode()
    assert fault(listed_again(files), tmp_path) == (
        # Card 5 was called, and its face is gone.
        next(
            f"FAULT journal.jsonl, position {row['position']} (ClaimRaised, game:1:1): "
            "the face of card 5 is not that of faces.csv"
            for row in rows_of(files)
            if row["kind"] == "ClaimRaised" and row["payload"]["card"] == 5
        )
    )


def test_a_face_that_is_no_face_is_found(files, tmp_path):
    lines = files["faces.csv"].decode().splitlines()
    number, series, medium, first, second, third = lines[1].split(",")
    lines[1] = f"{number},{series},{medium},{first},{second},{second}"
    assert third != second
    files["faces.csv"] = ("\n".join(lines) + "\n").encode()
    assert fault(listed_again(files), tmp_path).startswith("FAULT faces.csv, card 1: not 15 numbers of 1 to 90")


@pytest.mark.parametrize("name", ["figures", "balls", "claims", "awards", "payments", "series"])
def test_the_game_told_otherwise_than_its_rows_is_found(files, tmp_path, name):
    told = json.loads(files["game.json"])[name]
    changed = {**told, "bingo_cents": 1} if name == "figures" else told[:-1]
    assert fault(with_summary(files, **{name: changed}), tmp_path).startswith(f"FAULT game.json: {name} is not what")


def test_another_game_is_not_taken_for_this_one(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    files = with_summary(pack_of(story), stream="game:1:2")
    assert fault(files, tmp_path) == "FAULT faces.csv: not the cards sold: [1, 2, 3]"
