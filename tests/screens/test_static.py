"""The files of the screens: old browsers read them, nothing comes from outside, the fonts are those we took."""

import json
import re
from hashlib import sha256
from pathlib import Path

import esprima
import pytest

SCREENS = Path(__file__).parents[2] / "screens"
STATIC = SCREENS / "static" / "screens"
SCRIPTS = STATIC / "js"
VENDOR = STATIC / "vendor"
DISPLAY_PAGES = ("hall.js", "overlay.js", "overlay_camera.js", "terminal.js")
OUTSIDE = re.compile(r"(?:https?:|wss?:)?//(?=[a-z0-9-]+\.[a-z])", re.IGNORECASE)
# A namespace is a name, not an address.
NAMES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
TOO_NEW_CSS = re.compile(
    r"(?<![-\w])(?:inset|aspect-ratio)\s*:|:(?:is|has|where)\(|\bdvh\b|@layer|@container|color-mix\("
)
INLINE = re.compile(r"""<style|\sstyle=|\son[a-z]+=["']|<script(?![^>]*\bsrc=)""")


def tokens(script):
    return esprima.parseModule(script.read_text(), {"loc": False})


def imports_of(script):
    tree = tokens(script)
    kinds = {"ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"}
    sources = [node.source.value for node in tree.body if node.type in kinds and node.source]
    return [(script.parent / source).resolve() for source in sources]


def display_scripts():
    found, waiting = set(), [SCRIPTS / name for name in DISPLAY_PAGES]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            waiting += imports_of(script)
    return sorted(found)


def files(*suffixes):
    places = (STATIC, SCREENS / "templates")
    return sorted(p for place in places for p in place.rglob("*") if p.suffix in suffixes)


def name(path):
    return path.relative_to(SCREENS).as_posix()


@pytest.mark.parametrize("script", display_scripts(), ids=name)
def test_display_pages_are_es2017(script):
    assert tokens(script).type == "Program"


def test_es2017_gate_refuses_newer_syntax():
    for newer in ("a?.b", "a ?? b", "a ??= b", "class A { #x = 1 }", "class A { x = 1 }"):
        with pytest.raises(esprima.Error):
            esprima.parseModule(newer)


@pytest.mark.parametrize("script", files(".js"), ids=name)
def test_scripts_import_only_files_that_exist(script):
    sources = re.findall(r'^import [^;]*?from "(\./|\.\./)([^"]+)";', script.read_text(), re.MULTILINE | re.DOTALL)
    missing = [source for up, source in sources if not (script.parent / up / source).exists()]
    assert missing == []


@pytest.mark.parametrize("path", files(".js", ".css", ".html", ".svg"), ids=name)
def test_nothing_names_an_outside_host(path):
    text = path.read_text()
    for known in NAMES:
        text = text.replace(known, "")
    assert OUTSIDE.findall(text) == []


@pytest.mark.parametrize("path", files(".html"), ids=name)
def test_templates_hold_no_inline_script_or_style(path):
    text = path.read_text()
    assert INLINE.search(text) is None


@pytest.mark.parametrize(
    "sheet",
    [
        "base.css",
        "face.css",
        "wall.css",
        "hall.css",
        "hall_scenes.css",
        "overlay.css",
        "overlay_card.css",
        "overlay_look.css",
        "overlay_camera.css",
        "terminal.css",
    ],
)
def test_display_styles_are_old_enough(sheet):
    text = (STATIC / "css" / sheet).read_text()
    assert TOO_NEW_CSS.findall(text) == []
    for block in re.findall(r"\{([^{}]*)\}", text):
        if re.search(r"display:\s*(?:inline-)?flex", block):
            assert re.search(r"(?<![-\w])gap:", block) is None, block


def test_vendored_files_are_the_ones_taken():
    listed = {}
    for package in json.loads((VENDOR / "VENDOR.json").read_text())["packages"]:
        assert package["licence"]
        assert package["version"]
        listed.update(package["sha256"])
    here = {p.relative_to(VENDOR).as_posix(): p for p in VENDOR.rglob("*") if p.is_file()}
    here.pop("VENDOR.json")
    assert sorted(listed) == sorted(here)
    assert {path: sha256(file.read_bytes()).hexdigest() for path, file in here.items()} == listed


def test_every_label_a_display_page_asks_for_exists():
    from screens.labels import common, hall, overlay, terminal

    asked = re.compile(r'\bt\("([a-z_.]+)"')
    own = {"hall": hall, "overlay": overlay, "terminal": terminal}
    for page, module in own.items():
        words = {**common.LABELS, **module.LABELS}
        plural = {key.rpartition(".")[0] for key in words if key.endswith((".one", ".other"))}
        for script in SCRIPTS.glob(f"{page}[._]*js"):
            keys = {key for key in asked.findall(script.read_text()) if not key.endswith(".")}
            assert keys - set(words) - plural == set(), script.name
