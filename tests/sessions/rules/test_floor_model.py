"""Arbitrary floors: the rules, folded event by event, against a list of every card; also what they refuse."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sessions.rules import floor, sales
from sessions.rules.errors import RuleViolation
from sessions.rules.ranges import GONE, UNPLAYABLE, Off
from tests.sessions.rules import boards
from tests.sessions.rules.floor_model import DESK, FIRST, LAST, PRICE, SOLD, SPOILED, Floor
from tests.sessions.rules.floors import PHYSICAL, VIRTUAL

PEOPLE = ("ana", "luis", "eva")
IDENT = {"A": "000001", "B": "000002"}
CASES = settings(
    max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

often = ["issue", "sell", "sell_out", "give_back", "hand_over", "undo", "add"]
deeds = st.sampled_from([*often, *often, "spoil", "buy", "close"])
small = st.integers(0, 14)
people = st.sampled_from(PEOPLE)
steps = st.lists(st.tuples(deeds, people, small, small, st.booleans()), min_size=6, max_size=16)
afterwards = st.lists(
    st.tuples(st.sampled_from(["give_back", "spoil", "correct", "leftovers"]), people, small, small), max_size=5
)
damage = st.frozensets(
    st.one_of(
        st.tuples(st.just("A"), st.integers(13, 24)),
        st.tuples(st.just("B"), st.integers(1, 14)),
        st.tuples(st.just("V"), st.integers(40, 45)),
    ),
    max_size=4,
)


def lot_of(series, damaged):
    """Give a series as the hall puts it on sale; B whole, its 30 cards."""
    last = 30 if series == "B" else LAST[series]
    lot = boards.virtual(first=40, last=last) if series == "V" else boards.printed(first=FIRST[series], last=last)
    bad = sorted(n for s, n in damaged if s == series)
    off = tuple(Off(first=n, last=n, why=UNPLAYABLE) for n in bad)
    return replace(lot, ident=IDENT.get(series, "000009"), off=off)


class Play:
    """The rules' board and the naive floor, side by side."""

    def __init__(self, damaged, terms):
        self.model = Floor(damaged=damaged)
        self.damaged = damaged
        self.board = boards.selling(terms=terms, lots=(lot_of("A", damaged), lot_of("V", damaged)))

    def ask(self, allowed, rule, *args, **kwargs):
        """Ask a rule and fold what it gives; it refuses exactly when the model does. Gives its events."""
        why = None
        try:
            given = rule(self.board, *args, **kwargs)
        except RuleViolation as refused:
            given, why = (), refused
        assert bool(given) is bool(allowed), f"{rule.__name__}{args}{kwargs}: {why or 'should have been refused'!r}"
        events = given if isinstance(given, tuple) else (given,)
        self.board = boards.play(self.board, *events)
        return events

    def check(self):
        """Compare the board with the list, card by card."""
        lots = {next(s for s in "ABV" if FIRST[s] == lot.first_card): lot for lot in self.board.lots}
        assert set(lots) == {"A", "V"} | ({"B"} if self.model.second else set())
        seen = set()
        for series, lot in lots.items():
            assert lot.last_card == LAST[series], "the second series reaches into the first"
            sold = {n for run in lot.sold_runs for n in range(run.first, run.last + 1)}
            assert sold == self.model.of(series, SOLD)
            assert lot.sold == len(sold)
            assert not sold & seen, "a number is sold in two series"
            seen |= sold
            for who in PEOPLE:
                assert numbers(lot.held_by(who)) == self.model.of(series, f"held:{who}")
            assert numbers(o for o in lot.off if o.why in GONE) == self.model.of(series, SPOILED)
            assert sum(o.count for o in lot.off) == len(numbers(lot.off)), "a card is set apart twice"
            if self.model.selling:
                assert numbers(lot.at_desk) == self.model.of(series, DESK)
                assert lot.left == len([n for n in range(lot.first_card, lot.last_card + 1) if n not in sold]) - len(
                    self.model.of(series, SPOILED)
                )
        figures = sales.figures_of(self.board.lots, self.board.terms)
        printed, virtual = len(self.model.printed(SOLD)), len(self.model.of("V", SOLD))
        assert (figures.physical_sold, figures.virtual_sold) == (printed, virtual)
        assert figures.takings_cents == (printed + virtual) * PRICE

    # Deeds while the sale is open ------------------------------------------------------------------------------

    def issue(self, who, a, _b, _flag):
        desk = self.model.printed(DESK)
        given = self.ask(self.model.selling and 1 <= a <= len(desk), floor.decide_issue, a, holder=who)
        if given:
            self.model.move(desk[:a], f"held:{who}")
            self.model.blocks = True
            assert [n for run in given for n in range(run.first, run.last + 1)] == [n for _, n in desk[:a]]

    def sell(self, who, a, b, flag):
        who = self.model.some_holder(who) if a % 4 else who
        first = None if flag else self.some_first(who, b)
        chosen = self.model.sale(who, a, first)
        from_block = self.model.pool(who)[1]
        sold = self.ask(chosen is not None, sales.decide_sales, PHYSICAL, a, seller=who, first=first)
        if chosen is None:
            return
        assert [n for run in sold for n in range(run.first, run.last + 1)] == [n for _, n in chosen]
        assert all(run.amount_cents == (run.last - run.first + 1) * PRICE for run in sold)
        self.model.move(chosen, SOLD)
        for run in sold:
            assert run.from_block is from_block
            self.model.sales.append(("B" if run.first < FIRST["A"] else "A", run.first, run.last, who, from_block))

    def some_first(self, who, b):
        pool = self.model.pool(who)[0]
        starts = [n for s, n in pool if (s, n - 1) not in pool]
        return starts[b % len(starts)] if starts and b < 11 else b + 10

    def sell_out(self, who, a, b, _flag):
        """Sell all that is in a seller's hands, or at the desk; or all but one."""
        who = self.model.some_holder(who)
        pool = self.model.pool(who)[0]
        self.sell(who, len(pool) if a else max(len(pool) - 1, 0), b, flag=True)

    def buy(self, _who, a, _b, _flag):
        free = sorted(self.model.of("V", DESK))
        allowed = self.model.selling and 1 <= a <= len(free)
        if self.ask(allowed, sales.decide_sales, VIRTUAL, a, seller="p", holder="player:1"):
            self.model.move([("V", n) for n in free[:a]], SOLD)

    def some_range(self, state, a, b):
        """Choose a range that begins at a card in that state, most often; ends where it may not."""
        cards = self.model.printed(state)
        series, first = cards[a % len(cards)] if cards and a < 13 else ("A", 12 + a)
        return series, first, first + b % 4 - (1 if b == 13 else 0)

    def give_back(self, who, a, b, _flag=None):
        who = self.model.some_holder(who)
        series, first, last = self.some_range(f"held:{who}", a, b)
        allowed = self.model.are(series, first, last, f"held:{who}")
        if self.ask(allowed, floor.decide_return, first, last, holder=who):
            self.model.move([(series, n) for n in range(first, last + 1)], DESK)

    def hand_over(self, who, a, b, _flag):
        who, to = self.model.some_holder(who), PEOPLE[(a + b) % 3]
        series, first, last = self.some_range(f"held:{who}", a, b)
        allowed = self.model.selling and who != to and self.model.are(series, first, last, f"held:{who}")
        if self.ask(allowed, floor.decide_hand_over, first, last, holder=who, to=to):
            self.model.move([(series, n) for n in range(first, last + 1)], f"held:{to}")

    def spoil(self, who, a, b, flag=None):
        flag = b % 2 == 0 if flag is None else flag
        who = self.model.some_holder(who)
        state = DESK if flag else f"held:{who}"
        series, first, last = self.some_range(state, a, b)
        allowed = self.model.are(series, first, last, state)
        holder = "" if flag else who
        if self.ask(allowed, floor.decide_spoiling, first, last, holder=holder, reason="torn"):
            self.model.move([(series, n) for n in range(first, last + 1)], SPOILED)

    def undo(self, who, a, b, flag):
        known = self.model.sales
        if known and b < 12:
            series, first, last, seller, from_block = known[-1 - a % min(len(known), 3)]
            back_to = seller if from_block else ""
        else:
            series, first, last = self.some_range(SOLD, a, b)
            back_to = who if flag else ""
        allowed = self.model.may_undo(series, first, last, back_to)
        if self.ask(allowed, sales.decide_undo, PHYSICAL, first, last, back_to=back_to):
            self.model.move([(series, n) for n in range(first, last + 1)], f"held:{back_to}" if back_to else DESK)
            self.model.sales = [s for s in known if s[:3] != (series, first, last)]

    def add(self, _who, _a, _b, _flag):
        allowed = self.model.selling and not self.model.second and not self.model.of("A", DESK)
        if self.ask(allowed, floor.decide_series_addition, lot_of("B", self.damaged)):
            self.model.put("B")

    def close(self, _who, _a, _b, _flag):
        holes = self.model.holes()
        sold = SOLD in self.model.where.values()
        allowed = self.model.selling and sold and (not holes or self.board.terms.holes == "acta")
        event = self.ask(allowed, sales.decide_closing)
        if not event:
            return
        self.model.close()
        assert [n for o in event[0].holes for n in range(o.first, o.last + 1)] == [n for _, n in holes]
        assert all(self.model.where[card] in {DESK, *(f"held:{p}" for p in PEOPLE)} for card in holes)

    def end(self):
        """Close as a hall does that gives up its holes: they are spoiled."""
        if self.model.selling:
            for series, number in self.model.holes():
                holder = self.model.where[series, number].removeprefix(DESK).removeprefix("held:")
                self.ask(True, floor.decide_spoiling, number, number, holder=holder, reason="a hole")
                self.model.where[series, number] = SPOILED
            self.close("", 0, 0, None)
            self.check()

    # Deeds when it is closed -----------------------------------------------------------------------------------

    def correct(self, _who, a, b):
        last = (FIRST["A"] if b < 7 else FIRST["B"]) - 2 + a
        allowed = self.model.after_correction(last) is not None
        if self.ask(allowed, sales.decide_correction, last, reason=f"miscounted {b}"):
            self.model.correct(last)

    def leftovers(self, _who, a, _b):
        """Bring the cards back; the right one is told unless `a` says otherwise."""
        expected = self.model.leftover()
        if a == 0 and expected is not None:
            self.ask(False, sales.decide_leftovers, expected + 1)
        out = any(where.startswith("held") for where in self.model.where.values())
        if self.ask(not out, sales.decide_leftovers, expected):
            assert self.board.leftovers_returned


def numbers(pieces):
    """List the cards of pieces."""
    return {n for piece in pieces for n in range(piece.first, piece.last + 1)}


@CASES
@given(damage, steps, afterwards, st.booleans())
def test_no_order_of_deeds_loses_a_card_or_sells_it_twice(damaged, deeds_, after, holes_allowed):
    terms = replace(boards.TERMS, holes="acta") if holes_allowed else boards.TERMS
    play = Play(damaged, terms)
    for deed, who, a, b, flag in deeds_:
        getattr(play, deed)(who, a, b, flag)
        play.check()
    play.end()
    for deed, who, a, b in after if not play.model.selling else ():
        getattr(play, deed)(who, a, b)
        play.check()
