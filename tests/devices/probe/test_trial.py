"""The trial of machines with one thing wrong: that step fails and no other."""

import pytest

from devices.probe.moving import MOVING
from devices.probe.report import Outcome
from devices.probe.still import FIRST, LAST
from devices.probe.talk import Talk
from devices.probe.trial import run_trial
from devices.simulators.paths import PROJECT
from tests.devices.probe import machines
from tests.devices.probe.machines import FakeLine

STEPS = (*FIRST, *MOVING, *LAST)


def tried(clock, twisted=None, *, may_move=True):
    return list(run_trial(Talk(FakeLine(clock, twisted)), STEPS, may_move=may_move))


def keys(reports, outcome):
    return [report.key for report in reports if report.outcome is outcome]


def test_a_good_machine_passes_every_step(clock):
    reports = tried(clock)
    assert [(report.key, report.why) for report in reports if report.outcome is not Outcome.PASSED] == []
    assert [report.number for report in reports] == list(range(1, len(STEPS) + 1))


def test_without_leave_to_move_nothing_is_asked_to_move(clock):
    line = FakeLine(clock)
    reports = list(run_trial(Talk(line), STEPS, may_move=False))
    assert keys(reports, Outcome.NOT_TRIED) == [step.key for step in MOVING]
    assert keys(reports, Outcome.FAILED) == []
    assert line.machine.device.machine.cage.actuations == 0


BROKEN = [
    (machines.AnswersBadFrames, "wrong-check"),
    (machines.ActsTwice, "twice"),
    (machines.ForgetsWhatWasReceived, "resume"),
    (machines.WrongMap, "map"),
    (machines.NoDup, "dup"),
    (machines.NumbersFall, "numbers"),
    (machines.NeverRepeats, "repeat"),
    (machines.TakesAnyK, "repeat"),
    (machines.Agreeable, "unknown-verb"),
    (machines.Strict, "unknown-key"),
    (machines.BySeqAlone, "same-seq"),
    (machines.Reborn, "reopen"),
    (machines.HelloRestarts, "again"),
    (machines.Patient, "silence"),
    (machines.ShortReturn, "return"),
    (machines.DrawsUnasked, "order"),
    (machines.DeafToSet, "set"),
    (machines.AlwaysReady, "stop"),
    (machines.FirstIsState, "boot"),
    (machines.Quick, "draw"),
    (machines.Late, "prompt"),
    (machines.Silent, "hello"),
    (machines.Of75, "hello"),
    (machines.NoBootName, "hello"),
]


@pytest.mark.parametrize(("twisted", "key"), BROKEN, ids=[twisted.__name__ for twisted, _ in BROKEN])
def test_what_is_wrong_is_what_fails(clock, twisted, key):
    reports = tried(clock, twisted)
    failed = [(report.key, report.why) for report in reports if report.outcome is Outcome.FAILED]
    assert [name for name, _ in failed] == [key], failed


def test_what_builds_on_a_failed_step_is_not_tried(clock):
    reports = tried(clock, machines.Silent)
    assert keys(reports, Outcome.NOT_TRIED) == [step.key for step in STEPS[1:]]
    assert all(report.why.startswith("needs what did not pass: hello") for report in reports[1:])


def test_a_failed_step_shows_what_went_over_the_line(clock):
    reports = tried(clock, machines.Agreeable)
    (failed,) = [report for report in reports if report.outcome is Outcome.FAILED]
    lines = failed.lines()
    assert lines[0].endswith("FAILED    an unknown command is N VERB (BX/1, 11. Later versions)")
    assert "expected N VERB, got: A " in lines[1]
    assert any("> .C " in line and " DANCE ms=100" in line and "[02 43 20" in line for line in lines[2:])
    assert any("< .A " in line for line in lines[2:])


def test_every_step_names_a_chapter_of_the_page():
    page = (PROJECT / "docs" / "devices" / "bx1.md").read_text().splitlines()
    heads = {line.lstrip("#").strip() for line in page if line.startswith("#")}
    assert [step.clause for step in STEPS if step.clause not in heads] == []
    assert len({step.key for step in STEPS}) == len(STEPS)
    order = [step.key for step in STEPS]
    assert all(order.index(need) < order.index(step.key) for step in STEPS for need in step.needs)
