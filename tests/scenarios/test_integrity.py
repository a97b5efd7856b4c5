"""What must never be believed: cards, balls, files, rows and words that were spoilt: G20, G29 to G33, G36 to G38."""

import csv
import io
import multiprocessing
import re
import subprocess
import sys
from contextlib import contextmanager

import pytest
from django.db import connection

from people.bans import set_register
from people.models import EntryBan
from records.models import Event, Hall
from records.triggers import guard, unguard
from sessions.models import BallSet, CardMatrix, Game
from sessions.printing.acta_files import acta_csv
from sessions.rules import errors
from sessions.rules.claims import missing_numbers
from sessions.rules.events import PrizeKind
from sessions.rules.exchange import read_matrix
from sessions.rules.matrix import generate_matrix
from sessions.rules.session import EQUIPMENT
from sessions.rules.void import VoidOrder
from sessions.selectors.acta import minutes_of
from sessions.selectors.faces import complete_cards, face_rows, matrix_of
from sessions.selectors.verify import journal_violations, violations
from sessions.services import claims, draw, payments, sales, sessions, store, suspensions, voids
from sessions.services.admission import check_entry
from sessions.services.ball_watch import watch_balls
from sessions.services.exchange import import_matrix
from tests.given import a_game_drawing, a_game_ready, a_hall, an_open_session, call_numbers, close_sale, open_next_sale
from tests.scenarios.looks import alarms, board, frames, kinds, line_of, money, proved, refusal, said
from tests.screens.test_tax_page import manager_of, set_tax
from tests.sessions.played import all_but, play
from tests.sessions.rules.matrix_files import CARD_1, CARD_1_OTHERWISE, CARD_2, csv_of, squares
from tests.sessions.selectors.test_tax_report import MADRID
from tests.sessions.services.test_damaged_matrix import file_of, flip, forget
from tests.sessions.stories import POSTS, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

SOLD = {"cash": 1_200, "prizes": 798, "house": 402}  # 6 x 2.00: 1.08 + 6.90, and 4.02
FORMULA = '=HYPERLINK("http://x","y")'


def first_faces(pipe):
    """Give the rows of the first faces a process draws with the system's own randomness."""
    pipe.send([face.rows for face in generate_matrix(6)])


def test_g20_no_two_processes_or_restarts_deal_the_same_faces():
    """What a program draws here are the faces, and no fork or restart may repeat them."""
    fork, dealt = multiprocessing.get_context("fork"), []
    for _ in range(8):
        mine, theirs = fork.Pipe()
        process = fork.Process(target=first_faces, args=(theirs,), daemon=True)
        process.start()
        assert mine.poll(60)
        dealt.append(tuple(mine.recv()))
        process.join(60)
    script = "from sessions.rules.matrix import generate_matrix; print([f.rows for f in generate_matrix(6)])"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
        dealt.append(done.stdout)
    assert len(set(dealt)) == len(dealt) == 10
    firsts = [one[0] for one in dealt[:8]]
    assert len(set(firsts)) == 8, "not even one first face"


