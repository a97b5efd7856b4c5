"""
Sales of six cards a second, sellers with blocks all selling at once, beside the same rows written in bare SQL.

PostgreSQL with 24 and 16 sellers as processes, ours and the peer taking turns in one run; SQLite with 16 as threads of
one process, which is how a hall on SQLite runs. Nothing may be lost or sold twice: afterwards the rows and the journal
are counted, and both halls must pass the hall's own proofs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from pathlib import Path
from tempfile import TemporaryDirectory

CARDS, SLICES, SECONDS = 6, 5, 10
BLOCK, BLOCKS = 1_200, 4
PEOPLE = {"postgres": "processes", "sqlite": "threads"}
RUNS = (("postgres", 24), ("postgres", 16), ("sqlite", 16))
# Of the peer's rate at least a quarter; the slowest hundredth not eight times the median; on SQLite within 0.3 s.
LEAST_RATIO, MOST_P99_TO_P50, MOST_SQLITE_P99_MS = 0.25, 8, 300


def selling_until(deed, until, seconds):
    """Do a deed over and over until a moment; adds each one's seconds and gives them."""
    while (began := time.monotonic()) < until:
        deed()
        seconds.append(time.monotonic() - began)
    return seconds


def ours(game_id, seller, until):
    """Sell as the hall does; a block that is sold out is followed by another."""
    from sessions.rules.errors import NoBlock
    from sessions.services.floor import issue_block
    from sessions.services.sales import sell_cards

    def deed():
        key = f"{seller}:{uuid.uuid4().hex}"
        sell_cards(game_id=game_id, quantity=CARDS, actor=seller, source_ref=key)

    seconds = []
    while time.monotonic() < until:
        try:
            selling_until(deed, until, seconds)
        except NoBlock:
            issue_block(game_id=game_id, seller=seller, quantity=BLOCK, actor="caja")
    return seconds


def bare(where, seller, until):
    """Sell in bare SQL, on the same connection."""
    from django.db import connection, transaction

    from tests.bench._sales_raw import sell

    def deed():
        with transaction.atomic(), connection.cursor() as cursor:
            sell(cursor, where["hall"], where["game"], where["series"], seller)

    return selling_until(deed, until, [])


def _open_hand(hall_id, seller):
    """Open the account of a seller's money, which the bare side does not make by itself."""
    from ledger.services import account_of

    account_of(hall_id, f"seller:{seller}")


def a_hall(code, sellers):
    """Make a hall in which each seller has a block; gives what the peer must know."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.models import Group

    from people.models import StaffMember
    from records.models import Hall
    from sessions.rules.session import EQUIPMENT
    from sessions.services import floor, sales, sessions
    from sessions.services.hall import make_ball_set, make_matrix, make_series

    hall = Hall.objects.create(code=code, name=code)
    cards = len(sellers) * BLOCK * BLOCKS
    series = make_series(make_matrix(hall, code, cards), "A", "1", "physical", 1, cards)
    make_ball_set(hall, "set-1")
    seniors = {"sala": "hall_manager", "mesa": "table_chief", "caja": "cashier"}
    for name, post in (seniors | dict.fromkeys(sellers, "seller_caller")).items():
        user, _new = get_user_model().objects.get_or_create(username=name)
        user.groups.set(Group.objects.filter(name=post))
        if not StaffMember.objects.filter(user=user).exists():
            StaffMember.objects.create(user=user, hall=hall, name=name)
    session = sessions.start_session(hall_id=hall.pk)
    by = {"session_id": session.pk, "actor": "sala"}
    sessions.check_equipment(in_order=EQUIPMENT, **by)
    sessions.count_balls(ball_set="set-1", missing=[], **by)
    for name, post in seniors.items():
        sessions.post_staff(post=post, usernames=[name], **by)
    sessions.post_staff(post="seller_caller", usernames=sellers, **by)
    sessions.open_session(signed="mesa", **by)
    game = sales.announce_game(session_id=session.pk)
    sales.open_sale(
        game_id=game.pk,
        physical_series=series.pk,
        virtual_series=None,
        extractor="manual",
        ball_set="set-1",
        actor="mesa",
    )
    StaffMember.objects.update(hall=hall)
    # Two blocks each: the bare side, which has no cashier, must not run out of cards.
    for _ in range(2):
        for name in sellers:
            _open_hand(hall.pk, name)
            floor.issue_block(game_id=game.pk, seller=name, quantity=BLOCK, actor="caja")
    # The first sale opens the other accounts, in both halls alike.
    sales.sell_cards(game_id=game.pk, quantity=CARDS, actor=sellers[0])
    return {"hall": (hall.pk, hall.code), "game": (game.pk, session.session_no, game.stream), "series": series.pk}


def queries_of_a_sale(where, seller):
    """Count the statements of one sale, BEGIN and COMMIT left out."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from sessions.services.sales import sell_cards

    with CaptureQueriesContext(connection) as seen:
        sell_cards(game_id=where["game"][0], quantity=CARDS, actor=seller, source_ref=f"{seller}:{uuid.uuid4().hex}")
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [q["sql"].split("FROM")[-1][:60] for q in seen.captured_queries if not q["sql"].startswith(own)]


