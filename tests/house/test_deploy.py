"""What an installer copies: systemd takes the units, each starts a command that exists, the udev rules are rules."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

PROJECT = Path(__file__).resolve().parents[2]
UNITS = sorted((PROJECT / "deploy" / "systemd").glob("*.service"))
KIOSK = PROJECT / "deploy" / "kiosk"
RULES = PROJECT / "deploy" / "udev" / "60-bingo.rules"
KEYS = {"ACTION", "SUBSYSTEM", "KERNEL", "DRIVER", "ATTR", "ATTRS", "ENV", "TEST", "GROUP", "MODE", "SYMLINK"}
TOKEN = re.compile(r'([A-Z]+)(\{[\w/]+\})?(==|!=|\+=|=)"([^"]*)"')


def test_there_is_a_unit_for_each_process():
    assert [unit.name for unit in UNITS] == [
        "bingo-devices.service",
        "bingo-hall.service",
        "bingo-web.service",
        "bingo-worker.service",
    ]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_takes_the_unit(unit, tmp_path):
    """It wants the program to be there: the one of this run stands in for the installed one."""
    here = tmp_path / unit.name
    here.write_text(unit.read_text().replace("/opt/bingo/.venv/bin/python", sys.executable))
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, [line for line in told.stderr.splitlines() if unit.name in line]) == (0, [])


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_unit_starts_a_command_that_exists(unit):
    command = re.search(r"^ExecStart=\S+ (.+)$", unit.read_text(), re.MULTILINE)[1].split()
    if command[0] == "manage.py":
        assert command[1] in get_commands()
    else:
        assert command[:2] in (["-m", "uvicorn"], ["-m", "celery"])


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_only_those_who_own_ports_reach_them(unit):
    text = unit.read_text()
    owns = unit.name in {"bingo-hall.service", "bingo-devices.service"}
    assert ("SupplementaryGroups=dialout" in text, "PrivateDevices=yes" in text) == (owns, not owns)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_takes_the_unit_of_a_kiosk(tmp_path):
    """Its display and browser are the device's own: the program of this run stands in for the one it starts."""
    here = tmp_path / "bingo-kiosk.service"
    here.write_text((KIOSK / here.name).read_text().replace("/usr/bin/cage", sys.executable))
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(here)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, [line for line in told.stderr.splitlines() if here.name in line]) == (0, [])


def test_a_kiosk_keeps_its_secret_and_no_password_and_opens_no_other_address():
    flags = (KIOSK / "bingo-kiosk.service").read_text()
    assert "--kiosk" in flags
    assert "--user-data-dir=%S/bingo-kiosk" in flags
    assert "--incognito" not in flags
    policy = json.loads((KIOSK / "chromium-policy.json").read_text())
    assert (policy["PasswordManagerEnabled"], policy["URLBlocklist"]) == (False, ["*"])


def test_each_udev_rule_is_matches_and_assignments_of_known_keys():
    """Those behind a # too: somebody takes it away."""
    rules = [line.removeprefix("#") for line in RULES.read_text().splitlines() if re.match(r"#?[A-Z]+[!={]", line)]
    assert len(rules) == 12
    for rule in rules:
        tokens = [TOKEN.fullmatch(part) for part in rule.split(", ")]
        assert all(tokens), rule
        assert {token[1] for token in tokens} <= KEYS, rule
        assert tokens[-1][3] in {"=", "+="}, rule
