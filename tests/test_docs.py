"""What is written about the hall is true of the code: settings, deeds, events, refusals, addresses, names, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from screens.deeds.registry import DEEDS
from screens.routing import websocket_urlpatterns
from screens.urls import urlpatterns
from sessions.messages import SENTENCES
from sessions.rules.events import GAME_EVENTS
from sessions.rules.session import SESSION_EVENTS
from tests.house.docs import REFERENCE, ROOT, reference, refusals

DOCS = ROOT / "docs"
PACKAGES = ("bingo_hall", "sessions", "records", "ledger", "people", "devices", "screens")
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")])
ADRS = sorted((DOCS / "adr").glob("*.md"))
SOURCES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
UNFINISHED = re.compile(r"\bTODO\b|\bFIXME\b|\bTBD\b|lorem ipsum|/home/|/root/|\.tmp\.md", re.IGNORECASE)


def named(path):
    """Name a page in a test's own name."""
    return str(path.relative_to(ROOT))


def prose(page):
    """Give a page's text without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def settings_read():
    """Give the names of the variables that the settings read."""
    text = (ROOT / "bingo_hall" / "settings.py").read_text()
    return set(re.findall(r'env\.\w+\(\s*"(BINGO_\w+)"', text))


def anchors_of(page):
    """Give the anchors of a page's headings, as a forge makes them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_setting_is_documented_and_every_documented_setting_is_read():
    written = re.findall(r"^\| `(BINGO_\w+)` \|", (DOCS / "settings.md").read_text(), re.MULTILINE)
    assert len(written) == len(set(written))
    assert set(written) == settings_read()


def test_what_production_refuses_is_documented():
    refused = re.findall(r'^ +\("(BINGO_\w+)", ', (ROOT / "bingo_hall" / "settings.py").read_text(), re.MULTILINE)
    told = (DOCS / "settings.md").read_text().split("## What production refuses")[1].split("##")[0]
    assert refused
    assert all(f"`{name}`" in told for name in refused)


def test_the_reference_is_in_step_with_the_code():
    assert REFERENCE.read_text() == reference(), "run make docs"


@pytest.mark.parametrize("names", [DEEDS, GAME_EVENTS, SESSION_EVENTS, refusals()], ids=len)
def test_every_deed_event_and_refusal_has_a_row(names):
    text = REFERENCE.read_text()
    assert all(f"\n| `{name}` |" in text for name in names)


def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over():
    assert set(SENTENCES) == set(refusals())


def test_every_address_is_documented():
    text = (DOCS / "screens.md").read_text()
    for pattern in [*urlpatterns, *websocket_urlpatterns]:
        address = "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", str(pattern.pattern))
        address = {"/deeds/<name>/": "/deeds/<deed>/", "/entrar/demo/": "/entrar/"}.get(address, address)
        assert f"`{address}" in text, address


def test_decisions_are_numbered_without_gaps():
    assert [int(page.name[:4]) for page in ADRS] == list(range(1, len(ADRS) + 1))


@pytest.mark.parametrize("written", ADRS, ids=named)
def test_a_decision_has_its_number_and_its_three_parts_and_is_short(written):
    text = written.read_text()
    assert text.startswith(f"# {int(written.name[:4])}. ")
    assert [text.count(f"**{part}.**") for part in ("Context", "Decision", "Consequences")] == [1, 1, 1]
    assert len(text.splitlines()) <= 25


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) < 150


@pytest.mark.parametrize("written", PAGES, ids=named)
def test_every_command_named_exists(written):
    text = written.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for line in re.findall(r"`make ([^`]*)`|^make ([^#\n]*)", text, re.MULTILINE):
        words = "".join(line).split()
        assert {word for word in words if "=" not in word} <= targets, words
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())


@pytest.mark.parametrize("written", PAGES, ids=named)
def test_every_link_leads_somewhere(written):
    for label, target in re.findall(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)", prose(written)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        there = written.parent / path if path else written
        assert there.exists(), f"{label}: {target}"
        assert not anchor or anchor in anchors_of(there), f"{label}: {target}"


@pytest.mark.parametrize("written", PAGES, ids=named)
def test_nothing_is_left_unfinished(written):
    assert not UNFINISHED.search(written.read_text())


def test_the_walks_name_functions_that_are_there():
    steps = re.findall(r"`([\w/]+\.(?:py|js))`\s+`([\w.]+)`", (DOCS / "walks.md").read_text())
    assert len(steps) > 40
    for path, name in steps:
        last = re.escape(name.rsplit(".", 1)[-1])
        found = re.search(rf"\b(def|class|function) {last}\b|^  {last}\(", (ROOT / path).read_text(), re.MULTILINE)
        assert found, f"{path} {name}"


def test_the_glossary_names_what_is_in_the_code():
    code = "\n".join(path.read_text() for path in SOURCES)
    rows = re.findall(r"^\|[^|]+\|[^|]+\|[^|]+\|([^|]+)\|$", (DOCS / "glossary.md").read_text(), re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`\.?([\w.]+)", row)}
    assert len(names) > 50
    missing = {name for name in names if not re.search(rf"\b{name.rsplit('.', 1)[-1]}\b", code)}
    assert not missing


def test_questions_and_invariants_that_the_code_names_are_explained():
    code = "\n".join(path.read_text() for path in SOURCES)
    questions = set(re.findall(r"\bQ\d+\b", code))
    invariants = set(re.findall(r"\bI\d+(?= )", (ROOT / "sessions" / "selectors" / "verify.py").read_text()))
    assert questions <= set(re.findall(r"^\| (Q\d+) \|", (DOCS / "questions.md").read_text(), re.MULTILINE))
    assert invariants <= set(re.findall(r"\bI\d+\b", (DOCS / "architecture.md").read_text()))


def test_the_licence_is_named_the_same_everywhere():
    assert (ROOT / "LICENSE").read_text().startswith("SPDX-License-Identifier: AGPL-3.0-or-later")
    assert "AGPL-3.0-or-later" in (ROOT / "README.md").read_text()


def test_no_page_of_the_docs_is_out_of_reach():
    linked = {
        (page.parent / target.partition("#")[0]).resolve()
        for page in PAGES
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text())
        if not target.startswith("http")
    }
    lonely = [
        named(page)
        for page in DOCS.rglob("*.md")
        if page.resolve() not in linked and not any(Path(page).resolve().is_relative_to(x) for x in linked)
    ]
    assert not lonely
