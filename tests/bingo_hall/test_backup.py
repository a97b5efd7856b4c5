"""A copy made while a game is played, put back: nothing is wrong with it, and what was lost is told for ever."""

import shutil
import tarfile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from bingo_hall.backup import NotACopy, make_copy, put_back, read_about
from records.models import Event, Hall
from sessions.selectors.evidence import first_bad
from sessions.selectors.verify import violations
from sessions.services import sales
from sessions.services.anchoring import anchor_hall
from sessions.services.copies import go_on_from_copy
from tests.given import a_game_on_sale

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is copied by its own tools"),
]


@pytest.fixture
def story():
    return a_game_on_sale()


def found(hall):
    return list(violations(Hall.objects.get(pk=hall.pk)))


def copied(story, tmp_path):
    """Copy, then sell on and anchor: the copy is an old one now."""
    file = tmp_path / "hall.tar"
    call_command("backup_hall", str(file))
    sales.sell_cards(game_id=story.game_id, quantity=6, actor="venta")
    anchor_hall(story.hall.pk, "day")
    return file


def test_a_copy_of_a_game_in_play_put_back_proves_whole_in_an_epoch_of_its_own(story, tmp_path):
    file = copied(story, tmp_path)
    known = Hall.objects.get(pk=story.hall.pk).head_position
    about, _aside = put_back(file)
    hall = Hall.objects.get(pk=story.hall.pk)
    assert (hall.head_position, hall.head_hash) == (about.position, about.head_hash)
    assert go_on_from_copy(hall, known_epoch=1, known_position=known, actor="house") == 2
    assert found(hall) == []
    row = Event.objects.get(hall=hall, kind="BackupRestored")
    facts = (row.position, row.payload["up_to"], row.payload["lost_to"])
    assert facts == (about.position + 1, about.position, known)
    sales.sell_cards(game_id=story.game_id, quantity=3, actor="venta")
    assert found(hall) == []


def test_an_old_copy_slipped_in_without_a_word_is_found(story, tmp_path):
    file = copied(story, tmp_path)
    about, _aside = put_back(file)
    assert first_bad(found(story.hall)) == about.position + 1


def test_the_copy_holds_the_faces_and_no_key_and_is_its_owner_s_alone(story, tmp_path, settings):
    (settings.BINGO_DATA_DIR / "personal-data.key").write_text("secret")
    file = copied(story, tmp_path)
    with tarfile.open(file) as tar:
        names = set(tar.getnames())
    assert {"copy.json", "KEYS.txt", "hall.sqlite3", "anchor.jsonl"} <= names
    assert any(name.startswith("matrices/") for name in names)
    assert not [name for name in names if name.endswith(".key")]
    assert file.stat().st_mode & 0o077 == 0
    assert Event.objects.get(kind="BackupMade").payload["up_to"] == read_about(file).position


def test_a_file_that_is_no_copy_or_was_altered_changes_nothing(story, tmp_path):
    (tmp_path / "no.tar").write_text("no copy")
    with pytest.raises(CommandError, match="no copy of a hall"):
        call_command("restore_hall", str(tmp_path / "no.tar"), "--yes")
    make_copy(story.hall.code, tmp_path / "hall.tar")
    shutil.unpack_archive(tmp_path / "hall.tar", tmp_path / "open")
    (tmp_path / "open" / "hall.sqlite3").write_bytes(b"another")
    with tarfile.open(tmp_path / "forged.tar", "w") as tar:
        for name in ("copy.json", "hall.sqlite3"):
            tar.add(tmp_path / "open" / name, arcname=name)
    before = Hall.objects.get(pk=story.hall.pk).head_position
    with pytest.raises(NotACopy, match="not the one"):
        put_back(tmp_path / "forged.tar")
    assert Hall.objects.get(pk=story.hall.pk).head_position == before


def test_restore_says_what_would_be_lost_and_does_nothing_without_yes(story, tmp_path, capsys):
    file = copied(story, tmp_path)
    before = Hall.objects.get(pk=story.hall.pk).head_position
    call_command("restore_hall", str(file))
    said = capsys.readouterr().out
    assert "rows or more are lost" in said
    assert "Nothing was done" in said
    assert Hall.objects.get(pk=story.hall.pk).head_position == before
