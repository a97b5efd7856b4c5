"""
What a dispute pack holds of one game (C2): its rows of the journal, the faces sold, and both told for people.

`game_facts` says nothing that `verify_pack.py` does not work out again from the rows and faces, but for names, phrases
and signatures. Nothing of it names a player: holders are account codes, and only in the rows, whose hashes need them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, Min, Q

from people.models import StaffMember
from records.chain import canonical
from records.models import ActaEntry, Event, Hall
from sessions.journal import codec
from sessions.models import Game
from sessions.rules.announcements import announcements_now
from sessions.rules.board import Board
from sessions.rules.events import Lot, Rows
from sessions.rules.folding import apply_event
from sessions.rules.states import State
from sessions.selectors.faces import face_rows

Row = dict[str, Any]
IN_DISPUTE: Final = frozenset(
    {State.WON, State.UNCLAIMED, State.PAYING, State.CLOSED, State.SUSPENDED, State.VOID, State.REFUNDED}
)
"""States in which there is a pack: the game has ended, or the authority's agent is to decide (O79 34.4)."""

BEFORE: Final = ("EquipmentChecked", "StaffPosted", "SessionOpened", "BallSetChanged")
AFTER: Final = ("PrizePaid", "RefundPaid", "ChequeReturned")
LATER: Final = {"PrizePaid": "paid", "ChequeReturned": "payable"}
"""What became of a prize after its game, by the last that happened to it."""
CORRECTIONS: Final = ("SaleFiguresCorrected", "BallCorrected", "CallCorrected", "BallHeld", "HeldBallResolved")
STOPS: Final = (
    "DrawPaused",
    "DrawResumed",
    "GameSuspended",
    "ParagraphRead",
    "SuspensionLifted",
    "ManualDrawOrdered",
    "BallsReplaced",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRows:
    """The chain from the first row that concerns the game to its last; and rows of sessions that do, outside it."""

    rows: list[Row]
    related: list[Row]
    first_of_pair: str

    def own(self, stream: str, *kinds: str) -> list[Row]:
        """Give the game's own rows of these kinds, all kinds when none is named."""
        return [row for row in self.rows if row["stream"] == stream and (not kinds or row["kind"] in kinds)]


def pack_rows(hall: Hall, game: Game) -> PackRows:
    """Read the rows: the cards of a pair's second game were sold in the first, so its chain begins there."""
    board = codec.game_board(game.board)
    first_of_pair = f"game:{game.session.session_no}:{board.other_game_no}" if board.pair == 2 else ""  # noqa: PLR2004
    events = Event.objects.filter(hall=hall)
    streams = [game.stream, first_of_pair] if first_of_pair else [game.stream]
    first = events.filter(stream__in=streams).aggregate(at=Min("position"))["at"] or 0
    last = events.filter(stream=game.stream).aggregate(at=Max("position"))["at"] or 0
    # The count of balls may name a witness from the public: its row stays out, the count is told without the name.
    outside = (
        Q(stream=game.session.stream, kind__in=BEFORE, position__lt=first)
        | Q(stream__startswith="session:", kind__in=AFTER, payload__game_no=game.game_no, position__gt=last)
        | Q(stream=game.session.stream, kind="EntrySigned", position__gt=last)
    )
    numbers = set(_entries(game).values_list("entry_no", flat=True))
    related = [row for row in events.filter(outside).order_by("position") if _concerns(row, game, numbers)]
    return PackRows(
        rows=[_plain(hall, row) for row in events.filter(position__range=(first, last)).order_by("position")],
        related=[_plain(hall, row) for row in related],
        first_of_pair=first_of_pair,
    )


def _concerns(row: Event, game: Game, entry_nos: set[int]) -> bool:
    if row.kind == "EntrySigned":
        return row.payload["entry_no"] in entry_nos
    if row.kind in AFTER:
        return (row.payload.get("game_session_no") or row.session_no) == game.session.session_no
    return True


def _plain(hall: Hall, row: Event) -> Row:
    """Give a row as its hash covers it, times as text, with both hashes."""
    plain: Row = json.loads(canonical(row.chained_fields(hall.code)))
    return {**plain, "prev_hash": row.prev_hash, "hash": row.hash}


def sold_faces(board: Board) -> Iterator[tuple[int, Lot, Rows]]:
    """
    Give every card sold in the game: number, series, face.

    Raises:
        CardUnplayable: A stored face fails its check.
        MatrixUnusable: The file of faces is missing.
    """
    for lot in sorted(board.lots, key=lambda lot: lot.first_card):
        for run in lot.sold_runs:
            for card in range(run.first, run.last + 1):
                yield card, lot, face_rows(lot.matrix, card)


def game_facts(hall: Hall, game: Game, pack: PackRows) -> dict[str, Any]:
    """Tell the game for people, and for `verify_pack.py` to compare."""
    board, session = codec.game_board(game.board), game.session
    last = pack.rows[-1]
    payments = [*pack.own(game.stream, "PrizePaid"), *(row for row in pack.related if row["kind"] == "PrizePaid")]
    return {
        "hall": {"code": hall.code, "name": hall.name},
        "stream": game.stream,
        "first_of_pair": pack.first_of_pair,
        "session_no": session.session_no,
        "game_no": game.game_no,
        "state": game.state,
        "extractor": board.extractor,
        "ball_set": board.ball_set,
        "terms": codec.encode(board.terms),
        "journal": {"first": pack.rows[0]["position"], "last": last["position"], "last_hash": last["hash"]},
        **_counted(board, pack, game.stream),
        "payments": [_told(row, "award_no", "card", "cents") for row in payments],
        "corrections": [_whole(row) for row in pack.own(game.stream, *CORRECTIONS)],
        "stops": [_whole(row) for row in pack.own(game.stream, *STOPS)],
        "tokens": codec.encode(board.tokens),
        "phrases": phrases_read(board, pack.own(game.stream)),
        "opening": [_whole(row) for row in pack.related if row["kind"] == "SessionOpened"],
        "staff": _staff(hall, pack, session.stream),
        "counts_of_balls": _counts(hall, game, last["position"]),
        "signatures": _signatures(game, pack),
    }


def _counted(board: Board, pack: PackRows, stream: str) -> dict[str, Any]:
    """Tell what is worked out again: figures, series, balls, claims, awards, what was paid back."""
    figures = [row["payload"]["figures"] for row in pack.own(stream) if "figures" in row["payload"]]
    drawn = [r for r in pack.own(stream, "BallDrawn", "HeldBallResolved") if r["payload"].get("accepted", True)]
    called = [row["at"] for row in pack.own(stream, "BallCalled")]
    called += [None] * (len(drawn) - len(called))
    back = [*pack.own(stream, "CardsRefunded"), *(row for row in pack.related if row["kind"] == "RefundPaid")]
    since = {row["payload"]["award_no"]: row["kind"] for row in pack.related if row["kind"] in LATER}
    names = ("award_no", "prize", "card", "medium", "cents", "status")
    awards = [{name: codec.encode(award)[name] for name in names} for award in board.awards]
    return {
        "figures": figures[-1] if figures else {},
        "series": [_series(lot) for lot in board.lots],
        "balls": [
            {"ordinal": n, "number": number, "drawn_at": row["at"], "called_at": at}
            for n, (number, row, at) in enumerate(zip(board.drawn, drawn, called, strict=True), start=1)
        ],
        "claims": _claims(board, pack, stream),
        "awards": [
            one | ({"status": LATER[since[one["award_no"]]]} if one["award_no"] in since else {}) for one in awards
        ],
        "void": next(({"at": row["at"], **row["payload"]} for row in pack.own(stream, "GameVoided")), None),
        "refunds": [_told(row, "first", "last", "cents") for row in back],
    }


def _series(lot: Lot) -> dict[str, Any]:
    names = ("letter", "ident", "medium", "size", "parts", "face_value_cents", "complementary", "matrix")
    plain = codec.encode(lot)
    return {name: plain[name] for name in names} | {"sold": [[run.first, run.last] for run in lot.sold_runs]}


def _claims(board: Board, pack: PackRows, stream: str) -> list[dict[str, Any]]:
    raised = {row["payload"]["claim_no"]: row["at"] for row in pack.own(stream, "ClaimRaised")}
    judged = {row["payload"]["claim_no"]: row["at"] for row in pack.own(stream, "ClaimUpheld", "ClaimRejected")}
    names = ("claim_no", "prize", "card", "part", "ball", "status", "reason", "missing")
    return [
        {name: codec.encode(claim)[name] for name in names}
        | {"raised_at": raised[claim.claim_no], "judged_at": judged.get(claim.claim_no)}
        for claim in board.claims
    ]


def _told(row: Row, *names: str) -> dict[str, Any]:
    return {"at": row["at"], **{name: row["payload"][name] for name in names}}


def _whole(row: Row) -> dict[str, Any]:
    return {"at": row["at"], "position": row["position"], "kind": row["kind"], "by": row["actor"], **row["payload"]}


def phrases_read(board: Board, rows: list[Row]) -> list[dict[str, Any]]:
    """Give what stood on the table chief's screen to be read aloud, from the row on at which it changed."""
    at = Board(session_no=board.session_no, game_no=board.game_no)
    before: list[dict[str, str]] = []
    found: list[dict[str, Any]] = []
    for row in rows:
        at = apply_event(at, codec.game_event(row["kind"], row["payload"]), row["at"])
        said = [{"text": a.text, "lang": a.lang, "source": a.source} for a in announcements_now(at)]
        if said and said != before:
            found.append({"position": row["position"], "at": row["at"], "said": said})
        before = said
    return found


def _staff(hall: Hall, pack: PackRows, stream: str) -> list[dict[str, Any]]:
    names = dict(StaffMember.objects.filter(hall=hall).values_list("user__username", "name"))
    posted = [r for r in [*pack.related, *pack.rows] if r["kind"] == "StaffPosted" and r["stream"] == stream]
    return [
        {
            "at": r["at"],
            "post": r["payload"]["post"],
            "people": [[u, names.get(u, u)] for u in r["payload"]["usernames"]],
        }
        for r in posted
    ]


def _counts(hall: Hall, game: Game, last: int) -> list[dict[str, Any]]:
    rows = Event.objects.filter(hall=hall, stream=game.session.stream, kind="BallsCounted", position__lt=last)
    names = ("ball_set", "count", "missing", "closing")
    return [
        {"position": row.position, **{name: row.payload.get(name) for name in names}}
        for row in rows.order_by("position")
    ]


def _entries(game: Game) -> Any:
    """Find the entries of the minutes that tell this game."""
    return ActaEntry.objects.filter(
        book__hall=game.session.hall, session_no=game.session.session_no, game_no=game.game_no
    ).order_by("book__number", "entry_no")


def _signatures(game: Game, pack: PackRows) -> list[dict[str, Any]]:
    """Give the game's entries of the minutes with who signed them."""
    signed = [row for row in [*pack.rows, *pack.related] if row["kind"] == "EntrySigned"]
    return [
        {
            "entry_no": entry.entry_no,
            "folio": entry.folio,
            "kind": entry.kind,
            "position": entry.position,
            "signed": [
                {"at": row["at"], "as_post": row["payload"]["as_post"], "signer": row["payload"]["signer"]}
                for row in signed
                if row["payload"]["entry_no"] == entry.entry_no
            ],
        }
        for entry in _entries(game)
    ]
