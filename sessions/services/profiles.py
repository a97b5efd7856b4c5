"""Filing a version of a profile, and choosing the profile the hall plays under; both between games only."""

from __future__ import annotations

from dataclasses import replace

from records.models import Hall
from sessions.journal import codec
from sessions.journal.hall_door import open_hall
from sessions.models import ProfileVersion
from sessions.rules import profiles
from sessions.rules.errors import NotFound
from sessions.rules.hall_events import ProfileChosen, ProfileFiled
from sessions.rules.profile_values import sources_of, values_of, version_hash
from sessions.rules.regulation import Regulation, built_in
from sessions.selectors.profiles import next_from, profile_on, read_version, today


def file_profile(*, hall_id: int, regulation: Regulation, actor: str) -> ProfileVersion:
    """
    File a version of a profile: its values, a text for each, valid from a date. Earlier ones stay as they are.

    Raises:
        GameStillOpen: A game is being played.
        ProfileFaulty: Some values cannot be (`problems_of` says which).
        ProfileUnchanged: The last version of this code says the same.
    """
    data, sources = codec.encode(values_of(regulation)), sources_of(regulation)
    regulation = replace(regulation, sources=sources)
    with open_hall(hall_id, actor=actor, deed="file_profile") as opened:
        rows = ProfileVersion.objects.filter(hall_id=hall_id, code=regulation.code).order_by("-version")
        last = rows.first()

        def hashed(version: int) -> str:
            return version_hash(regulation.code, version, regulation.name, regulation.valid_from, data, sources)

        event: ProfileFiled = profiles.decide_filing(
            regulation, read_version(last) if last else None, hashed, live_game=opened.live_game
        )
        row = ProfileVersion.objects.create(
            hall_id=hall_id,
            code=event.code,
            version=event.version,
            base=event.code.partition(".")[0],
            name=event.name,
            valid_from=event.valid_from,
            data=data,
            sources=sources,
            filed_by=actor,
            filed_at=opened.at,
            sha256=event.sha256,
        )
        opened.record(event)
    row.refresh_from_db()
    return row


def choose_profile(*, hall_id: int, code: str, actor: str, source_ref: str | None = None) -> ProfileChosen:
    """
    Play under another profile from the next sale on.

    Raises:
        GameStillOpen: A game is being played.
        NotFound: There is no such profile.
        ProfileNotYet: None of its versions is valid yet.
        ProfileInForce: The hall plays under it already.
    """
    with open_hall(hall_id, actor=actor, source_ref=source_ref, deed="choose_profile", body={"code": code}) as opened:
        if again := opened.already():
            return codec.decode(ProfileChosen, again.payload)
        if code not in built_in() and not ProfileVersion.objects.filter(hall_id=hall_id, code=code).exists():
            raise NotFound(what="profile", which=code)
        day = today()
        later = next_from(hall_id, code, day)
        event = profiles.decide_choice(
            profile_on(hall_id, code, day),
            code=code,
            was=opened.hall.profile,
            next_from=later.isoformat() if later else "",
            live_game=opened.live_game,
        )
        Hall.objects.filter(pk=hall_id).update(profile=code)
        opened.record(event)
    return event
