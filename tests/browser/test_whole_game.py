"""One whole game played by clicking, from the opening checks to the printed minutes, with every screen open at once."""

from tests.browser.draw_steps import (
    a_hall_board_without_network_shows_no_old_ball,
    a_page_loaded_again_shows_the_same,
    a_wrong_card_is_refused_before_everybody,
    nobody_sees_a_number_before_it_is_called,
    the_line_is_shared_by_two_cards,
)
from tests.browser.end_steps import (
    prizes_are_paid_against_their_cards,
    the_bingo_is_called_and_the_game_ends,
    the_minutes_say_what_the_journal_says,
    the_session_closes_after_the_recount,
)
from tests.browser.opening_steps import (
    a_newcomer_finds_where_to_start,
    everybody_comes_to_their_screen,
    the_session_opens_only_after_its_checks,
)
from tests.browser.sale_steps import (
    sellers_sell_paper_cards,
    the_player_buys_virtual_cards,
    the_sale_closes_and_the_leftovers_come_back,
    the_sale_opens_with_its_announcement,
)


def test_a_whole_game_is_played_by_clicking_and_every_screen_shows_what_the_journal_says(night):
    a_newcomer_finds_where_to_start(night)
    everybody_comes_to_their_screen(night)
    the_session_opens_only_after_its_checks(night)
    the_sale_opens_with_its_announcement(night)
    sellers_sell_paper_cards(night)
    the_player_buys_virtual_cards(night)
    the_sale_closes_and_the_leftovers_come_back(night)
    nobody_sees_a_number_before_it_is_called(night)
    a_wrong_card_is_refused_before_everybody(night)
    a_page_loaded_again_shows_the_same(night)
    the_line_is_shared_by_two_cards(night)
    a_hall_board_without_network_shows_no_old_ball(night)
    the_bingo_is_called_and_the_game_ends(night)
    prizes_are_paid_against_their_cards(night)
    the_session_closes_after_the_recount(night)
    the_minutes_say_what_the_journal_says(night)

    night.sockets_said_what_the_journal_says()
    assert night.hall.machine()["order"] == night.journal().drawn
    assert night.refused == [
        ("sala_dir", "open_session"),
        ("sala_dir", "open_session"),
        ("caja", "return_leftovers"),
        ("caja", "pay_prize"),
    ]
    assert night.errors == []
    assert {name: found for name, found in night.axe_found.items() if found} == {}
