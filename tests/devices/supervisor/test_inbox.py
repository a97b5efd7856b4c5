"""What waits for a port's thread never grows beyond its bound, and is right again once it is taken."""

from devices.supervisor.inbox import BYTES_WAITING_MAX, Data, Inbox, Lost

CHUNK = bytes(1_000)


def taken(inbox):
    items = []
    while not inbox.empty():
        items.append(inbox.get(0))
    return items


def test_a_flood_that_nobody_takes_is_dropped_and_counted():
    inbox = Inbox()
    for _ in range(10_000):
        inbox.put(Data(1, CHUNK, 0.0))
    # 65 chunks of 1,000 bytes are 65,000; one more would be 66,000, above 65,536.
    assert (BYTES_WAITING_MAX, inbox.overruns) == (65_536, 9_935)
    assert len(taken(inbox)) == 65


def test_the_word_that_the_line_is_lost_is_never_dropped():
    inbox = Inbox()
    for _ in range(100):
        inbox.put(Data(1, CHUNK, 0.0))
    inbox.put(Lost(1, None))
    assert taken(inbox)[-1] == Lost(1, None)


def test_what_was_taken_makes_room_again():
    inbox = Inbox()
    for _ in range(3):
        for _ in range(65):
            inbox.put(Data(1, CHUNK, 0.0))
        assert len(taken(inbox)) == 65
    assert inbox.overruns == 0
    assert inbox.get(0) is None
