"""
The lines of an entry: one row a line, so that what an entry weighs on a folio never depends on a language.

A row says which sentence it is and its facts; `sessions.acta_words` says it, and the press fits it to its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from sessions.rules.acta_facts import Fields, Row, listed, written
from sessions.rules.signatures import SIGNED_BY

PEOPLE_A_LINE: Final = 4
ITEMS_A_LINE: Final = 3
CLAIMANT: Final = "claimant"
HEAD_AND_SPACE: Final = 2


def _row(code: str, **values: Any) -> Row:
    return Row(code=code, values=values)


def _people(post: str, usernames: list[str]) -> Iterator[Row]:
    for start in range(0, len(usernames) or 1, PEOPLE_A_LINE):
        some = usernames[start : start + PEOPLE_A_LINE]
        yield _row("post" if not start else "more_people", post=post, people=some)


def _opening(told: Fields) -> Iterator[Row]:
    yield _row("opening")
    if told["category"]:
        yield _row("category", category=told["category"])
    if told["opens_at"] and told["closes_at"]:
        yield _row("hours", opens_at=told["opens_at"], closes_at=told["closes_at"])
    for post, usernames in told["posts"]:
        yield from _people(post, usernames)
    for start in range(0, len(told["equipment"]), ITEMS_A_LINE):
        yield _row("equipment", equipment=told["equipment"][start : start + ITEMS_A_LINE])
    yield _count(told)
    if told.get("spare") is not None:
        yield _row("spare_set" if told["spare"] else "spare_missing", ball_set=told["spare"])


def _count(told: Fields) -> Row:
    code = "counted_before" if told.get("witness") else "counted"
    return _row(code, count=told["count"], ball_set=told["ball_set"], witness=told.get("witness", ""))


def _series(one: Mapping[str, Any]) -> Iterator[Row]:
    code = "series_unsold" if not one["sold"] else "series_second" if one["complementary"] else "series"
    yield Row(code=code, values=dict(one))
    for within in ("holes", "gone"):
        if one[within]:
            yield from listed(within, one[within])


def _sums(told: Fields) -> Iterator[Row]:
    if "takings_cents" not in told:
        return
    yield _sold(told)
    yield _row("prizes", line_cents=told["line_cents"], bingo_cents=told["bingo_cents"])
    for one in told["jackpots"]:
        yield Row(code="jackpot", values=one)


def _on_sale(told: Fields) -> Iterator[Row]:
    for one in told["series"]:
        yield from _series(one)
    yield _row("price" if told["parts"] == 1 else "price_double", price_cents=told["price_cents"])


def _sold(told: Fields) -> Row:
    return _row("sold", **{n: told[n] for n in ("physical", "virtual", "takings_cents")})


def _game(told: Fields) -> Iterator[Row]:
    if told["pair"]:
        yield _row("pair_first" if told["pair"] == 1 else "idem", other_game_no=told["other_game_no"])
    yield from _on_sale(told)
    yield from _sums(told)
    machine = {"extractor": told["extractor"], "ball_set": told["ball_set"]}
    if rules := told.get("rules"):
        yield _row("machine_rules", rules=rules, **machine)
    else:
        yield _row("machine", **machine)


def _correction(told: Fields) -> Iterator[Row]:
    if told["what"] != "figures":
        yield Row(code=f"correction_{told['what']}", values=told)
        if told.get("assessed"):
            yield _row("assessed")
        yield from _second(told)
        return
    yield _row("correction_figures", was_last=told["was_last"], last=told["last"])
    yield from written(told["reason"])
    yield from _sums(told)


def _held(told: Fields) -> Iterator[Row]:
    yield _row("held", ordinal=told["ordinal"], read=told["read"], reason=told["reason"])
    yield _row("held_accepted", number=told["number"]) if told["accepted"] else _row("held_discarded")
    yield from _second(told)


def _second(told: Fields) -> Iterator[Row]:
    """Name the other person who stood for it, and the authority's agent."""
    if told.get("second"):
        yield _row("second", person=told["second"])
    if told.get("agent"):
        yield _row("agent", agent=told["agent"])


