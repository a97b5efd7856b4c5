"""The hall's clock: the night of October that has an hour twice, and a session over midnight: G28, G35."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from records.models import Event
from sessions.models import BingoSession, Game
from sessions.printing.acta_files import acta_csv
from sessions.selectors.acta import minutes_of
from sessions.services import claims, draw, sales, suspensions
from tests.given import a_game_drawing, an_open_session, call_numbers, open_next_sale
from tests.scenarios.looks import board, frames, kinds, line_of, money, proved, refusal, said
from tests.sessions.stories import end_session, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]

MADRID = ZoneInfo("Europe/Madrid")
TURN = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)  # 02:59:59 is followed by 02:00:00


def test_g28_over_the_hour_that_comes_twice_the_order_the_waits_and_the_minutes_are_right(time):
    """A line is verified at 02:59:55 of summer; ten seconds of window end at 02:00:05 of winter."""
    time.time = TURN - timedelta(minutes=10)
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *line_of(story, 1))
    claims.raise_claim(prize="line", card="1", **by)
    time.time = TURN - timedelta(seconds=5)
    claims.verify_claim(claim_no=1, **by)
    time.time = TURN + timedelta(seconds=4)
    assert refusal(claims.resume_play, **by) == "claim_window_open"
    time.time = TURN + timedelta(seconds=6)
    claims.resume_play(**by)
    draw.pause_draw(reason="person", **by)

    rows = list(Event.objects.filter(hall=story.hall).order_by("position"))
    assert [r.at for r in rows] == sorted(r.at for r in rows)
    assert [r.seq for r in rows if r.stream == story.game.stream] == list(range(1, board(story)["seq"] + 1))
    local = [r.at.astimezone(MADRID) for r in rows if r.kind in {"ClaimUpheld", "PlayResumed"}]
    assert [f"{t:%H:%M:%S}" for t in local] == ["02:59:55", "02:00:06"]
    assert (local[1].astimezone(UTC) - local[0].astimezone(UTC)).total_seconds() == pytest.approx(11, abs=0.1)
    told = [f["at"] for f in frames(story, "public")]
    assert all(at.endswith("+00:00") for at in told), "times carry their offset"
    assert told == sorted(told)
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}
    assert proved(story) == []


def test_g28_fifteen_minutes_are_fifteen_minutes_though_the_clock_went_back(time):
    time.time = TURN - timedelta(minutes=8)
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    suspensions.suspend_game(cause="failure", ball_out=False, text="no current", **by)
    suspensions.read_paragraph(paragraph="36.1", **by)
    time.time = TURN + timedelta(minutes=6, seconds=59)
    suspensions.lift_suspension(decision="solved", text="current again", **by)
    suspensions.suspend_game(cause="failure", ball_out=False, text="no current", **by)
    suspensions.read_paragraph(paragraph="36.1", **by)
    time.advance(15 * 60)
    assert refusal(suspensions.lift_suspension, decision="solved", text="late", **by) == "suspension_too_long"
    assert kinds(story)[-2:] == ["GameSuspended", "ParagraphRead"]
    (first, second) = said(story, "public", "GameSuspended")
    assert first["board"]["suspension"]["since"] < second["board"]["suspension"]["since"]


def test_g28_a_clock_that_somebody_sets_back_keeps_nobody_waiting_for_an_hour(time):
    """The machine's own clock goes back one hour between the verdict and the order; the journal's order is its own."""
    story = a_game_drawing()
    by = {"game_id": story.game_id, "actor": "mesa"}
    call_numbers(story, *line_of(story, 1))
    claims.raise_claim(prize="line", card="1", **by)
    claims.verify_claim(claim_no=1, **by)
    assert refusal(claims.resume_play, **by) == "claim_window_open"
    time.advance(-3_600)
    claims.resume_play(**by)
    call_numbers(story, next(n for n in range(90, 0, -1) if n not in line_of(story, 1)))
    assert kinds(story)[-4:] == ["ClaimUpheld", "PlayResumed", "BallDrawn", "BallCalled"]
    seqs = Event.objects.filter(stream=story.game.stream).order_by("position").values_list("seq", flat=True)
    assert list(seqs) == list(range(1, board(story)["seq"] + 1))
    assert [(a["card"], a["cents"]) for a in said(story, "public", "PlayResumed")[0]["board"]["awards"]] == [(1, 108)]
    assert money(story) == {"cash": 1_200, "prizes": 798, "house": 402}
    assert proved(story) == []


def test_g28_the_minutes_tell_the_two_hours_apart(time):
    time.time = TURN - timedelta(minutes=30)
    story = an_open_session()
    for minutes in (0, 60):
        time.time = TURN + timedelta(minutes=minutes - 30)
        open_next_sale(story)
        sales.withdraw_game(game_id=story.game_id, reason="nobody came", actor="mesa")
    story.session.refresh_from_db()
    with override("es"):
        minutes = minutes_of(story.hall, story.session)
        lines = acta_csv(minutes).decode("utf-8-sig").splitlines()
    withdrawn = [entry.at for entry in minutes.entries if entry.kind == "withdrawn"]
    assert withdrawn[1] - withdrawn[0] == pytest.approx(timedelta(hours=1), abs=timedelta(seconds=1))
    assert any("25/10/2026 02:30:00 +02:00" in line for line in lines)
    assert any("25/10/2026 02:30:00 +01:00" in line for line in lines)


def test_g35_a_session_over_midnight_is_one_session_with_one_acta_and_its_games_go_on_counting(time):
    time.time = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)  # 16:00 in Madrid
    story = an_open_session()
    for at in (datetime(2026, 11, 30, 22, 50, tzinfo=UTC), datetime(2026, 12, 1, 2, 10, tzinfo=UTC)):
        time.time = at
        open_next_sale(story, virtual=False)
        sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
        play_out(story, time, winner=board(story)["lots"][0]["first_card"])
    time.time = datetime(2026, 12, 1, 2, 30, tzinfo=UTC)  # 03:30
    end_session(story)
    story.session.refresh_from_db()
    assert BingoSession.objects.filter(hall=story.hall).count() == 1
    assert list(Game.objects.order_by("pk").values_list("session__session_no", "game_no")) == [(1, 1), (1, 2)]
    days = {r.at.astimezone(MADRID).date().isoformat() for r in Event.objects.filter(hall=story.hall)}
    assert days == {"2026-11-30", "2026-12-01"}
    minutes = minutes_of(story.hall, story.session)
    assert (minutes.entries[0].kind, minutes.entries[-1].kind) == ("opening", "closing")
    assert sorted({e.game_no for e in minutes.entries if e.game_no}) == [1, 2]
    assert [e.entry_no for e in minutes.entries] == list(range(1, len(minutes.entries) + 1))
    assert {f["board"]["game_no"] for f in said(story, "public", "GameClosed")} == {1, 2}
    assert {f["session"]["session_no"] for f in frames(story, "public") if f["session"]} == {1}
    # Two games of 12.00, in each 1.08 and 6.90 won and not fetched.
    assert money(story) == {"cash": 2_400, "prizes_payable": 2 * 798, "house": 2 * 402}
    assert proved(story) == []
