"""The store of cards: deliveries, series and their cards, where one card is, and the destruction of used ones."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.labels.store import LABELS
from sessions.messages import sentence
from sessions.models import CardSeries
from sessions.rules.errors import RuleViolation
from sessions.rules.references import read_reference
from sessions.rules.stock import EVIDENCE, STOCK
from sessions.selectors.stock import matrices_of, store_of, to_destroy
from sessions.selectors.store import deliveries_of, destructions_of, live_lots, next_delivery, places_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

SHOWN_DELIVERIES: Final = 30
SHOWN_DONE: Final = 60
THINNEST: Final = 250
"""A single spoiled card in a bar of 1,200 must be seen: no span is thinner than this part of the bar."""
LONGEST_REFERENCE: Final = 40


@requires("direct_session", "run_table")
@require_safe
def store(request: HttpRequest) -> HttpResponse:
    """Show the store; `carton` asks where a card is. The Jefe de Mesa may only look and destroy."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    deliveries = deliveries_of(hall, most=SHOWN_DELIVERIES)
    context = {
        "labels": labels_for("store", [get_language()]),
        "manages": may(request.user, "direct_session"),
        "suggested": next_delivery(deliveries),
        "deliveries": deliveries,
        "matrices": matrices_of(hall),
        "destructions": destructions_of(hall),
        **_series(hall),
        **_remains(hall),
        **_found(hall, request.GET.get("carton", "").strip()[:LONGEST_REFERENCE]),
    }
    return render(request, "screens/store/index.html", context)


def _series(hall: Hall) -> dict[str, Any]:
    """Give the series in the order of their use: those begun, those not begun, the latest of those done with."""
    lots = {(lot.letter, lot.ident): lot for lot in live_lots(hall)}
    told = [_shown(one, lots.get((one["letter"], one["ident"]))) for one in store_of(hall, done=SHOWN_DONE)]
    done = [one for one in told if one["state"] in {"used_up", "withdrawn"}]
    return {
        "begun": [one for one in told if one["state"] == "begun" or (one["in_play"] and one["state"] == "received")],
        "fresh": [one for one in told if one["state"] == "received" and not one["in_play"]],
        "done": done[::-1],
        "done_more": CardSeries.objects.filter(hall=hall).count() - len(told),
        "legend": [(state, LABELS[f"card.{state}"]) for state in _states(told)],
    }


def _states(told: list[dict[str, Any]]) -> list[str]:
    seen = {bar["state"] for one in told if one["state"] == "begun" or one["in_play"] for bar in one["bars"]}
    order = [key.removeprefix("card.") for key in LABELS if key.startswith("card.")]
    return [state for state in order if state in seen]


def _shown(series: dict[str, Any], lot: Any) -> dict[str, Any]:
    """Add what the page draws: the bar's pieces, the counts in words, what a game in play has sold and given out."""
    spans = [(span["first"], span["last"], span["state"]) for span in series["spans"]]
    if lot is not None:
        spans += [(run.first, run.last, "sold") for run in lot.sold_runs]
        spans += [(held.first, held.last, "held") for held in lot.held]
    counts = dict(series["counts"])
    in_play = None
    if lot is not None:
        in_play = {"sold": lot.sold, "held": sum(held.count for held in lot.held)}
        # The series' own board learns of a game when it ends.
        counts[STOCK] -= in_play["sold"] + in_play["held"]
    thinnest = series["size"] / THINNEST
    bars = [
        {"state": state, "x": first - series["first_number"], "width": round(max(last - first + 1, thinnest), 2)}
        for first, last, state in spans
    ]
    return {
        **series,
        # The thinnest pieces are drawn last, so that no long one hides them.
        "bars": sorted(bars, key=lambda bar: -bar["width"]),
        "in_play": in_play,
        "state_words": LABELS[f"series.{series['state']}"],
        "counted": [(LABELS[f"card.{state}"], cards) for state, cards in counts.items() if cards],
    }


def _remains(hall: Hall) -> dict[str, Any]:
    """Give what is to be destroyed, by session and series, and the evidence that is not."""
    spans = [{**span, "count": span["last"] - span["first"] + 1} for span in to_destroy(hall)]
    for span in spans:
        span["words"] = LABELS[f"card.{span['state']}"]
    remains = sorted((s for s in spans if s["state"] != EVIDENCE), key=lambda s: (s["session_no"], s["letter"]))
    by_session = [
        {"session_no": number, "spans": (found := list(group)), "count": sum(s["count"] for s in found)}
        for number, group in groupby(remains, key=lambda s: s["session_no"])
    ]
    return {
        "remains": by_session,
        "remains_count": sum(one["count"] for one in by_session),
        "evidence": [s for s in spans if s["state"] == EVIDENCE],
    }


def _found(hall: Hall, text: str) -> dict[str, Any]:
    """Read what was typed or scanned and say where the card is, or why that cannot be said."""
    if not text:
        return {"asked": ""}
    try:
        places = places_of(hall, read_reference(text, settings.BINGO_CARD_KEY.encode()))
    except RuleViolation as refusal:
        return {"asked": text, "not_found": sentence(refusal)}
    for place in places:
        place["words"] = LABELS[f"card.{place['state']}"]
    return {"asked": text, "places": places}
