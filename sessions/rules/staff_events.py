"""What changes about the people who work in the hall."""

from __future__ import annotations
