from devices.supervisor.health import PanelHealth, PortHealth
from devices.supervisor.panel import PanelPort
from devices.supervisor.port import ExtractorPort

__all__ = ["ExtractorPort", "PanelHealth", "PanelPort", "PortHealth"]
