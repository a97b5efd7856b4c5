"""
`python -m tests.load.evening`: an evening in a real hall: sellers with blocks, a second series, many terminals.

Without `--url` it opens a hall of its own, on SQLite in one process or on PostgreSQL with Redis and two web workers,
and afterwards asks its journal, rows, ledger and log whether all is well. With `--url` it plays in a demo hall that
`tests.load.seed` has seeded and that somebody else proves. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bingo_hall.client import Refused
from bingo_hall.player import DemoGame
from tests.house.on_postgres import missing
from tests.load.floor import Floor
from tests.load.hall import LoadHall, servers
from tests.load.people import Screen, Tally
from tests.load.sockets import Sockets

PRICE_CENTS = 200
FEWEST_GAMES = 2
STAFF = ("sala", "mesa", "caja", "locutor")


class Evening(DemoGame):
    """Everybody who is there; the draw and the prizes are the demo's, the sale is a crowd's."""

    def __init__(self, url: str, *, vendors: int, terminals: int, seed: int) -> None:
        self.speed, self.tally = 1_000.0, Tally()
        self.say = lambda line: sys.stderr.write(f"  {line}\n") if line.startswith(("game", "session")) else None
        names = [
            *STAFF,
            *[f"venta{n}" for n in range(1, vendors + 1)],
            *[f"jugador{n}" for n in range(1, terminals + 1)],
        ]
        with ThreadPoolExecutor(8) as doors:
            self.people = dict(zip(names, doors.map(lambda n: Screen(url, n, self.tally, seed), names), strict=True))
        self.chief, self.caller, self.cashier = (self.people[n] for n in ("mesa", "locutor", "caja"))
        self.vendors = [self.people[n] for n in names if n.startswith("venta")]
        self.terminals = [self.people[n] for n in names if n.startswith("jugador")]
        self.sockets = Sockets([(p, "public" if p in self.terminals else "staff") for p in self.people.values()])
        self.seconds: dict[str, float] = {"sale": 0.0, "rest": 0.0}

    def play_all(self, games: int, *, target: int, block: int, limit_seconds: float) -> int:
        """Play the evening's games and hand the money in; no third game is begun late. Gives how many were played."""
        began = time.monotonic()
        self.sockets.start()
        self.open_session()
        for number in range(1, games + 1):
            if number > FEWEST_GAMES and time.monotonic() > began + limit_seconds:
                games = number - 1
                break
            self._one(number, games, target, block)
        self._hand_in()
        return games

    def _one(self, number: int, games: int, target: int, block: int) -> None:
        began = time.monotonic()
        self.chief.deed("open_sale", **self._what_is_sold(number))
        floor = Floor(
            self.board()["game_no"],
            chief=self.chief,
            cashier=self.cashier,
            vendors=self.vendors,
            tally=self.tally,
        )
        second = number == min(2, games)
        floor.sell(target=target, block=block, terminals=self.terminals, wants_second=second and games > 1)
        floor.close()
        self.seconds["sale"] += time.monotonic() - began
        self.say(f"game {floor.game_no}: {self.tally.sold_in(floor.game_no)} printed cards sold and the sale is closed")
        began = time.monotonic()
        self.close_sale()
        self.draw()
        self.settle()
        self.seconds["rest"] += time.monotonic() - began

    # The terminals' cards call for themselves and nobody else shouts: the draw is short, the sale is the load.

    def _shout(self, board: dict[str, Any]) -> bool:  # noqa: ARG002 - the demo's players shout by the board
        return False

    def _call(self, board: dict[str, Any]) -> None:
        """Call ball after ball without looking at the board between them, until the hall says that there is none."""
        ordinal, patience = board["called"] + 1, 20
        while patience:
            try:
                self.caller.deed("call_ball", game_no=board["game_no"], ordinal=ordinal)
            except Refused as refused:
                if refused.code != "nothing_to_call":
                    return
                patience -= 1
                time.sleep(0.03)
            else:
                ordinal, patience = ordinal + 1, 20

    def _wait_for_a_ball(self, board: dict[str, Any]) -> None:  # noqa: ARG002 - the same
        time.sleep(0.02)

    def _what_is_sold(self, number: int) -> dict[str, Any]:
        mine = self.chief.mine()
        if number > 1:
            return mine["suggested"]
        small = min((s for s in mine["series"] if s["medium"] == "physical"), key=lambda s: s["size"])
        return mine["suggested"] | {"physical_series": small["id"]}

    def _hand_in(self) -> None:
        """Count every seller's money; it is to the cent what his answers said he sold."""
        told = {one["seller"]: one["cash_cents"] for one in self.cashier.mine()["by_seller"]}
        for vendor in self.vendors:
            sold = sum(len(c) for (_, who), c in self.tally.sold.items() if who == vendor.username)
            if told.get(vendor.username, 0) != sold * PRICE_CENTS:
                self.tally.fault(f"{vendor.username} has {told.get(vendor.username)} cents, sold {sold} cards")
            if sold:
                self.cashier.do(
                    "hand_in_takings", seller=vendor.username, counted_cents=sold * PRICE_CENTS, password=""
                )

    def wrong(self) -> list[str]:
        """Say what went wrong as far as the people and their sockets can know."""
        head = self.chief.state()["position"]
        self.sockets.until_seen(head)
        self.sockets.stop()
        return self.tally.faults + self.sockets.wrong(head)

    def close(self) -> None:
        """Let everybody go home."""
        for person in self.people.values():
            person.http.close()


