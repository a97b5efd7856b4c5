"""
A naive floor: one entry for each card of both series, no ranges, nothing of the code under test.

Series A is 13-24 and was begun in an earlier game; series B has 30 cards, of which 1-12 may be sold after A.
"""

from dataclasses import dataclass, field

PRICE = 200
FIRST = {"A": 13, "B": 1, "V": 40}
LAST = {"A": 24, "B": 12, "V": 45}
DESK, SOLD, SPOILED = "desk", "sold", "spoiled"


@dataclass
class Floor:
    """Where every card is: desk, sold, spoiled, or held:<who>."""

    damaged: frozenset = frozenset()
    where: dict = field(default_factory=dict)
    blocks: bool = False
    selling: bool = True
    counted: str = "A"  # the series whose leftovers come back
    at_closing: set = field(default_factory=set)
    sales: list = field(default_factory=list)  # (series, first, last, seller, from_block), oldest first

    def __post_init__(self):
        self.put("A")
        self.put("V")

    def put(self, series):
        """Put a series on sale, its damaged cards out of the sale."""
        for number in range(FIRST[series], LAST[series] + 1):
            out = (series, number) in self.damaged
            self.where[series, number] = SPOILED if out else DESK

    @property
    def second(self):
        """Tell whether B is on sale."""
        return ("B", 1) in self.where

    def printed(self, *states):
        """List printed cards in those states, A before B, ascending."""
        return sorted(card for card, where in self.where.items() if card[0] != "V" and where in states)

    def of(self, series, state):
        """Give the numbers of a series in a state."""
        return {number for (s, number), where in self.where.items() if s == series and where == state}

    def are(self, series, first, last, state):
        """Tell whether first..last are cards of that series, at least one, all in that state."""
        return first <= last and all(self.where.get((series, n)) == state for n in range(first, last + 1))

    def move(self, cards, state):
        """Put cards into a state."""
        for card in cards:
            self.where[card] = state

    def pool(self, seller):
        """Give the cards a seller may sell, in order, and whether they are in his hands."""
        hand = self.printed(f"held:{seller}")
        return (hand, True) if hand else (self.printed(DESK), False)

    def some_holder(self, who):
        """Give `who` when he has cards or nobody has, else somebody who has."""
        holders = sorted({where[5:] for where in self.where.values() if where.startswith("held:")})
        return who if who in holders or not holders else holders[0]

    def begins(self, seller, first):
        """Give the pool in the order of a sale that begins at `first`; None when it cannot."""
        pool, in_hand = self.pool(seller)
        if first is None or not pool:
            return pool
        starts = [card for card in pool if (card[0], card[1] - 1) not in pool]
        wanted = [card for card in starts if card[1] == first]
        if not wanted or (not in_hand and wanted[0] != pool[0]):
            return None
        start = wanted[0]
        run = []
        while (start[0], start[1] + len(run)) in pool:
            run.append((start[0], start[1] + len(run)))
        return run + [card for card in pool if card not in run]

    def sale(self, seller, quantity, first):
        """Give the cards that this sale sells, None when it must be refused."""
        pool, in_hand = self.pool(seller)
        if not self.selling or quantity < 1 or (self.blocks and not in_hand):
            return None
        order = self.begins(seller, first)
        return order[:quantity] if order is not None and quantity <= len(pool) else None

    def may_undo(self, series, first, last, back_to):
        """Tell whether first..last can be taken back: to hands always, to the desk if nothing later is out."""
        if not self.selling or not self.are(series, first, last, SOLD):
            return False
        later = [where for (s, n), where in self.where.items() if s == series and n > last]
        return bool(back_to) or all(where in {DESK, SPOILED} for where in later)

    def holes(self):
        """List the unsold cards before the last sold one, B after A."""
        sold = self.printed(SOLD)
        unsold = self.printed(*(set(self.where.values()) - {SOLD, SPOILED}))
        return [card for card in unsold if sold and card < sold[-1]]

    def last_series(self):
        """Name the series of the last card sold; A while none is."""
        sold = self.printed(SOLD)
        return sold[-1][0] if sold else "A"

    def leftover(self):
        """Give the lowest card left over in the series counted, None when none is."""
        series = self.counted
        sold = self.of(series, SOLD)
        beyond = range(max(sold, default=FIRST[series] - 1) + 1, LAST[series] + 1)
        return next((n for n in beyond if self.where[series, n] != SPOILED), None)

    def close(self):
        """Remember what the closing counted."""
        self.selling, self.counted = False, self.last_series()
        self.at_closing = set(self.printed(SOLD))

    def after_correction(self, last):
        """Give the printed cards sold when `last` is said to be the last one; None when it cannot be."""
        series = "B" if self.second and last <= LAST["B"] else "A"
        if self.selling or not FIRST[series] - 1 <= last <= LAST[series]:
            return None
        top = {s: max((n for t, n in self.at_closing if t == s), default=FIRST[s] - 1) for s in "AB"}
        sound = {card for card in self.printed(*set(self.where.values())) if self.where[card] != SPOILED}
        sold = {(s, n) for s, n in self.at_closing & sound if s < series or (s == series and n <= last)}
        sold |= {(s, n) for s, n in sound if s == series and top[s] < n <= last}
        if last >= FIRST[series] and (series, last) not in sold:
            return None
        if series == "B" and last >= 1 and top["B"] < 1:
            end = max((n for s, n in sound if s == "A"), default=0)
            if top["A"] < end and self.where["A", end] != SOLD:
                return None
            sold |= {(s, n) for s, n in sound if s == "A" and n > top["A"]}
        return sold if sold or self.of("V", SOLD) else None

    def correct(self, last):
        """Count the printed cards anew."""
        sold = self.after_correction(last)
        for card in self.printed(*set(self.where.values()) - {SPOILED}):
            if card in sold:
                self.where[card] = SOLD
            elif self.where[card] == SOLD:
                self.where[card] = DESK
        self.counted = self.last_series()
