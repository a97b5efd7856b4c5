"""
One whole game played by the demo people over HTTP and WebSocket, so that someone can watch all the screens.

Every step looks at the hall first and does only what is still to do: it can be begun in the middle of a game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from bingo_hall.client import Frame, Person, Refused

EQUIPMENT = ("extractor", "cctv", "panel", "sound", "spare_balls", "regulation_copies")
POSTS = {
    "hall_manager": ["sala"],
    "table_chief": ["mesa"],
    "cashier": ["caja"],
    "seller_caller": ["venta1", "venta2", "locutor"],
}
SIGNATURE = {"signer": "mesa", "pin": "2468"}
"""How the demo's Jefe de Mesa signs the minutes (BINGO_DEMO_PIN)."""
TAKES_BALLS = ("ready", "drawing", "checking")


def make_checks(manager: Person, posts: Mapping[str, list[str]]) -> None:
    """Do all that the opening of a session asks for, as the Jefe de Sala: checklist, count of balls, posts."""
    manager.deed("check_equipment", in_order=list(EQUIPMENT), faulty=[])
    ball_set = manager.mine()["ball_sets"][0]["code"]
    manager.deed("count_balls", ball_set=ball_set, missing=[], witness="")
    for post, usernames in posts.items():
        manager.deed("post_staff", post=post, usernames=usernames)


