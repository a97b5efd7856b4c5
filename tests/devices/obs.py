"""A program that speaks obs-websocket 5 as its document says, on a real socket, for the tests of scene switchers."""

import base64
import hashlib
import json
import socket
import threading
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

HELLO, IDENTIFY, IDENTIFIED, REQUEST, RESPONSE = 0, 1, 2, 6, 7
SALT, CHALLENGE = "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=", "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY="
AUTHENTICATION_FAILED = 4009
SUCCESS, NO_SUCH_REQUEST, NO_SUCH_SCENE = 100, 204, 600


def answer_of(password):
    """Give what a client must answer to the challenge."""

    def digest(text):
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return digest(digest(password + SALT) + CHALLENGE)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Obs:
    """OBS with some scenes: `on_air` lists what was put on the air, in order; `refused` counts false passwords."""

    def __init__(self, *scenes, password="", port=0):
        self.scenes, self.password = scenes, password
        self.port = port or free_port()
        self.on_air, self.identified, self.refused = [], 0, 0
        self.now = scenes[0]
        self.server = None
        self.sockets = set()

    def start(self):
        """Listen, as when the program is started."""
        self.server = serve(self._talk, "127.0.0.1", self.port, close_timeout=0.2)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def crash(self):
        """End as a program that crashes: the sockets are cut without a word."""
        self.server.shutdown()
        for talk in list(self.sockets):
            talk.socket.shutdown(socket.SHUT_RDWR)

    def until(self, what, seconds=10):
        """Wait until something is so of this OBS."""
        end = time.monotonic() + seconds
        while not what(self):
            assert time.monotonic() < end, (self.on_air, self.identified, self.refused)
            time.sleep(0.01)

    def _talk(self, talk):
        self.sockets.add(talk)
        try:
            self._serve(talk)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.sockets.discard(talk)

    def _serve(self, talk):
        hello = {"obsWebSocketVersion": "5.5.4", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": CHALLENGE, "salt": SALT}
        talk.send(json.dumps({"op": HELLO, "d": hello}))
        said = json.loads(talk.recv())
        assert said["op"] == IDENTIFY
        assert said["d"]["rpcVersion"] == 1
        if self.password and said["d"].get("authentication") != answer_of(self.password):
            self.refused += 1
            talk.close(AUTHENTICATION_FAILED, "Authentication failed.")
            return
        talk.send(json.dumps({"op": IDENTIFIED, "d": {"negotiatedRpcVersion": 1}}))
        self.identified += 1
        for text in talk:
            asked = json.loads(text)
            assert asked["op"] == REQUEST
            talk.send(json.dumps({"op": RESPONSE, "d": self._answer(asked["d"])}))

    def _answer(self, asked):
        code, data = SUCCESS, None
        if asked["requestType"] == "GetCurrentProgramScene":
            data = {"currentProgramSceneName": self.now, "sceneName": self.now}
        elif asked["requestType"] != "SetCurrentProgramScene":
            code = NO_SUCH_REQUEST
        elif asked["requestData"]["sceneName"] not in self.scenes:
            code = NO_SUCH_SCENE
        else:
            self.now = asked["requestData"]["sceneName"]
            self.on_air.append(self.now)
        status = {"result": code == SUCCESS, "code": code}
        answer = {"requestType": asked["requestType"], "requestId": asked["requestId"], "requestStatus": status}
        return {**answer, "responseData": data} if data else answer