def proved(where, sales_made):
    """Count a hall's sales in its rows and its journal; gives (lost, sold twice, what its proofs say)."""
    from records.models import Event, Hall
    from sessions.models import SoldCard
    from sessions.selectors.verify import violations

    hall = Hall.objects.get(pk=where["hall"][0])
    rows = list(SoldCard.objects.filter(game_id=where["game"][0]).values_list("number", flat=True))
    sold = Event.objects.filter(hall=hall, kind="CardsSold").values_list("payload__first", "payload__last")
    said = [n for first, last in sold for n in range(first, last + 1)]
    lost = sales_made * CARDS - len(rows), sales_made * CARDS - len(said)
    twice = len(rows) - len(set(rows)) + len(said) - len(set(said))
    return max(lost, key=abs), twice, list(violations(hall))


def figures(seconds, spent):
    """Put one side's sales together: a second, and milliseconds at the median and the slowest hundredth."""
    ordered = sorted(seconds)
    return {
        "sales": len(ordered),
        "sales_a_second": round(len(ordered) / spent, 1),
        "p50_ms": round(ordered[len(ordered) // 2] * 1_000, 1),
        "p99_ms": round(ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)] * 1_000, 1),
    }


def measured(sellers, *, with_bare):
    """Let all sell, ours and bare in turn; gives both sides' figures and the proofs."""
    from sessions.models import Game
    from tests.concurrency.crew import Crew
    from tests.concurrency.threads import Threads

    # The bare side is measured on PostgreSQL only, where a hall is several processes.
    people = Crew if with_bare else Threads
    names = [f"s{n}" for n in range(sellers)]
    halls = {side: a_hall(side, names) for side in (("ours", "bare") if with_bare else ("ours",))}
    queries = queries_of_a_sale(halls["ours"], names[0])
    made, spent = {side: [] for side in halls}, dict.fromkeys(halls, 0.0)
    slices = SLICES if with_bare else 1
    with people(sellers) as crew:
        for _ in range(slices):
            for side, where in halls.items():
                until = (began := time.monotonic()) + SECONDS / slices
                arg = {"game_id": where["game"][0]} if side == "ours" else {"where": where}
                deed = ours if side == "ours" else bare
                answers = crew.at_once(*[(deed, {**arg, "seller": name, "until": until}) for name in names])
                wrong = [a.error or a.refused for a in answers if a.error or a.refused]
                if wrong:
                    raise SystemExit(f"{side}: {wrong[:3]}")
                spent[side] += time.monotonic() - began
                made[side] += [s for answer in answers for s in answer.value]
    told = {"sellers": sellers, "queries": len(queries)}
    told["board_bytes"] = len(json.dumps(Game.objects.get(pk=halls["ours"]["game"][0]).board))
    for side, where in halls.items():
        extra = 2 if side == "ours" else 1
        lost, twice, broken = proved(where, len(made[side]) + extra)
        told[side] = {**figures(made[side], spent[side]), "lost": lost, "twice": twice, "violations": broken[:3]}
    return told


