import stat

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from records.sealed import KEY_FILE, SecretLost, name_of, seal, unseal

KEY, NEWER = (Fernet.generate_key().decode() for _ in range(2))


def test_a_hall_without_a_key_makes_one_that_only_it_may_read(data_dir):
    sealed, key_name = seal("12345678Z")
    path = data_dir / KEY_FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key_name == name_of(path.read_text().strip())
    assert "12345678Z" not in sealed
    assert unseal(sealed, key_name) == "12345678Z"


def test_the_key_is_made_once(data_dir):
    seal("a")
    key = (data_dir / KEY_FILE).read_text()
    seal("b")
    assert (data_dir / KEY_FILE).read_text() == key


def test_a_key_of_the_environment_is_used_and_none_is_written(settings, data_dir):
    settings.BINGO_PII_KEY = [KEY]
    assert seal("ana")[1] == name_of(KEY)
    assert not (data_dir / KEY_FILE).exists()


def test_a_new_key_seals_and_the_old_one_still_opens(settings):
    settings.BINGO_PII_KEY = [KEY]
    old = seal("ana")
    settings.BINGO_PII_KEY = [NEWER, KEY]
    new = seal("ana")
    assert (old[1], new[1]) == (name_of(KEY), name_of(NEWER))
    assert unseal(*old) == unseal(*new) == "ana"


def test_without_its_key_or_altered_a_text_is_lost(settings):
    settings.BINGO_PII_KEY = [KEY]
    sealed, key_name = seal("ana")
    with pytest.raises(SecretLost):
        unseal(sealed[:-6] + "AAAA==", key_name)
    settings.BINGO_PII_KEY = [NEWER]
    with pytest.raises(SecretLost):
        unseal(sealed, key_name)


@pytest.mark.parametrize("bad", ["short", "ñ" * 44, "A" * 20])
def test_a_key_that_is_none_is_told_at_once(settings, bad):
    settings.BINGO_PII_KEY = [bad]
    with pytest.raises(ImproperlyConfigured):
        seal("ana")
