"""The ball sets: their list, and the passport of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from screens.access import hall_of, may, requires
from screens.labels import labels_for
from screens.labels.balls import LABELS
from sessions.models import BallSet
from sessions.rules.ball_sets import MOST_GAMES
from sessions.rules.events import BALLS
from sessions.selectors.ball_sets import Record, life_of_set, passports_of, record_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from records.models import Hall

STEP: Final = 10
BAR: Final = 7
"""A bar of the chart is 7 wide and each ball has 10."""
HEIGHT: Final = 240
LABELLED: Final = (1, 10, 20, 30, 40, 50, 60, 70, 80, 90)
LONGEST_SHOWN: Final = 5
ROOM: Final = 1.08
"""The longest bar leaves some room."""
THINNEST: Final = 1
"""A ball that came out as often as expected still has a bar."""


@requires("direct_session", "run_table")
@require_safe
def balls(request: HttpRequest) -> HttpResponse:
    """Show the sets; `juego` opens the passport of one, else of the set in use. The Jefe de Mesa only reads."""
    hall = hall_of(request.user)
    if hall is None:
        raise Http404
    sets = [_shown(one) for one in passports_of(hall)]
    code = request.GET.get("juego", "") or (sets[0]["code"] if sets else "")
    one = next((one for one in sets if one["code"] == code), None)
    if one is None and code:
        raise Http404
    context = {
        "labels": labels_for("balls", [get_language()]),
        "manages": may(request.user, "direct_session"),
        "sets": [each for each in sets if each["state"] != "retired"],
        "retired": [each for each in sets if each["state"] == "retired"],
        "spare": next((each["code"] for each in sets if each["state"] == "spare"), ""),
        "most_games": MOST_GAMES,
        "one": one,
        **(_passport(hall, code) if one else {}),
    }
    return render(request, "screens/balls/index.html", context)


def _shown(one: dict[str, Any]) -> dict[str, Any]:
    """Add the words, and how full the bar of its games is."""
    return {
        **one,
        "state_words": LABELS[f"set.{one['state']}"],
        "machine_words": LABELS[f"machine.{one['machine']}"],
        "played": min(one["games"], MOST_GAMES),
    }


def _passport(hall: Hall, code: str) -> dict[str, Any]:
    record = record_of(BallSet.objects.get(hall=hall, code=code))
    life = life_of_set(hall, code)
    for entry in life:
        entry["words"] = LABELS[f"life.{entry['how']}"]
    frequency = record.frequency
    return {
        "life": life,
        "record": record,
        "average": frequency.average_balls,
        "chart": _chart(record) if frequency.games else None,
        "rows": [
            {"number": number, "times": times, "away": round(times - frequency.expected), "absent": absent}
            for number, (times, absent) in enumerate(zip(frequency.times, record.absent, strict=True), start=1)
        ],
        "absent_longest": _longest(record),
    }


def _longest(record: Record) -> list[dict[str, Any]]:
    """Give the balls away for longest, those of the alarm all of them."""
    alarm = {one["number"] for one in record.unseen}
    order = sorted(range(1, BALLS + 1), key=lambda number: (-record.absent[number - 1], number))
    shown = order[: max(LONGEST_SHOWN, len(alarm))]
    return [
        {"number": number, "games": record.absent[number - 1], "alarm": number in alarm}
        for number in shown
        if record.absent[number - 1]
    ]


def _chart(record: Record) -> dict[str, Any]:
    """
    Lay out the chart: a bar a ball, up or down from what is expected, and the band that chance alone fills.

    Bars from 0 would all look alike after a few hundred games.
    """
    frequency = record.frequency
    away = [times - frequency.expected for times in frequency.times]
    scale = HEIGHT / 2 / (ROOM * max(frequency.band, *map(abs, away)))
    middle = HEIGHT / 2
    alarm = {one["number"] for one in record.unseen}
    bars = [
        {
            "number": number,
            "times": times,
            "x": (number - 1) * STEP + (STEP - BAR) / 2,
            "y": round(middle - max(by, 0) * scale, 2),
            "height": round(max(abs(by) * scale, THINNEST), 2),
            "tone": _tone(number in alarm, abs(by) > frequency.band),
        }
        for number, (times, by) in enumerate(zip(frequency.times, away, strict=True), start=1)
    ]
    band = frequency.band * scale
    return {
        "bars": bars,
        "width": BALLS * STEP,
        "height": HEIGHT,
        "middle": middle,
        "band_top": round(middle - band, 2),
        "band_height": round(2 * band, 2),
        "levels": [
            {"y": round(middle - by * scale, 2), "times": max(round(frequency.expected + by), 0)}
            for by in (frequency.band, 0, -frequency.band)
        ],
        "ticks": [{"number": number, "x": (number - 0.5) * STEP} for number in LABELLED],
    }


def _tone(absent: bool, outside: bool) -> str:  # noqa: FBT001 - two facts of one bar
    if absent:
        return "absent"
    return "outside" if outside else "fair"
