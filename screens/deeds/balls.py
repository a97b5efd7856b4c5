"""The deeds of ball sets: registering one, naming the spare, retiring one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from screens.deeds.clean import flag, text, whole
from screens.deeds.kinds import WORDS, Asked, Body, Deed, Run
from sessions.services import ball_sets

MOST_GAMES_BEFORE: Final = 1_000_000


def _of_hall(service: Callable[..., Any]) -> Run:
    """Make the deed of a service on one of the hall's sets; it takes the fields as they are."""

    def run(asked: Asked, body: Body) -> Any:
        return service(hall_id=asked.hall.pk, **body, **asked.by)

    return run


BALL_DEEDS: Final[dict[str, Deed]] = {
    "register_ball_set": Deed(
        permissions=("direct_session",),
        fields={
            "ball_set": text(50),
            "pneumatic": flag,
            "approval_ref": text(80),
            "supplier": text(120, required=False),
            "games": whole(0, MOST_GAMES_BEFORE),
        },
        run=_of_hall(ball_sets.register_ball_set),
    ),
    "name_spare_set": Deed(
        permissions=("direct_session",), fields={"ball_set": text(50)}, run=_of_hall(ball_sets.name_spare_set)
    ),
    "retire_ball_set": Deed(
        permissions=("direct_session",),
        fields={"ball_set": text(50), "reason": WORDS},
        run=_of_hall(ball_sets.retire_ball_set),
    ),
}
