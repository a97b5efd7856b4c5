"""Packs as the hall makes them: what they hold, and that the script works out the same, of games of every kind."""

import ast
import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

from records.models import Event
from sessions.models import Game, SoldCard
from sessions.rules.cheques import Method, Payment
from sessions.rules.errors import NotFound, WrongState
from sessions.selectors.faces import face_rows
from sessions.services import claims, corrections, draw, payments, sales, transfers
from sessions.services.dispute import make_pack
from tests.given import a_game_drawing, a_game_on_sale, a_game_ready, call_numbers, close_sale, open_next_sale
from tests.sessions.dispute.packs import SCRIPT, judged, pack_of, rows_of
from tests.sessions.services.floors import a_player
from tests.sessions.stories import play_out

pytestmark = pytest.mark.django_db


def faces_until_both_are_complete(story, *cards):
    """Give the numbers of these cards, each once."""
    return list(
        dict.fromkeys(n for card in cards for row in face_rows(story.physical.matrix.sha256, card) for n in row)
    )


def tie(story, time, cards=(2, 5)):
    """Let cards win line and bingo together, verified in this order."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *faces_until_both_are_complete(story, *cards))
    for prize in ("line", "bingo"):
        for card in cards:
            raised = claims.raise_claim(prize=prize, card=str(card), **by)
            claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)


def test_a_game_won_by_one_card_is_checked_from_beginning_to_end(time, tmp_path):
    """6 cards at 2 euros: takings 12.00, line 1.08, bingo 6.90."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "OK"), said
    assert "6 cards sold once each; takings 1200 cents" in said
    assert "15 balls drawn, 15 called" in said
    summary = json.loads(files["game.json"])
    assert [(a["prize"], a["card"], a["cents"], a["status"]) for a in summary["awards"]] == [
        ("line", 3, 108, "payable"),
        ("bingo", 3, 690, "payable"),
    ]
    assert [(c["prize"], c["card"], c["ball"]) for c in summary["claims"]] == [("line", 3, 15), ("bingo", 3, 15)]
    assert [series["sold"] for series in summary["series"]] == [[[1, 6]], []]
    assert ["venta", "venta"] in [p for post in summary["staff"] for p in post["people"]]
    assert any("Comienza la partida." in said["text"] for read in summary["phrases"] for said in read["said"])


