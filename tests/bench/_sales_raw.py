"""The peer of the sales bench: the same rows as `sell_cards` writes for six cards of a block, in bare SQL."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime

from records.chain import body_hash, row_hash

CARDS = 6
NOTE = "INSERT INTO bingo_sessions_soldcard (game_id, series_id, number, medium, seller, holder) VALUES "
BALANCES = "UPDATE ledger_account SET balance_cents = balance_cents + %s WHERE hall_id = %s AND code IN (%s, 'takings')"
EVENT = (
    "INSERT INTO records_event (hall_id, position, session_no, stream, seq, kind, payload, actor, source_ref,"
    " body_hash, at, prev_hash, hash) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)


def take(board: dict, seller: str) -> tuple[int, int]:
    """Take the seller's lowest six cards off the board, as the fold would; gives the first and the last."""
    (lot,) = board["lots"]
    mine = next(off for off in lot["off"] if off["holder"] == seller)
    first, last = mine["first"], mine["first"] + CARDS - 1
    mine["first"] = last + 1
    if mine["first"] > mine["last"]:
        lot["off"].remove(mine)
    board["seq"] += 1
    return first, last


def sell(cursor, hall, game, series_id, seller):
    """Sell six cards in one transaction; the caller commits. `hall` is (id, code), `game` (id, session_no, stream)."""
    cursor.execute("SELECT board::text FROM bingo_sessions_game WHERE id = %s FOR NO KEY UPDATE", (game[0],))
    board = json.loads(cursor.fetchone()[0])
    first, last = take(board, seller)
    at, cents, key = datetime.now(UTC), CARDS * 200, f"{seller}:{uuid.uuid4().hex}"
    rows = [v for n in range(first, last + 1) for v in (game[0], series_id, n, "physical", seller, "")]
    cursor.execute(NOTE + ", ".join(["(%s, %s, %s, %s, %s, %s)"] * CARDS), rows)
    cursor.execute(
        "SELECT id, code FROM ledger_account WHERE hall_id = %s AND code IN (%s, 'takings')"
        " ORDER BY id FOR NO KEY UPDATE",
        (hall[0], f"seller:{seller}"),
    )
    accounts = {code: pk for pk, code in cursor.fetchall()}
    cursor.execute(
        "INSERT INTO ledger_entry (hall_id, kind, stream, seq, key, actor, at)"
        " VALUES (%s, 'sale', %s, %s, NULL, %s, %s) RETURNING id",
        (hall[0], game[2], board["seq"], seller, at),
    )
    (entry,) = cursor.fetchone()
    cursor.execute(BALANCES, (cents, hall[0], f"seller:{seller}"))
    cursor.execute(
        "INSERT INTO ledger_leg (entry_id, account_id, cents) VALUES (%s, %s, %s), (%s, %s, %s)",
        (entry, accounts[f"seller:{seller}"], cents, entry, accounts["takings"], -cents),
    )
    cursor.execute(
        "UPDATE bingo_sessions_game SET board = %s, state = 'selling', seq = %s WHERE id = %s",
        (json.dumps(board), board["seq"], game[0]),
    )
    cursor.execute("SELECT head_position, head_hash FROM records_hall WHERE id = %s FOR NO KEY UPDATE", (hall[0],))
    position, prev = cursor.fetchone()
    payload = {
        "medium": "physical",
        "first": first,
        "last": last,
        "amount_cents": cents,
        "seller": seller,
        "holder": "",
        "from_block": True,
    }
    fields = {
        "hall": hall[1],
        "position": position + 1,
        "session_no": game[1],
        "stream": game[2],
        "seq": board["seq"],
        "kind": "CardsSold",
        "payload": payload,
        "actor": seller,
        "source_ref": key,
        "body_hash": body_hash("sell_cards", {"quantity": CARDS, "first": None}),
        "at": at,
    }
    digest = row_hash(prev, fields)
    told = {**fields, "hall": hall[0], "payload": json.dumps(payload)}
    cursor.execute(EVENT, (*told.values(), prev, digest))
    cursor.execute(
        "UPDATE records_hall SET head_position = %s, head_hash = %s WHERE id = %s", (position + 1, digest, hall[0])
    )
    return first
