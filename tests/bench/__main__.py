"""
`python -m tests.bench [NAME …]`: run the benches named, or all; `--list` names them.

A bench is a module of this folder whose name begins with a letter. It prints a table for people and one JSON line,
and exits 1 when a goal is missed. Each runs in a process of its own, so none warms or burdens another.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCHES = sorted(file.stem for file in Path(__file__).parent.glob("*.py") if not file.stem.startswith("_"))


def main(names):
    if names == ["--list"]:
        print("\n".join(BENCHES))
        return 0
    if unknown := set(names) - set(BENCHES):
        print(f"no such bench: {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    missed = [
        name
        for name in names or BENCHES
        if subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode
    ]
    if missed:
        print(f"missed or failed: {', '.join(missed)}", file=sys.stderr)
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
