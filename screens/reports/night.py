"""The night in figures: the small panel of the Jefe de Sala's page that leads to the reports."""

from __future__ import annotations

from dataclasses import dataclass

from records.models import Hall
from screens.reports.money import Figure, figures_of
from screens.reports.periods import name_of
from sessions.selectors.reports.money import last_night


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPanel:
    """The last session: its name, whether it is open, its figures as the page was opened."""

    name: str
    running: bool
    figures: list[Figure]


def night_panel(hall: Hall) -> NightPanel | None:
    """Give the panel of the hall's last session; None before the first."""
    found = last_night(hall)
    if found is None:
        return None
    span, total, earlier = found
    return NightPanel(name=name_of(span), running=span.running, figures=figures_of(total, earlier))
