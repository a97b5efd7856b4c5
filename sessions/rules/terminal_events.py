"""What happens to the hall's enrolled terminals."""

from __future__ import annotations
