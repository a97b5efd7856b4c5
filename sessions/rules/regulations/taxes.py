"""
Dated examples of the gaming tax on traditional bingo, by territory, as starting points. They are not legal advice.

Each is what one text said, with that text beside it. Where the text read names no moment or no period, the first of
our choices stands (cards played, monthly). Progressive scales whose figures were not read are not here.
"""

from __future__ import annotations

from typing import Any, Final

from sessions.rules.tax import Accrual, Period, TaxBase, TaxProfile


def _tax(name: str, dated: str, base: TaxBase, rate_bp: int, source: str, **more: Any) -> TaxProfile:
    return TaxProfile(name=name, dated=dated, base=base, rate_bp=rate_bp, source=source, **more)


_SUPPLY: Final = {"accrual": Accrual.SUPPLY}
_ISSUE: Final = {"accrual": Accrual.VIRTUAL_ISSUE}

TAXES: Final[dict[str, TaxProfile]] = {
    "estado-1984": _tax(
        "Estado",
        "1984",
        TaxBase.FACE,
        2_000,
        "RD 2221/1984, arts. 5, 6, 7.2 y 9 (BOE-A-1984-27691)",
        **_SUPPLY,
    ),
    "andalucia-2021": _tax("Andalucía", "2021", TaxBase.FACE, 1_500, "Ley 5/2021 de Andalucía, art. 52"),
    "aragon-2005": _tax(
        "Aragón",
        "2005",
        TaxBase.FIXED,
        3_000,
        "D.Leg. 1/2005 de Aragón, art. 140-4 (BOA-d-2005-90006)",
        fraction_bp=3_550,
    ),
    "asturias-2015": _tax(
        "Asturias", "2015", TaxBase.NET, 5_000, "BOE-A-2015-945", accrual=Accrual.SUPPLY, period=Period.MONTHLY
    ),
    "baleares-2014": _tax(
        "Baleares", "2014", TaxBase.FACE, 1_900, "BOE-A-2014-6925, arts. 64 y 65", reduced_bp=1_700, **_SUPPLY
    ),
    "canarias-2009": _tax("Canarias", "2009", TaxBase.FACE, 1_600, "BOC-j-2009-90008, art. 40 bis", **_SUPPLY),
    "cantabria-2008": _tax("Cantabria", "2008", TaxBase.NET, 4_500, "BOCT-c-2008-90028", **_SUPPLY),
    "clm-2021": _tax("Castilla-La Mancha", "2021", TaxBase.FACE, 2_000, "Ley 5/2021 de Castilla-La Mancha", **_SUPPLY),
    "catalunya-2024": _tax(
        "Catalunya (tipo general)",
        "2024",
        TaxBase.FACE,
        2_500,
        "DLeg 1/2024, arts. 651-1 y 652-1 (BOE-A-2024-6951); el texto leído no da un tipo propio del bingo tradicional",
        **_SUPPLY,
    ),
    "extremadura-2018": _tax("Extremadura", "2018", TaxBase.FACE, 1_800, "BOE-A-2018-8159", **_SUPPLY),
    "galicia-2011": _tax("Galicia", "2011", TaxBase.NET, 5_000, "BOE-A-2011-18161", reduced_bp=3_000),
    "la-rioja-2017": _tax(
        "La Rioja", "2017", TaxBase.NET, 5_500, "BOE-A-2017-13750", period=Period.QUARTERLY, **_ISSUE
    ),
    "madrid-2010": _tax("Madrid", "2010", TaxBase.NET, 4_000, "BOCM-m-2010-90068, arts. 40 y 41"),
    "navarra-2016": _tax("Navarra", "2016", TaxBase.NET, 2_000, "LF 27/2016 de Navarra", **_ISSUE),
}
"""By territory and year of the text. Murcia, Castilla y León and Valencia tax by scales that were not read."""
