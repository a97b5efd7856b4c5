"""Words that the staff faces share."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from screens.labels.approvals import LABELS as APPROVALS

LABELS = {
    **APPROVALS,
    "staff.read_aloud": _("Read aloud"),
    "staff.source.ours": _("our wording"),
    "staff.source.translation": _("our translation"),
    "staff.source.verbatim": _("as in the law"),
    "staff.reason": _("Reason"),
    "staff.clear": _("Clear the fault"),
    "staff.seconds": _("{n} s"),
    "staff.drawing_since": _("Drawing for {seconds} s"),
    "staff.slow": _("Slow: drawing for {seconds} s"),
    "staff.differs": _("It counts {machine} balls out, the house {house}."),
    "staff.differs_map": _("Its map of the balls out is not the house's."),
    "staff.ball_set": _("{code} · {games} games"),
    "staff.ball_set_left.one": _("{code} · {n} game left"),
    "staff.ball_set_left.other": _("{code} · {n} games left"),
    "staff.ball_set_spare": _("{set} (spare)"),
    "staff.no_machines": _("No news of any machine."),
    "kind.extractor": _("Extractor"),
    "kind.panel": _("Panel"),
    "kind.scanner": _("Scanner"),
    "kind.printer": _("Printer"),
    "kind.scenes": _("Scene switcher"),
    "medium.physical.sold": _("Paper cards sold"),
    "medium.virtual.sold": _("Virtual cards sold"),
    "fact.takings": _("Takings"),
    "fact.line_so_far": _("Line so far"),
    "fact.bingo_so_far": _("Bingo so far"),
    # why a ball is held
    "held.repeat": _("This number has already come out in this game."),
    "held.manual": _("A ball keyed by hand in a game of the machine: a second person must stand for it."),
    "held.unread": _("The reader could not read the ball. Look at it and type its number."),
    "held.low_quality": _("The reader is not sure of the number. Look at the ball."),
    "held.out_of_order": _("The ball came out of turn."),
    "held.range": _("The machine gave a number that does not exist."),
    "held.multi": _("Two balls came out together."),
    "held.no_ball": _("The machine says that it drew, and no ball came out."),
    "held.not_started": _("A ball came before the draw was started."),
}
