"""One sale of the evening: sellers with blocks, a cashier who gives them out, a second series, terminals that buy."""

from __future__ import annotations

import queue
import threading
import time

from bingo_hall.client import Refused
from tests.load.people import Screen, Tally, runs_of

THINK_SECONDS = 0.15
SALE_SECONDS = 35
LATE = {"no_block", "cards_run_out", "cards_out_of_sequence", "cards_not_held", "not_the_last_sale"}
"""Refusals that people on a busy floor may meet: somebody else was first."""
FEWEST_OF_SECOND = 10


class Floor:
    """The sale of one game; `target` printed cards are to be sold, `block` cards are given out at a time."""

    def __init__(self, game_no: int, *, chief: Screen, cashier: Screen, vendors: list[Screen], tally: Tally) -> None:
        self.game_no, self.chief, self.cashier, self.vendors, self.tally = game_no, chief, cashier, vendors, tally
        self.asked: queue.Queue[Screen | None] = queue.Queue()
        self.over = threading.Event()
        self.second: int | None = None
        self.dry = threading.Event()

    def sell(self, *, target: int, block: int, terminals: list[Screen], wants_second: bool) -> None:
        """Let them all work until the target is reached, nothing is left, or the time is over."""
        self.block = block
        buyers = [threading.Thread(target=self._guarded, args=(self._buy, one)) for one in terminals]
        sellers = [threading.Thread(target=self._guarded, args=(self._vend, one)) for one in self.vendors]
        cashier = threading.Thread(target=self._guarded, args=(self._give_out, self.cashier))
        for thread in (cashier, *sellers, *buyers):
            thread.start()
        end = time.monotonic() + SALE_SECONDS
        while time.monotonic() < end and not self.dry.is_set():
            enough = self.tally.sold_in(self.game_no) >= target
            if enough and (not wants_second or self._sold_of_second() >= FEWEST_OF_SECOND):
                break
            time.sleep(0.05)
        self.over.set()
        for thread in (*sellers, *buyers):
            thread.join(60)
        self.asked.put(None)
        cashier.join(60)

    def _sold_of_second(self) -> int:
        if self.second is None:
            return 0
        lots = [lot for lot in self.chief.state()["board"]["lots"] if lot["complementary"]]
        return sum(lot["next_card"] - lot["first_card"] - apart(lot["off"], lot["next_card"]) for lot in lots)

    def _guarded(self, work, who: Screen) -> None:
        try:
            work(who)
        except Exception as wrong:  # noqa: BLE001 - a thread's end must be seen in the report
            self.tally.fault(f"{who.username}: {wrong!r}")

    def _allowed(self, refused: Refused, *codes: str) -> None:
        if refused.code not in LATE | set(codes):
            self.tally.fault(f"{refused} ({refused.code})")

    # --- the cashier and the chief

    def _give_out(self, cashier: Screen) -> None:
        for vendor in self.vendors:
            self._issue(cashier, vendor.username)
        while (vendor := self.asked.get()) is not None:
            self._issue(cashier, vendor.username)
            vendor.got.set()

    def _issue(self, cashier: Screen, seller: str) -> None:
        quantity = self.block
        for _ in range(3):
            try:
                cashier.do("issue_block", game_no=self.game_no, seller=seller, quantity=quantity)
            except Refused as refused:
                self._allowed(refused)
                quantity = refused.answer.get("params", {}).get("left", 0)
                if not quantity and not self._open_second():
                    self.dry.set()
                    return
                quantity = quantity or self.block
            else:
                return

    def _open_second(self) -> bool:
        """Open the complementary series, once; the chief's screen offers it when the desk has no card left."""
        series = self.chief.mine()["second_series"]
        if self.second is not None or series is None:
            return False
        self.chief.do("add_series", game_no=self.game_no, series=series)
        self.second = series
        return True

    # --- the sellers

    def _vend(self, vendor: Screen) -> None:
        vendor.got = threading.Event()
        deeds = (self._sell, self._undo, self._hand_over, self._spoil)
        while not self.over.is_set():
            vendor.think(THINK_SECONDS)
            try:
                vendor.chance.choices(deeds, (16, 2, 2, 1))[0](vendor)
            except Refused as refused:
                self._allowed(refused)
                if refused.code == "no_block":
                    self._ask(vendor)

    def _ask(self, vendor: Screen) -> None:
        vendor.got.clear()
        self.asked.put(vendor)
        while not vendor.got.wait(0.1) and not (self.over.is_set() or self.dry.is_set()):
            pass

    def _sell(self, vendor: Screen) -> None:
        told = vendor.do("sell_cards", game_no=self.game_no, quantity=vendor.chance.choice((1, 2, 3, 4, 6, 6)))
        self._keep(vendor, runs_of(told))

    def _keep(self, who: Screen, cards: list[int]) -> None:
        mine = self.tally.cards(self.game_no, who.username)
        if twice := mine & set(cards):
            self.tally.fault(f"{who.username} was sold {sorted(twice)} twice")
        mine.update(cards)

    def _undo(self, vendor: Screen) -> None:
        for sale in vendor.mine()["my_sales"]:
            if sale["undoable"]:
                vendor.do("undo_sale", game_no=self.game_no, first=sale["first"], last=sale["last"])
                cards = self.tally.cards(self.game_no, vendor.username)
                cards.difference_update(range(sale["first"], sale["last"] + 1))
                return

    def _hand_over(self, vendor: Screen) -> None:
        if block := vendor.mine()["my_block"]:
            run = vendor.chance.choice(block)
            to = vendor.chance.choice([v.username for v in self.vendors if v is not vendor])
            first = max(run["first"], run["last"] - 2)
            vendor.do("hand_over_block", game_no=self.game_no, seller="", to=to, first=first, last=run["last"])

    def _spoil(self, vendor: Screen) -> None:
        if block := vendor.mine()["my_block"]:
            card = vendor.chance.choice(block)["last"]
            vendor.do("spoil_cards", game_no=self.game_no, seller="", first=card, last=card, reason="roto")

    # --- the terminals

    def _buy(self, terminal: Screen) -> None:
        terminal.think(2)
        for _ in range(terminal.chance.choice((1, 1, 2))):
            if self.over.is_set():
                return
            try:
                told = terminal.do("buy_cards", game_no=self.game_no, quantity=terminal.chance.randint(1, 6))
            except Refused as refused:
                self._allowed(refused)
            else:
                self._keep(terminal, runs_of(told))
            terminal.mine()
            terminal.think(1)

    # --- the closing

    def close(self) -> None:
        """Close the sale: every hole is sold, passed on and sold, or brought back, given out again and sold."""
        by_name = {v.username: v for v in self.vendors}
        for turn in range(200):
            try:
                self.chief.do("close_sale", game_no=self.game_no)
            except Refused as refused:
                self._allowed(refused, "sale_has_holes")
                self._fill(*refused.answer["params"]["holes"][0], by_name, patient=turn < 20)
            else:
                break
        for one in self.cashier.mine()["by_seller"]:
            for run in one["held"]:
                self.cashier.do("return_block", game_no=self.game_no, seller=one["seller"], **run)

    def _fill(self, first: int, last: int, holder: str, by_name: dict[str, Screen], *, patient: bool) -> None:
        where = {"game_no": self.game_no, "first": first, "last": last}
        other = self.chief.chance.choice([name for name in by_name if name != holder])
        way = self.chief.chance.choice(("sell", "pass", "return")) if patient else "sell"
        if not holder:
            # The lowest cards at the desk are given out first: exactly these.
            self.cashier.do("issue_block", game_no=self.game_no, seller=other, quantity=last - first + 1)
        elif way == "pass":
            by_name[holder].do("hand_over_block", seller="", to=other, **where)
        elif way == "return":
            self.cashier.do("return_block", seller=holder, **where)
        else:
            seller = by_name[holder]
            told = seller.do("sell_cards", game_no=self.game_no, quantity=last - first + 1, first=first)
            self._keep(seller, runs_of(told))


def apart(off: list[dict], below: int) -> int:
    """Count the cards set apart below a number."""
    return sum(min(o["last"], below - 1) - o["first"] + 1 for o in off if o["first"] < below)
