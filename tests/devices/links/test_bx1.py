import tracemalloc

import pytest

from devices.codecs.bx1_frames import encode_frame
from devices.links.bx1 import Answered, Bx1Link, Down, Greeted, Occurred, Refused
from tests.devices.links.line import Line

HELLO = "A {seq:02X} v=1 model=REF90 fw=1.4 boot={boot} ev={ev:04X} caps=air balls=90"


@pytest.fixture
def link(clock):
    """A link that has been greeted, and whose last event is 4 of run B001."""
    link = Bx1Link(clock, boot="B001", last_ev=4)
    link.take_output()
    assert [type(item) for item in say(link, HELLO.format(seq=1, boot="B001", ev=9))] == [Greeted]
    return link


def say(link, body):
    return link.receive(encode_frame(body))


def wait(link, clock, seconds):
    """Let time pass up to each deadline; return when what was sent, and what was heard."""
    until, sent, heard = clock() + seconds, [], []
    while (deadline := link.deadline()) is not None and deadline <= until:
        clock.now = deadline
        heard += link.tick()
        if data := link.take_output():
            sent.append((round(clock() - (until - seconds), 3), data))
    clock.now = until
    return sent, heard


def test_hello_tells_the_last_event_and_is_said_five_times(clock):
    link = Bx1Link(clock, boot="B001", last_ev=0x2A, sid="7A3F")
    hello = encode_frame("C 01 HELLO v=1 sid=7A3F ev=002A")
    assert link.take_output() == hello
    sent, heard = wait(link, clock, 10)
    assert sent == [(0.5, hello), (1.0, hello), (1.5, hello), (2.0, hello)]
    assert heard == [Down("no-answer")]
    assert clock() == 1010.0


def test_a_line_on_which_only_noise_comes_says_so(clock):
    link = Bx1Link(clock)
    link.receive(b"\xff\x00\x81")
    assert wait(link, clock, 10)[1] == [Down("noise")]


def test_noise_on_the_line_of_a_machine_that_has_answered_is_not_the_reason_of_its_silence(link, clock):
    link.receive(b"\xff\x00\x81")
    link.request("DRAW", o="13")
    assert wait(link, clock, 3)[1] == [Down("no-answer")]


def test_a_command_unanswered_is_sent_again_in_the_same_bytes_and_then_given_up(link, clock):
    link.request("DRAW", o="13")
    draw = encode_frame("C 02 DRAW o=13")
    assert link.take_output() == draw
    sent, heard = wait(link, clock, 3)
    assert sent == [(0.3, draw), (0.9, draw), (2.1, draw)]
    assert heard == [Down("no-answer")]
    assert link.deadline() is None
    assert link.commands.resends == 3


def test_one_command_is_on_the_line_and_the_newest_draw_replaces_one_that_waits(link):
    link.request("CLEAR", c="JAM")
    link.request("DRAW", o="13")
    link.request("DRAW", o="14")
    assert link.take_output() == encode_frame("C 02 CLEAR c=JAM")
    (answered,) = say(link, "A 02")
    assert isinstance(answered, Answered)
    assert link.take_output() == encode_frame("C 03 DRAW o=14")


def test_stop_goes_first_and_takes_back_a_draw_not_yet_sent(link):
    link.request("STATUS")
    link.request("DRAW", o="13")
    link.request("STOP")
    link.take_output()
    say(link, f"A 02 st=READY o=12 last=4 in=78 f=- bm={'0' * 23}")
    assert link.take_output() == encode_frame("C 03 STOP")
    say(link, "A 03")
    assert link.take_output() == b""


def test_an_answer_to_another_command_is_not_ours(link):
    link.request("DRAW", o="13")
    assert say(link, "A 01") == []
    (refused,) = say(link, "N 02 FAULT")
    assert isinstance(refused, Refused)
    assert refused.message.verb == "FAULT"
    assert say(link, "N 02 FAULT") == []


def test_an_event_is_acknowledged_only_when_its_owner_says_so(link):
    (occurred,) = say(link, "E 0005 STATE st=READY")
    assert isinstance(occurred, Occurred)
    assert link.take_output() == b""
    (again,) = say(link, "E 0005 STATE st=READY")
    assert again == occurred
    link.acknowledge(5)
    assert link.take_output() == encode_frame("K 0005")


def test_an_event_heard_again_is_acknowledged_again_and_not_delivered(link):
    say(link, "E 0005 STATE st=READY")
    link.acknowledge(5)
    link.take_output()
    assert say(link, "E 0005 STATE st=READY") == []
    assert say(link, "E 0003 STATE st=READY") == []
    assert link.take_output() == encode_frame("K 0005") + encode_frame("K 0003")
    assert link.duplicates == 2


def test_the_same_number_with_other_words_is_another_journal(link):
    say(link, "E 0005 STATE st=READY")
    link.acknowledge(5)
    link.take_output()
    assert say(link, "E 0005 BALL o=1 n=47 q=98") == [Down("rebooted")]
    assert link.take_output() == b""


def test_a_boot_in_the_middle_is_noticed_and_not_acknowledged(link):
    assert say(link, "E 0001 BOOT reason=watchdog") == [Down("rebooted")]
    assert link.take_output() == b""


def test_a_gap_asks_for_status_and_then_for_a_new_hello(link):
    say(link, "E 0005 STATE st=READY")
    link.acknowledge(5)
    link.take_output()
    assert say(link, "E 0007 STATE st=READY") == []
    assert link.take_output() == encode_frame("C 02 STATUS")
    assert say(link, "E 0007 STATE st=READY") == []
    assert say(link, "E 0007 STATE st=READY") == [Down("lost-step")]


