"""The house's own rules: sizes, names, sources, sentences, who imports whom, and pages in step with the code."""

from __future__ import annotations

import configparser
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.utils import translation

from sessions import messages
from sessions.rules import errors
from tests.house import regulation, requirements
from tests.house.articles import ARTICLE_85, CATALOGUE, DECISIONS, O79

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bingo_hall", "screens", "sessions", "people", "ledger", "records", "devices")
MOST_LINES = 400
REFUSED_NAMES = {"utils", "util", "helpers", "helper", "misc", "common_utils", "tools", "stuff", "lib", "functions"}
# Made by a tool or by others: nobody reads them line by line.
NOT_WRITTEN_HERE = {"migrations", "locale", "vendor", "generated", "node_modules", "__pycache__"}


def written(*suffixes):
    """Find the files people write and read."""
    folders = [ROOT / name for name in (*PACKAGES, "tests")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes]
    return [path for path in files if not NOT_WRITTEN_HERE & set(path.relative_to(ROOT).parts)]


def test_no_file_is_longer_than_400_lines():
    found = written(".py", ".js", ".css", ".html")
    assert len(found) > 150
    long = {str(p.relative_to(ROOT)): n for p in found if (n := len(p.read_text().splitlines())) > MOST_LINES}
    assert long == {}


def test_no_file_is_named_after_nothing():
    assert [str(p.relative_to(ROOT)) for p in written(".py", ".js") if p.stem.lower() in REFUSED_NAMES] == []


def test_the_packages_of_rules_and_doors_say_nothing_in_their_init():
    assert (ROOT / "sessions" / "__init__.py").read_text() == ""


# The regulation --------------------------------------------------------------------------------------------


def test_every_public_rule_cites_articles_that_exist():
    found = regulation.rules()
    assert len(found) > 50
    for rule in found:
        assert rule.source, f"{rule.module}.{rule.name} has no Source"
        assert rule.articles, f"{rule.module}.{rule.name} cites nothing"


@pytest.mark.parametrize(
    ("source", "articles"),
    [
        ("O. 9-1-1979 (BOE-A-1979-2188), art. 33.3.", [("O79", "33.3")]),
        (
            "O. 9-1-1979 (BOE-A-1979-2188), arts. 24, 33.4.a and 37.1.",
            [("O79", "24"), ("O79", "33.4.a"), ("O79", "37.1")],
        ),
        ("Catálogo (BOE-A-1979-25744), bingo I and IV; Q9.", [("Catálogo", "I"), ("Catálogo", "IV"), ("Q", "9")]),
        ("article 85.6 and 85.7; Q2, Q10.", [("Article 85", "6"), ("Article 85", "7"), ("Q", "2"), ("Q", "10")]),
        ("article 85, 1, 4 and 8.", [("Article 85", "1"), ("Article 85", "4"), ("Article 85", "8")]),
    ],
)
def test_a_source_is_read_clause_by_clause(source, articles):
    assert regulation.articles_of(source) == articles


@pytest.mark.parametrize(
    "source",
    [
        "O. 9-1-1979 (BOE-A-1979-2188), art. 45.",
        "O. 9-1-1979 (BOE-A-1979-2188), art. 33.11.",
        "O. 9-1-1979 (BOE-A-1979-9999), art. 33.3.",
        "Catálogo (BOE-A-1979-25744), bingo VI.",
        "article 85.12.",
        "Q16.",
        "Q0.",
        "common sense.",
        "",
    ],
)
def test_a_source_that_does_not_exist_is_found(source):
    with pytest.raises(regulation.UnknownSource):
        regulation.articles_of(source)


def test_the_tables_of_articles_are_whole():
    assert list(O79) == list(range(1, 45))
    assert list(CATALOGUE) == ["I", "II", "III", "IV", "V"]
    assert list(ARTICLE_85) == list(range(1, 12))
    assert list(DECISIONS) == list(range(1, 16))


