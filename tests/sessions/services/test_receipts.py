"""Receipts through the services: what each deed's paper tells, and which papers there are, asked for once or again."""

import pytest
from django.db import transaction

from ledger import services as ledger
from ledger.selectors import balance_cents
from records import clock
from records.models import Event, Hall
from sessions.models import ReceiptJob
from sessions.rules import errors
from sessions.rules.facts import Run
from sessions.rules.receipts import ReceiptKind
from sessions.selectors.receipts import facts_of, provide_printers, source_of
from sessions.selectors.verify import violations
from sessions.services import draw, floor, jackpots, payments, players, receipts, sales, takings, voids
from tests.given import a_game_on_sale, a_game_ready, an_open_session, close_sale, open_next_sale
from tests.sessions.services.floors import a_floor, a_player
from tests.sessions.services.test_jackpots import call_bingo
from tests.sessions.stories import misheard, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def printers():
    """Every hall has two printers, till-1 and till-2."""
    from bingo_hall.printing import printers_of

    provide_printers(lambda _hall: ["till-1", "till-2"])
    yield
    provide_printers(printers_of)


def told(story, source_ref):
    return facts_of(story.hall.pk, source_of(story.hall.pk, source_ref))


def ask(story, source_ref, printer="till-1", actor="venta", **more):
    return receipts.ask_receipt(hall_id=story.hall.pk, source_ref=source_ref, printer=printer, actor=actor, **more)


def again(story, source, key, printer="till-1"):
    return receipts.print_receipt(
        hall_id=story.hall.pk, source=source, printer=printer, actor="caja", source_ref=f"caja:{key}"
    )


def sold(story, key="k1", quantity=3):
    sales.sell_cards(game_id=story.game_id, quantity=quantity, actor="venta", source_ref=f"venta:{key}")
    return f"venta:{key}"


def deposited(story, key):
    payments.deposit(
        hall_id=story.hall.pk, account="player:5", amount_cents=100, actor="caja", source_ref=f"caja:{key}"
    )
    return f"caja:{key}"


def test_a_sale_over_two_runs_is_one_receipt_and_the_next_sale_another(time):
    story = a_floor("venta", "otra")
    game = {"game_id": story.game_id}
    floor.issue_block(**game, seller="venta", quantity=4, actor="caja")
    floor.issue_block(**game, seller="otra", quantity=2, actor="caja")
    floor.hand_over_block(**game, seller="otra", to="venta", first=6, last=6, actor="otra")
    first = sold(story, "k1", 5)
    facts = told(story, first)
    assert (facts.kind, facts.runs, facts.cents, facts.price_cents) == (
        ReceiptKind.SALE,
        (Run(first=1, last=4), Run(first=6, last=6)),
        1_000,
        200,
    )
    assert (facts.series, facts.session_no, facts.game_no, facts.actor) == (("A 000001",), 1, 1, "venta")
    assert facts.number == str(Event.objects.get(source_ref=first).position)
    floor.issue_block(**game, seller="venta", quantity=1, actor="caja")
    second = sold(story, "k2", 1)
    assert told(story, second).runs == (Run(first=7, last=7),)


def test_a_sale_taken_back_has_its_own_receipt(time):
    story = a_game_on_sale()
    sold(story)
    sales.undo_sale(game_id=story.game_id, first=1, last=3, actor="venta", source_ref="venta:u")
    facts = told(story, "venta:u")
    assert (facts.kind, facts.cents, facts.runs) == (ReceiptKind.UNDONE, 600, (Run(first=1, last=3),))


def test_cards_bought_on_a_terminal_and_other_events_have_none(time):
    story = a_game_on_sale()
    a_player(story, 5, 1_000)
    sales.buy_cards(game_id=story.game_id, quantity=1, holder="player:5", actor="five", source_ref="five:b")
    assert told(story, "five:b") is None
    assert ask(story, "five:b") is None
    assert facts_of(story.hall.pk, "event:1") is None
    for nonsense in ("", "event:", "event:0", "event:-1", "event:9999", "entry:9999", "entry:x", "game:1", "x"):
        assert facts_of(story.hall.pk, nonsense) is None


def test_a_deposit_tells_the_balance_as_it_was_then(time):
    story = an_open_session()
    a_player(story, 5)
    for key, cents in (("d1", 1_000), ("d2", 550)):
        payments.deposit(
            hall_id=story.hall.pk, account="player:5", amount_cents=cents, actor="caja", source_ref=f"caja:{key}"
        )
    first, second = told(story, "caja:d1"), told(story, "caja:d2")
    assert [(f.kind, f.cents, f.balance_cents, f.player) for f in (first, second)] == [
        (ReceiptKind.DEPOSIT, 1_000, 1_000, 5),
        (ReceiptKind.DEPOSIT, 550, 1_550, 5),
    ]
    assert balance_cents(story.hall.pk, "player:5") == 1_550
    position = Event.objects.get(source_ref="caja:d1").position
    assert (first.session_no, first.game_no, first.number) == (0, 0, str(position))