def one_run(database, sellers):
    """Run one database in a process of its own, with its own data; gives its figures."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("BINGO_", "DJANGO_"))}
    name = f"bench_{uuid.uuid4().hex[:8]}"
    server = os.environ.get("POSTGRES", "postgres://root@127.0.0.1:5432/test")
    with TemporaryDirectory(prefix="bench-") as folder:
        url = f"sqlite:///{folder}/hall.sqlite3"
        if database == "postgres":
            url = f"{server.rpartition('/')[0]}/{name}"
            on_server(server, f'CREATE DATABASE "{name}"')
        environment |= {"BINGO_DATABASE_URL": url, "BINGO_DATA_DIR": folder}
        environment["DJANGO_SETTINGS_MODULE"] = "bingo_hall.settings"
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.sales", database, str(sellers)],
                env=environment,
                cwd=Path(__file__).resolve().parents[2],
                stdout=subprocess.PIPE,
                text=True,
                timeout=300,
                check=True,
            )
        finally:
            if database == "postgres":
                on_server(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    return {"database": database, **json.loads(done.stdout.splitlines()[-1])}


def on_server(server, order):
    """Give the PostgreSQL server an order of its own; OSError where there is none."""
    import psycopg

    try:
        with psycopg.connect(server, autocommit=True) as link:
            link.execute(order)
    except psycopg.OperationalError as error:
        raise ConnectionError(str(error).strip()) from error


def in_child(database, sellers):
    """Be the process of one run: a hall with nobody watching; prints one JSON line."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from records.publish import silence

    # The sellers are forked, and a pool's connections would be shared by them.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    call_command("migrate", verbosity=0)
    with silence():
        print(json.dumps(measured(sellers, with_bare=database == "postgres")))
    return 0


def goals_of(run):
    """Say which goals a run missed."""
    mine = run["ours"]
    sides = [run[side] for side in ("ours", "bare") if side in run]
    checks = {"lost or sold twice": any(side["lost"] or side["twice"] or side["violations"] for side in sides)}
    if run["database"] == "postgres":
        checks["a quarter of bare SQL"] = mine["sales_a_second"] < LEAST_RATIO * run["bare"]["sales_a_second"]
        checks["p99 within 8 medians"] = mine["p99_ms"] > MOST_P99_TO_P50 * mine["p50_ms"]
    else:
        checks["p99 within 0.3 s"] = mine["p99_ms"] > MOST_SQLITE_P99_MS
    return [name for name, missed in checks.items() if missed]


def main():
    """Run them all; print a table and one JSON line, and 1 when a goal is missed."""
    told = []
    for database, sellers in RUNS:
        try:
            run = one_run(database, sellers)
        except OSError as error:
            print(f"{database} does not answer: {error}")
            continue
        run["missed"] = goals_of(run)
        told.append(run)
        print(f"sales of {CARDS} cards, {database}, {sellers} {PEOPLE[database]}, {SECONDS} s a side, in turn")
        for side in ("ours", "bare"):
            if side in run:
                print(f"  {side:5}" + "".join(f"  {k} {v}" for k, v in run[side].items()))
        if "bare" in run:
            run["ratio"] = round(run["ours"]["sales_a_second"] / run["bare"]["sales_a_second"], 2)
            print(f"  ours : bare = {run['ratio']}")
        print(f"  statements a sale: {run['queries']}; board: {run['board_bytes']} bytes; missed: {run['missed']}")
    print(json.dumps({"bench": "sales", "runs": told}))
    return int(any(run["missed"] for run in told))


if __name__ == "__main__":
    sys.exit(in_child(sys.argv[1], int(sys.argv[2])) if sys.argv[1:] else main())
