"""The packs of a night played at random: whatever the rules let happen, the script works out the same."""

import importlib.util
import io
import random
import zipfile

import pytest

from records.publish import silence
from sessions.management.simulation import Night
from sessions.models import Game
from sessions.selectors.dispute import IN_DISPUTE
from sessions.services.dispute import make_pack
from tests.sessions.dispute.packs import SCRIPT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def checker():
    """Load the script as a module of its own, so that each pack costs no new process."""
    spec = importlib.util.spec_from_file_location("pack_checker", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", [3, 11])
def test_every_game_of_a_random_night_is_worked_out_the_same(checker, seed):
    with silence():
        Night(games=6, cards=90, random=random.Random(seed)).play()
        games = Game.objects.select_related("session").filter(state__in=IN_DISPUTE, seq__gt=1)
        assert games.count() >= 6
        for game in games:
            pack = make_pack(
                hall_id=game.session.hall_id,
                session_no=game.session.session_no,
                game_no=game.game_no,
                actor="sala",
            )
            with zipfile.ZipFile(io.BytesIO(pack.data)) as archive:
                files = {name: archive.read(name) for name in archive.namelist()}
            lines = list(checker.check(files, ""))
            assert len(lines) == 10, game.stream
