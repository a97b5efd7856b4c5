"""What is told to the public and to the staff, after every event of a game."""

from __future__ import annotations

import json

import pytest

from records.models import Event, Hall
from sessions.selectors.faces import face_rows
from sessions.selectors.hall_view import HallView, read_hall_view
from sessions.services import claims, corrections, draw, payments, sales
from tests.given import a_game_on_sale, a_hall, close_sale

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(time):
    """Play a machine's game with a held ball, a corrected one, a virtual winner and everything else."""
    story = a_game_on_sale(extractor="machine")
    by = {"game_id": story.game_id, "actor": "mesa"}
    payments.deposit(hall_id=story.hall.pk, account="player:1", amount_cents=200, actor="caja")
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:1", actor="player:1")
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    draw.start_draw(**by)
    row = face_rows(story.virtual.matrix.sha256, 201)[0]
    free = [n for n in range(1, 91) if n not in row][:2]
    balls = [*row[:4], free[0]]
    for ordinal, number in enumerate(balls, start=1):
        draw.draw_ball(
            game_id=story.game_id, ordinal=ordinal, number=number, source="rfid", source_ref=f"x:1:{ordinal}"
        )
        if ordinal < 5:
            draw.call_ball(ordinal=ordinal, **by)
    corrections.correct_ball(ordinal=5, number=row[4], second="sala", **by)
    draw.call_ball(ordinal=5, **by)
    draw.draw_ball(game_id=story.game_id, ordinal=6, number=row[0], source="rfid", source_ref="x:1:6")
    claims.verify_claim(claim_no=1, **by)
    corrections.resolve_held(accept=False, number=0, **by)
    time.advance(10)
    claims.resume_play(**by)
    return story


def frames(story, audience):
    """Fold the hall's journal from its beginning and give a frame for each row."""
    hall = Hall.objects.get(pk=story.hall.pk)
    view = HallView(hall=hall, position=0, session=None, boards=[])
    told = []
    for event in Event.objects.filter(hall=hall).order_by("position"):
        view.take(event)
        told.append(view.frame(audience, event))
    return told


@pytest.mark.parametrize("audience", ["public", "staff"])
def test_what_is_told_last_is_what_is_stored(story, audience):
    told = frames(story, audience)[-1]
    read = read_hall_view(story.hall.pk).frame(audience)
    assert {**told, "event": None, "at": ""} == read
    assert read["position"] == Event.objects.filter(hall=story.hall).count()


def test_the_public_is_never_told_a_number_before_it_is_called(story):
    called = set()
    for frame in frames(story, "public"):
        if frame["event"] and frame["event"]["kind"] == "BallCalled":
            called.add(frame["event"]["number"])
        if frame["board"]:
            assert set(frame["board"]["drawn"]) <= called
            assert frame["board"]["held"] == []


def test_the_public_is_told_nothing_of_the_machine_and_of_corrections_before_the_call(story):
    told = {frame["position"]: frame["event"] for frame in frames(story, "public")}
    hidden = ("BallDrawn", "BallHeld", "HeldBallResolved", "BallCorrected", "StaffPosted")
    for event in Event.objects.filter(hall=story.hall, kind__in=hidden):
        assert told[event.position] is None, event.kind
    for event in Event.objects.filter(hall=story.hall, kind__in=("BallCalled", "ClaimUpheld", "PlayResumed")):
        assert told[event.position]["kind"] == event.kind


def test_the_public_is_told_no_name(story):
    everything = json.dumps(frames(story, "public"))
    for name in ("player:1", "venta", "mesa", "sala", "caja"):
        assert f'"{name}"' not in everything


def test_the_staff_is_told_all_of_it_and_who_did_it(story):
    told = frames(story, "staff")
    assert all(frame["event"]["actor"] for frame in told)
    assert [f["event"]["kind"] for f in told] == list(
        Event.objects.filter(hall=story.hall).order_by("position").values_list("kind", flat=True)
    )
    assert "player:1" in json.dumps(told)


def test_a_frame_carries_the_journals_epoch_and_position(story):
    frame = read_hall_view(story.hall.pk).frame("public")
    assert (frame["type"], frame["epoch"]) == ("board", 1)
    assert [f["position"] for f in frames(story, "public")] == list(range(1, frame["position"] + 1))


def test_a_hall_before_its_first_session_has_no_board():
    hall, _, _ = a_hall()
    frame = read_hall_view(hall.pk).frame("staff")
    # A matrix was filed and two series were received before any session.
    assert (frame["position"], frame["session"], frame["board"]) == (3, None, None)
