"""
Dated examples: figures of other territories and of earlier years, as starting points. They are not legal advice.

Shares only, with the text they were read in; all else, and every formula, is es-1979's. Where a text gives shares for
several ways of playing, `shares_with` has a row for each. What a text does not give is not here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sessions.rules.jackpots import JackpotKind, JackpotRule, SharesWith
from sessions.rules.regulation import Regulation
from sessions.rules.regulations.es_1979 import REGULATION as ES_1979

NOT_GIVEN: Final = "la fuente no da su parte: la fija la sala"


def _example(code: str, name: str, dated: str, line_bp: int, bingo_bp: int, source: str, **more: Any) -> Regulation:
    sources = {"line_bp": source, "bingo_bp": source, **more.pop("sources", {})}
    shares: dict[str, Any] = {"line_bp": line_bp, "bingo_bp": bingo_bp, "shares_source": source, "sources": sources}
    return replace(ES_1979, code=code, name=name, dated=dated, example=True, **shares, **more)


# State: O79 35.2 in its successive wordings. The stored text of 1979 prints 80 for the bingo, a newspaper of 1978 60.
_STATE = (
    _example("estado-1979", "Estado 1979", "1979", 1_500, 6_000, "O. 9-1-1979, art. 35.2, redacción original"),
    _example("estado-1980", "Estado 1980", "1980", 1_000, 6_000, "O. 9-1-1979, art. 35.2, redacción de 1980"),
    _example("estado-2002", "Estado 2002", "2002", 900, 5_900, "O. 9-1-1979, art. 35.2, redacción de 2002"),
)

_MADRID_TEXT: Final = "Ley 9/2010 de Madrid, disposición final 3 (BOE-A-2011-8629)"
_MADRID = (
    _example("madrid-2010-a", "Madrid 2010, categoría A", "2010", 900, 5_900, _MADRID_TEXT),
    _example("madrid-2010-b", "Madrid 2010, categoría B", "2010", 900, 5_800, _MADRID_TEXT),
)

_MURCIA_TEXT: Final = "Ley 14/2012 de Murcia, art. 7, y anexo I del D. 194/2010 (BOE-A-2013-1927)"
_MURCIA = _example(
    "murcia-2012",
    "Murcia 2012",
    "2012",
    713,
    5_017,
    _MURCIA_TEXT,
    # The pooled fund (bolsa acumulada) is 12.70 %, split by the hall among the three in steps of 0.10: ours is a start.
    jackpots_bp=1_270,
    jackpots=(
        JackpotRule(
            code="acumulado",
            kind=JackpotKind.ACCUMULATED,
            name="Bingo acumulado",
            funding_bp=500,
            funding_step_bp=10,
            reserve_bp=2_000,
            cap_cents=300_000,
            cap_step_cents=100_000,
            overflow_to="prima",
        ),
        JackpotRule(
            code="prima",
            kind=JackpotKind.PRIMA,
            name="Prima",
            funding_bp=470,
            funding_step_bp=10,
            min_cents=5_000,
            max_cents=200_000,
            step_cents=5_000,
        ),
        JackpotRule(
            code="extra",
            kind=JackpotKind.EXTRA,
            name="Bingo extra",
            funding_bp=300,
            funding_step_bp=10,
            min_cents=10_000,
            max_cents=250_000,
            step_cents=10_000,
            min_ball=50,
        ),
    ),
    sources={"jackpots": f"{_MURCIA_TEXT}; el reparto de la bolsa entre los tres lo fija la sala"},
)

_BALEARES_TEXT: Final = "Ley 3/2012 de Baleares, disposición adicional 3 (BOE-A-2012-7445)"
_BALEARES = _example(
    "baleares-2012",
    "Baleares 2012",
    "2012",
    800,
    5_600,
    _BALEARES_TEXT,
    jackpots=(
        JackpotRule(code="acumulado", kind=JackpotKind.ACCUMULATED, name="Bingo acumulado", funding_bp=300),
        JackpotRule(code="prima", kind=JackpotKind.PRIMA, name="Prima", funding_bp=300),
    ),
    shares_with=(
        SharesWith(
            codes=("acumulado", "prima"),
            line_bp=800,
            bingo_bp=5_000,
            funding_bp=(("acumulado", 300), ("prima", 300)),
        ),
        SharesWith(codes=("acumulado",), line_bp=800, bingo_bp=5_300, funding_bp=(("acumulado", 300),)),
        SharesWith(codes=("prima",), line_bp=800, bingo_bp=5_000, funding_bp=(("prima", 600),)),
    ),
    sources={"jackpots": _BALEARES_TEXT, "shares_with": _BALEARES_TEXT},
)

_CLM_TEXT: Final = "D. 22/2011 de Castilla-La Mancha, según comunicati.net (2011)"
_CLM = _example(
    "clm-2011",
    "Castilla-La Mancha 2011",
    "2011",
    800,
    5_220,
    _CLM_TEXT,
    jackpots=(
        JackpotRule(
            code="acumulado", kind=JackpotKind.ACCUMULATED, name="Bingo acumulado", funding_bp=0, funding_step_bp=10
        ),
        JackpotRule(
            code="gran-prima",
            kind=JackpotKind.PRIMA,
            name="Gran Prima",
            funding_bp=120,
            min_cents=50_000,
            max_cents=300_000,
            step_cents=50_000,
        ),
    ),
    shares_with=(
        SharesWith(codes=("acumulado",), line_bp=700, bingo_bp=5_020),
        SharesWith(codes=("gran-prima",), line_bp=600, bingo_bp=5_000, funding_bp=(("gran-prima", 120),)),
    ),
    sources={"jackpots": f"{_CLM_TEXT}; del acumulado {NOT_GIVEN}", "shares_with": _CLM_TEXT},
)

REGULATIONS: Final = (*_STATE, *_MADRID, _MURCIA, _BALEARES, _CLM)
