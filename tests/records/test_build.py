"""One changed byte of the code is another program, and the difference is named."""

import pytest
from django.core.management import CommandError, call_command

from records.build import differences, manifest_of, read_manifest, write_manifest
from records.models import Hall


@pytest.fixture
def program(tmp_path):
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "chain.py").write_bytes(b"one")
    (tmp_path / "records" / "chain.pyc").write_bytes(b"compiled")
    (tmp_path / "manage.py").write_bytes(b"two")
    (tmp_path / "requirements.txt").write_text("Django==5.2.19\nno-such-package==1.0\n")
    return tmp_path


def test_the_manifest_names_the_code_and_the_versions_and_nothing_that_is_made(program):
    manifest = manifest_of(program)
    assert sorted(manifest.files) == ["manage.py", "records/chain.py", "requirements.txt"]
    assert manifest.packages["no-such-package"] == ""
    assert manifest.packages["django"].startswith("5.2")


def test_one_byte_is_another_build_and_the_file_is_named(program):
    was = manifest_of(program)
    (program / "records" / "chain.py").write_bytes(b"onf")
    now = manifest_of(program)
    assert was.build != now.build
    assert differences(was, now).files == ("records/chain.py",)
    (program / "records" / "chain.py").write_bytes(b"one")
    assert manifest_of(program).build == was.build


def test_a_manifest_is_read_as_it_was_written_and_nonsense_is_none(program):
    manifest = manifest_of(program)
    write_manifest(manifest, program / "m.json")
    assert read_manifest(program / "m.json") == manifest
    (program / "m.json").write_text('{"a": 1}')
    with pytest.raises(ValueError, match="argument"):
        read_manifest(program / "m.json")


@pytest.mark.django_db(transaction=True)
def test_the_command_is_red_until_somebody_answers_for_the_program(capsys, settings):
    settings.BINGO_BUILD = "required"
    from sessions.selectors.evidence import must_approve

    hall = Hall.objects.create(code="sala", name="Sala")
    assert must_approve(hall)
    with pytest.raises(CommandError, match="Nobody has approved"):
        call_command("verify_build")
    call_command("verify_build", "--approve", "first one", "--by", "ana")
    assert not must_approve(hall)
    call_command("verify_build")
    assert "the one that ana approved" in capsys.readouterr().out
