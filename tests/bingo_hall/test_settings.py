"""The production profile refuses every value that is printed in the demo."""

import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

SETTINGS = Path(__file__).resolve().parents[2] / "bingo_hall" / "settings.py"
REAL = {
    "BINGO_PROFILE": "production",
    "BINGO_SECRET_KEY": "a-secret-of-this-hall-alone-0123456789abcdef0123456789",
    "BINGO_CARD_KEY": "a-card-key-of-this-hall-alone",
    "BINGO_WALL_TOKEN": "a-wall-token-of-this-hall",
    "BINGO_ALLOWED_HOSTS": "bingo.example",
    "BINGO_DATABASE_URL": "sqlite:////tmp/never-opened.sqlite3",
}


@pytest.fixture
def settings_with(monkeypatch):
    """Give the settings as they are under an environment: None takes a variable away."""

    def read(**changed):
        for name in ("BINGO_DEMO", "BINGO_DEBUG", "BINGO_HTTPS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {**REAL, **changed}.items():
            if value is None:
                monkeypatch.delenv(name, raising=False)
            else:
                monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return read


def test_a_hall_with_secrets_of_its_own_starts(settings_with):
    settings = settings_with()
    assert settings["PRODUCTION"] is True
    assert settings["BINGO_DEMO"] is settings["DEBUG"] is False
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_SSL_REDIRECT"] is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BINGO_SECRET_KEY", None),
        ("BINGO_SECRET_KEY", "demo-only-secret-key-never-use-this-in-a-real-hall"),
        ("BINGO_CARD_KEY", None),
        ("BINGO_CARD_KEY", "demo-only-card-check-key"),
        ("BINGO_WALL_TOKEN", None),
        ("BINGO_WALL_TOKEN", "demo-wall"),
        ("BINGO_DEMO", "1"),
        ("BINGO_DEBUG", "1"),
        ("BINGO_ALLOWED_HOSTS", "bingo.example,*"),
    ],
)
def test_a_demo_value_is_refused_by_its_name(settings_with, name, value):
    with pytest.raises(ImproperlyConfigured, match=f"set {name}\\.$"):
        settings_with(**{name: value})


def test_all_demo_values_are_named_at_once(settings_with):
    with pytest.raises(ImproperlyConfigured, match="BINGO_SECRET_KEY, BINGO_CARD_KEY, BINGO_WALL_TOKEN"):
        settings_with(BINGO_SECRET_KEY=None, BINGO_CARD_KEY=None, BINGO_WALL_TOKEN=None)


def test_the_claim_wait_is_the_profile_s_unless_the_hall_says_so(settings_with):
    assert settings_with(BINGO_CLAIM_WINDOW_S=None)["BINGO_CLAIM_WINDOW_S"] is None
    assert settings_with(BINGO_CLAIM_WINDOW_S="15")["BINGO_CLAIM_WINDOW_S"] == 15
