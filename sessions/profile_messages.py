"""The sentences of what is wrong with a version of a profile, by the finding's code."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from sessions.rules.profile_findings import Problem
from sessions.rules.regulation import Regulation

SENTENCES: Final[dict[str, Promise]] = {
    "bad_code": lazy(
        "The code is that of a built-in profile, or one followed by a point and a name of your own: es-1979.my-hall."
    ),
    "bad_name": lazy("Give it a name of 1 to {most} characters."),
    "bad_date": lazy("Give the day from which it is valid."),
    "share_range": lazy("A share is between 0 and 100 %."),
    "shares_too_high": lazy("Prizes and tax add up to {total} of the takings: more than there is."),
    "choice_unknown": lazy("Choose one of those offered."),
    "unit_unknown": lazy("Prizes are rounded to 1, 5, 10, 50 cents or to 1 euro."),
    "wait_range": lazy("The time for other winners is {least} to {most} seconds: not shorter than the regulation's."),
    "limit_range": lazy("Between 0 (no limit) and {most} cards."),
    "price_range": lazy("Each price is above 0 and at most 1,000 €, and stands there once."),
    "source_missing": lazy("Write the article that this value comes from, in 1 to {most} characters."),
    "prize_unnamed": lazy("“{prize}”: an additional prize has a code of small letters and a name."),
    "prize_twice": lazy("Two additional prizes have the same code."),
    "prize_share": lazy("“{prize}”: its shares are between 0 and 100 %."),
    "prize_amount": lazy("“{prize}”: the least amount is not above the most, and the step is above 0."),
    "prize_other": lazy("“{prize}”: the prize it overflows to is not one of this profile."),
    "prize_fund": lazy(
        "“{prize}”: only a prima or an extra can share a fund, and only that of another one which has its own and is "
        "not paid by the house."
    ),
    "prize_limits": lazy("“{prize}”: the limits go from few cards to many, with balls 1 to 90."),
    "prize_ball": lazy("“{prize}”: the announced order is never below ball 50."),
    "prize_unknown": lazy("A row of shares names a prize that this profile does not have."),
    "reduced_too_high": lazy("The reduced rate is not above the rate."),
    "no_reduced_rate": lazy("There is no reduced rate to apply."),
    "fraction_only_fixed": lazy("Only a base of a fixed part has a part other than 100 %."),
    "scale_broken": lazy("A scale rises step by step, and its last step has no end."),
}


def problem_sentence(problem: Problem) -> str:
    """Say a finding in the active language."""
    words = dict(problem.params)
    if "total_bp" in words:
        words["total"] = f"{words['total_bp'] / 100:.2f} %".replace(".", ",")
    return str(SENTENCES[problem.code]).format_map(words)


def profile_title(regulation: Regulation) -> str:
    """Name a profile for a page; an example says that it is one, wherever it stands."""
    if not regulation.example:
        return regulation.name
    return _("{name} (dated example, not legal advice)").format(name=regulation.name)
