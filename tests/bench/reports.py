"""
The report of a year of 10,000 games, beside reading the boards of its games one by one; and of a month of it.

The year is rows only, as the hall's own deeds leave them: minutes, ledger, sellers' totals, posts. SQLite in memory:
ratios within one run count.
"""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime, timedelta

from tests.bench._rounds import rates_of, tell

GAMES, NIGHTS, SALES = 10_000, 250, 12
BOARDS = 400
"""So many boards are read in a round: the rate is a game's."""
YEAR, MONTH, FOLDED = "ours, a year", "ours, a month of it", "board by board"
SELLERS = ("venta1", "venta2", "venta3")
TAKEN, LINE, BINGO = 60_000, 5_400, 34_500
HOUSE = TAKEN - LINE - BINGO
FIRST = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)


def django():
    """Begin on a database in memory."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "bingo_hall.settings"
    os.environ["BINGO_DATABASE_URL"] = "sqlite://:memory:"
    import django as framework
    from django.core.management import call_command

    framework.setup()
    call_command("migrate", verbosity=0)


def a_board(game_no):
    """Give the board of a game that was won, as it is stored."""
    from sessions.journal import codec
    from sessions.rules.board import Board, Claim
    from sessions.rules.events import Award, Figures, Lot, Medium, PrizeKind, Terms
    from sessions.rules.states import State

    face = ((1, 12, 23, 34, 45), (2, 13, 24, 35, 46), (3, 14, 25, 36, 47))
    card = {"card": 7, "medium": Medium.PHYSICAL}
    figures = {"physical_sold": 300, "virtual_sold": 0, "takings_cents": TAKEN, "tax_cents": 0, "house_cents": HOUSE}
    board = Board(
        session_no=1,
        game_no=game_no,
        state=State.CLOSED,
        terms=Terms(profile="es-1979", line_bp=900, bingo_bp=5_750),
        lots=(
            Lot(
                letter="A",
                ident="1",
                size=1_200,
                medium=Medium.PHYSICAL,
                face_value_cents=200,
                first_card=1,
                last_card=1_200,
                next_card=301,
            ),
        ),
        figures=Figures(**figures, line_cents=LINE, bingo_cents=BINGO),
        drawn=tuple(range(1, 61)),
        called=60,
        claims=tuple(
            Claim(claim_no=n, prize=prize, rows=face, ball=n * 30, status="upheld", **card)
            for n, prize in enumerate((PrizeKind.LINE, PrizeKind.BINGO), start=1)
        ),
        awards=tuple(
            Award(award_no=n, prize=prize, cents=cents, status="paid", **card)
            for n, (prize, cents) in enumerate(((PrizeKind.LINE, LINE), (PrizeKind.BINGO, BINGO)), start=1)
        ),
    )
    return codec.encode(board)


def nights(hall):
    """Make the year's sessions, closed, each with the posts of its sellers."""
    from records.models import Event
    from sessions.models import BingoSession

    made, events = [], []
    for number in range(1, NIGHTS + 1):
        opened = FIRST + timedelta(days=(number - 1) * 360 / NIGHTS)
        row = {"session_no": number, "opened_at": opened, "closed_at": opened + timedelta(hours=7)}
        made.append(BingoSession(hall=hall, state="closed", board={}, **row))
        told = {"post": "seller_caller", "usernames": list(SELLERS), "reason": "", "transitory": []}
        place = {"hall": hall, "position": number, "session_no": number, "stream": f"session:{number}", "seq": 1}
        hashes = {"prev_hash": "", "hash": ""}
        events.append(Event(kind="StaffPosted", payload=told, actor="sala", at=opened, **place, **hashes))
    Event.objects.bulk_create(events)
    return BingoSession.objects.bulk_create(made)


