"""The electronic draw through the door: off until authorised, promised before the first card, shown after the game."""

from __future__ import annotations

import hashlib

import pytest

from records.models import ActaEntry, Event
from sessions.models import BallSet, DrawnBall, DrawSecret, Game
from sessions.rules import errors
from sessions.selectors.stock import extractors_of, suggested
from sessions.selectors.verify import violations
from sessions.services import corrections, draw, electronic, sales
from tests.given import an_open_session, close_sale, open_next_sale
from tests.sessions.electronic import (
    NUMBER,
    a_hall_that_may,
    again,
    authorise,
    begun,
    board_of,
    drawn,
    nothing_sealed,
    on_sale,
    ready,
    rows_of,
    the,
    won,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("silent")]


def test_a_hall_without_authorisation_knows_nothing_of_it():
    story = an_open_session()
    assert extractors_of(story.hall) == [{"code": "manual", "name": "manual"}]
    with pytest.raises(errors.ElectronicDrawNotAuthorised):
        open_next_sale(story, extractor="rng")
    assert Game.objects.get(pk=story.game_id).state == "announced"
    assert not DrawSecret.objects.exists()
    assert not Event.objects.filter(kind="DrawCommitted").exists()


@pytest.mark.parametrize(
    ("reference", "dated"),
    [("", "2026-11-02"), ("DGJ 12/2026", ""), ("DGJ 12/2026", "2026-13-01"), ("DGJ 12/2026", "2999-01-01")],
)
def test_an_authorisation_has_a_reference_and_a_day_that_has_come(reference, dated):
    story = an_open_session()
    with pytest.raises(errors.AuthorisationIncomplete):
        authorise(story, reference, dated)
    assert not Event.objects.filter(kind="ElectronicDrawAuthorised").exists()


def test_an_authorisation_is_in_the_journal_offers_the_draw_and_can_be_taken_back():
    story = a_hall_that_may()
    row = Event.objects.get(kind="ElectronicDrawAuthorised")
    assert (row.actor, row.payload) == ("sala", {"reference": "DGJ 12/2026", "dated": "2026-11-02"})
    story.hall.refresh_from_db()
    assert [one["code"] for one in extractors_of(story.hall)] == ["manual", "rng"]
    assert list(violations(story.hall)) == []
    authorise(story, "", "")
    story.hall.refresh_from_db()
    assert [one["code"] for one in extractors_of(story.hall)] == ["manual"]
    with pytest.raises(errors.ElectronicDrawNotAuthorised):
        open_next_sale(story, extractor="rng")
    assert list(violations(story.hall)) == []


def test_the_same_key_authorises_once():
    story = an_open_session()
    told = {"hall_id": story.hall.pk, "reference": "DGJ 12/2026", "dated": "2026-11-02", "actor": "sala"}
    for _ in range(2):
        electronic.authorise_electronic_draw(**told, source_ref="sala:k1")
    assert Event.objects.filter(kind="ElectronicDrawAuthorised").count() == 1
    with pytest.raises(errors.KeyReused):
        electronic.authorise_electronic_draw(**told | {"reference": "another"}, source_ref="sala:k1")


def test_the_order_is_promised_as_the_sale_opens_and_hidden_until_the_end(time):
    story = on_sale()
    assert [row.kind for row in rows_of(story)] == ["SaleOpened", "DrawCommitted"]
    committed = the(story, "DrawCommitted")
    assert (committed["authorisation"], committed["second"]) == ("DGJ 12/2026", "")
    assert len(committed["commitment"]) == 64
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    electronic.give_public_number(game_id=story.game_id, number=NUMBER, actor="mesa")
    draw.start_draw(game_id=story.game_id, actor="mesa")
    row = DrawSecret.objects.get()
    drawn(story, 20)
    won(story, time)
    kinds = [row.kind for row in rows_of(story)]
    assert kinds[-2:] == ["GameClosed", "DrawRevealed"]
    secret = the(story, "DrawRevealed")["secret"]
    text = f"bingo-draw-v1\n{story.hall.code}\ngame:1:1\n{secret}"
    assert hashlib.sha256(text.encode()).hexdigest() == committed["commitment"]
    board = board_of(story)
    assert board.drawn == again(story, secret)[: len(board.drawn)]
    assert {ball["source"] for ball in [r.payload for r in rows_of(story) if r.kind == "BallDrawn"]} == {"rng"}
    # Shown once: nothing sealed is left, and until then no row held it, nor what it was sealed to.
    assert nothing_sealed()
    before = [r for r in Event.objects.filter(hall=story.hall) if r.kind != "DrawRevealed"]
    assert not any(secret in str(r.payload) or row.sealed in str(r.payload) for r in before)
    assert list(violations(story.hall)) == []


