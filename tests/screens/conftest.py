from tests.screens.live import live_hub

__all__ = ["live_hub"]