def _void(told: Fields) -> Iterator[Row]:
    yield _row("void", void_cause=told["cause"], called=told["called"])
    yield from written(told["reason"])
    if told["ordinal"]:
        yield _row("void_call", ordinal=told["ordinal"], said=told["said"], number=told["number"])
    if told["affected"]:
        yield from listed("affected", told["affected"])
    if told.get("substantial") is not None:
        yield _row("substantial" if told["substantial"] else "not_substantial")
    yield from _second(told)
    if told.get("series"):
        yield from _on_sale(told)
        yield _sold(told)
    yield _row("void_refund", refund_cents=told["refund_cents"])


def _brought(told: Fields) -> Iterator[Row]:
    if told.get("virtual_cents"):
        yield _row("to_accounts", virtual_cents=told["virtual_cents"])
    yield from listed("returned", told["returned"])
    yield from listed("kept", told.get("kept", ""))


def _refunds(told: Fields) -> Iterator[Row]:
    yield _row("refunds", refunded_cents=told["refunded_cents"], payable_cents=told["payable_cents"])
    yield from _brought(told)
    yield from listed("outstanding", told["outstanding"])


def _end(told: Fields) -> Iterator[Row]:
    if told["void"]:
        yield _row("end_void", refunded_cents=told["refunded_cents"])
        yield from _brought(told)
    if told["balls"]:
        yield from listed("balls", ", ".join(map(str, told["balls"])))
    else:
        yield _row("no_ball")
    if told["uncalled"]:
        yield from listed("uncalled", ", ".join(map(str, told["uncalled"])))
    for one in told["awards"]:
        yield Row(code="award", values=one)
    yield _row("paid", line_cents=told["line_cents"], bingo_cents=told["bingo_cents"])
    if told["unpaid_cents"]:
        yield _row("unpaid", unpaid_cents=told["unpaid_cents"])
    yield from _not_won(told)


def _not_won(told: Fields) -> Iterator[Row]:
    """Say where it goes that nobody won (Q10)."""
    for prize in ("line", "bingo"):
        if told[f"carried_{prize}_cents"]:
            yield _row("carried", prize=prize, cents=told[f"carried_{prize}_cents"])
    if told.get("house_cents"):
        yield _row("to_house", house_cents=told["house_cents"])


def _substitution(told: Fields) -> Iterator[Row]:
    yield _row("substituted", post=told["post"])
    yield from _people_told("was", told["was"])
    yield from _people_told("now", told["now"])
    if told.get("transitory"):
        yield from _people_told("transitory", told["transitory"])
    yield from written(told.get("reason") or "")


def _people_told(code: str, usernames: list[str]) -> Iterator[Row]:
    for start in range(0, len(usernames) or 1, PEOPLE_A_LINE):
        yield _row(code if not start else "more_people", people=usernames[start : start + PEOPLE_A_LINE])


def _complaint(told: Fields) -> Iterator[Row]:
    yield _row("complaint", complaint_no=told["complaint_no"])
    yield from written(told["text"])
    if not (told["claimant_signed"] and told.get("identified", True)):
        yield _row("no_value")


def _non_admission(told: Fields) -> Iterator[Row]:
    yield _row("expulsion" if told.get("expelled") else "non_admission")
    yield from written(told["reason"])


def _jackpot(told: Fields) -> Iterator[Row]:
    yield Row(code="jackpot_on" if told["on"] else "jackpot_off", values={"prize_code": told["code"]})
    if told["amount_cents"]:
        yield _row("jackpot_amount", amount_cents=told["amount_cents"])
    if told["exact_ball"]:
        yield _row("jackpot_ball", exact_ball=told["exact_ball"])
    if told["due_at"]:
        yield _row("jackpot_due", due_at=told["due_at"])


def _incident(told: Fields) -> Iterator[Row]:
    if told["code"] != "noted":
        yield _row("incident", incident=told["code"])
    yield from written(told["text"])


