"""The television overlay in a real browser over a real game: what a mixer or a keyer gets, pixel by pixel."""

import pytest
from playwright.sync_api import expect

from tests.browser.overlays import KEY, TRACE, Overlays, at_middle, border, near_key, over_key

WINNER, LOSER = 3, 5
ALL = "show=ball,last,board,prize,card,clock"
TRANSPARENT = ("plain", "corner")
KEYED = ("key", "key_light", "key_large")
ADDRESSES = {
    "plain": (f"{ALL}&lang=es", (1920, 1080)),
    "corner": (f"{ALL}&pos=tr&theme=light&safe=8&lang=ca", (1280, 720)),
    "key": (f"{ALL}&bg=key", (1920, 1080)),
    "key_light": (f"{ALL}&bg=key&theme=light&pos=br", (1280, 720)),
    "key_large": ("bg=key&scale=1.6&pos=tl", (1280, 720)),
}
SAFE = {"corner": 8}


@pytest.fixture
def overlays(hall, chromium):
    return Overlays(hall, chromium)


def every_picture_is_fit_for_its_mixer(overlays, *, ball=True):
    """See alpha, key and safe margin of every overlay as it stands."""
    for name in TRANSPARENT:
        picture, page = overlays.picture(name), overlays.pages[name]
        alpha = picture[..., 3]
        assert {*alpha[[0, 0, -1, -1], [0, -1, 0, -1]]} == {0}, name
        assert border(picture, SAFE.get(name, 5))[:, 3].max() <= TRACE, name
        if ball:
            assert at_middle(picture, page, "#ball")[3] == 255, name
            assert 200 <= at_middle(picture, page, "#clock")[3] < 255, name
    for name in KEYED:
        picture = overlays.picture(name)
        assert (picture[..., 3] == 255).all(), name
        assert (border(picture, 5)[:, :3] == KEY).all(), name
        assert (picture[..., :3] == KEY).all(axis=-1).mean() > 0.4, name
        assert near_key(picture) == [], name


def in_columns(numbers):
    """Give the texts of a row's cells, or of rows one after the other."""
    return [str(n) for n in numbers]


def the_numbers_shown(page):
    called = page.locator(".mini-on").all_inner_texts()
    return (
        page.locator("#ball-number").inner_text(),
        page.locator("#lasts li").all_inner_texts(),
        sorted(map(int, called)),
    )


def balls_are_drawn(overlays, *balls):
    overlays.do("mesa", "start_draw")
    overlays.call(*balls)
    for name in ("plain", "corner", "key", "key_light"):
        page = overlays.pages[name]
        expect(page.locator("#counter")).to_have_text(str(len(balls)))
        assert the_numbers_shown(page) == (str(balls[-1]), [str(n) for n in balls[-2:-7:-1]], sorted(balls)), name
    every_picture_is_fit_for_its_mixer(overlays)


def a_false_claim_is_shown_with_what_is_missing(overlays, card, called):
    overlays.claim("line", LOSER)
    overlays.scene("check")
    assert card.locator(".cell-hit").all_inner_texts() == in_columns(n for n in overlays.face(LOSER) if n in called)
    overlays.verify()
    expect(card.locator(".verdict-bad")).to_be_visible()
    # The line that lacks fewest, and of those the first.
    rows = [overlays.face(LOSER)[place : place + 5] for place in (0, 5, 10)]
    missing = min(([n for n in row if n not in called] for row in rows), key=len)
    assert card.locator(".cell-miss").all_inner_texts() == in_columns(missing)
    every_picture_is_fit_for_its_mixer(overlays)


def a_line_is_shown_to_be_good(overlays, card, line):
    overlays.claim("line", WINNER)
    overlays.verify()
    for page in overlays.pages.values():
        expect(page.locator(".verdict-good")).to_be_visible()
    assert card.locator(".cell-row").all_inner_texts() == in_columns(line)
    every_picture_is_fit_for_its_mixer(overlays)
    overlays.after_the_window("resume_play")


def the_bingo_is_won(overlays, card, *rest):
    overlays.call(*rest)
    overlays.claim("bingo", WINNER)
    overlays.verify()
    overlays.after_the_window("close_bingo")
    overlays.scene("won")
    assert card.locator(".win-cents").all_inner_texts() == ["69,00\xa0€", "10,80\xa0€"]
    every_picture_is_fit_for_its_mixer(overlays)
    for award in overlays.game.board()["awards"]:
        overlays.do("caja", "pay_prize", award_no=award["award_no"], card=str(WINNER), token="")
    overlays.do("mesa", "close_game")
    overlays.scene("closed")


def the_next_game_stands_and_is_void(overlays, card):
    overlays.sell(6)
    overlays.do("mesa", "start_draw")
    overlays.call(90)
    overlays.do("mesa", "suspend_game", cause="balls", ball_out=True, text="47 is cracked")
    overlays.scene("suspended")
    expect(card.locator(".card-told")).to_be_visible()
    every_picture_is_fit_for_its_mixer(overlays)
    order = {"cause": "balls", "reason": "cracked", "agent": "A-1", "ordinal": 0, "said": 0, "end_pair": False}
    overlays.do("mesa", "void_game", **order, second="sala", second_password="bingo")
    overlays.scene("void")
    # Six cards at 2 euros: each is paid back.
    assert card.locator(".win-cents b").inner_text() == "2,00\xa0€"
    every_picture_is_fit_for_its_mixer(overlays, ball=False)


def test_a_game_under_every_overlay(overlays):
    overlays.start()
    for name, (query, size) in ADDRESSES.items():
        overlays.wall(name, f"/overlay/?k=demo-wall&{query}", size)
    overlays.scene("ready")
    every_picture_is_fit_for_its_mixer(overlays, ball=False)
    face, card = overlays.face(WINNER), overlays.pages["plain"].locator("#card")
    called = [*face[:5], *[n for n in range(1, 91) if n not in face][:3]]
    balls_are_drawn(overlays, *called)
    # Sixty cards at 2 euros are 120.00; 9 % of it is 10.80, and 57.5 % is 69.00.
    assert overlays.pages["plain"].locator("#money dd").all_inner_texts() == ["10,80\xa0€", "69,00\xa0€"]
    a_false_claim_is_shown_with_what_is_missing(overlays, card, called)
    a_line_is_shown_to_be_good(overlays, card, face[:5])
    the_bingo_is_won(overlays, card, *[n for n in face if n not in called])
    the_next_game_stands_and_is_void(overlays, card)
    # The page made for transparency would not do before a keyer: so it is known that the pixels can tell.
    assert near_key(over_key(overlays.picture("plain")))
    assert overlays.errors == []