def test_every_public_rule_is_reached_by_a_test():
    counts = regulation.tests_of()
    alone = [r.name for r in regulation.rules() if r.name not in counts and not regulation.through(r.name)]
    assert alone == []


REQUIREMENTS = requirements.requirements()


def test_the_table_of_requirements_has_every_must_and_every_section():
    musts = [row.words.partition(". ")[0] for row in REQUIREMENTS if row.must]
    assert musts[:-1] == [
        *(f"M{n}" for n in range(1, 13)),
        *(str(n) for n in range(1, 12)),
        *("M13", "M14"),
    ]
    assert list(dict.fromkeys(row.section for row in REQUIREMENTS)) == list(requirements.SECTIONS)


@pytest.mark.parametrize("row", REQUIREMENTS, ids=lambda row: row.words[:40])
def test_a_requirement_is_met_by_what_exists_and_is_tested(row):
    """What must be is built; what is not says so."""
    assert all(requirements.is_known(article) for article in row.articles), row.articles
    assert bool(row.does) != bool(row.status)
    assert not (row.must and row.status), row.words
    assert [what for what in row.does if not requirements.is_there(what)] == []
    assert [what for what in row.does if not requirements.tests_of(what)] == []


@pytest.mark.parametrize("what", ["rules.cards.no_such_rule", "rules.no_such_module.check_face", "/no-such-page/"])
def test_what_a_requirement_names_and_is_not_there_is_found(what):
    assert not requirements.is_there(what)


@pytest.mark.parametrize("what", ["rules.cards.no_such_rule", "/no-such-page/"])
def test_what_no_test_reaches_is_found(what):
    assert requirements.tests_of(what) == {}


@pytest.mark.parametrize("article", ["O79 45", "O79 36.5", "Catálogo VI", "85.12", "Q16", "S0 I"])
def test_an_article_that_a_requirement_cites_must_exist(article):
    assert not requirements.is_known(article)


@pytest.mark.parametrize("name", ["states.md", "matrix.md"])
def test_the_pages_about_the_regulation_are_as_the_code_says(name):
    """`make docs` writes them."""
    path = regulation.FOLDER / name
    assert path.read_text() == regulation.pages()[path]


# Refusals --------------------------------------------------------------------------------------------------


def refusals():
    return sorted(errors.RuleViolation.__subclasses__(), key=lambda cls: cls.code)


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal():
    assert {cls.code for cls in refusals()} == set(messages.SENTENCES)


@pytest.mark.parametrize("refusal", refusals(), ids=lambda cls: cls.code)
def test_a_sentence_asks_only_for_the_parameters_its_refusal_says_it_has(refusal):
    """A docstring ends in `Params: a, b.`; cents, shares and hours are written in words, under the bare name."""
    _, found, listed = refusal.__doc__.rpartition("Params:")
    assert found, f"{refusal.__name__} does not say its parameters"
    names = set(re.findall(r"[a-z_]+", re.sub(r"\(.*?\)", "", listed))) - {"none"}
    offered = {re.sub(r"_(cents|bp|at)$", "", name) for name in names}
    with translation.override("en"):
        sentence = str(messages.SENTENCES[refusal.code])
    asked = {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}
    assert asked <= offered, f"{refusal.__name__}: {asked - offered} is not offered"


MOMENT = "2026-11-30T20:00:00+00:00"
SAMPLES = {
    "missing": [7],
    "holes": [[7, 8, "venta"]],
    "short": [["cashier", 1]],
    "allowed": [200],
    "valid_from": "2026-11-30",
    "night": "2026-11-30",
    "until": MOMENT,
}


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_every_refusal_can_be_said(language):
    with translation.override(language):
        for refusal in refusals():
            _, _, listed = refusal.__doc__.rpartition("Params:")
            names = set(re.findall(r"[a-z_]+", re.sub(r"\(.*?\)", "", listed))) - {"none"}
            params = {name: SAMPLES.get(name, MOMENT if name.endswith("_at") else 7) for name in names}
            said = messages.sentence(refusal(**params))
            assert said
            assert "{" not in said


