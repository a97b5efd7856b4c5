"""What happens at the admission desk; visitors are numbers here, never names."""

from __future__ import annotations
