"""The television overlay on a clock and a line of the test's: silence, lost lines, delay, the mixer's orders, sums."""

import copy
from itertools import combinations, pairwise, product

import pytest
from playwright.sync_api import expect

from tests.browser.overlay_line import Line
from tests.browser.overlays import TRACE, border, pixels

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("silent")]

JACKPOT = {
    "code": "A1", "name": "Bingo acumulat de la sala", "kind": "accumulated", "fund_cents": 98_765_432, "played": True,
    "last_ball": 45, "exact_ball": 0, "limits": [], "due_cents": 0,
}  # fmt: skip

CLAIM = {
    "claim_no": 1, "prize": "bingo", "card": 123456, "medium": "physical", "ball": 3, "status": "open", "window": 0,
    "rows": [[1, 11, 21, 31, 41], [2, 12, 22, 32, 42], [3, 13, 23, 33, 90]], "reason": "", "missing": [],
}  # fmt: skip


@pytest.fixture
def frames(overlay_frames):
    return overlay_frames


@pytest.fixture
def line(frames, live_server, chromium):
    return Line(live_server, chromium)


def test_a_ball_goes_five_seconds_after_the_last_word_and_not_before(frames, line):
    line.open().say(frames[0])
    for _ in range(5):
        assert line.after(2_000) == "47"
        line.beat(frames[0])
    # Two heartbeats may be lost.
    assert line.after(4_900) == "47"
    assert line.after(400) == ""
    assert line.page.locator("#lasts li, .mini-on").count() == 0
    assert line.page.locator("#money dd").count() == 2
    line.beat(frames[0])
    assert line.after(300) == "47"


def test_a_line_that_is_cut_and_comes_back_shows_nothing_of_it(frames, line):
    line.open().say(frames[1])
    line.page.evaluate("""() => {
      window.flickers = 0;
      new MutationObserver(() => { window.flickers += 1; })
        .observe(document.getElementById("ball"), {attributes: true, attributeFilter: ["hidden"]});
    }""")
    line.cut()
    assert line.page.locator("html").get_attribute("data-link") == "reconnecting"
    assert line.ball() == "12"
    # The first wait is half a second, give or take three tenths of it.
    assert line.after(340) == "12"
    assert len(line.sockets) == 1
    assert line.after(320) == "12"
    line.until(lambda: len(line.sockets) == 2)
    line.say(frames[2])
    assert (line.ball(), line.page.evaluate("window.flickers")) == ("90", 0)


def test_a_house_that_is_away_is_asked_again_and_again_five_seconds_apart_at_most(frames, line):
    line.open().say(frames[0])
    line.refuses = True
    line.cut()
    for n in range(1, 8):
        while len(line.counted("tries")) == n:
            line.page.clock.run_for(50)
        line.until(lambda n=n: line.counted("cuts") == n + 1)
    begun = line.counted("tries")[1:]
    gaps = [later - earlier for earlier, later in pairwise(begun)]
    # 0.5 seconds, twice that each time and 5 at most, each off by three tenths of it, and by the steps of this test.
    ought = (1_000, 2_000, 4_000, 5_000, 5_000, 5_000)
    assert [0.7 * wait - 60 <= gap <= 1.3 * wait + 60 for gap, wait in zip(gaps, ought, strict=True)] == [True] * 6, (
        gaps
    )
    line.refuses = False
    line.page.clock.run_for(6_600)
    line.until(lambda: len(line.sockets) == 9)
    line.say(frames[2])
    assert line.ball() == "90"


def test_what_the_mixer_stopped_looks_first_how_old_it_is(frames, line):
    line.open().say(frames[0])
    line.page.clock.fast_forward(60_000)
    assert line.ball() == ""
    # The line was silent too long to be believed: another one is made.
    line.page.clock.run_for(700)
    line.until(lambda: len(line.sockets) == 2)
    line.say(frames[2])
    assert line.ball() == "90"


def test_a_page_s_own_delay_keeps_the_order_and_lets_nothing_overtake(frames, line):
    line.open("delay=1500").say(frames[0])
    assert line.ball() == "47"
    line.say(frames[1])
    assert line.after(1_000) == "47"
    # A frame after a gap is no reason to be early.
    line.say(frames[2], position=frames[2]["position"] + 10)
    assert line.after(450) == "47"
    assert line.after(100) == "12"
    assert line.after(850) == "12"
    assert line.after(150) == "90"


def test_the_hall_s_delay_counts_where_the_address_names_none(frames, settings, live_server, chromium):
    settings.BINGO_OVERLAY_DELAY_MS = 800
    line = Line(live_server, chromium).open()
    line.say(frames[0])
    line.say(frames[1])
    assert line.after(700) == "47"
    assert line.after(150) == "12"


def test_a_mixer_s_four_orders_hide_and_show_what_is_so_now(frames, line):
    line.open("show=ball,last,board,prize,card,clock").say(frames[0])
    line.page.evaluate("stop()")
    assert line.ball() == ""
    visible = line.page.locator("#lower > *:visible, #stage > *:visible:not(#lower):not(h1)")
    assert [one for one in visible.all_inner_texts() if one.strip()] == []
    line.say(frames[2])
    assert line.ball() == ""
    line.page.evaluate("play()")
    assert line.ball() == "90"
    line.page.evaluate("next(); update('<templateData/>')")
    assert line.ball() == "90"


def test_a_false_token_shows_nothing_and_asks_for_nothing_new(frames, line):
    line.open().say(frames[0])
    line.say({"type": "bye", "code": "logged_out"})
    line.cut()
    assert line.after(5_300) == ""
    assert "/overlay/" in line.page.url
    assert len(line.sockets) == 1
    line.page.clock.run_for(15_000)
    line.until(lambda: len(line.sockets) == 2)


def boxes(page, *places):
    found = {place: page.locator(place).bounding_box() for place in places}
    return {place: box for place, box in found.items() if box and box["width"]}


def apart(one, other):
    """Tell whether two boxes share nothing."""
    return any(
        a[side] + a[size] <= b[side] + 0.5
        for a, b in ((one, other), (other, one))
        for side, size in (("x", "width"), ("y", "height"))
    )


def test_long_sums_and_every_mark_stay_within_the_margin_and_apart(frames, line):
    frame = copy.deepcopy(frames[2])
    board = frame["board"]
    board["figures"] |= {"line_cents": 123_456_789, "bingo_cents": 1_234_567_890}
    board["pair"], board["terms"]["jackpots"] = 1, [JACKPOT]
    board["claims"], board["state"] = [CLAIM], "checking"
    for corner, scale in product(("bl", "br", "tl", "tr"), ("0.5", "1", "1.6")):
        line.open(f"pos={corner}&scale={scale}&lang=ca&show=ball,last,board,prize,card,clock").say(frame)
        expect(line.page.locator("#money dd").last).to_have_text("12.345.678,90\xa0€")
        expect(line.page.locator("#card .face")).to_be_visible()
        assert border(pixels(line.page.screenshot(omit_background=True)), 5)[:, 3].max() <= TRACE, (corner, scale)
        found = boxes(line.page, "#ball", "#money", "#clock", "#card", "#minis", "#jackpot", "#marks")
        clash = [(a, b) for a, b in combinations(found, 2) if not apart(found[a], found[b])]
        assert (corner, scale, clash) == (corner, scale, [])
