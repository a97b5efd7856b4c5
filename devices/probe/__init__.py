"""A machine walked through docs/devices/bx1.md, step by step: what `manage.py probe_device` does."""
