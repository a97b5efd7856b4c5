"""The fixture of tests with sockets: this process serves the hall on the test's loop, as run_hall does."""

import asyncio

import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.db import connections

from records.publish import serve_from
from screens import hub


@pytest_asyncio.fixture
async def live_hub(transactional_db):
    """Serve sockets on this loop, with hubs and a channel layer of the test's own."""
    hub._hubs.clear()
    channel_layers.backends.clear()
    serve_from(asyncio.get_running_loop())
    yield hub
    serve_from(None)
    tasks = [task for each in hub._hubs.values() for task in each._tasks]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hub._hubs.clear()
    channel_layers.backends.clear()
    await sync_to_async(connections.close_all)()
