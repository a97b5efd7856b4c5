"""Cameras on real sockets: one that sends pictures (MJPEG), files, and a WHEP endpoint with a page behind it."""

import io
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from PIL import Image

CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "POST, DELETE",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Expose-Headers": "Location",
}
# The far end of a WebRTC camera: it asks for an offer, answers it with a moving picture, and asks for the next.
FAR_END = b"""<!doctype html><canvas id=c width=320 height=180></canvas><script>
const pen = c.getContext("2d"); let n = 0; let peer = null;
setInterval(() => { n += 1; pen.fillStyle = "#c81e1e"; pen.fillRect(0, 0, 320, 180);
  pen.fillStyle = "#fff"; pen.fillRect(n % 300, 0, 20, 10); }, 40);
async function serve() {
  for (;;) {
    const offer = await (await fetch("/offer")).text();
    peer = new RTCPeerConnection();
    peer.addTrack(c.captureStream(25).getTracks()[0]);
    await peer.setRemoteDescription({type: "offer", sdp: offer});
    await peer.setLocalDescription(await peer.createAnswer());
    await new Promise((done) => { setTimeout(done, 1500);
      peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done(); });
    await fetch("/answer", {method: "POST", body: peer.localDescription.sdp});
  }
}
serve();
</script>"""


class Cameras:
    """The house of the cameras; `colour` is what the MJPEG one sees, `mood` whether it is well, stalls or is away."""

    def __init__(self):
        self.colour, self.mood, self.watchers = (200, 30, 30), "well", 0
        self.files, self.left = {}, []
        self.offers, self.answers = queue.Queue(), queue.Queue()
        self.changed = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                """Say nothing."""

            def do_GET(self):
                outer.get(self)

            def do_POST(self):
                outer.post(self)

            def do_OPTIONS(self):
                outer.answer(self, 204)

            def do_DELETE(self):
                outer.left.append(self.path)
                outer.answer(self, 200)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        """Send nobody anything any more."""
        self.becomes("away")
        self.offers.put("")
        self.server.shutdown()
        self.server.server_close()

    def becomes(self, mood):
        self.mood = mood
        self.changed.set()

    def answer(self, request, status, body=b"", kind="text/plain", **headers):
        request.send_response(status)
        for name, value in (CORS | headers).items():
            request.send_header(name, value)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def get(self, request):
        path = request.path.split("?")[0]
        if path == "/mjpg":
            self.watch(request)
        elif path == "/far-end":
            self.answer(request, 200, FAR_END, "text/html")
        elif path == "/offer":
            self.answer(request, 200, self.offers.get().encode())
        elif path in self.files:
            self.answer(request, 200, *self.files[path])
        else:
            self.answer(request, 404)

    def post(self, request):
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        if request.path == "/answer":
            self.answers.put(body)
            self.answer(request, 204)
        elif request.path != "/bola/whep" or request.headers["Content-Type"] != "application/sdp":
            self.answer(request, 400)
        elif self.mood == "away":
            self.answer(request, 503)
        else:
            self.offers.put(body)
            sdp = self.answers.get(timeout=10).encode()
            self.answer(request, 201, sdp, "application/sdp", Location="/bola/whep/1")

    def watch(self, request):
        """Send pictures for as long as the camera is well."""
        if self.mood == "away":
            self.answer(request, 503)
            return
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        request.end_headers()
        self.watchers += 1
        try:
            while self.mood != "away":
                while self.mood == "stalls":
                    self.changed.wait(0.1)
                picture = io.BytesIO()
                Image.new("RGB", (320, 180), self.colour).save(picture, "JPEG")
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {picture.tell()}\r\n\r\n"
                request.wfile.write(head.encode() + picture.getvalue() + b"\r\n")
                self.changed.clear()
                self.changed.wait(0.05)
        except OSError:
            # Whoever watched has gone.
            return
        finally:
            self.watchers -= 1
            request.close_connection = True


RECORD = """async (kind) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 180];
  const pen = canvas.getContext("2d");
  let n = 0;
  const paint = setInterval(() => { n += 1; pen.fillStyle = "#c81e1e"; pen.fillRect(0, 0, 320, 180);
    pen.fillStyle = "#fff"; pen.fillRect(n % 300, 0, 20, 10); }, 40);
  const recorder = new MediaRecorder(canvas.captureStream(25), {mimeType: kind});
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  recorder.start();
  await new Promise((done) => setTimeout(done, 1500));
  const ended = new Promise((done) => { recorder.onstop = done; });
  recorder.stop();
  await ended;
  clearInterval(paint);
  return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
}"""


def as_hls(film):
    """Give a playlist and its two pieces of a film in fragments (MP4): what comes before the first of them, and it."""
    at, boxes = 0, {}
    while at < len(film):
        size = int.from_bytes(film[at : at + 4])
        boxes.setdefault(film[at + 4 : at + 8], at)
        at += size or len(film)
    head, end = film[: boxes[b"moof"]], boxes.get(b"mfra", len(film))
    playlist = (
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        '#EXT-X-MAP:URI="head.mp4"\n#EXTINF:1.5,\npiece.m4s\n#EXT-X-ENDLIST\n'
    )
    return playlist.encode(), head, film[len(head) : end]