def test_a_deposit_of_before_its_row_in_the_journal_keeps_its_receipt(time):
    """The ledger's entry of 10.00 alone: what is told of it is read from there."""
    story = an_open_session()
    legs = {"cash": 1_000, "player:5": -1_000}
    with transaction.atomic():
        entry = ledger.post(story.hall.pk, "deposit", legs, actor="caja", at=clock.now(), key="caja:old")
    facts = told(story, "caja:old")
    assert (facts.kind, facts.cents, facts.balance_cents, facts.number) == ("deposit", 1_000, 1_000, f"C-{entry.pk}")


def test_cash_out_of_a_balance_has_a_receipt_and_opens_the_drawer_and_an_account_s_closing_does_not(time):
    story = a_game_on_sale()
    a_player(story, 5, 1_000)
    by = {"hall_id": story.hall.pk, "account": "player:5", "actor": "caja"}
    payments.withdraw(amount_cents=1_000, source_ref="caja:w", **by)
    facts = told(story, "caja:w")
    assert (facts.kind, facts.cents, facts.balance_cents, facts.player) == (ReceiptKind.WITHDRAWAL, 1_000, 0, 5)
    players.close_player(source_ref="caja:c", **by)
    assert (told(story, "caja:c").kind, told(story, "caja:c").player) == (ReceiptKind.CLOSED, 5)
    kicks = {}
    for ref in ("caja:w", "caja:c"):
        job = ask(story, ref, actor="caja")
        kicks[job.kind] = receipts.next_paper(story.hall.pk, "till-1").kick
        receipts.mark_confirmed(job.pk)
    assert kicks == {"withdrawal": True, "closed": False}


def test_a_line_is_told_as_paid_and_one_paid_after_the_game_as_late(time):
    """Of 12.00 euros the line has 9 % and the bingo 57.5 %: 1.08 and 6.90."""
    story = a_game_ready()
    play_out(story, time, winner=2, close=False)
    payments.pay_late(
        session_id=story.session.pk, game_id=story.game_id, award_no=1, card=2, actor="caja", source_ref="caja:p"
    )
    facts = told(story, "caja:p")
    assert (facts.kind, facts.cents, facts.game_no, facts.series) == (ReceiptKind.PRIZE, 108, 1, ("A 000001",))
    assert (facts.prize.prize, facts.prize.award_no, facts.prize.card, facts.prize.late) == ("line", 1, 2, True)


def test_an_additional_prize_paid_has_what_its_receipt_must_say(time):
    """Of 100.00 the fund gets 4.00: 1,404.00 are won by card 3 at ball 15."""
    story = an_open_session(profile="murcia-2012")
    by = {"session_id": story.session.pk, "code": "acumulado", "actor": "sala"}
    jackpots.bring_in_fund(fund_cents=140_000, reserve_cents=35_000, **by)
    jackpots.switch_jackpot(on=True, last_ball=43, **by)
    open_next_sale(story, virtual=False)
    sales.sell_cards(game_id=story.game_id, quantity=50, actor="venta")
    close_sale(story)
    call_bingo(story, time, winner=3)
    for award_no in (2, 3):
        payments.pay_prize(
            game_id=story.game_id, award_no=award_no, card=3, actor="caja", source_ref=f"caja:{award_no}"
        )
    bingo, facts = told(story, "caja:2"), told(story, "caja:3")
    assert (bingo.kind, bingo.cents, bingo.prize.jackpot, bingo.prize.late) == (ReceiptKind.PRIZE, 5_017, None, False)
    jackpot = facts.prize.jackpot
    assert (facts.kind, facts.cents, jackpot.name, jackpot.games) == (
        ReceiptKind.JACKPOT,
        140_400,
        "Bingo acumulado",
        1,
    )
    assert (jackpot.winners, jackpot.ball, jackpot.last_ball, len(jackpot.draw_order)) == (1, 15, 43, 15)


def test_cards_of_a_null_game_are_told_with_their_game_in_it_and_after_it(time):
    story = a_game_ready()
    draw.start_draw(game_id=story.game_id, actor="mesa")
    voids.void_game(game_id=story.game_id, order=misheard(story), second="sala", actor="mesa")
    voids.refund_cards(game_id=story.game_id, card="1", last=2, actor="caja", source_ref="caja:r")
    facts = told(story, "caja:r")
    assert (facts.kind, facts.cents, facts.runs) == (ReceiptKind.REFUND, 400, (Run(first=1, last=2),))
    voids.complete_refunds(game_id=story.game_id, actor="caja")
    payments.close_game(game_id=story.game_id, actor="mesa")
    voids.refund_late(
        session_id=story.session.pk, game_id=story.game_id, card="5", actor="caja", source_ref="caja:late"
    )
    facts = told(story, "caja:late")
    assert (facts.kind, facts.cents, facts.game_no, facts.runs) == (
        ReceiptKind.REFUND,
        200,
        1,
        (Run(first=5, last=5),),
    )


