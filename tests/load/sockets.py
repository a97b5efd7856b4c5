"""Everybody's sockets: one thread follows them all and keeps which positions of the journal each of them saw."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


@dataclass
class Watched:
    """One socket: the positions of its boards in the order they came, and why it ended."""

    who: str
    positions: list[int] = field(default_factory=list)
    ended: str = ""

    def gaps(self) -> list[tuple[int, int]]:
        """Give the places where a position was missed or came again."""
        pairs = zip(self.positions, self.positions[1:], strict=False)
        return [(one, other) for one, other in pairs if other != one + 1]


class Sockets:
    """The sockets of some screens; (screen, audience) each."""

    def __init__(self, screens: list[tuple[object, str]]) -> None:
        self.watched = [Watched(f"{screen.username}:{audience}") for screen, audience in screens]
        self._screens = screens
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._all(),), daemon=True)
        self._stopping = False

    def start(self, seconds: float = 60) -> None:
        """Connect them all and wait until each has its first board."""
        self._thread.start()
        if not self.until_seen(0, seconds):
            raise RuntimeError(f"no board came: {[w.who for w in self.watched if not w.positions]}")

    async def _all(self) -> None:
        await asyncio.gather(*[self._follow(*one) for one in zip(self._screens, self.watched, strict=True)])

    async def _follow(self, who: tuple[object, str], watched: Watched) -> None:
        screen, audience = who
        cookies = "; ".join(f"{name}={value}" for name, value in screen.http.cookies.items())
        address = screen.url.replace("http", "ws", 1) + f"/ws/hall/?audience={audience}"
        try:
            async with connect(
                address, additional_headers={"Cookie": cookies}, origin=screen.url, proxy=None, open_timeout=30
            ) as socket:
                while not self._stopping:
                    try:
                        frame = json.loads(await asyncio.wait_for(socket.recv(), 1))
                    except TimeoutError:
                        continue
                    if frame["type"] == "board":
                        watched.positions.append(frame["position"])
                    elif frame["type"] == "bye":
                        watched.ended = frame["code"]
        except (OSError, TimeoutError, ConnectionClosed) as error:
            watched.ended = watched.ended or repr(error)

    def until_seen(self, position: int, seconds: float = 20) -> bool:
        """Wait until every socket has come to a position; false when one has not."""
        end = time.monotonic() + seconds
        while not all(w.positions and w.positions[-1] >= position for w in self.watched):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def stop(self) -> None:
        """Close them all."""
        self._stopping = True
        self._thread.join(20)

    def wrong(self, head: int) -> list[str]:
        """Say which sockets ended, missed a position, or did not come to the head."""
        return [
            f"socket of {w.who}: last {w.positions[-1:]} of {head}, gaps {w.gaps()[:3]}, {w.ended}"
            for w in self.watched
            if w.ended or w.gaps() or w.positions[-1:] != [head]
        ]
