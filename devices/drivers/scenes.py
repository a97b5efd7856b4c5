"""
Scene switchers: programs that mix the hall's picture and show one of their scenes, each by its name.

What a scene is for is not known here; a name is put on the air, and that is all.
"""

import logging
from typing import Any, Protocol
from urllib.parse import urlsplit

OBS_PORT = 4455
ANSWER_SECONDS = 3.0
NO_SUCH_SCENE = 600


class WrongPassword(Exception):
    """The switcher wants a password, and not the one it was given."""


class NoSuchScene(Exception):
    """The switcher has no scene of that name; it is the argument."""


class Scenes(Protocol):
    """One switcher; every call blocks for some seconds at most and raises when the line is lost."""

    def open(self) -> None:
        """
        Connect.

        Raises:
            WrongPassword: It was refused.
            OSError: Nobody answers there.
        """

    def current(self) -> str:
        """Return the name of the scene on the air."""

    def switch(self, scene: str) -> None:
        """
        Put a scene on the air.

        Raises:
            NoSuchScene: There is none of that name.
        """

    def close(self) -> None:
        """Let go of the line; never raises."""


class ObsScenes:
    """OBS Studio by obs-websocket 5, which is part of it; `url` is `obs://host:4455`."""

    def __init__(self, url: str, password: str) -> None:
        where = urlsplit(url)
        if where.scheme != "obs" or not where.hostname:
            msg = f"not an address of OBS, obs://host:{OBS_PORT}: {url!r}"
            raise ValueError(msg)
        self._host, self._port, self._password = where.hostname, where.port or OBS_PORT, password
        self._client: Any = None

    def open(self) -> None:
        """Connect and identify, with the answer to its challenge where it wants a password."""
        # A hall without OBS need not have its library in memory.
        from obsws_python.baseclient import ObsClient
        from obsws_python.error import OBSSDKError

        # It writes the password into its log, and a whole trace each time OBS is not there.
        logging.getLogger("obsws_python").setLevel(logging.CRITICAL)
        self._client = ObsClient(
            host=self._host, port=self._port, password=self._password, timeout=ANSWER_SECONDS, subs=0
        )
        try:
            self._client.authenticate()
        except OBSSDKError:
            # What OBS says of a password that is missing or false, and of nothing else.
            self.close()
            raise WrongPassword from None

    def current(self) -> str:
        """Return the program's scene."""
        return str(self._ask("GetCurrentProgramScene")["responseData"]["currentProgramSceneName"])

    def switch(self, scene: str) -> None:
        """Set the program's scene."""
        if self._ask("SetCurrentProgramScene", {"sceneName": scene})["requestStatus"]["code"] == NO_SUCH_SCENE:
            raise NoSuchScene(scene)

    def close(self) -> None:
        """Close the socket, without the parting words a program that hangs would be waited for."""
        if self._client is not None:
            self._client.ws.shutdown()
            self._client = None

    def _ask(self, what: str, data: dict[str, str] | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = self._client.req(what, data)
        status = answer["requestStatus"]
        if not status["result"] and status["code"] != NO_SUCH_SCENE:
            msg = f"{what} was refused with {status['code']}"
            raise OSError(msg)
        return answer