def test_a_hand_over_tells_what_was_expected_and_who_signed(time):
    story = a_game_ready()
    takings.hand_in_takings(
        session_id=story.session.pk,
        seller="venta",
        counted_cents=1_150,
        signed="venta",
        actor="caja",
        source_ref="caja:t",
    )
    facts = told(story, "caja:t")
    assert (facts.kind, facts.cents, facts.takings.expected_cents) == (ReceiptKind.TAKINGS, 1_150, 1_200)
    assert (facts.takings.seller, facts.takings.signed, facts.game_no) == ("venta", "venta", 0)


def test_the_original_is_asked_for_once_whatever_is_said_again(time):
    story = a_game_on_sale()
    ref = sold(story)
    first, second = ask(story, ref), ask(story, ref, printer="till-2")
    assert (first.pk, second.printer, ReceiptJob.objects.count()) == (second.pk, "till-1", 1)


def test_a_paper_is_printed_again_only_as_a_numbered_copy_once_for_each_request(time):
    story = a_game_on_sale()
    job = ask(story, sold(story))
    receipts.mark_sent(job.pk)
    receipts.mark_confirmed(job.pk)
    copies = [again(story, job.source, key).copy for key in ("a", "b", "a", "c")]
    assert copies == [1, 2, 1, 3]
    assert again(story, job.source, "a").requested_by == "caja"


def test_what_never_had_a_paper_or_never_reached_one_is_printed_as_the_original(time):
    story = a_game_on_sale()
    ref = sold(story)
    source = source_of(story.hall.pk, ref)
    assert (again(story, source, "a").copy, ReceiptJob.objects.get().state) == (0, "waiting")
    receipts.drop_receipts(hall_id=story.hall.pk, printer="till-1")
    assert ReceiptJob.objects.get().error == "dropped"
    job = again(story, source, "b", printer="till-2")
    assert (job.copy, job.state, job.printer) == (0, "waiting", "till-2")


def test_what_waits_for_a_printer_taken_out_of_the_hall_is_printed_on_another_and_is_no_copy_more(time):
    story = a_game_on_sale()
    job = ask(story, sold(story), printer="till-2")
    provide_printers(lambda _hall: ["till-1"])
    moved = again(story, job.source, "a")
    assert (moved.pk, moved.copy, moved.state, moved.printer) == (job.pk, 0, "waiting", "till-1")
    paper = receipts.next_paper(story.hall.pk, "till-1")
    assert (paper.job_id, paper.copy, paper.attempt) == (job.pk, 0, 1)
    receipts.mark_sent(job.pk)
    receipts.mark_confirmed(job.pk)
    copy = again(story, job.source, "b")
    provide_printers(lambda _hall: ["till-2"])
    moved = again(story, job.source, "c", printer="till-2")
    assert (moved.pk, moved.copy, moved.printer) == (copy.pk, 1, "till-2")


def test_a_paper_that_a_lost_printer_may_have_printed_is_not_moved(time):
    story = a_game_on_sale()
    job = ask(story, sold(story), printer="till-2")
    receipts.mark_sent(job.pk)
    provide_printers(lambda _hall: ["till-1"])
    assert again(story, job.source, "a").copy == 1
    job.refresh_from_db()
    assert (job.state, job.printer) == ("sent", "till-2")


def test_nothing_is_printed_for_what_is_no_receipt_or_on_no_printer_of_the_hall(time):
    story = a_game_on_sale()
    with pytest.raises(errors.NotFound):
        again(story, "event:1", "a")
    with pytest.raises(errors.NotFound):
        again(story, source_of(story.hall.pk, sold(story)), "b", printer="till-9")
    assert not ReceiptJob.objects.exists()


def test_papers_come_in_order_each_printer_its_own(time):
    story = a_game_on_sale()
    jobs = [ask(story, sold(story, f"k{n}", 1), printer=f"till-{1 + n % 2}") for n in range(4)]
    assert receipts.next_paper(story.hall.pk, "till-1").job_id == jobs[0].pk
    receipts.mark_sent(jobs[0].pk)
    receipts.mark_doubtful(jobs[0].pk, "no_answer")
    paper = receipts.next_paper(story.hall.pk, "till-1")
    assert (paper.job_id, paper.attempt, paper.copy) == (jobs[0].pk, 2, 0)
    receipts.mark_sent(jobs[0].pk)
    receipts.mark_confirmed(jobs[0].pk)
    assert receipts.next_paper(story.hall.pk, "till-1").job_id == jobs[2].pk
    assert receipts.next_paper(story.hall.pk, "till-2").job_id == jobs[1].pk
    told = ReceiptJob.objects.get(pk=jobs[0].pk)
    assert (told.state, told.attempts, told.error) == ("confirmed", 2, "")


