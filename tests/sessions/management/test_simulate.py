import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def night(seed):
    """Simulate three games of 60 cards in a process of its own."""
    command = [sys.executable, "manage.py", "simulate", "--games", "3", "--cards", "60", "--seed", str(seed), "--json"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bingo_hall.settings", "PYTHONHASHSEED": "random"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_the_same_seed_is_the_same_night_and_another_seed_another():
    first, again, other = night(7), night(7), night(8)
    assert first == again
    assert (first["games"], first["cards_sold"], first["violations"]) == (3, 180, [])
    assert len(first["head_hash"]) == 64
    assert other["head_hash"] != first["head_hash"]
