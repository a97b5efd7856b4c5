"""The hall board's voice in a real browser: never two at once, never behind the game, and quiet when it must be."""

import time
from itertools import pairwise

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium_path
from tests.browser.wall_voice import HOST, Wall, formula, length
from tests.sessions.rules import boards

ALLOWED = "--autoplay-policy=no-user-gesture-required"
EMPTY = boards.started()


@pytest.fixture(scope="module")
def tool():
    with sync_playwright() as tool:
        yield tool


@pytest.fixture(scope="module")
def loud(tool):
    browser = tool.chromium.launch(executable_path=chromium_path(), args=[*ARGUMENTS, ALLOWED])
    yield browser
    browser.close()


@pytest.fixture
def wall(loud):
    """Open a board that speaks; what it is like is told to it."""
    context = loud.new_context()

    def opened(board=EMPTY, **kind):
        wall = Wall(context.new_page(), **kind).open(board)
        wall.until("document.body.dataset.muted === '0'")
        if kind.get("listed", True):
            # The page has its clips at hand: the last of the list has come.
            last = f"/{wall.languages[-1]}/correction/"
            wall.until(f"performance.getEntriesByType('resource').some((one) => one.name.includes('{last}'))")
        return wall

    yield opened
    context.close()


def call(wall, *numbers):
    """Call the last of the numbers; the others were called before."""
    wall.tell(boards.drawing(*numbers), "BallCalled", ordinal=len(numbers), number=numbers[-1])


def none_overlap(clips):
    return all(before["to"] <= after["from"] for before, after in pairwise(clips))


def test_a_ball_is_said_in_each_language_in_turn(wall):
    board = wall(languages=("ca", "es"))
    call(board, 47)
    clips = board.clips(2)
    assert [one["ms"] for one in clips] == [length("47", "ca"), length("47", "es")] == [395, 394]
    assert none_overlap(clips)


def test_clips_are_asked_for_with_the_token_before_they_are_wanted_and_only_once(wall):
    board = wall()
    call(board, 47)
    board.clips(1)
    asked = [url for url in board.asked if "/es/47/" in url]
    assert asked == ["/sala/voz/es/47/?lang=es&k=t"]


def test_at_a_ball_each_300_milliseconds_none_overlaps_and_the_one_said_is_always_the_newest(wall):
    board = wall()
    numbers = list(range(71, 84))
    begun = time.monotonic()
    for count in range(1, len(numbers) + 1):
        call(board, *numbers[:count])
        # One late call makes none of the others late.
        board.page.wait_for_timeout(max(0, 300 * count - 1_000 * (time.monotonic() - begun)))
    board.until(f"clips.some((one) => one.ms === {length('83', 'es')} && one.to)")
    board.quiet()
    clips, calls = board.clips(), board.page.evaluate("calls")
    assert [one["number"] for one in calls] == numbers
    assert none_overlap(clips)
    assert not any(one["cut"] for one in clips)
    # A call that comes while a clip is made ready finds it on its way.
    assert [one["ms"] for one in clips] == [length(str(one["newest"]), "es") for one in clips]
    assert clips[-1]["ms"] == length("83", "es")
    # Each takes 440 ms and more: more balls are called than said, and those are left out.
    assert 2 <= len(clips) < len(numbers)


def test_the_second_language_of_a_ball_is_left_out_when_the_next_is_called(wall):
    board = wall(languages=("es", "ca"), long={"10": 2_000})
    call(board, 10)
    board.until("clips.length === 1")
    call(board, 10, 20)
    assert board.lengths(3) == [2_000, length("20", "es"), length("20", "ca")]


def test_a_claim_breaks_off_the_ball_at_once(wall):
    board = wall(long={"90": 9_000})
    call(board, 90)
    board.until("clips.length === 1")
    board.tell(boards.drawing(90), "DrawPaused", reason="claim")
    ball, claim = board.clips(2)
    assert (ball["ms"], ball["cut"]) == (9_000, True)
    assert ball["to"] - ball["from"] < 8_000
    assert (claim["ms"], claim["cut"]) == (600, False)
    assert none_overlap([ball, claim])