def test_a_paper_called_off_is_not_sent_but_one_that_was_printed_meanwhile_is_known(time):
    story = a_game_on_sale()
    waiting, printing = (ask(story, sold(story, key, 1)) for key in ("k1", "k2"))
    receipts.mark_sent(printing.pk)
    assert receipts.drop_receipts(hall_id=story.hall.pk, printer="till-1") == 2
    assert not receipts.mark_sent(waiting.pk)
    receipts.mark_confirmed(printing.pk)
    assert [job.state for job in ReceiptJob.objects.all()] == ["failed", "confirmed"]
    assert receipts.next_paper(story.hall.pk, "till-1") is None


def test_the_drawer_opens_for_a_deed_just_done_never_for_a_copy_a_second_try_or_a_minute_later(time):
    story = a_game_on_sale()
    hall = story.hall.pk
    job = ask(story, sold(story), keeps_cash=True)
    assert receipts.next_paper(hall, "till-1").kick
    receipts.mark_sent(job.pk)
    assert not receipts.next_paper(hall, "till-1").kick
    receipts.mark_confirmed(job.pk)
    again(story, job.source, "a")
    assert not receipts.next_paper(hall, "till-1").kick
    receipts.drop_receipts(hall_id=hall, printer="till-1")
    ask(story, sold(story, "k2"), keeps_cash=True)
    time.advance(61)
    assert not receipts.next_paper(hall, "till-1").kick


def test_a_sellers_sale_and_its_undoing_open_no_drawer_and_a_deposit_does(time):
    story = a_game_on_sale()
    hall = story.hall.pk
    a_player(story, 5)
    sale = sold(story)
    sales.undo_sale(game_id=story.game_id, first=1, last=3, actor="venta", source_ref="venta:u")
    deposit = deposited(story, "d")
    kicks = {}
    for ref, actor in ((sale, "venta"), ("venta:u", "venta"), (deposit, "caja")):
        job = ask(story, ref, actor=actor)
        kicks[job.kind] = receipts.next_paper(hall, "till-1").kick
        receipts.mark_confirmed(job.pk)
    assert kicks == {"sale": False, "undone": False, "deposit": True}


def test_a_first_paper_asked_for_long_after_its_deed_opens_no_drawer(time):
    story = a_game_on_sale()
    hall = story.hall.pk
    a_player(story, 5)
    by = {"hall_id": hall, "account": "player:5", "amount_cents": 100, "actor": "caja"}
    for key in ("never", "dropped"):
        payments.deposit(source_ref=f"caja:{key}", **by)
    ask(story, "caja:dropped")
    receipts.drop_receipts(hall_id=hall, printer="till-1")
    time.advance(50)
    again(story, source_of(hall, "caja:never"), "a")
    assert receipts.next_paper(hall, "till-1").kick
    time.advance(11)
    assert not receipts.next_paper(hall, "till-1").kick
    receipts.drop_receipts(hall_id=hall, printer="till-1")
    again(story, source_of(hall, "caja:dropped"), "b")
    paper = receipts.next_paper(hall, "till-1")
    assert (paper.copy, paper.attempt, paper.kick) == (0, 1, False)


def test_who_opens_the_drawer_and_why_stands_in_the_journal_once(time):
    story = a_game_on_sale()
    by = {"hall_id": story.hall.pk, "actor": "caja", "source_ref": "caja:o", "printer": "till-1"}
    for _ in range(2):
        receipts.open_drawer(reason="Change for the float", **by)
    row = Event.objects.get(hall=story.hall, kind="DrawerOpened")
    assert (row.actor, row.payload) == ("caja", {"printer": "till-1", "reason": "Change for the float"})
    (job,) = ReceiptJob.objects.all()
    assert job.source == f"event:{row.position}"
    paper = receipts.next_paper(story.hall.pk, "till-1")
    assert (paper.facts, paper.kick) == (None, True)
    with pytest.raises(errors.KeyReused):
        receipts.open_drawer(reason="Another reason", **by)
    assert list(violations(Hall.objects.get(pk=story.hall.pk))) == []


def test_a_drawer_that_was_away_does_not_open_when_nobody_expects_it(time):
    story = a_game_on_sale()
    receipts.open_drawer(hall_id=story.hall.pk, printer="till-1", reason="r", actor="caja", source_ref="caja:o")
    time.advance(61)
    assert receipts.next_paper(story.hall.pk, "till-1") is None
    assert ReceiptJob.objects.get().error == "too_late"