def test_the_faces_are_those_of_the_cards_sold_and_no_others(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    lines = pack_of(story)["faces.csv"].decode().splitlines()
    assert lines[0] == "card,series,medium,row_1,row_2,row_3"
    assert [line.split(",")[:3] for line in lines[1:]] == [[str(n), "A-000001", "physical"] for n in (1, 2, 3)]
    rows = face_rows(story.physical.matrix.sha256, 2)
    assert lines[2].split(",")[3:] == [" ".join(map(str, row)) for row in rows]


def test_the_chain_goes_from_the_sale_of_the_game_to_its_closing(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    rows = rows_of(pack_of(story))
    assert (rows[0]["kind"], rows[-1]["kind"]) == ("SaleOpened", "GameClosed")
    stored = Event.objects.get(hall=story.hall, position=rows[-1]["position"])
    assert rows[-1]["hash"] == stored.hash


def test_nobody_from_the_public_is_named(time):
    """A witness of the count of balls, and players by name, are nowhere in it."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    files = pack_of(story)
    assert not any(
        "witness" in row["payload"] for name in ("journal.jsonl", "related.jsonl") for row in rows_of(files, name)
    )
    assert b"witness" not in files["game.json"]


def test_odd_cents_of_a_tie_go_to_the_card_verified_first(time, tmp_path):
    """5 cards at 2 euros: takings 10.00, bingo 5.75 among two is 2.88 and 2.87; line 0.90 is 0.45 each."""
    story = a_game_drawing(sold=5)
    tie(story, time)
    for award_no, card in ((1, 2), (2, 5), (3, 2)):
        payments.pay_prize(game_id=story.game_id, award_no=award_no, card=card, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    awards = json.loads(files["game.json"])["awards"]
    assert [(a["card"], a["cents"]) for a in awards] == [(2, 45), (5, 45), (2, 288), (5, 287)]
    assert "4 awards shared to the cent, 3 of them paid" in said


def test_a_ball_read_wrong_and_put_right_is_checked_as_it_was_put_right(time, tmp_path):
    story = a_game_drawing(sold=3)
    numbers = faces_until_both_are_complete(story, 2)
    wrong = next(n for n in range(1, 91) if n not in numbers)
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *numbers[:-1], wrong)
    corrections.correct_ball(ordinal=15, number=numbers[-1], second="", **by)
    raised = claims.raise_claim(prize="bingo", card="2", **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    time.advance(10)
    claims.close_bingo(**by)
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    summary = json.loads(files["game.json"])
    assert summary["balls"][14]["number"] == numbers[-1]
    assert [(c["kind"], c["was"], c["number"]) for c in summary["corrections"]] == [
        ("BallCorrected", wrong, numbers[-1])
    ]


def test_a_card_found_wanting_and_a_game_nobody_won_are_checked_too(time, tmp_path):
    story = a_game_drawing(1, 2, 3, sold=3)
    by = {"game_id": story.game_id, "actor": "mesa"}
    raised = claims.raise_claim(prize="line", card="1", **by)
    claims.verify_claim(claim_no=raised.claim_no, **by)
    claims.resume_play(**by)
    call_numbers(story, *range(4, 91))
    draw.close_unclaimed(**by)
    payments.close_game(**by)
    code, said = judged(pack_of(story), tmp_path)
    assert code == 0, said
    assert "1 claims judged again by faces and balls called, 0 good" in said
    assert "not found good for bingo: [1, 2, 3]" in said


def test_a_sale_counted_anew_is_counted_anew_by_the_script(time, tmp_path):
    """8 sold, the last one was the 6: takings 12.00 again."""
    story = a_game_ready(sold=8)
    sales.correct_figures(game_id=story.game_id, last=6, reason="Contados dos de más", actor="mesa")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *range(1, 91))
    draw.close_unclaimed(game_id=story.game_id, actor="mesa")
    code, said = judged(pack_of(story), tmp_path)
    assert code == 0, said
    assert "6 cards sold once each; takings 1200 cents" in said


def test_a_prize_paid_after_its_game_was_closed_is_told_beside_the_chain(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    play_out(story, time, winner=3)
    payments.pay_late(session_id=story.session.pk, game_id=story.game_id, award_no=2, card=3, actor="caja")
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    summary = json.loads(files["game.json"])
    assert [(p["award_no"], p["cents"]) for p in summary["payments"]] == [(2, 690)]
    assert [a["status"] for a in summary["awards"]] == ["payable", "paid"]


def test_what_one_game_carries_to_the_next_is_in_its_prizes(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=5)
    files = pack_of(story, 2)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    # 6.00 twice: 57.5 % is 3.45, and the 3.45 nobody won.
    assert json.loads(files["game.json"])["figures"]["bingo_cents"] == 690


def test_the_same_game_gives_the_same_bytes_and_each_pack_is_noted(time):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    game = {"hall_id": story.hall.pk, "session_no": 1, "game_no": 1}
    first, again = make_pack(actor="sala", **game), make_pack(actor="mesa", **game)
    assert first.data == again.data
    noted = Event.objects.filter(hall=story.hall, kind="IncidentNoted").order_by("position")
    assert [(row.actor, row.payload["code"]) for row in noted] == [("sala", "dispute_pack"), ("mesa", "dispute_pack")]
    assert noted[0].payload["text"] == f"1/1, sha256 {first.sha256[:16]}"


def test_the_hash_noted_in_the_hall_is_compared_when_it_is_given(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=3)
    files = pack_of(story)
    last = rows_of(files)[-1]["hash"]
    assert judged(files, tmp_path, "--hash", last.upper())[0] == 0
    code, said = judged(files, tmp_path, "--hash", "0" * 64)
    assert code == 1
    assert f"(GameClosed, game:1:1): its hash is {last}" in said


def test_a_game_still_played_has_no_pack(time):
    story = a_game_drawing(1, 2, 3)
    game = {"hall_id": story.hall.pk, "session_no": 1, "actor": "sala"}
    with pytest.raises(WrongState):
        make_pack(game_no=1, **game)
    with pytest.raises(NotFound):
        make_pack(game_no=2, **game)


def test_the_command_writes_a_new_file_or_none(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    out = io.StringIO()
    options = {"session": 1, "game": 1, "out": tmp_path / "one.zip", "stdout": out}
    with pytest.raises(CommandError):
        call_command("dispute_pack", **options)
    assert not (tmp_path / "one.zip").exists()
    play_out(story, time, winner=3)
    call_command("dispute_pack", **options)
    assert "sha256" in out.getvalue()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert "verify_pack.py" in archive.namelist()
    with pytest.raises(CommandError):
        call_command("dispute_pack", **options)


def test_the_script_is_one_short_file_for_old_pythons_that_imports_nothing_of_ours():
    tree = ast.parse(SCRIPT.read_text(), feature_version=(3, 9))
    assert len(SCRIPT.read_text().splitlines()) < 400
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported == {"csv", "hashlib", "io", "json", "re", "sys", "zipfile"}


def test_a_game_with_virtual_cards_credits_them_and_names_no_account(time, tmp_path):
    """4 printed and 2 virtual; a virtual card wins: it is credited as the game closes."""
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=4, actor="venta")
    payments.deposit(hall_id=story.hall.pk, account="player:7", amount_cents=1000, actor="caja")
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:7", actor="player7")
    card = SoldCard.objects.filter(game=story.game_id, holder="player:7").order_by("number").first().number
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    for number in faces_until_both_are_complete(story, card):
        if Game.objects.get(pk=story.game_id).state == "checking":
            break
        call_numbers(story, number)
    end_checking(story, time)
    files = pack_of(story)
    code, said = judged(files, tmp_path)
    assert code == 0, said
    assert b"player:7" not in files["game.json"]


def end_checking(story, time):
    """Judge what called itself, go on until bingo, and close."""
    by = {"game_id": story.game_id, "actor": "mesa"}
    while True:
        game = Game.objects.get(pk=story.game_id)
        for claim in [c for c in game.board["claims"] if c["status"] == "open"]:
            claims.verify_claim(claim_no=claim["claim_no"], **by)
        time.advance(10)
        game.refresh_from_db()
        if any(c["prize"] == "bingo" and c["status"] == "upheld" for c in game.board["claims"]):
            claims.close_bingo(**by)
            return
        if game.state == "checking":
            claims.resume_play(**by)
        number = next(n for n in range(1, 91) if n not in game.board["drawn"])
        call_numbers(story, number)


def test_a_prize_whose_cheque_came_back_is_payable_in_the_pack_and_paid_again_in_the_next(time, tmp_path):
    story = a_game_ready()
    play_out(story, time, winner=2, close=False)
    order = {"session_id": story.session.pk, "game_id": story.game_id, "award_no": 2, "actor": "caja"}
    cheque = Payment(method=Method.CHEQUE, cheque="7701", consents=True)
    payments.pay_late(card=2, payment=cheque, **order)
    payments.cheque_returned(cheque="7701", **order)
    for status in ("payable", "paid"):
        files = pack_of(story)
        assert [award["status"] for award in json.loads(files["game.json"])["awards"]] == ["payable", status]
        code, said = judged(files, tmp_path)
        assert code == 0, said
        if status == "payable":
            payments.pay_late(card=2, **order)


def test_cards_handed_on_leave_the_pack_as_it_would_be(time, tmp_path):
    story = a_game_on_sale()
    sales.sell_cards(game_id=story.game_id, quantity=4, actor="venta")
    for number in (7, 8):
        a_player(story, number, 1_000)
    sales.buy_cards(game_id=story.game_id, quantity=2, holder="player:7", actor="player7")
    transfers.transfer_cards(game_id=story.game_id, holder="player:7", to="player:8", actor="caja")
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    end_checking(story, time)
    payments.close_game(game_id=story.game_id, actor="mesa")
    code, said = judged(pack_of(story), tmp_path)
    assert code == 0, said