def test_a_ball_that_waits_is_not_said_after_a_claim(wall):
    board = wall(long={"90": 5_000})
    call(board, 90)
    board.until("clips.length === 1")
    call(board, 90, 80)
    board.tell(boards.drawing(90, 80), "ClaimRaised", prize="line", automatic=False)
    board.clips(2)
    board.quiet()
    assert board.lengths() == [5_000, length("line", "es")]


def test_a_claim_that_the_house_made_of_a_ball_is_said_after_it_and_once(wall):
    board = wall(languages=("es", "ca"))
    call(board, 74)
    for _card in range(3):
        board.tell(boards.drawing(74), "ClaimRaised", prize="bingo", automatic=True)
    board.clips(4)
    board.quiet()
    assert board.lengths() == [448, 449, 800, 801]
    assert not any(one["cut"] for one in board.clips())


@pytest.mark.parametrize("kind", ["GameSuspended", "GameVoided"])
def test_a_stopped_game_is_told_at_once_whatever_is_being_said(wall, kind):
    board = wall(formulas={"SaleClosed": [formula(5_000), formula(4_000)], kind: [formula(350)]})
    board.tell(boards.ready(), "SaleClosed")
    board.until("clips.length === 1")
    board.tell(boards.suspended(), kind)
    before, stopped = board.clips(2)
    board.quiet()
    assert (before["ms"], before["cut"], stopped["ms"]) == (5_000, True, 350)
    assert len(board.clips()) == 2


def test_a_ball_breaks_off_a_long_formula_and_lets_a_short_one_end(wall):
    board = wall(
        formulas={"DrawStarted": [formula(4_000), formula(350)], "PlayResumed": [formula(1_400), formula(350)]}
    )
    board.tell(EMPTY, "DrawStarted")
    board.until("clips.length === 1")
    call(board, 12)
    board.clips(2)
    board.tell(boards.drawing(12), "PlayResumed")
    board.until("clips.length === 3")
    call(board, 12, 13)
    board.clips(4)
    board.quiet()
    told = [(one["ms"], one["cut"]) for one in board.clips()]
    assert told == [(4_000, True), (324, False), (1_400, False), (326, False)]


def test_a_formula_that_comes_after_the_next_ball_is_about_what_was_and_is_not_said(wall):
    board = wall(formulas={"PlayResumed": [formula(1_000)]}, held=["PlayResumed"])
    board.tell(EMPTY, "PlayResumed")
    board.wait(lambda: len(board.held) > 1)
    call(board, 12)
    board.clips(1)
    board.held[1]()
    board.quiet()
    assert board.lengths() == [324]


def test_after_ball_90_the_last_call_follows_the_ball(wall):
    board = wall(formulas={"BallCalled": [formula(700)]})
    call(board, *range(1, 91))
    assert board.lengths(2) == [length("90", "es"), 700]


def test_a_correction_is_said_with_its_number_even_when_the_next_ball_comes(wall):
    board = wall(mode="balls")
    board.tell(boards.drawing(21), "CallCorrected", ordinal=1, said=12, number=21, assessed=False)
    board.until("clips.length === 1")
    call(board, 21, 50)
    assert board.lengths(3) == [length("correction", "es"), length("21", "es"), length("50", "es")]


def test_with_balls_only_a_claim_silences_the_ball_and_no_formula_is_asked_for(wall):
    board = wall(mode="balls", long={"90": 5_000}, formulas={"ClaimUpheld": [formula(400)]})
    call(board, 90)
    board.until("clips.length === 1")
    board.tell(boards.drawing(90), "DrawPaused", reason="claim")
    board.tell(boards.drawing(90), "ClaimUpheld")
    (ball,) = board.clips(1)
    board.quiet()
    assert ball["cut"]
    assert len(board.clips()) == 1
    assert not [url for url in board.asked if "/dicho/" in url]


def test_a_ball_that_a_claim_broke_off_is_said_again_when_the_game_goes_on(wall):
    board = wall(long={"90": 3_000}, formulas={"PlayResumed": [formula(350)]})
    call(board, 90)
    board.until("clips.length === 1")
    board.tell(boards.drawing(90), "DrawPaused", reason="claim")
    board.tell(boards.drawing(90), "ClaimRaised", prize="line", automatic=False)
    board.until(f"clips.some((one) => one.ms === {length('line', 'es')} && one.to)")
    board.tell(boards.drawing(90), "PlayResumed")
    board.until("clips.filter((one) => one.ms === 3000).length === 2")
    call(board, 90, 80)
    board.until(f"clips.some((one) => one.ms === {length('80', 'es')} && one.to)")
    told = [one["ms"] for one in board.clips() if one["ms"] != length("claim", "es")]
    assert told == [3_000, length("line", "es"), 350, 3_000, length("80", "es")]


