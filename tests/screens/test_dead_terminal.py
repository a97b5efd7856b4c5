"""A terminal dies at ball 50, its card is complete at ball 61: it calls by itself, is credited, and is seen later."""

from datetime import timedelta

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore

from ledger.selectors import balance_cents
from people.models import Terminal
from records.models import Event
from screens import presence
from sessions.services import claims, draw, payments, sales
from sessions.services import presence as written
from tests.given import a_game_on_sale, call_numbers, close_sale
from tests.screens.devices_at import let_in, logged_in_at
from tests.screens.sockets import Screen, logged_in, make_people, until
from tests.screens.test_presence import DeviceScreen
from tests.sessions.stories import numbers_of

CARD = 201


class Night:
    """Player 1 has card 201 at terminal 1; 50 balls are called: all its numbers but one, the line at ball 41."""

    def __init__(self):
        self.story = a_game_on_sale()
        self.people = make_people(self.story.hall)
        self.entered = let_in(self.story.hall, "player_terminal", "Terminal 12")
        self.player = logged_in_at(self.entered, self.people["jugador1"])
        self.mesa = logged_in(self.people["mesa"])
        payments.deposit(hall_id=self.story.hall.pk, account="player:1", amount_cents=200, actor="caja")
        sales.buy_cards(game_id=self.story.game_id, quantity=1, holder="player:1", actor="player:1")
        sales.sell_cards(game_id=self.story.game_id, quantity=6, actor="venta")
        close_sale(self.story)
        self.by = {"game_id": self.story.game_id, "actor": "mesa"}
        self.own = numbers_of(self.story, CARD)
        self.others = [n for n in range(1, 91) if n not in self.own]
        draw.start_draw(**self.by)
        call_numbers(self.story, *self.others[:36], *self.own[:5])
        claims.verify_claim(claim_no=1, **self.by)
        claims.resume_play(**self.by)
        call_numbers(self.story, *self.own[5:14])

    def end(self):
        call_numbers(self.story, *self.others[36:46], self.own[14])
        claims.verify_claim(claim_no=2, **self.by)
        claims.close_bingo(**self.by)
        payments.close_game(**self.by)

    def kinds(self, kind):
        return [row.payload for row in Event.objects.filter(kind=kind).order_by("position")]


async def test_cards_of_a_dead_terminal_play_on_are_credited_and_are_seen_at_the_next_log_in(
    live_hub, monkeypatch, settings
):
    monkeypatch.setattr(presence, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.3)
    # Two minutes, and ten seconds for other winners, are nothing here: what comes after them is what is looked at.
    monkeypatch.setattr(written, "LOST_LOG_IN_ENDS", timedelta(0))
    settings.BINGO_CLAIM_WINDOW_S = 0
    night = await sync_to_async(Night)()
    async with Screen("audience=staff", browser=night.mesa) as mesa:
        async with DeviceScreen("audience=public", night.player) as screen:
            assert (await screen.said())["board"]["called"] == 50
            await until(lambda: Terminal.objects.get().online)
        lost = (await mesa.event("TerminalLost"))["event"]
        assert (lost["terminals"], lost["game_no"]) == ([1], 1)
    await sync_to_async(written.sign_out_lost)(night.story.hall.pk)
    log_in = night.player.cookies["sessionid"].value
    assert not await sync_to_async(SessionStore().exists)(log_in)
    await sync_to_async(night.end)()
    bingo = (await sync_to_async(night.kinds)("ClaimRaised"))[1]
    assert (bingo["card"], bingo["automatic"], bingo["ball"]) == (CARD, True, 61)
    # 7 x 2.00 = 14.00; line 1.26 and bingo 8.05.
    assert await sync_to_async(balance_cents)(night.story.hall.pk, "player:1") == 126 + 805
    again = await sync_to_async(logged_in_at)(night.entered, night.people["jugador1"])
    seen = (await sync_to_async(again.get)("/state/mine/")).json()
    assert seen["player"]["balance_cents"] == 931
    assert [(game["game_no"], game["cards"], game["won_cents"]) for game in seen["history"]] == [(1, 1, 931)]
    async with DeviceScreen("audience=public", again) as screen:
        assert (await screen.said())["board"]["state"] == "closed"
        await until(lambda: Terminal.objects.get().login == "player:1")
