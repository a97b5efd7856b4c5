"""The profile in force as screens ask for it: read once for each state of the journal, and never an old one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from records.models import Hall
from screens.mine import mine_of
from sessions.models import ProfileVersion
from sessions.rules.profile_values import sources_of
from sessions.rules.regulation import regulation_of
from sessions.selectors.profiles import profile_of
from sessions.selectors.tables import standing_of
from sessions.services.profiles import choose_profile, file_profile
from tests.given import an_open_session
from tests.screens.sockets import make_people

pytestmark = pytest.mark.django_db

ASKED = f'FROM "{ProfileVersion._meta.db_table}"'


def filed(hall, **changes):
    base = regulation_of("es-1979")
    values = {"sources": sources_of(base), "valid_from": "2026-11-30", **changes}
    return file_profile(hall_id=hall.pk, regulation=replace(base, **values), actor="sala")


def asked(read):
    """Count how often reading asks for versions of a profile, with the hall read anew as each request does."""
    with CaptureQueriesContext(connection) as seen:
        read(Hall.objects.get())
    return sum(ASKED in query["sql"] for query in seen.captured_queries)


def test_screens_read_the_profile_once_for_each_state_of_the_journal(time):
    story = an_open_session()
    people = make_people(story.hall)
    filed(story.hall, bingo_bp=5_650)
    assert asked(lambda hall: mine_of(people["mesa"], hall)) == 2
    reads = [lambda hall, who=who: mine_of(people[who], hall) for who in ("mesa", "sala", "caja")]
    reads.append(lambda hall: standing_of(hall, "player:1"))
    assert [asked(read) for read in reads] == [0, 0, 0, 0]


def test_what_is_filed_or_chosen_and_the_day_from_which_it_is_valid_show_at_once(time):
    hall = an_open_session().hall

    def version():
        return profile_of(Hall.objects.get())["version"]

    assert version() == 0
    filed(hall, bingo_bp=5_650)
    filed(hall, bingo_bp=5_600, valid_from="2026-12-01")
    assert version() == 1
    time.advance(86_400)
    assert version() == 2
    choose_profile(hall_id=hall.pk, code="ca-art85", actor="sala")
    assert profile_of(Hall.objects.get())["code"] == "ca-art85"
