from dataclasses import replace

from devices.codecs.events import BallRead
from devices.links.host_journal import WAITING_MAX, HostJournal


def ball(ordinal, number):
    return BallRead("", 0, ordinal, number, 100, "bar", f"{number:02d}")


def test_an_event_is_told_until_it_is_stored_and_the_next_one_only_then():
    journal = HostJournal("R1")
    journal.put(ball(1, 47), 10.0)
    journal.put(ball(2, 8), 10.1)
    first = replace(ball(1, 47), boot="R1", ev=1)
    assert journal.take(10.0) == first
    assert (journal.take(10.4), journal.deadline()) == (None, 10.5)
    assert journal.take(10.5) == first
    assert (journal.take(11.4), journal.take(11.5)) == (None, first)
    assert (journal.take(13.4), journal.take(13.5)) == (None, first)
    journal.acknowledge(1, 14.0)
    assert journal.take(14.0) == replace(ball(2, 8), boot="R1", ev=2)
    journal.acknowledge(1, 14.0)
    journal.acknowledge(2, 14.0)
    assert (journal.take(99.0), journal.deadline()) == (None, None)


def test_an_acknowledgement_of_what_was_never_told_means_nothing():
    journal = HostJournal("R1")
    journal.put(ball(1, 47), 10.0)
    journal.acknowledge(1, 10.0)
    assert journal.take(10.0).ev == 1


def test_numbers_wrap_and_a_new_run_counts_from_1_with_what_waits():
    journal = HostJournal("R1")
    for ev in [*range(1, 0x10000), 1]:
        journal.put(ball(1, 47), 0.0)
        assert journal.take(0.0).ev == ev
        journal.acknowledge(ev, 0.0)
    journal.put(ball(2, 8), 0.0)
    assert journal.take(0.0).ev == 2
    journal.begin_run()
    assert journal.take(1.0).ev == 1


def test_what_finds_no_room_is_counted_and_never_takes_the_place_of_an_older_one():
    journal = HostJournal("R1")
    for number in range(WAITING_MAX + 3):
        journal.put(ball(1, number), 0.0)
    assert journal.dropped == 3
    assert journal.take(0.0).number == 0
