"""
uvicorn beside the draw loop and the worker, in one process, stopped cleanly by SIGINT and SIGTERM.

uvicorn's own handling re-raises the signal and would end the process before the ports are closed.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from records.publish import serve_from


class HallServer(uvicorn.Server):
    """A uvicorn server whose signals are the hall's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ask the server to stop, and let the caller close the rest."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def _stop(self) -> None:
        # A second signal does not wait for open pages.
        self.force_exit = self.should_exit
        self.should_exit = True


def serve(host: str, port: int, *, started: Callable[[], None]) -> None:
    """Serve the hall until a signal; `started` is called once the sockets are open."""
    from bingo_hall.asgi import application

    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=16_384,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        lifespan="off",
        # The hall's own lines (bingo_hall.logs), not the server's.
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = HallServer(config)

    async def main() -> None:
        serve_from(asyncio.get_running_loop())
        task = asyncio.create_task(server.serve())
        while not server.started and not task.done():  # noqa: ASYNC110 - uvicorn tells it by a flag only
            await asyncio.sleep(0.02)
        if server.started:
            started()
        try:
            await task
        finally:
            serve_from(None)

    asyncio.run(main())
