"""`python -m tests.house.same_hash`: the same seed twice gives the same head hash and no violation."""

from __future__ import annotations

import json
import os
import subprocess
import sys

COMMAND = [sys.executable, "manage.py", "simulate", "--cards", "300", "--seed", "7", "--json"]


def main() -> int:
    """Play the same night twice, side by side, and compare."""
    games = os.environ.get("SIMULATE_GAMES", "200")
    runs = [subprocess.Popen([*COMMAND, "--games", games], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    told = [json.loads(run.communicate()[0]) for run in runs]
    print(json.dumps(told[0]))
    same = told[0]["head_hash"] == told[1]["head_hash"]
    clean = not told[0]["violations"] and not told[1]["violations"]
    print(f"same head hash: {same}; violations: {len(told[0]['violations'])} and {len(told[1]['violations'])}")
    return 0 if same and clean and not any(run.returncode for run in runs) else 1


if __name__ == "__main__":
    sys.exit(main())
