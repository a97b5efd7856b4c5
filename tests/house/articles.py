"""The articles that exist, in the three texts the rules cite and among the house's own decisions."""

from __future__ import annotations

# O. 9-1-1979 (BOE-A-1979-2188): article -> its subject and how many numbered paragraphs it has (0: one, unnumbered).
O79: dict[int, tuple[str, int]] = {
    1: ("regime of the game", 2),
    2: ("scope", 2),
    3: ("scope of authorisations", 2),
    4: ("associations and companies", 0),
    5: ("tourist establishments", 5),
    6: ("service companies", 2),
    7: ("number of authorisations", 3),
    8: ("foreign participation", 0),
    9: ("application", 0),
    10: ("papers with the application", 4),
    11: ("procedure and decision", 7),
    12: ("opening permit", 6),
    13: ("deposits", 5),
    14: ("changes", 4),
    15: ("duration and renewal", 5),
    16: ("expiry", 2),
    17: ("service companies: application", 4),
    18: ("service companies: duration", 3),
    19: ("service companies: liability", 0),
    20: ("service companies: expiry", 0),
    21: ("premises", 4),
    22: ("classes of halls", 2),
    23: ("staff in general", 0),
    24: ("posts", 7),
    25: ("minimum staff", 4),
    26: ("breaks and substitutions", 3),
    27: ("tips", 3),
    28: ("licences of the staff", 6),
    29: ("prohibitions for the staff", 2),
    30: ("admission of players", 3),
    31: ("visitor file and entry cards", 5),
    32: ("games in general", 6),
    33: ("cards", 10),
    34: ("balls", 5),
    35: ("prizes", 7),
    36: ("refunds", 4),
    37: ("minutes of the games", 7),
    38: ("offences", 0),
    39: ("offences of holders", 3),
    40: ("offences of holders with a service company", 3),
    41: ("offences of the staff", 3),
    42: ("offences of visitors", 3),
    43: ("penalties", 6),
    44: ("authority and procedure", 4),
}

# Catálogo de Juegos (BOE-A-1979-25744), bingo.
CATALOGUE: dict[str, str] = {
    "I": "game, cards and combinations",
    "II": "cards, machine, panel, television, balls",
    "III": "staff",
    "IV": "order of a game",
    "V": "void games",
}

# Article 85 (Catalan).
ARTICLE_85: dict[int, str] = {
    1: "announcement of the sale",
    2: "sale player by player",
    3: "sale of virtual cards",
    4: "announcement of cards sold and prizes",
    5: "balls called and shown; the line is called aloud",
    6: "the line is checked and the game goes on",
    7: "the line's prize is shared",
    8: "the bingo is checked and the game ends",
    9: "virtual cards are paid directly",
    10: "the next sale is announced",
    11: "right to have a card checked",
}

# Where the texts are silent the house has decided.
DECISIONS: dict[int, str] = {
    1: "split per card or per player",
    2: "rounding and odd cents",
    3: "void after a verified line",
    4: "void of the first game of a pair",
    5: "void games and the 1,000 of a ball set",
    6: "the limit of 1,000 games",
    7: "virtual cards call by themselves",
    8: "separate numbers for virtual cards",
    9: "line and bingo on the same ball",
    10: "all balls out and no bingo",
    11: "the time for others to call",
    12: "late claims",
    13: "correction of the figures",
    14: "cards that nobody sold",
    15: "who sees complete cards",
}
