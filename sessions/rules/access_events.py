"""Who logged in and out, what was approved, what was found and kept: the significant events of the hall."""

from __future__ import annotations