class DemoGame:
    """The demo people and what they do in turn; `speed` 1 is the pace of a hall, 10 ten times that."""

    def __init__(self, url: str, password: str, *, speed: float = 1, say: Callable[[str], None] = print) -> None:
        """Log everybody in."""
        self.speed, self.say = speed, say
        names = ("sala", "mesa", "caja", "venta1", "venta2", "locutor", "jugador1", "jugador2")
        self.people = {name: Person(url, name, password) for name in names}
        self.chief, self.caller, self.cashier = (self.people[n] for n in ("mesa", "locutor", "caja"))

    def rest(self, seconds: float) -> None:
        """Wait as long as people would, at the game's speed."""
        time.sleep(seconds / self.speed)

    def play(self) -> Frame:
        """Play until a game is closed; gives the last frame."""
        self.open_session()
        self.sell()
        self.close_sale()
        self.draw()
        return self.settle()

    def board(self) -> dict[str, Any]:
        """Ask for the board as the staff sees it."""
        return self.chief.state()["board"] or {"state": "", "game_no": 0}

    def open_session(self) -> None:
        """Open the session as the Jefe de Sala, unless one is open."""
        manager = self.people["sala"]
        session = manager.state()["session"]
        if session and session["state"] == "open":
            return
        self.say("session: checklist, count, posts")
        if not session or session["state"] == "closed":
            try:
                manager.deed("start_session")
            except Refused as refused:
                if refused.code != "session_already_live":
                    raise
        make_checks(manager, POSTS)
        self._destroy_used(manager)
        self._count_takings()
        manager.deed("open_session", **SIGNATURE)

    def _count_takings(self) -> None:
        """Count the sellers' money of an earlier session: no session opens before."""
        for one in self.cashier.mine()["by_seller"]:
            if one["cash_cents"]:
                self.cashier.deed("hand_in_takings", seller=one["seller"], counted_cents=one["cash_cents"], password="")
                self.say(f"{one['seller']} hands in {one['cash_cents']} cents")

    def _destroy_used(self, manager: Person) -> None:
        """Destroy what an earlier session used: no session opens before."""
        used = [one for one in manager.mine()["to_destroy"] if one["state"] != "evidence" and one["session_no"]]
        if used:
            cards = manager.deed("destroy_used", witness="Vendedor-locutor 3")["event"]["cards"]
            self.say(f"{cards} used cards are destroyed")

    def sell(self) -> None:
        """Open the sale, unless a game is on, and sell to the hall and to the terminals."""
        board = self.board()
        if board["state"] in ("", "closed"):
            self.rest(1)
            self.chief.deed("open_sale", **self.chief.mine()["suggested"])
            board = self.board()
            self.say(f"game {board['game_no']}: the sale is open")
        if board["state"] != "selling":
            return
        game_no = board["game_no"]
        for _ in range(20):
            if not self._sell_some(game_no):
                break
            self.rest(0.5)
        for name in ("jugador1", "jugador2"):
            try:
                self.people[name].deed("buy_cards", game_no=game_no, quantity=6)
            except Refused as refused:
                self.say(f"{name}: {refused}")

    def _sell_some(self, game_no: int) -> bool:
        """Let a seller sell a few cards, at the end of a series those of a second one; False when none is left."""
        seller = self.people[random.choice(("venta1", "venta2"))]  # noqa: S311 - a demo
        quantity = random.choice((1, 2, 3, 6, 12))  # noqa: S311
        try:
            seller.deed("sell_cards", game_no=game_no, quantity=quantity)
        except Refused as refused:
            if refused.code != "cards_run_out":
                raise
            if left := refused.answer["params"]["left"]:
                seller.deed("sell_cards", game_no=game_no, quantity=left)
                return True
            second = self.chief.mine()["second_series"]
            if second is not None:
                self.chief.deed("add_series", game_no=game_no, series=second)
                self.say("a second series is on sale")
            return second is not None
        return True

    def close_sale(self) -> None:
        """Close the sale, return the leftovers, read the formula and give the start."""
        board = self.board()
        if board["state"] == "selling":
            self.chief.deed("close_sale", game_no=board["game_no"])
            board = self.board()
        if board["state"] == "ready" and not board["leftovers_returned"]:
            left = board["leftover_first"] <= board["leftover_last"]
            first = board["leftover_first"] if left else None
            self.cashier.deed("return_leftovers", game_no=board["game_no"], first=first)
        if board["state"] == "ready" and not board["draw_started"]:
            for line in self.chief.mine()["announcement"]:
                self.say(f"  «{line['text']}»")
            if board["electronic"] and not board["electronic"]["number"]:
                number = f"{random.randrange(1_000_000):06}"  # noqa: S311 - a demo
                self.chief.deed("give_public_number", game_no=board["game_no"], number=number)
                self.say(f"the public's number: {number}")
            self.rest(3)
            self.chief.deed("start_draw", game_no=board["game_no"])

    def draw(self) -> None:
        """Call every ball that comes, call winners, until the bingo is closed or 90 balls are out."""
        while (board := self.board())["state"] in TAKES_BALLS:
            if board["held"]:
                self._decide_held(board)
            elif board["state"] == "checking":
                self._settle_claims(board)
            elif self._shout(board):
                continue
            elif board["called"] == 90:
                self.chief.deed("close_unclaimed", game_no=board["game_no"])
            elif board["pause"]:
                self.chief.deed("resume_draw", game_no=board["game_no"])
            elif len(board["drawn"]) > board["called"]:
                self.rest(2)
                self._call(board)
            else:
                self._have_a_ball(board)

    def _call(self, board: dict[str, Any]) -> None:
        try:
            self.caller.deed("call_ball", game_no=board["game_no"], ordinal=board["called"] + 1)
        except Refused as refused:
            if refused.code not in {"draw_is_paused", "wrong_state", "ball_out_of_order", "nothing_to_call"}:
                raise
        else:
            self.say(f"  {board['drawn'][board['called']]}")

    def _have_a_ball(self, board: dict[str, Any]) -> None:
        """Draw one by hand where the game goes on so (O79 36.2), else wait for the machine's."""
        if board["manual_draw"]:
            left = [number for number in range(1, 91) if number not in board["drawn"]]
            self.caller.deed("draw_manual", game_no=board["game_no"], number=random.choice(left))  # noqa: S311 - a demo
            return

        def moved(frame: Frame) -> bool:
            return bool(frame["board"]) and frame["board"]["seq"] > board["seq"]

        try:
            self.chief.wait_for(moved, seconds=15)
        except TimeoutError:
            # Nothing fell: after a restart the draw stands still until it is ordered on.
            self.chief.deed("resume_draw", game_no=board["game_no"])

    def _decide_held(self, board: dict[str, Any]) -> None:
        held = board["held"][0]
        accept = 1 <= held["number"] <= 90 and held["number"] not in board["drawn"]
        self.chief.deed(
            "resolve_held",
            game_no=board["game_no"],
            accept=accept,
            number=held["number"],
            second="",
            second_password="",
        )

    def _shout(self, board: dict[str, Any]) -> bool:
        """Let a hall's winner shout: the Jefe de Mesa's watch says which cards are complete."""
        waiting = self.chief.mine()["unclaimed"] if board["called"] else []
        if not waiting:
            return False
        game_no = board["game_no"]
        if not board["pause"]:
            self.caller.deed("stop_for_claim", game_no=game_no)
        for claim in waiting:
            self.say(f"  ¡{claim['prize']}! {claim['card']}")
            self.chief.deed("raise_claim", game_no=game_no, prize=claim["prize"], card=str(claim["card"]))
        return True

    def _settle_claims(self, board: dict[str, Any]) -> None:
        game_no = board["game_no"]
        for claim in board["claims"]:
            if claim["status"] == "open":
                self.rest(2)
                self.chief.deed("verify_claim", game_no=game_no, claim_no=claim["claim_no"])
        won = any(c["prize"] == "bingo" and c["status"] == "upheld" for c in self.board()["claims"])
        order = "close_bingo" if won else "resume_play"
        while True:
            try:
                self.chief.deed(order, game_no=game_no)
            except Refused as refused:
                if refused.code != "claim_window_open":
                    raise
                time.sleep(1)
            else:
                return

    def settle(self) -> Frame:
        """Pay the hall's winners against their cards and close the game."""
        board = self.board()
        game_no = board["game_no"]
        if board["state"] != "closed":
            for prize in self.cashier.mine()["payable"]:
                if prize["status"] == "pending" and prize["game_no"] == game_no:
                    paid = {"award_no": prize["award_no"], "card": prize["card"]}
                    self.cashier.deed("pay_prize", game_no=game_no, **paid)
                    self.say(f"  paid {prize['cents']} cents, card {prize['card']}")
            self.chief.deed("close_game", game_no=game_no)
            self.say(f"game {game_no} is closed")
        return self.chief.state()
