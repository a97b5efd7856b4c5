"""
Every requirement of the regulation, row by row (`requirements.txt`): what it asks, where it stands, what does it.

A row is `words | articles | what does it`. Sections 1.x are the two texts that the product is made from, and must be
there. Articles are cited as in `tests.house.articles`; `also …` is another text. What does it are functions by their
module below `sessions`, and addresses; or it is said that it is not built, or the hall's own to do.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.house import regulation

ROOT = regulation.ROOT
TABLE = Path(__file__).with_name("requirements.txt")
NOT_BUILT, HALLS_OWN = "not built yet", "the hall's own"
SECTIONS = {
    "1.1": "Game and card",
    "1.2": "Equipment",
    "1.3": "Order of a game",
    "1.4": "Null games",
    "1.5": "Staff",
    "2.6": "The book of minutes",
    "2.8": "Errors, failures, irregularities",
    "2.9": "Prizes and payment",
    "2.10": "Session, admission, complaints",
}
_TEXTS = {"O79": "O79", "Catálogo": "Catálogo", "Article": "Article 85"}
_MOST_FILES = 3


@dataclass(frozen=True)
class Requirement:
    """One row; `status` is empty where something does it."""

    section: str
    words: str
    articles: tuple[str, ...]
    does: tuple[str, ...]
    status: str

    @property
    def must(self) -> bool:
        """Tell whether the product is nothing without it."""
        return self.section.startswith("1.")


def requirements() -> list[Requirement]:
    """Read the table."""
    found, section = [], ""
    for line in TABLE.read_text().splitlines():
        if line.startswith("# "):
            section = line.removeprefix("# ")
            continue
        words, articles, does = (cell.strip() for cell in line.split("|"))
        status = does if does.startswith((NOT_BUILT, HALLS_OWN)) else ""
        cited = tuple(cell.strip() for cell in articles.split(";"))
        found.append(Requirement(section, words, cited, () if status else tuple(does.split()), status))
    return found


def is_known(article: str) -> bool:
    """Tell whether an article exists: `O79 36.1`, `Catálogo V`, `85.6`, `Q3`, or another text named in words."""
    if article.startswith("also "):
        return True
    if match := re.fullmatch(r"Q(\d+)", article):
        return regulation.exists("Q", match[1])
    if match := re.fullmatch(r"85\.(\d+)", article):
        return regulation.exists("Article 85", match[1])
    text, _, number = article.partition(" ")
    return text in {"O79", "Catálogo"} and regulation.exists(text, number)


def is_there(what: str) -> bool:
    """Tell whether the function, or the address, is in the code."""
    if what.startswith("/"):
        return f'path("{what.removeprefix("/")}",' in (ROOT / "screens" / "urls.py").read_text()
    module, _, name = what.rpartition(".")
    path = ROOT / "sessions" / f"{module.replace('.', '/')}.py"
    if not path.exists():
        return False
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.parse(path.read_text()).body)


def _texts(node: ast.AST) -> set[str]:
    """Collect the texts in a piece of code, marked so that they are no names."""
    return {f"'{n.value}" for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def _said(node: ast.AST) -> set[str]:
    """Collect names, and texts: a deed is posted, and a page asked for, by a text."""
    return regulation.words(node) | _texts(node)


def _named_texts(path: Path) -> dict[str, set[str]]:
    """Find the texts that a module gives a name, as `PAGE = "/bolas/"` or a table of pages."""
    given = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Assign)]
    return {target.id: _texts(node.value) for node in given for target in node.targets if isinstance(target, ast.Name)}


@cache
def _said_by_tests() -> list[tuple[str, set[str]]]:
    """List every test of the tree with what it says, itself or through its module's own functions."""
    tests, told = ROOT / "tests", []
    for path in sorted(path for path in tests.rglob("test_*.py") if path.stem not in {"test_house", "test_docs"}):
        texts = _named_texts(path)
        for said in regulation.reached(path, words_of=_said).values():
            named = [texts[word] for word in said if word in texts]
            told.append((str(path.relative_to(tests)), said.union(*named)))
    return told


def _is_reached(what: str, file: str, said: set[str]) -> bool:
    """Tell whether a test reaches a function, by name or as a deed; or a page, by address or by its address's name."""
    if not what.startswith("/"):
        name = what.rpartition(".")[2]
        return name in said or f"'{name}" in said
    urls = (ROOT / "screens" / "urls.py").read_text()
    named = re.search(rf'path\("{re.escape(what[1:])}", \w+, name="(\w+)"\)', urls)
    if named and file == "screens/test_authorisation.py" and f"'{named[1]}" in said:
        return True
    return any(text.startswith(f"'{what}") for text in said)


def tests_of(what: str) -> dict[str, int]:
    """Count the tests that reach a function or an address, by file, most first."""
    counts: dict[str, int] = {}
    for file, said in _said_by_tests():
        if _is_reached(what, file, said):
            counts[file] = counts.get(file, 0) + 1
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _tested(what: str) -> str:
    counts = tests_of(what)
    first = ", ".join(f"{n} in {file}" for file, n in list(counts.items())[:_MOST_FILES])
    rest = list(counts.values())[_MOST_FILES:]
    return first + (f", {sum(rest)} in {len(rest)} more files" if rest else "")


def lines() -> list[str]:
    """Lay the tables out, section by section."""
    told = [
        "## Row by row",
        "",
        "From `tests/house/requirements.txt`. Sections 1.x must be there; the others are the Reglamento's, and further",
        "texts'. A test holds each row to functions (below `sessions`) and addresses that exist and that tests reach.",
    ]
    for section, title in SECTIONS.items():
        told += ["", f"### {section} {title}", "", "| asks | articles | done by | tests |", "|---|---|---|---|"]
        for row in (r for r in requirements() if r.section == section):
            articles = ", ".join(a.removeprefix("also ") for a in row.articles)
            does = "<br>".join(f"`{what}`" for what in row.does) or f"*{row.status}*"
            tested = "<br>".join(_tested(what) for what in row.does) or "-"
            told.append(f"| {row.words} | {articles} | {does} | {tested} |")
    return told
