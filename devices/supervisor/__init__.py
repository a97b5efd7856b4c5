from devices.supervisor.health import PanelHealth, PortHealth, ScannerHealth
from devices.supervisor.panel import PanelPort
from devices.supervisor.port import ExtractorPort
from devices.supervisor.scanner import ScannerPort

__all__ = ["ExtractorPort", "PanelHealth", "PanelPort", "PortHealth", "ScannerHealth", "ScannerPort"]
