"""A person at a screen, as a client: logs in, does deeds over HTTP, follows the hall over its WebSocket."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Self

import httpx
from websockets.sync.client import connect

Frame = dict[str, Any]


class Refused(Exception):
    """The hall refused a deed; code and message as the screen would show them."""

    def __init__(self, deed: str, answer: dict[str, Any], status: int) -> None:
        """Keep the answer."""
        super().__init__(f"{deed}: {answer.get('message', status)}")
        self.code, self.status, self.answer = str(answer.get("code", "")), status, answer


class Person:
    """One log-in at a running hall."""

    def __init__(self, url: str, username: str, password: str, *, timeout_seconds: float = 20) -> None:
        """Log in; raises Refused when the hall does not know the person."""
        self.url, self.username = url.rstrip("/"), username
        self.http = httpx.Client(base_url=self.url, timeout=timeout_seconds, follow_redirects=False, trust_env=False)
        page = self.http.get("/entrar/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        form = {"username": username, "password": password, "csrfmiddlewaretoken": token[1] if token else ""}
        answer = self.http.post("/entrar/", data=form, headers={"Referer": f"{self.url}/entrar/"})
        if not answer.is_redirect:
            raise Refused("log in", {"message": f"{username} is not let in"}, answer.status_code)

    def __enter__(self) -> Self:
        """Use the log-in within a block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.http.close()

    def deed(self, name: str, *, key: str = "", **body: Any) -> dict[str, Any]:
        """Do a deed; the same key may be sent again after a broken connection. Raises Refused."""
        headers = {"X-CSRFToken": self.http.cookies.get("csrftoken", ""), "Referer": self.url}
        body["key"] = key or uuid.uuid4().hex
        answer = self.http.post(f"/deeds/{name}/", json=body, headers=headers)
        told = answer.json()
        if not told.get("ok"):
            raise Refused(name, told, answer.status_code)
        return dict(told)

    def state(self) -> Frame:
        """Ask for the frame of the person's audience."""
        return dict(self.http.get("/state/").json())

    def mine(self) -> dict[str, Any]:
        """Ask for what is the person's own."""
        return dict(self.http.get("/state/mine/").json())

    def frames(self, *, seconds: float = 30, audience: str = "staff") -> Iterator[Frame]:
        """Follow the hall's socket; raises TimeoutError after so many seconds."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = self.url.replace("http", "ws", 1) + f"/ws/hall/?audience={audience}"
        until = time.monotonic() + seconds
        with connect(address, additional_headers={"Cookie": cookies}, origin=self.url, proxy=None) as socket:  # type: ignore[arg-type]
            while (left := until - time.monotonic()) > 0:
                yield json.loads(socket.recv(timeout=left))
        raise TimeoutError("the hall did not come to what was waited for")

    def wait_for(self, wanted: Callable[[Frame], bool], *, seconds: float = 30, audience: str = "staff") -> Frame:
        """Follow the hall's socket until a board is as wanted; raises TimeoutError."""
        following = self.frames(seconds=seconds, audience=audience)
        with closing(following):
            return next(frame for frame in following if frame["type"] == "board" and wanted(frame))
