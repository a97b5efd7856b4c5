"""The deed that chooses the profile a hall plays under. Filing a version is the administration's form."""

from __future__ import annotations

from typing import Any, Final

from screens.deeds.clean import text
from screens.deeds.kinds import Asked, Body, Deed
from sessions.services import profiles


def _choose_profile(asked: Asked, body: Body) -> Any:
    return profiles.choose_profile(hall_id=asked.hall.pk, code=body["code"], **asked.by)


PROFILE_DEEDS: Final[dict[str, Deed]] = {
    "choose_profile": Deed(permissions=("direct_session",), fields={"code": text(40)}, run=_choose_profile),
}
