"""The kiosk page: real cameras on real sockets below a living overlay, and what it does when one is lost."""

import pytest
from playwright.sync_api import expect

from tests.browser.cameras import RECORD, Cameras, as_hls
from tests.browser.overlay_line import Line
from tests.browser.overlays import pixels

pytestmark = pytest.mark.django_db(transaction=True)

RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture
def cameras():
    house = Cameras()
    yield house
    house.end()


@pytest.fixture
def kiosk(overlay_frames, cameras, settings, live_server, chromium):
    """Give a function that opens the page on one camera, with the ball 47 shown."""

    def open_on(path):
        settings.BINGO_CAMERA_URL = [cameras.url + path]
        line = Line(live_server, chromium).open("lang=es", page="camara")
        line.say(overlay_frames[0])
        return line

    return open_on


def state(line):
    return line.page.locator("#camera").get_attribute("data-state")


def is_seen(line, colour):
    """Tell whether the middle of the page has about this colour; pictures are compressed."""
    picture = pixels(line.page.screenshot())
    return abs(picture[360, 640, :3] - colour).max() < 24


def comes_alive(line):
    """Let the page's time pass slower than the real one, until the camera's picture is there."""
    for _ in range(200):
        if state(line) == "live" and is_seen(line, RED):
            return
        line.page.clock.run_for(100)
        line.page.wait_for_timeout(60)
    raise AssertionError(state(line), line.errors)


def the_overlay_lives(line, frame, ball):
    line.say(frame)
    assert line.ball() == ball
    assert line.errors == []


def test_pictures_sent_one_by_one_go_on_when_the_camera_comes_back(kiosk, cameras, overlay_frames):
    line = kiosk("/mjpg")
    line.until(lambda: state(line) == "live" and is_seen(line, RED))
    cameras.colour = BLUE
    line.until(lambda: is_seen(line, BLUE))
    # Nothing tells a browser that pictures have stopped: the page looks again by itself.
    cameras.becomes("away")
    line.until(lambda: cameras.watchers == 0)
    line.page.clock.run_for(4_000)
    line.until(lambda: state(line) == "lost")
    expect(line.page.locator(".camera-lost")).to_be_visible()
    assert is_seen(line, (0, 0, 0))
    the_overlay_lives(line, overlay_frames[1], "12")
    cameras.becomes("well")
    line.page.clock.run_for(600)
    line.until(lambda: state(line) == "live" and is_seen(line, BLUE))
    expect(line.page.locator(".camera-lost")).to_be_hidden()
    the_overlay_lives(line, overlay_frames[2], "90")


def shown(line):
    """Give the address of the picture that is shown, other each time."""
    return line.page.locator("#picture img").last.get_attribute("src")


def test_pictures_that_stand_still_are_lost_and_old_ones_are_let_go(kiosk, cameras, overlay_frames):
    line = kiosk("/mjpg?size=hd")
    line.until(lambda: state(line) == "live")
    for _ in range(6):
        before = shown(line)
        line.page.clock.run_for(4_000)
        line.beat(overlay_frames[0])
        line.until(lambda before=before: shown(line) != before)
    assert line.page.locator("#picture img").count() == 1
    line.until(lambda: cameras.watchers == 1)
    cameras.becomes("stalls")
    line.page.clock.run_for(4_000)
    assert state(line) == "live"
    line.page.clock.run_for(4_000)
    assert state(line) == "lost"
    assert line.page.locator("#picture img").count() == 0
    cameras.becomes("well")
    line.page.clock.run_for(600)
    line.until(lambda: state(line) == "live" and is_seen(line, RED))


def test_a_camera_by_webrtc_is_asked_for_by_whep(kiosk, cameras, overlay_frames, chromium):
    far_end = chromium.new_context().new_page()
    far_end.goto(cameras.url + "/far-end")
    line = kiosk("/bola/whep")
    comes_alive(line)
    assert line.page.locator("video").evaluate("one => one.videoWidth") == 320
    the_overlay_lives(line, overlay_frames[1], "12")
    # The far end dies: no more pictures come, and the page is told nothing.
    cameras.becomes("away")
    far_end.evaluate("peer.close()")
    line.page.wait_for_timeout(300)
    line.page.clock.run_for(600)
    line.page.clock.run_for(4_600)
    line.until(lambda: state(line) == "lost")
    expect(line.page.locator(".camera-lost")).to_be_visible()
    line.page.clock.run_for(600)
    line.until(lambda: cameras.left == ["/bola/whep/1"])
    cameras.becomes("well")
    comes_alive(line)


def test_what_a_browser_plays_by_itself_is_played_and_what_is_not_there_is_lost(
    kiosk, cameras, chromium, overlay_frames
):
    studio = chromium.new_page()
    cameras.files["/prueba.webm"] = bytes(studio.evaluate(RECORD, "video/webm")), "video/webm"
    line = kiosk("/prueba.webm")
    comes_alive(line)
    assert line.page.locator("video").evaluate("one => one.videoWidth") == 320
    the_overlay_lives(line, overlay_frames[1], "12")
    away = kiosk("/other.webm")
    away.until(lambda: state(away) == "lost")
    expect(away.page.locator(".camera-lost")).to_be_visible()


def test_hls_is_played_where_the_browser_can(kiosk, cameras, chromium, overlay_frames):
    studio = chromium.new_page()
    if not studio.evaluate("document.createElement('video').canPlayType('application/vnd.apple.mpegurl')"):
        pytest.skip("this Chromium plays no HLS")
    film = bytes(studio.evaluate(RECORD, 'video/mp4;codecs="avc1.42001E"'))
    playlist, head, piece = as_hls(film)
    cameras.files["/bola/index.m3u8"] = playlist, "application/vnd.apple.mpegurl"
    cameras.files["/bola/head.mp4"] = head, "video/mp4"
    cameras.files["/bola/piece.m4s"] = piece, "video/mp4"
    line = kiosk("/bola/index.m3u8")
    comes_alive(line)
    assert line.page.locator("video").evaluate("one => one.videoWidth") == 320
    the_overlay_lives(line, overlay_frames[1], "12")