def test_money_and_lists_are_said_in_words():
    with translation.override("en"):
        said = messages.sentence(errors.InsufficientBalance(balance_cents=150, price_cents=123_400))
        assert said == "The balance is 1,50 € and the cards cost 1.234 €."
        said = messages.sentence(errors.SessionNotReady(missing=["cctv", "cashier"]))
        assert said == "The session cannot be opened yet. Missing: the closed-circuit television, the cashier."


# The two sessions ------------------------------------------------------------------------------------------


def test_nothing_points_at_djangos_log_in_sessions():
    for model in apps.get_models():
        for field in model._meta.get_fields():
            assert field.related_model is not Session, f"{model.__name__}.{field.name}"


def test_no_model_is_called_session_but_djangos():
    assert [m for m in apps.get_models() if m.__name__ == "Session"] == [Session]
    assert apps.get_app_config("bingo_sessions").name == "sessions"


# Who imports whom ------------------------------------------------------------------------------------------

# For each contract a file and an import that it must refuse.
CONTROLS = {
    "pure": ("sessions/rules/draw.py", "import random"),
    "layers": ("ledger/services.py", "import sessions.rules.draw"),
    "numpy": ("sessions/services/draw.py", "import numpy"),
    "sessions": ("sessions/journal/door.py", "import sessions.services.draw"),
    "devices": ("devices/links/bx1.py", "import devices.supervisor.port"),
    "devices-alone": ("devices/supervisor/port.py", "import sessions.services.draw"),
    "devices-introduced": ("sessions/services/draw.py", "import devices.codecs.events"),
    "serial": ("devices/supervisor/port.py", "import serial"),
    "channels": ("screens/access.py", "import channels.layers"),
}
MORE_CONTROLS = [
    ("pure", "devices/codecs/bx1_frames.py", "import time"),
    ("pure", "ledger/rules/money.py", "from django.db import models"),
    ("layers", "records/journal.py", "import ledger.models"),
    ("layers", "people/models/staff.py", "import screens.access"),
    ("sessions", "sessions/models/games.py", "import sessions.journal.codec"),
    ("sessions", "sessions/rules/draw.py", "import sessions.models"),
    ("channels", "sessions/services/draw.py", "import channels"),
]


def lint(folder, *contract):
    """Run import-linter over the packages in a folder."""
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache", "--config", ".importlinter"]
    chosen = [part for name in contract for part in ("--contract", name)]
    return subprocess.run([*command, *chosen], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """Copy the packages, to be spoilt one line at a time."""
    folder = tmp_path_factory.mktemp("house")
    for path in [p for package in PACKAGES for p in (ROOT / package).rglob("*.py")]:
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    shutil.copy(ROOT / ".importlinter", folder)
    return folder


def test_every_import_goes_the_way_the_house_says():
    ran = lint(ROOT)
    assert ran.returncode == 0, ran.stdout
    assert "0 broken" in ran.stdout


def test_every_contract_has_a_negative_control():
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    names = {s.rpartition(":")[2] for s in contracts.sections() if s.startswith("importlinter:contract:")}
    assert names == set(CONTROLS)


@pytest.mark.parametrize(("contract", "file", "line"), [(c, *spoilt) for c, spoilt in CONTROLS.items()] + MORE_CONTROLS)
def test_an_import_the_wrong_way_breaks_its_contract(copied, contract, file, line):
    path = copied / file
    before = path.read_text()
    path.write_text(f"{before}\n{line}\n")
    try:
        ran = lint(copied, contract)
    finally:
        path.write_text(before)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "1 broken" in ran.stdout


def test_the_copied_house_is_whole_before_it_is_spoilt(copied):
    assert lint(copied).returncode == 0
