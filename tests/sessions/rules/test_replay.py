"""The game played again both ways: worked out by hand on three faces that share no number."""

from sessions.rules.replay import NEVER, FirstCards, replay
from tests.sessions.rules.boards import FACE_3, FACE_4, FACE_5, LINE_3, LINE_4

FACES = [(3, FACE_3), (4, FACE_4), (5, FACE_5)]


def test_a_number_nobody_holds_changes_nothing():
    # 90 and 89 are on no card: who marked what is the same.
    played = replay(FACES, [90, *LINE_3], ordinal=1, said=89)
    assert played.marked == ()
    assert not played.substantial
    assert played.line_said == played.line_drawn == FirstCards(ball=6, cards=(3,))
    assert played.bingo_said == FirstCards(ball=NEVER, cards=())


def test_a_line_that_nobody_could_mark_is_substantial():
    # The last number of card 3's line was drawn as ball 5 and announced as 89: as heard, there is no line.
    played = replay(FACES, LINE_3, ordinal=5, said=89)
    assert (played.number, played.called) == (LINE_3[4], 5)
    (card,) = played.marked
    assert (card.card, card.line_said, card.line_drawn) == (3, NEVER, 5)
    assert played.affected == (3,)
    assert played.line_said == FirstCards(ball=NEVER, cards=())
    assert played.line_drawn == FirstCards(ball=5, cards=(3,))
    assert played.substantial


def test_a_line_somebody_marked_without_its_ball_is_substantial_too():
    # Ball 5 was 90, and 33 was said: with it card 4 believes to have the line at ball 5.
    played = replay(FACES, [4, 13, 23, 43, 90], ordinal=5, said=33)
    assert played.line_said == FirstCards(ball=5, cards=(4,))
    assert played.line_drawn == FirstCards(ball=NEVER, cards=())
    assert played.affected == (4,)
    assert played.substantial


def test_a_mark_too_many_that_completes_nothing_is_not_substantial():
    # 4 was said for 90: card 4 has one mark too many and no combination; card 3 wins the line either way.
    played = replay(FACES, [90, *LINE_3], ordinal=1, said=4)
    assert [card.card for card in played.marked] == [4]
    assert played.affected == ()
    assert not played.substantial


def test_a_number_said_early_and_drawn_later_moves_the_line():
    # 40 was said at ball 1 and came out at ball 7: as heard the line fell at ball 5.
    called = [90, 1, 10, 20, 30, 89, 40]
    played = replay(FACES, called, ordinal=1, said=40)
    assert played.line_said == FirstCards(ball=5, cards=(3,))
    assert played.line_drawn == FirstCards(ball=7, cards=(3,))
    assert played.substantial


def test_two_cards_on_one_ball_are_both_first():
    faces = [(3, FACE_3), (8, FACE_3), (4, FACE_4)]
    played = replay(faces, [*LINE_3, *LINE_4], ordinal=6, said=89)
    assert played.line_drawn == FirstCards(ball=5, cards=(3, 8))
    # Card 4 loses its line at ball 10: nobody called at ball 5, and the line is still to be won.
    assert played.affected == (4,)
    assert played.substantial


def test_a_line_after_the_line_was_closed_is_nobodys_loss():
    faces = [(3, FACE_3), (8, FACE_3), (4, FACE_4)]
    played = replay(faces, [*LINE_3, *LINE_4], ordinal=6, said=89, line_ball=5)
    assert [card.card for card in played.marked] == [4]
    assert played.affected == ()
    assert not played.substantial


def test_a_card_that_sleeps_leaves_the_line_to_be_won():
    # Card 3 completes its line at ball 5 and is not called; ball 10 decides whether card 4 has one.
    played = replay(FACES, [*LINE_3, *LINE_4], ordinal=10, said=89)
    assert played.line_said == played.line_drawn == FirstCards(ball=5, cards=(3,))
    assert played.affected == (4,)
    assert played.substantial


def test_a_bingo_counts_as_well_as_a_line():
    called = [*(n for row in FACE_5 for n in row), *LINE_3]
    played = replay(FACES, called, ordinal=15, said=89)
    assert played.bingo_drawn == FirstCards(ball=15, cards=(5,))
    assert played.bingo_said == FirstCards(ball=NEVER, cards=())
    assert played.line_said == played.line_drawn == FirstCards(ball=5, cards=(5,))
    assert played.substantial
