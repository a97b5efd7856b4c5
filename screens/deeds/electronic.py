"""The deeds of the electronic draw: the hall's authorisation, and the number that the public draws in each game."""

from __future__ import annotations

from typing import Any, Final

from screens.deeds.clean import text
from screens.deeds.kinds import GAME, Asked, Body, Deed, of_game
from sessions.services import electronic

_REFERENCE: Final = 120
_DAY: Final = 10
_NUMBER: Final = 12  # the rule says how many digits it has, in a better sentence


def _authorise(asked: Asked, body: Body) -> Any:
    told = {"reference": body["reference"], "dated": body["dated"]}
    return electronic.authorise_electronic_draw(hall_id=asked.hall.pk, **told, **asked.by)


ELECTRONIC_DEEDS: Final[dict[str, Deed]] = {
    "authorise_electronic_draw": Deed(
        permissions=("direct_session",),
        fields={"reference": text(_REFERENCE, required=False), "dated": text(_DAY, required=False)},
        run=_authorise,
    ),
    "give_public_number": Deed(
        permissions=("run_table",),
        fields=GAME | {"number": text(_NUMBER)},
        run=of_game(electronic.give_public_number, "number"),
    ),
}
