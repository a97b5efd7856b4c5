"""
`python -m tests.house.regulation [--check]`: docs/regulation/states.md and matrix.md, made from the code.

The states come from the table of transitions; the matrix from the table of requirements, the Source sections of the
rules' docstrings, and the tests that reach each function.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house.articles import ARTICLE_85, CATALOGUE, DECISIONS, O79

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "regulation"
RULES = ("sessions/rules", "ledger/rules")

_CLAUSES = (
    ("O79", re.compile(r"O\. 9-1-1979 \(BOE-A-1979-2188\), arts?\. (?P<list>[\d.,a-z and]+?)\b[.\s]*(?:[:(].*)?")),
    ("Catálogo", re.compile(r"Catálogo(?: \(BOE-A-1979-25744\))?, bingo (?P<list>[IV]+(?: and [IV]+)*)\b.*")),
    ("Article 85", re.compile(r"[Aa]rticle 85(?P<list>[\d., and]*)(?:[:(].*)?", re.DOTALL)),
    ("Q", re.compile(r"(?P<list>Q\d+(?:, Q\d+)*)(?: of the domain decisions)?\.?")),
)


class UnknownSource(ValueError):
    """A Source section names no article that exists."""


@dataclass(frozen=True)
class Rule:
    """A public function of the rules, and the articles it is made from."""

    module: str
    name: str
    source: str

    @property
    def articles(self) -> list[tuple[str, str]]:
        """Name its articles as (text, article)."""
        return articles_of(self.source)


def _numbers(text: str, listed: str) -> Iterator[str]:
    match text:
        case "O79":
            yield from re.findall(r"\d+(?:\.\d+)?(?:\.[a-z]\b)?", listed)
        case "Catálogo":
            yield from re.findall(r"[IV]+", listed)
        case "Article 85":
            yield from re.findall(r"(?:85\.)?(\d+)", listed) or ["whole"]
        case _:
            yield from re.findall(r"\d+", listed)


def exists(text: str, article: str) -> bool:
    """Tell whether a text has that article."""
    match text:
        case "O79":
            number, *rest = article.split(".")
            known = O79.get(int(number))
            return known is not None and (not rest or 1 <= int(rest[0]) <= known[1])
        case "Catálogo":
            return article in CATALOGUE
        case "Article 85":
            return article == "whole" or int(article) in ARTICLE_85
        case _:
            return int(article) in DECISIONS


def articles_of(source: str) -> list[tuple[str, str]]:
    """
    Read a Source section, clause by clause.

    Raises:
        UnknownSource: A clause cites none of the texts, or an article that does not exist.
    """
    found = []
    for clause in (part.strip() for part in source.split(";")):
        cited = next(((text, m) for text, form in _CLAUSES if (m := form.fullmatch(clause))), None)
        if cited is None:
            raise UnknownSource(f"no law is cited in: {clause!r}")
        text, match = cited
        for article in _numbers(text, match["list"]):
            if not exists(text, article):
                raise UnknownSource(f"{text} has no {article}: {clause!r}")
            found.append((text, article))
    return found


def rules() -> list[Rule]:
    """Find every public function of the rules; source is "" where the docstring has none."""
    found = []
    for folder in RULES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    _, _, source = (ast.get_docstring(node) or "").partition("Source:")
                    found.append(Rule(module, node.name, " ".join(source.split())))
    return found


def words(node: ast.AST) -> set[str]:
    """Collect every name and attribute a piece of code uses."""
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return names | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}


def reached(path: Path, prefix: str = "test_", words_of: Callable[[ast.AST], set[str]] = words) -> dict[str, set[str]]:
    """Tell for each test of a module which names it uses, itself or through the module's own functions."""
    functions = {n.name: words_of(n) for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)}
    found = {}
    for name, own in functions.items():
        if name.startswith(prefix):
            seen, waiting = set(own), [w for w in own if w in functions]
            while waiting:
                more = functions[waiting.pop()] - seen
                seen |= more
                waiting += [w for w in more if w in functions]
            found[name] = seen
    return found


@cache
def tests_of() -> dict[str, dict[str, int]]:
    """Count for every name the tests that use it, by test file."""
    counts: dict[str, dict[str, int]] = {}
    for folder in ("tests/sessions/rules", "tests/ledger/rules"):
        for path in sorted((ROOT / folder).glob("test_*.py")):
            for names in reached(path).values():
                for name in names:
                    by_file = counts.setdefault(name, {})
                    by_file[path.name] = by_file.get(path.name, 0) + 1
    return counts


@cache
def _words_of_rules() -> list[tuple[str, set[str]]]:
    paths = [path for folder in RULES for path in sorted((ROOT / folder).rglob("*.py"))]
    return [pair for path in paths for pair in reached(path, "").items() if not pair[0].startswith("_")]


