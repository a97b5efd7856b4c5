"""What a printer says of its papers, on a real socket: lost, late, or noise; no paper twice, none printed too early."""

import pytest

from devices.supervisor import printer as supervisor
from tests.devices.plugs import until
from tests.devices.supervisor.test_printer_port import LINES, open_port, pile, printer, whole

__all__ = ["open_port", "pile", "printer"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """It asks soon, and does not give up before the printer of the test has had its say."""
    monkeypatch.setattr(supervisor, "CONFIRM_SECONDS", 0.3)
    monkeypatch.setattr(supervisor, "QUESTIONS", 1_000)


@pytest.fixture
def is_up(printer, pile, open_port):
    """Open the port and wait until it is up; gives it."""

    def make():
        port = open_port(printer.url)
        until(lambda: port.told()["link"] == "up")
        return port

    return make


def test_an_answer_lost_on_the_way_is_asked_for_again_and_nothing_is_printed_twice(printer, pile, is_up):
    port = is_up()
    printer.lose(2)
    pile.add(1, 2)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1, 2)
    assert (printer.cuts(), printer.connections, port.told()["link"]) == (2, 1, "up")
    assert pile.told == [("sent", 1), ("confirmed", 1), ("sent", 2), ("confirmed", 2)]


def test_answers_that_only_came_late_are_not_taken_for_the_next_papers(printer, pile, is_up, monkeypatch):
    monkeypatch.setattr(supervisor, "QUIET_SECONDS", 1.5)
    port = is_up()
    printer.hold()
    pile.add(1, 2)
    until(lambda: len(printer.held) >= 2)
    printer.out_of_paper_after(5)
    late = len(printer.held)
    printer.say(1)
    until(lambda: ("confirmed", 1) in pile.told)
    printer.say(late - 1)
    # Paper 2 waits for a new roll: its first answer is yet to come, and what was held was not it.
    until(lambda: port.told()["faults"] == ["PAPER"])
    with printer.lock:
        printer.held = None
    assert ("confirmed", 2) not in pile.told
    printer.load()
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1, 2)
    assert [what for what in pile.told if what[0] != "sent"] == [("confirmed", 1), ("confirmed", 2)]


def test_what_it_still_has_to_say_when_the_line_opens_is_heard_before_the_first_paper(printer, pile, open_port):
    printer.hold()
    pile.add(1)
    port = open_port(printer.url)
    until(lambda: len(printer.held) >= 2)
    assert (pile.told, port.told()["link"]) == ([], "down")
    printer.say(len(printer.held))
    until(lambda: ("sent", 1) in pile.told)
    until(lambda: printer.texts() == whole(1))
    assert ("confirmed", 1) not in pile.told
    printer.say(len(printer.held))
    until(lambda: not pile.papers)
    assert pile.told == [("sent", 1), ("confirmed", 1)]


def test_a_printer_that_never_says_it_has_printed_is_down_and_its_paper_is_in_the_list_as_unconfirmed(
    printer, pile, is_up, monkeypatch
):
    monkeypatch.setattr(supervisor, "QUESTIONS", 3)
    port = is_up()
    printer.lose(1_000)
    pile.add(1, 2)
    until(lambda: ("failed", 1, "unconfirmed") in pile.told)
    until(lambda: port.detail()["failures"] >= 2)
    assert (port.told()["link"], printer.texts()) == ("down", whole(1))
    reasons = [one["detail"] for one in port.detail()["history"]]
    assert any("GS r 1" in reason for reason in reasons)
    monkeypatch.setattr(supervisor, "QUESTIONS", 1_000)
    printer.lose(0)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1, 2)
    assert pile.told == [("sent", 1), ("failed", 1, "unconfirmed"), ("sent", 2), ("confirmed", 2)]


def test_noise_before_a_paper_is_no_answer_to_it(printer, pile, is_up, monkeypatch):
    port = is_up()
    printer.out_of_paper_after(5)
    following = pile.next

    def noisy(columns):
        if pile.papers and not pile.told:
            printer.peer.sendall(b"\x00")
        return following(columns)

    monkeypatch.setattr(pile, "next", noisy)
    pile.add(1)
    until(lambda: port.told()["faults"] == ["PAPER"])
    assert pile.told == [("sent", 1)]
    printer.load()
    until(lambda: not pile.papers)
    assert pile.told == [("sent", 1), ("confirmed", 1)]


def test_a_paper_printed_while_its_house_was_in_trouble_is_not_printed_again(printer, pile, is_up, monkeypatch):
    port = is_up()
    hear, troubles = pile.confirmed, []

    def locked(number):
        if not troubles:
            troubles.append(number)
            msg = "database is locked"
            raise RuntimeError(msg)
        hear(number)

    monkeypatch.setattr(pile, "confirmed", locked)
    pile.add(1, 2)
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1, 2)
    assert pile.told == [("sent", 1), ("confirmed", 1), ("sent", 2), ("confirmed", 2)]
    assert (troubles, port.detail()["failures"]) == ([1], 1)


def test_what_comes_while_the_paper_is_out_is_counted(printer, pile, is_up):
    port = is_up()
    printer.out_of_paper_after(LINES - 1)
    pile.add(1)
    until(lambda: port.told()["faults"] == ["PAPER"])
    pile.add(2, 3)
    until(lambda: port.told()["waiting"] == 3)


def test_switched_off_behind_its_network_card_with_a_paper_in_it_the_paper_comes_again_and_is_known_to(
    printer, pile, is_up
):
    """The line stays; bytes are taken and nothing is said, as a printer's card does."""
    port = is_up()
    printer.out_of_paper_after(5)
    pile.add(1)
    until(lambda: port.told()["faults"] == ["PAPER"])
    with printer.lock:
        printer.mute = True
        printer.buffer.clear()
    until(lambda: ("doubtful", 1, "no_answer") in pile.told)
    with printer.lock:
        printer.mute, printer.lines_left = False, None
    until(lambda: not pile.papers)
    assert printer.texts() == whole(1)[:5] + [f"{text} again" for text in whole(1)]
    assert pile.told == [("sent", 1), ("doubtful", 1, "no_answer"), ("sent", 1), ("confirmed", 1)]