def test_g20_a_draw_in_the_order_of_an_earlier_one_is_stopped_and_told():
    """The order comes back after a restart of the machine: the draw stands still, and nobody here can let it go on."""
    story, order = a_game_ready(extractor="machine", virtual=False), list(range(1, 17))
    brought(story, order)
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="balls", ball_out=True, text="restarted", **by)
    voids.void_game(order=VoidOrder(cause="balls", reason="restarted", agent="TIP 1"), second="sala", **by)
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(**by)
    open_next_sale(story, extractor="machine", virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    close_sale(story)
    brought(story, order)
    kinds = Event.objects.filter(stream="game:1:2").order_by("seq").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["BallDrawn", "DrawPaused"]
    board = frames(story, "public")[-1]["board"]
    assert (board["pause"], len(board["drawn"])) == ("repeated_order", 14), "the fifteenth is not called"
    with pytest.raises(errors.OrderRepeats):
        draw.resume_draw(game_id=story.game_id, actor="mesa")
    assert ("repeated_order", {"stream": "game:1:2", "as": "game:1:1"}) in alarms(story)


def brought(story, numbers):
    """Let the machine bring numbers, each called at once, until the draw stands still."""
    draw.start_draw(game_id=story.game_id, actor="mesa")
    for ordinal, number in enumerate(numbers, start=1):
        ball = {"ordinal": ordinal, "number": number, "source": "rfid"}
        draw.draw_ball(game_id=story.game_id, source_ref=f"m:{story.game_id}:{ordinal}", **ball)
        if Game.objects.get(pk=story.game_id).board["pause"]:
            return
        draw.call_ball(game_id=story.game_id, ordinal=ordinal, actor="venta")


def test_g20_the_same_faces_are_not_filed_twice_in_a_hall():
    hall = Hall.objects.create(code="h", name="Hall")
    data = csv_of(*[";".join(squares(n, rows)) for n, rows in ((1, CARD_1), (2, CARD_2))])
    import_matrix(hall, "one", data)
    with pytest.raises(errors.MatrixExists):
        import_matrix(hall, "two", data)
    assert CardMatrix.objects.count() == 1
    assert [e.kind for e in Event.objects.filter(hall=hall)] == ["MatrixFiled"]


def test_g29_words_that_are_a_formula_go_out_as_plain_text(time):
    """The words of people that go out are the minutes' and the tax report's; the visitors' file has its own test."""
    story = an_open_session()
    sessions.note_incident(session_id=story.session.pk, text=FORMULA, actor="sala")
    set_tax(story.hall, MADRID, name=FORMULA)
    story.session.refresh_from_db()
    exports = [acta_csv(minutes_of(story.hall, story.session)).decode("utf-8-sig")]
    answer = manager_of(story.hall).get("/tributos/", {"forma": "csv"})
    exports.append(answer.content.decode("utf-8-sig"))
    for text in exports:
        cells = [cell for row in csv.reader(io.StringIO(text), delimiter=";") for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
    assert f"'{FORMULA}" in next(csv_cells(exports[0]))
    assert frames(story, "public")[-1]["event"] is None, "and no screen of the public is told of it"


def csv_cells(text):
    for row in csv.reader(io.StringIO(text), delimiter=";"):
        if any("HYPERLINK" in cell for cell in row):
            yield row


def test_g30_two_cards_with_the_same_15_numbers_are_not_taken_in_and_both_are_named():
    hall = Hall.objects.create(code="h", name="Hall")
    for other, code in ((CARD_1, "same-face"), (CARD_1_OTHERWISE, "same-numbers")):
        data = csv_of(*[";".join(squares(n, rows)) for n, rows in ((104, CARD_1), (217, CARD_2), (355, other))])
        (problem,) = [p for p in read_matrix(data).problems if p.code == code]
        assert (problem.params["other"], problem.card) == (104, 355)
        with pytest.raises(errors.MatrixUnsound):
            import_matrix(hall, "linked", data)
    assert not CardMatrix.objects.exists()
    assert not Event.objects.filter(hall=hall).exists()


def test_g31_with_a_ball_missing_the_session_does_not_open_and_no_sale_does():
    hall, physical, _ = a_hall()
    session = sessions.start_session(hall_id=hall.pk)
    by = {"session_id": session.pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    for post, person in POSTS.items():
        sessions.post_staff(post=post, usernames=[person], **by)
    sessions.count_balls(ball_set="set-1", missing=[2], **by)
    assert refusal(sessions.open_session, signed="mesa", **by) == "balls_missing"
    assert not Event.objects.filter(hall=hall, kind="SessionOpened").exists()
    game = sales.announce_game(session_id=session.pk)
    sale = {"physical_series": physical.pk, "virtual_series": None, "extractor": "manual", "ball_set": "set-1"}
    assert refusal(sales.open_sale, game_id=game.pk, actor="mesa", **sale) == "wrong_state"
    counted = [e.payload["missing"] for e in Event.objects.filter(hall=hall, kind="BallsCounted")]
    assert counted == [[2]], "what was counted stands in the journal"
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    sessions.open_session(signed="mesa", **by)


def test_g31_a_ball_that_never_comes_rings_once_after_seventeen_games_of_sixty():
    """90 balls, 60 a game: (30/90)^n x 90 falls under one in a million at n = 17."""
    assert 90 * (30 / 90) ** 16 > 1e-6 > 90 * (30 / 90) ** 17
    story = an_open_session()
    played = play(story.session, BallSet.objects.get(hall=story.hall), *[all_but(47, turn=n) for n in range(17)])
    for game in played[-2:]:
        watch_balls(game.pk)
    noted = Event.objects.filter(hall=story.hall, kind="IncidentNoted")
    assert [e.payload["text"] for e in noted] == ["47 (set-1, 17)"]
    assert frames(story, "public")[-1]["event"] is None


@pytest.mark.parametrize("number", [0, 91, -1, 100])
def test_g32_no_ball_but_1_to_90_is_drawn(number):
    story = a_game_drawing(5)
    before = kinds(story)
    assert refusal(draw.draw_manual, game_id=story.game_id, number=number, actor="venta") == "ball_out_of_range"
    assert kinds(story) == before


def test_g32_every_ball_from_1_to_90_is_drawn_once_and_90_is_on_cards():
    story = a_game_drawing(*range(1, 91))
    assert board(story)["drawn"] == list(range(1, 91))
    assert refusal(draw.draw_manual, game_id=story.game_id, number=90, actor="venta") == "ball_already_drawn"
    on_cards = {n for card in range(1, 301) for row in face_rows(story.physical.matrix.sha256, card) for n in row}
    assert on_cards == set(range(1, 91))
    assert said(story, "public", "BallCalled")[-1]["event"] == {
        "ordinal": 90,
        "number": 90,
        "kind": "BallCalled",
        "stream": "game:1:1",
    }
    assert money(story) == SOLD
    assert proved(story) == []


def column_in_print(number):
    """Say in words where a number is printed: 1-9 in the first column, 80-90 in the last."""
    return next(c for c, last in enumerate((9, 19, 29, 39, 49, 59, 69, 79, 90)) if number <= last)


def test_g33_each_number_marks_its_own_cell_and_no_other_on_every_card():
    """90 numbers x 300 cards, as judged and as printed; and 14 numbers are never a bingo."""
    _, physical, _ = a_hall()
    sha, marked = physical.matrix.sha256, 0
    for card in range(1, 301):
        rows = face_rows(sha, card)
        mine = [n for row in rows for n in row]
        for number in range(1, 91):
            missing = [missing_numbers((row,), frozenset({number}), PrizeKind.LINE) for row in rows]
            gone = [set(row) - set(left) for row, left in zip(rows, missing, strict=True)]
            assert gone == [{number} & set(row) for row in rows]
            marked += sum(map(len, gone))
        printed = matrix_of(sha).face(card).grid()
        for cells, row in zip(printed, rows, strict=True):
            assert [cells[column_in_print(n)] for n in row] == list(row), card
            assert sum(map(bool, cells)) == 5
        assert len(set(mine)) == 15
    assert marked == 300 * 15
    for card in (1, 150, 300):
        numbers = [n for row in face_rows(sha, card) for n in row]
        assert card in complete_cards(sha, 1, 300, numbers)[1]
        assert all(card not in complete_cards(sha, 1, 300, numbers[:i] + numbers[i + 1 :])[1] for i in range(15))


@pytest.mark.parametrize(
    "typed", ["12 345 678-z", "12345678Z", " 12.345.678 Z ", "12-345-678-Z", "12345678z", "12345678"]
)
def test_g36_who_may_not_come_in_is_known_however_the_document_is_written_and_no_reason_is_told(typed):
    story = an_open_session()
    set_register(story.hall, ["12345678Z"])
    by = {"session_id": story.session.pk, "actor": "sala"}
    assert check_entry(document="87654321-x", **by) == {"admitted": True}
    assert check_entry(document=typed, **by) == {"admitted": False}
    told = frames(story, "public")
    assert told[-1]["event"] is None, "that somebody was refused is not the public's to know"
    (row,) = Event.objects.filter(hall=story.hall, kind="AdmissionRefused")
    assert row.payload == {"reason": "art. 30.1", "expelled": False}
    assert not any("12345678" in str(row) for row in Event.objects.values())
    assert "12345678" not in EntryBan.objects.get().mark


class Owner:
    """Whoever owns the database."""

    connection = connection

    def execute(self, sql):
        with connection.cursor() as cursor:
            cursor.execute(sql)


@contextmanager
def without_triggers():
    unguard(Owner(), "records_event")
    yield
    guard(Owner(), "records_event")


def test_g37_a_row_edited_with_sql_is_named_by_verify_and_no_session_opens_over_it():
    story = a_game_drawing(5, 12)
    row = Event.objects.get(hall=story.hall, kind="BallCalled", payload__number=5)
    with without_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE records_event SET actor = 'nobody' WHERE id = %s", [row.pk])
    story.hall.refresh_from_db()
    (found,) = [line for line in journal_violations(story.hall) if line.startswith("I9")]
    assert re.search(rf"\b{row.position}\b", found), found
    by = {"session_id": story.session.pk, "actor": "sala"}
    with pytest.raises(errors.JournalBroken):
        sessions.open_session(signed="mesa", **by)
    assert Event.objects.filter(hall=story.hall).latest("position").kind == "BallCalled"
    assert money(story) == SOLD


def test_g38_one_bit_flipped_on_the_disk_takes_that_card_out_of_play_and_no_other(data_dir, time):
    forget()
    story = an_open_session(seed=8_138)
    flip(file_of(story, data_dir), 2)
    open_next_sale(story, virtual=False)
    sold = sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    assert [(run.first, run.last) for run in sold.runs] == [(1, 1), (3, 4)]
    ((code, payload),) = alarms(story)
    assert (code, payload["cards"]) == ("cards_unplayable", [[2, 2]])
    close_sale(story)
    draw.start_draw(game_id=story.game_id, actor="mesa")
    call_numbers(story, *line_of(story, 3))
    by = {"game_id": story.game_id, "prize": "line", "actor": "mesa"}
    assert refusal(claims.raise_claim, card="2", **by) == "card_not_sold"
    raised = claims.raise_claim(card="3", **by)
    assert claims.verify_claim(game_id=story.game_id, claim_no=raised.claim_no, actor="mesa").kind == "ClaimUpheld"
    (told,) = said(story, "public", "SaleClosed")
    assert told["event"]["figures"]["physical_sold"] == 3
    assert "off" not in told["event"]
    story.hall.refresh_from_db()
    assert [line for line in violations(story.hall) if "damaged faces: [2]" in line]
    forget()


def test_g38_control_an_honest_file_has_no_alarm(time):
    forget()
    story = an_open_session(seed=8_139)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    play_out(story, time, winner=2)
    assert alarms(story) == []
    assert store.destroy_used(session_id=story.session.pk, witness="Ana", actor="sala").cards == 2
    assert proved(story) == []