def wrong_in_hall(hall: LoadHall, evening: Evening, games: int) -> tuple[list[str], list[dict[str, Any]]]:
    """Ask the stopped hall's journal, rows, ledger, proofs and log."""
    wrong = [f"log: {line}" for line in hall.wrong_in_log()[:10]]
    told = hall.run("-m", "tests.load.audit")
    if told.returncode:
        return [*wrong, told.stderr[-500:]], []
    found = json.loads(told.stdout.splitlines()[-1])["games"]
    for game in found:
        wrong += game["wrong"]
        named = {who: set(cards) for (no, who), cards in evening.tally.sold.items() if no == game["game_no"] and cards}
        sellers = {who: cards for who, cards in named.items() if not who.startswith("jugador")}
        if sellers != {who: set(cards) for who, cards in game["sellers"].items()}:
            wrong.append(f"game {game['game_no']}: the sellers were told other cards than are recorded")
        players = sorted(sorted(cards) for who, cards in named.items() if who.startswith("jugador"))
        if players != sorted(sorted(cards) for cards in game["holders"].values()):
            wrong.append(f"game {game['game_no']}: the terminals were told other cards than are recorded")
    if [game["state"] for game in found] != ["closed"] * games:
        wrong.append(f"games: {[game['state'] for game in found]}")
    if games > 1 and [game["series"] for game in found][1] != 2:
        wrong.append("no complementary series was opened")
    proved = hall.run("manage.py", "verify")
    if proved.returncode or proved.stdout.splitlines()[-1] != "0 violations":
        wrong.append(f"verify: {proved.stdout[-500:]}{proved.stderr[-500:]}")
    return wrong, found


def percentile(values: list[float], share: float) -> float:
    """Give the value below which so large a share of the values lies, in ms."""
    return round(sorted(values)[min(int(len(values) * share), len(values) - 1)] * 1_000, 1) if values else 0.0


def report(
    evening: Evening, wrong: list[str], games: list[dict[str, Any]], options: argparse.Namespace
) -> dict[str, Any]:
    """Put what happened into one object."""
    tally = evening.tally
    sale = evening.seconds["sale"] or 1.0
    return {
        "database": "other" if options.url else options.database,
        "vendors": options.vendors,
        "terminals": options.terminals,
        "games": options.games,
        "printed": [game["printed"] for game in games],
        "virtual": [game["virtual"] for game in games],
        "series": [game["series"] for game in games],
        "deeds": sum(tally.done.values()),
        "said_again": tally.again,
        "deeds_a_second_of_sale": round(sum(tally.done.values()) / sale, 1),
        "ms": {
            name: {"n": len(s), "p50": percentile(s, 0.5), "p99": percentile(s, 0.99)}
            for name, s in sorted(tally.seconds.items())
        },
        "refused": dict(tally.codes),
        "statuses": dict(sorted(tally.statuses.items())),
        "sockets": len(evening.sockets.watched),
        "positions_seen": sum(len(w.positions) for w in evening.sockets.watched),
        "sale_seconds": round(evening.seconds["sale"], 1),
        "draw_seconds": round(evening.seconds["rest"], 1),
        "wrong": wrong,
    }


def play(options: argparse.Namespace) -> dict[str, Any]:
    """Play the evening that the options ask for; gives its report."""
    own = None if options.url else LoadHall(options.database, dict(one.split("=", 1) for one in options.setting))
    try:
        if own:
            # A first game sells at most this, and a second one needs more than is left of it.
            series_cards = options.target * 115 // 100 + options.vendors * (options.block + 6)
            own.prepare(vendors=options.vendors, terminals=options.terminals, series_cards=series_cards)
            own.start()
        url = own.url if own else options.url
        evening = Evening(url, vendors=options.vendors, terminals=options.terminals, seed=options.seed)
        try:
            options.games = evening.play_all(
                options.games, target=options.target, block=options.block, limit_seconds=options.limit
            )
            wrong, games = evening.wrong(), []
        except Exception:
            sys.stderr.write("\n".join(["before it ended:", *evening.tally.faults[:10], ""]))
            raise
        finally:
            evening.close()
        if own:
            own.stop()
            found, games = wrong_in_hall(own, evening, options.games)
            wrong += found
        told = report(evening, wrong, games, options)
        return told | ({"most_connections": own.most_connections} if own and own.is_postgres else {})
    finally:
        if own:
            own.remove()


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.evening", description=__doc__)
    parser.add_argument("--url", default="", help="a demo hall that runs already")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--vendors", type=int, default=6)
    parser.add_argument("--terminals", type=int, default=40)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--target", type=int, default=200, help="printed cards a game")
    parser.add_argument("--block", type=int, default=12, help="cards given out at a time")
    parser.add_argument("--limit", type=float, default=75, help="seconds after which no third game is begun")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--setting", action="append", default=[], help="a setting of the hall's own, NAME=VALUE")
    parser.add_argument("--json", action="store_true", help="one JSON line only")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Play, and say how it went."""
    options = options_of(arguments)
    if options.database == "postgres" and not options.url and (reason := missing(*servers())):
        sys.stdout.write(f"SKIPPED: {reason.strip()}\n")
        return int(os.environ.get("CI") == "true")
    began = time.monotonic()
    # Ended from outside, the hall is closed and taken away too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    told = play(options)
    told["seconds"] = round(time.monotonic() - began, 1)
    if not options.json:
        for name, value in told.items():
            sys.stdout.write(f"{name:24} {value}\n")
    sys.stdout.write(json.dumps(told) + "\n")
    return int(bool(told["wrong"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