def a_year(hall):
    """Make the year: its games, their minutes, ledger and sellers' totals."""
    from records.models import ActaBook, ActaEntry
    from sessions.models import Game, SellerTakings

    book = ActaBook.objects.create(hall=hall, number=1, first_position=1, opened_at=FIRST)
    games, entries = [], []
    for session in nights(hall):
        for game_no in range(1, GAMES // NIGHTS + 1):
            at = session.opened_at + timedelta(minutes=10 * game_no)
            games.append((Game(session=session, game_no=game_no, state="closed", board=a_board(game_no)), at))
            for kind, payload in minutes_of():
                number = len(entries) + 1
                place = {"entry_no": number, "folio": 1, "line": 1, "lines": 1, "position": number}
                of = {"session_no": session.session_no, "game_no": game_no, "at": at}
                entries.append(ActaEntry(book=book, kind=kind, payload=payload, **place, **of))
    ActaEntry.objects.bulk_create(entries, batch_size=500)
    Game.objects.bulk_create([game for game, _at in games], batch_size=500)
    third = {"cents": TAKEN // len(SELLERS)}
    SellerTakings.objects.bulk_create(
        [SellerTakings(game=game, seller=seller, **third) for game, _at in games for seller in SELLERS], batch_size=500
    )
    post_year(hall, games)


def minutes_of():
    """Give the two entries of a game: its figures, its end."""
    prices = {"price_cents": 200, "physical": 300, "virtual": 0, "takings_cents": TAKEN}
    told = {"line_cents": LINE, "bingo_cents": BINGO, "jackpots": [], "extractor": "extractor-1", "pair": 0}
    won = [{"prize": "line", "card": 7, "medium": "physical", "cents": LINE, "status": "paid"}]
    won.append({"prize": "bingo", "card": 7, "medium": "physical", "cents": BINGO, "status": "paid"})
    end = {"balls": list(range(1, 61)), "uncalled": [], "awards": won, "void": False, "refunded_cents": 0}
    return (("game", prices | told), ("end", end))


def post_year(hall, games):
    """Make the ledger's entries of the games: some sales, the closing, the prizes."""
    from ledger.models import Entry, Leg
    from ledger.services import account_of

    codes = {code: account_of(hall.pk, code) for code in ("cash", "takings", "prizes", "house")}
    each = TAKEN // SALES
    moves = [("sale", {"cash": each, "takings": -each})] * SALES
    moves.append(("closing", {"takings": TAKEN, "prizes": -LINE - BINGO, "house": -HOUSE}))
    moves += [("prize", {"prizes": cents, "cash": -cents}) for cents in (LINE, BINGO)]
    posted = [
        (Entry(hall=hall, kind=kind, stream=game.stream, seq=seq, actor="venta1", at=at), legs)
        for game, at in games
        for seq, (kind, legs) in enumerate(moves, start=1)
    ]
    Entry.objects.bulk_create([entry for entry, _legs in posted], batch_size=500)
    Leg.objects.bulk_create(
        [Leg(entry=entry, account=codes[code], cents=cents) for entry, legs in posted for code, cents in legs.items()],
        batch_size=500,
    )


def measured(hall):
    """Take turns: the year's money, a month's, and boards one by one. Gives the rates, and the year's sums."""
    from sessions.journal import codec
    from sessions.models import Game
    from sessions.selectors.reports.money import money_of
    from sessions.selectors.reports.periods import By, nights_of, span_of

    opened = nights_of(hall)
    year = span_of(By.YEAR, "2026", opened, opened[-1].day)
    month = span_of(By.MONTH, "2026-06", opened, opened[-1].day)

    def report(span):
        return len(money_of(hall, span).games)

    def board_by_board():
        boards = Game.objects.filter(session__hall=hall).order_by("pk").values_list("board", flat=True)[:BOARDS]
        return len([codec.game_board(board).figures for board in boards])

    variants = {YEAR: lambda: report(year), MONTH: lambda: report(month), FOLDED: board_by_board}
    return rates_of(variants), money_of(hall, year)


def views_of(hall):
    """Time the other views of the whole year once each, in seconds."""
    from sessions.selectors.reports.control import accounts_of, operations_of, voids_of
    from sessions.selectors.reports.games import told_games
    from sessions.selectors.reports.periods import By, nights_of, span_of
    from sessions.selectors.reports.sellers import sellers_of, undone_sales

    opened = nights_of(hall)
    span = span_of(By.YEAR, "2026", opened, opened[-1].day)
    began = time.perf_counter()
    told = told_games(hall, span)
    sellers = sellers_of(hall, span, told, undone_sales(hall, span, told))
    sold = time.perf_counter()
    voids_of(hall, told), operations_of(hall, span, told, []), accounts_of(hall, span, told)
    seconds = {"sellers_seconds": round(sold - began, 2), "control_seconds": round(time.perf_counter() - sold, 2)}
    return seconds | {"sellers_cents": sum(one.cents for one in sellers)}


def main():
    django()
    from records.models import Hall

    hall = Hall.objects.create(code="bench", name="bench")
    a_year(hall)
    rates, year = measured(hall)
    facts = {"games": year.total.games, "takings_cents": year.total.takings_cents, "left_cents": year.total.left_cents}
    facts |= views_of(hall)
    wrong = (year.total.games, year.total.left_cents) != (GAMES, 0) or facts["sellers_cents"] != GAMES * TAKEN
    # A month of a year's rows is read as fast, game by game, as the year: nothing goes through the other months.
    return tell("reports", "games", rates, [(YEAR, FOLDED, 3), (MONTH, FOLDED, 2)], facts) or int(wrong)


if __name__ == "__main__":
    sys.exit(main())