def test_after_hello_the_first_event_is_taken_even_over_a_hole(link):
    (occurred,) = say(link, "E 0007 STATE st=READY")
    assert occurred.message.seq == 7


@pytest.mark.parametrize("times", [2, 3, 4, 5])
def test_a_ball_heard_several_times_is_one_ball(link, times):
    heard = link.receive(encode_frame("E 0005 BALL o=1 n=47 q=98 src=rfid") * times)
    assert [item.message.fields["n"] for item in heard if isinstance(item, Occurred)] == ["47"]
    link.acknowledge(5)
    link.take_output()
    before = link.duplicates
    assert link.receive(encode_frame("E 0005 BALL o=1 n=47 q=98 src=rfid") * times) == []
    assert link.take_output() == encode_frame("K 0005") * times
    assert link.duplicates - before == times


def test_a_minute_of_a_line_at_115200_baud_full_of_one_event_is_one_event_and_no_memory(link):
    """A machine gone mad: 691,200 bytes without a pause, the event long acknowledged."""
    frame = encode_frame("E 0005 BALL o=1 n=47 q=98 src=rfid")
    (occurred,) = link.receive(frame)
    assert occurred.message.seq == 5
    link.acknowledge(5)
    link.take_output()
    minute, told = 115_200 // 10 * 60, 0
    tracemalloc.start()
    while told < minute:
        assert link.receive(frame * 10) == []
        assert len(link.take_output()) == 10 * len(encode_frame("K 0005"))
        told += 10 * len(frame)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert link.duplicates * len(frame) == told
    assert peak < 1_000_000


def test_event_numbers_wrap_to_1(clock):
    link = Bx1Link(clock, boot="B001", last_ev=0xFFFF)
    say(link, HELLO.format(seq=1, boot="B001", ev=3))
    link.take_output()
    (occurred,) = say(link, "E 0001 STATE st=READY")
    assert occurred.message.seq == 1
    link.acknowledge(1)
    assert say(link, "E FFFF STATE st=IDLE") == []
    assert link.duplicates == 1


@pytest.mark.parametrize(("boot", "ev"), [("B002", 9), ("B001", 3)])
def test_another_journal_is_begun_from_its_first_event(clock, boot, ev):
    link = Bx1Link(clock, boot="B001", last_ev=4, sid="7A3F")
    link.take_output()
    assert say(link, HELLO.format(seq=1, boot=boot, ev=ev)) == []
    assert link.take_output() == encode_frame("C 02 HELLO v=1 sid=7A3F ev=0000")
    assert say(link, "E 0005 STATE st=READY") == []
    (greeted,) = say(link, HELLO.format(seq=2, boot=boot, ev=ev))
    assert greeted.renewed
    assert [type(item) for item in say(link, "E 0001 BOOT reason=power")] == [Occurred]


@pytest.mark.parametrize("answer", ["N 01 VERSION", "A 01 v=2 boot=B001 ev=0001", "A 01 v=1 model=X"])
def test_what_does_not_answer_hello_as_a_machine_does_is_refused(clock, answer):
    link = Bx1Link(clock)
    assert say(link, answer) == [Down("wrong-device")]
    assert link.deadline() is None


def test_a_quiet_line_is_asked_for_a_sign_of_life_and_three_misses_end_it(link, clock):
    sent, heard = wait(link, clock, 1.9)
    assert (sent, heard) == ([], [])
    sent, heard = wait(link, clock, 10)
    status = encode_frame("C 02 STATUS")
    assert sent == [(0.1, status), (0.6, status), (1.6, status)]
    assert heard == [Down("no-answer")]


def test_half_a_frame_is_given_up_after_200_ms_of_silence(link, clock):
    link.receive(encode_frame("E 0005 STATE st=READY")[:10])
    assert link.deadline() == clock() + 0.2
    wait(link, clock, 0.2)
    assert link.decoder.short == 1


def test_an_intact_frame_without_sense_is_counted_and_ignored(link):
    assert say(link, "HELLO WORLD") == []
    assert say(link, "C 01 DRAW o=1") == []
    assert link.garbled == 2


def test_an_answer_lost_is_repeated_from_memory_and_one_ball_falls(clock):
    line = Line(clock, fault="noack@1")
    line.connect()
    line.run(0.5)
    line.link.request("LOAD", g="1")
    line.run(0.2)
    line.link.request("DRAW", o="1")
    heard = line.run(3)
    assert line.link.commands.resends == 1
    assert [item.command.verb for item in heard if isinstance(item, Answered)][:1] == ["DRAW"]
    assert line.balls() == [(1, line.cage.order[0])]
    assert line.cage.actuations == 1


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("loss", [0.05, 0.2])
def test_on_a_line_that_loses_and_spoils_every_ball_arrives_once_and_in_order(clock, seed, loss):
    line = Line(clock, seed=seed, loss=loss)
    line.connect()
    line.run(1)
    while "LOADED" not in {message.fields.get("st") for _, message in line.events}:
        line.link.request("LOAD", g="1")
        line.run(1)
    for ordinal in range(1, 21):
        while ordinal not in dict(line.balls()):
            line.link.request("DRAW", o=str(ordinal))
            line.run(1)
    balls = dict(line.balls())
    assert list(balls.items()) == list(enumerate(line.cage.order, 1))
    assert line.cage.actuations == 20
    assert len({(boot, message.seq) for boot, message in line.events}) == len(line.events)


def test_the_lossy_line_really_loses(clock):
    line = Line(clock, seed=3, loss=0.2)
    line.connect()
    line.run(30)
    assert line.link.commands.resends + line.link.decoder.bad + line.link.decoder.noise > 0