def _closing(told: Fields) -> Iterator[Row]:
    yield _row("closing", games=told["games"], incidents=told["incidents"], complaints=told["complaints"])
    if told["void_games"]:
        yield _row("void_games", void_games=", ".join(map(str, told["void_games"])))
    yield from _ball_count(told)
    for game_no, cards, cents in told["returned"]:
        yield _row("returned_of", game_no=game_no, cents=cents)
        yield from listed("returned", cards)


def _lifted(told: Fields) -> Iterator[Row]:
    yield _row("lifted_agent" if told["decision"] == "agent" else "lifted")
    yield from written(told["text"])
    yield from _second(told)


def _committed(told: Fields) -> Iterator[Row]:
    yield _row("draw_committed", authorisation=told["authorisation"])
    yield _row("commitment", commitment=told["commitment"])
    if told.get("second"):
        yield _row("commitment_second", commitment=told["second"])


def _revealed(told: Fields) -> Iterator[Row]:
    yield _row("draw_revealed", secret=told["secret"]) if told["secret"] else _row("draw_secret_lost")
    if told.get("second"):
        yield _row("draw_revealed_second", secret=told["second"])


def _telling(code: str, *texts: str) -> Callable[[Fields], Iterator[Row]]:
    """Make the rows of an entry of one sentence and somebody's words after it."""

    def rows(told: Fields) -> Iterator[Row]:
        yield Row(code=code, values=told)
        for name in texts:
            yield from written(str(told.get(name) or ""))

    return rows


def _ball_set(told: Fields) -> Iterator[Row]:
    yield Row(code="ball_set", values=told)
    if told.get("game_no"):
        yield _row("ball_set_in_game", drawn=told["drawn"])
    yield from written(told["reason"])


def _ball_count(told: Fields) -> Iterator[Row]:
    yield _count(told)
    if told.get("missing"):
        yield from listed("missing_balls", ", ".join(map(str, told["missing"])))


_ROWS: Final[dict[str, Callable[[Fields], Iterator[Row]]]] = {
    "opening": _opening,
    "game": _game,
    "end": _end,
    "correction": _correction,
    "held": _held,
    "void": _void,
    "refunds": _refunds,
    "substitution": _substitution,
    "incident": _incident,
    "note": _incident,
    "complaint": _complaint,
    "ball_count": _ball_count,
    "closing": _closing,
    "lifted": _lifted,
    "stop": _telling("stop"),
    "withdrawn": _telling("withdrawn", "reason"),
    "second_series": _telling("second_series"),
    "spoiled": _telling("spoiled", "reason"),
    "suspension": _telling("suspension", "text"),
    "paragraph": _telling("paragraph"),
    "manual_draw": _telling("manual_draw", "how"),
    "token": _telling("token"),
    "draw_committed": _committed,
    "public_number": _telling("public_number"),
    "draw_revealed": _revealed,
    "ball_set": _ball_set,
    "stray_ball": _telling("stray_ball"),
    "non_admission": _non_admission,
    "jackpot": _jackpot,
    "last_game": _telling("last_game"),
    "late_payment": _telling("late_payment"),
    "late_refund": _telling("late_refund"),
    "cheque_returned": _telling("cheque_returned"),
    "destruction": _telling("destruction"),
}
KINDS: Final = frozenset(_ROWS)


def rows_of(kind: str, fields: Fields) -> tuple[Row, ...]:
    """
    Give the lines of an entry below its heading.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 37.3, 37.4, 37.6.
    """
    return tuple(_ROWS[kind](fields))


def signers_of(kind: str) -> tuple[str, ...]:
    """
    Give who signs an entry, a line each: posts, and the claimant of a complaint.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), arts. 37.3, 37.4.
    """
    if kind in {"opening", "closing"}:
        return ("table_chief",)
    return (*SIGNED_BY.get(kind, ()), *((CLAIMANT,) if kind == "complaint" else ()))


def lines_of(kind: str, fields: Fields) -> int:
    """
    Count the lines an entry takes: its heading, its rows, its signatures and the space after it.

    Source:
        O. 9-1-1979 (BOE-A-1979-2188), art. 37.2.
    """
    return HEAD_AND_SPACE + len(rows_of(kind, fields)) + len(signers_of(kind))
