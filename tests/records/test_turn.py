"""Writers of one process wait in line: first come, first served."""

import threading
import time

import pytest
from django.db import connection

from records.models import Hall
from records.turn import Line, durable


def test_who_waits_longest_is_served_first():
    line, served, threads = Line(), [], []
    line.enter()
    for name in range(5):
        thread = threading.Thread(target=lambda name=name: (line.enter(), served.append(name), line.leave()))
        thread.start()
        threads.append(thread)
        while len(line._waiting) <= name:
            time.sleep(0.001)
    line.leave()
    for thread in threads:
        thread.join(10)
    assert served == [0, 1, 2, 3, 4]
    assert not line._busy


def test_only_one_is_in_at_a_time():
    line, inside, most = Line(), [], []

    def work():
        for _ in range(200):
            line.enter()
            inside.append(1)
            most.append(len(inside))
            inside.pop()
            line.leave()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert (max(most), len(most)) == (1, 800)


@pytest.mark.django_db(transaction=True)
def test_a_deed_that_breaks_gives_its_turn_away():
    def broken():
        with durable():
            Hall.objects.create(code="gone", name="Gone")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    with durable():
        Hall.objects.create(code="here", name="Here")
    assert list(Hall.objects.values_list("code", flat=True)) == ["here"]


@pytest.mark.django_db(transaction=True)
def test_a_deed_within_a_deed_is_refused_and_does_not_wait_for_itself():
    with durable(), pytest.raises(RuntimeError), durable():
        pass
    assert not connection.in_atomic_block
