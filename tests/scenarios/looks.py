"""The three places where a scenario looks: the journal, the ledger, and what the screens were told."""

from __future__ import annotations

from ledger.models import Account
from ledger.rules.accounts import SELLER
from records.models import Event, Hall, Incident
from sessions.models import Game
from sessions.rules.refusal import RuleViolation
from sessions.selectors.hall_view import HallView
from sessions.selectors.verify import violations
from tests.money import cash_of
from tests.sessions.stories import numbers_of


def journal(story, *kinds):
    """Give (kind, payload) of the story's game events in order, or of those kinds only."""
    rows = Event.objects.filter(hall=story.hall, stream__startswith="game:").order_by("position")
    return [(row.kind, row.payload) for row in rows if not kinds or row.kind in kinds]


def kinds(story, *wanted):
    """Name the story's game events in order."""
    return [kind for kind, _ in journal(story, *wanted)]


def frames(story, audience):
    """Fold the hall's whole journal as the hub does; gives each event's frame as that audience is told it."""
    hall = Hall.objects.get(pk=story.hall.pk)
    view = HallView(hall=hall, position=0, session=None, boards=[])
    told = []
    for event in Event.objects.filter(hall=hall).order_by("position"):
        view.take(event)
        told.append(view.frame(audience, event))
    return told


def said(story, audience, kind):
    """Give the frames in which that audience was told of an event of a kind."""
    return [frame for frame in frames(story, audience) if frame["event"] and frame["event"]["kind"] == kind]


def money(story):
    """Give every account that is not at 0; the sellers' hands are part of "cash"."""
    accounts = dict(Account.objects.filter(hall=story.hall).values_list("code", "balance_cents"))
    accounts["cash"] = cash_of(story.hall.pk)
    return {code: cents for code, cents in accounts.items() if cents and not code.startswith(SELLER)}


def board(story):
    """Give the game's stored board."""
    return Game.objects.get(pk=story.game_id).board


def refusal(deed, **kwargs):
    """Do a deed that must be refused; gives the code."""
    try:
        done = deed(**kwargs)
    except RuleViolation as refused:
        return refused.code
    raise AssertionError(f"not refused: {done}")


def alarms(story):
    """Give code and payload of the hall's incidents."""
    return list(Incident.objects.filter(hall=story.hall).order_by("pk").values_list("code", "payload"))


def proved(story):
    """Prove the whole hall."""
    return list(violations(Hall.objects.get(pk=story.hall.pk)))


def line_of(story, card):
    """Give the five numbers of a card's upper row."""
    return numbers_of(story, card)[:5]


def nobodys_number(story, cards):
    """Give a number that none of the cards 1..cards holds."""
    held = {n for card in range(1, cards + 1) for n in numbers_of(story, card)}
    return max(set(range(1, 91)) - held)