def test_a_ball_heard_in_one_language_or_corrected_is_not_said_again(wall):
    board = wall(languages=("es", "ca"))
    call(board, 30)
    board.until("clips.length === 2")
    board.tell(boards.drawing(30), "DrawPaused", reason="person")
    board.tell(boards.drawing(30), "BallCorrected", ordinal=1, was=30, number=31)
    board.until("clips.filter((one) => one.ms === 363 && one.to).length === 1")
    board.tell(boards.drawing(31), "DrawResumed")
    board.until("clips.filter((one) => one.ms === 1001 && one.to).length === 1")
    board.quiet()
    assert board.lengths()[-2:] == [1_000, 1_001]


def test_with_balls_only_the_broken_ball_is_all_that_is_said_when_the_draw_goes_on(wall):
    board = wall(mode="balls", long={"90": 3_000})
    call(board, 90)
    board.until("clips.length === 1")
    board.tell(boards.drawing(90), "DrawPaused", reason="claim")
    board.until("clips[0].to")
    board.tell(boards.drawing(90), "DrawResumed")
    assert board.lengths(2) == [3_000, 3_000]
    board.tell(boards.drawing(90), "DrawPaused", reason="claim")
    board.tell(boards.drawing(90), "DrawResumed")
    board.quiet()
    assert len(board.clips()) == 2


def test_nothing_old_is_said_after_a_gap_and_what_follows_it_is(wall):
    board = wall(long={"30": 5_000})
    call(board, 30)
    board.until("clips.length === 1")
    board.tell(boards.drawing(30, 31, 32), "BallCalled", skip=4, ordinal=3, number=32)
    board.clips(1)
    board.quiet()
    assert [(one["ms"], one["cut"]) for one in board.clips()] == [(5_000, True)]
    call(board, 30, 31, 32, 33)
    assert board.lengths(2)[1] == length("33", "es")


def test_a_clip_that_is_lost_is_said_by_the_browser_and_the_next_by_its_clip(wall):
    board = wall(lost=("47",))
    call(board, 47)
    assert board.speech(1) == [{"text": "es 47", "lang": "es-ES", "volume": 0.5}]
    call(board, 47, 48)
    assert board.lengths(1) == [length("48", "es")]
    assert len(board.speech(1)) == 1


def test_without_a_list_the_browser_says_the_number(wall):
    board = wall(listed=False, languages=("ca", "es"))
    call(board, 47)
    assert [(one["text"], one["lang"]) for one in board.speech(2)] == [("47", "ca-ES"), ("47", "es-ES")]
    assert board.clips() == []


def test_a_formula_without_a_clip_is_said_by_the_browser(wall):
    board = wall(
        formulas={"ClaimUpheld": [{"name": "line_more", "lang": "es", "text": "¿Alguna línea más?", "src": ""}]}
    )
    board.tell(boards.drawing(1), "ClaimUpheld")
    assert board.speech(1)[0]["text"] == "¿Alguna línea más?"


def test_a_browser_that_lets_nothing_sound_asks_for_a_tap_and_says_nothing_old(tool):
    browser = tool.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
    try:
        board = Wall(browser.new_page()).open(EMPTY)
        board.page.wait_for_selector("#sound-off", state="visible")
        call(board, 11)
        board.until("calls.length === 1")
        board.page.click("#sound-off")
        board.page.wait_for_selector("#sound-off", state="hidden")
        call(board, 11, 12)
        assert board.lengths(1) == [length("12", "es")]
        board.quiet()
        assert len(board.clips()) == 1
    finally:
        browser.close()


def test_a_board_that_is_not_asked_to_speak_asks_for_nothing(wall, loud):
    page = loud.new_page()
    board = Wall(page, mode="").open(EMPTY)
    call(board, 47)
    board.until("calls.length === 1")
    page.wait_for_timeout(150)
    assert (board.clips(), page.evaluate("speech")) == ([], [])
    assert not [url for url in board.asked if url.removeprefix(HOST).startswith("/sala/voz/")]
    page.close()