def test_two_games_have_nothing_in_common(time):
    story = begun()
    first = drawn(story, 15)
    won(story, time)
    begun(story)
    assert drawn(story, 15) != first
    rows = Event.objects.filter(kind="DrawCommitted").values_list("payload__commitment", flat=True)
    assert len(set(rows)) == 2


def test_the_draw_waits_for_the_number_of_the_public():
    story = ready()
    by = {"game_id": story.game_id, "actor": "mesa"}
    with pytest.raises(errors.PublicNumberMissing):
        draw.start_draw(**by)
    for wrong in ("", "12345", "1234567", "12345x", "\uff11\uff12\uff13\uff14\uff15\uff16"):
        with pytest.raises(errors.BadPublicNumber):
            electronic.give_public_number(number=wrong, **by)
    electronic.give_public_number(number=NUMBER, **by, source_ref="mesa:k1")
    electronic.give_public_number(number=NUMBER, **by, source_ref="mesa:k1")
    with pytest.raises(errors.PublicNumberGiven):
        electronic.give_public_number(number="123456", **by)
    draw.start_draw(**by)
    (closing,) = [row.hash for row in rows_of(story) if row.kind == "SaleClosed"]
    assert the(story, "PublicNumberGiven") == {"number": NUMBER, "closing": closing}


def test_the_number_is_not_taken_while_cards_are_sold_nor_in_a_game_of_balls():
    story = on_sale()
    by = {"game_id": story.game_id, "actor": "mesa"}
    with pytest.raises(errors.WrongState):
        electronic.give_public_number(number=NUMBER, **by)
    sales.withdraw_game(reason="nobody came", **by)
    open_next_sale(story)
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    close_sale(story)
    with pytest.raises(errors.NotAnElectronicDraw):
        electronic.give_public_number(game_id=story.game_id, number=NUMBER, actor="mesa")


def test_another_number_makes_another_order(time):
    story = begun(number="000000")
    balls = drawn(story, 15)
    won(story, time)
    secret = the(story, "DrawRevealed")["secret"]
    assert balls == again(story, secret, number="000000")[:15]
    assert balls != again(story, secret, number="000001")[:15]


def test_balls_come_one_by_one_and_only_when_the_game_wants_one():
    story = begun()
    by = {"game_id": story.game_id, "actor": "electronic"}
    with pytest.raises(errors.BallOutOfOrder):
        electronic.draw_electronic(ordinal=2, **by)
    electronic.draw_electronic(ordinal=1, **by, source_ref="electronic:game:1:1:1")
    electronic.draw_electronic(ordinal=1, **by, source_ref="electronic:game:1:1:1")
    with pytest.raises(errors.BallUncalled):
        electronic.draw_electronic(ordinal=2, **by)
    draw.call_ball(ordinal=1, **by)
    draw.pause_draw(reason="claim", **by)
    with pytest.raises(errors.DrawIsPaused):
        electronic.draw_electronic(ordinal=2, **by)
    assert DrawnBall.objects.count() == 1


def test_nobody_keys_or_corrects_a_ball_of_it():
    story = begun()
    drawn(story, 3)
    by = {"game_id": story.game_id, "actor": "mesa"}
    out = board_of(story).drawn
    free = next(n for n in range(1, 91) if n not in out)
    with pytest.raises(errors.ElectronicDrawOnly):
        draw.draw_manual(number=free, **by)
    with pytest.raises(errors.ElectronicDrawOnly):
        corrections.correct_ball(ordinal=2, number=free, second="sala", **by)
    corrections.correct_call(ordinal=3, said=free, **by)
    assert board_of(story).drawn == out
    assert list(violations(story.hall)) == []


def test_no_ball_set_is_worn_by_it(time):
    story = begun()
    won(story, time)
    assert BallSet.objects.get().games == 0
    assert Game.objects.get().drawn_with is None


def test_the_minutes_tell_the_promise_the_number_and_the_secret(time):
    story = begun()
    won(story, time)
    entries = dict(ActaEntry.objects.values_list("kind", "payload"))
    assert entries["draw_committed"]["commitment"] == the(story, "DrawCommitted")["commitment"]
    assert entries["public_number"]["number"] == NUMBER
    assert entries["draw_revealed"]["secret"] == the(story, "DrawRevealed")["secret"]


def test_what_is_suggested_after_the_authorisation_is_gone_is_drawn_with_balls(time):
    story = begun()
    won(story, time)
    story.hall.refresh_from_db()
    assert suggested(story.hall)["extractor"] == "rng"
    authorise(story, "", "")
    story.hall.refresh_from_db()
    assert suggested(story.hall)["extractor"] == "manual"
