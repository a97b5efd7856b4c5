"""What happens at the tills between payments: floats, drops, hand-overs, counts."""

from __future__ import annotations