def through(name: str) -> list[str]:
    """Name the public rules that use a rule, themselves or through private functions of their module."""
    return [user for user, used in _words_of_rules() if name in used and user != name]


def states_page() -> str:
    """Draw the state machine."""
    from sessions.rules.states import TRANSITIONS, State

    lines = [
        "# States of a game",
        "",
        "Made from `sessions/rules/states.py` by `make docs`; do not edit it by hand.",
        "An event that is not in a state's row is refused.",
        "",
        "| state | event | leads to |",
        "|---|---|---|",
    ]
    for state in State:
        by_target: dict[str, list[str]] = {}
        for kind, following in TRANSITIONS[state].items():
            by_target.setdefault(str(following), []).append(f"`{kind}`")
        lines += [f"| {state} | {', '.join(kinds)} | {target} |" for target, kinds in by_target.items()]
        if not by_target:
            lines.append(f"| {state} | none | |")
    moves = sorted({(str(s), str(to)) for s, row in TRANSITIONS.items() for to in row.values() if to != s})
    lines += ["", "```mermaid", "stateDiagram-v2", "    [*] --> announced"]
    lines += [f"    {start} --> {end}" for start, end in moves]
    return "\n".join([*lines, "    closed --> [*]", "```", ""])


def _key(article: str) -> tuple[float, ...]:
    return tuple(float(p) if p.isdigit() else ord(p[0]) / 1000 for p in article.split("."))


def matrix_page() -> str:
    """Lay out the requirements row by row, then article, rule and tests, and what no rule cites."""
    # The table of requirements reads tests by the functions above.
    from tests.house import requirements

    counts, cited = tests_of(), {}
    for rule in rules():
        for text, article in rule.articles:
            cited.setdefault((text, article), []).append(rule)
    lines = [
        "# What the regulation says and where it is done",
        "",
        "Made from the code and its tests by `make docs`; do not edit it by hand. O79 is the Orden of 9 January 1979",
        "(BOE-A-1979-2188); Catálogo is the bingo of the Catálogo de Juegos (BOE-A-1979-25744); Article 85 is the",
        "Catalan text; Q are the house's decisions where the texts are silent.",
        "",
        *requirements.lines(),
        "",
        "## Article by article",
        "",
        "| article | rule | tests |",
        "|---|---|---|",
    ]
    for text, _form in _CLAUSES:
        articles = [a for t, a in cited if t == text]
        for article in sorted(articles, key=str if text == "Catálogo" else _key):
            lines += [
                f"| {text} {article} | `{rule.module}.{rule.name}` | {_tested(rule.name, counts)} |"
                for rule in cited[text, article]
            ]
    return "\n".join([*lines, "", *_uncited(set(cited)), ""])


def _tested(name: str, counts: dict[str, dict[str, int]]) -> str:
    """Say by which tests a rule is reached, or through which rules that are."""
    direct = ", ".join(f"{n} in {file}" for file, n in sorted(counts.get(name, {}).items()))
    others = ", ".join(f"`{user}`" for user in through(name) if user in counts)
    return direct or (f"through {others}" if others else "none")


def _uncited(cited: set[tuple[str, str]]) -> list[str]:
    """List the articles that no rule cites: other parts of the program, paper, or not built."""
    numbers = {a.split(".")[0] for t, a in cited if t == "O79"}
    paragraphs = {".".join(a.split(".")[:2]) for t, a in cited if t == "O79"}
    lines = ["## Cited by no rule", "", "They concern persons, premises or papers, or are not built.", ""]
    for number, (subject, count) in O79.items():
        left = [p for p in range(1, count + 1) if f"{number}.{p}" not in paragraphs]
        if str(number) not in numbers:
            lines.append(f"- O79 {number}: {subject}")
        elif left and str(number) not in paragraphs:
            lines.append(f"- O79 {number} ({subject}), paragraphs {', '.join(map(str, left))}")
    lines += [f"- Catálogo {a}: {subject}" for a, subject in CATALOGUE.items() if ("Catálogo", a) not in cited]
    lines += [
        f"- Article 85.{a}: {subject}" for a, subject in ARTICLE_85.items() if ("Article 85", str(a)) not in cited
    ]
    return [*lines, *(f"- Q{a}: {subject}" for a, subject in DECISIONS.items() if ("Q", str(a)) not in cited)]


def pages() -> dict[Path, str]:
    """Give the pages as they should be."""
    return {FOLDER / "states.md": states_page(), FOLDER / "matrix.md": matrix_page()}


def main() -> int:
    """Write the pages, or with --check tell which differ."""
    differing = [p for p, text in pages().items() if not p.exists() or p.read_text() != text]
    if "--check" in sys.argv:
        for path in differing:
            print(f"{path.relative_to(ROOT)} differs from the code: run make docs")
        return 1 if differing else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pages().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
