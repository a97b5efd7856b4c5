"""An entry of each kind, as its event makes it, with the lines it takes worked out by hand."""

SERIES = {
    "letter": "A",
    "ident": "000001",
    "size": 1_200,
    "medium": "physical",
    "first": 1,
    "last": 20,
    "sold": 17,
    "parts": 1,
    "complementary": False,
    "holes": "9-10",
    "gone": "4",
}
SUMS = {"physical": 17, "virtual": 0, "takings_cents": 3_400, "line_cents": 306, "bingo_cents": 1_955, "jackpots": []}
PRIMA = {"name": "Prima", "prize_cents": 5_000, "last_ball": 0}
VOID = {
    "cause": "announcing_error",
    "reason": "said 12 for 21",
    "second": "sala",
    "agent": "",
    "refund_cents": 3_400,
    "ordinal": 3,
    "said": 12,
    "number": 21,
    "substantial": True,
    "affected": "5, 9",
    "called": 7,
}
AWARD = {"prize": "line", "card": 3, "medium": "physical", "cents": 306, "status": "paid"}
END = {
    "balls": list(range(1, 91)),
    "uncalled": [],
    "awards": [AWARD],
    "line_cents": 306,
    "bingo_cents": 0,
    "unpaid_cents": 0,
    "carried_line_cents": 0,
    "carried_bingo_cents": 1_955,
    "void": False,
    "refunded_cents": 0,
    "returned": "",
}

# Heading and the space after it are 2; then rows, then signatures.
SAMPLES = {
    # begins, hours, four posts (the sellers' six people take two lines), equipment, count; the Jefe de Mesa signs
    "opening": (
        {
            "posts": [
                ["hall_manager", ["sala"]],
                ["table_chief", ["mesa"]],
                ["cashier", ["caja"]],
                ["seller_caller", ["v1", "v2", "v3", "v4", "v5", "v6"]],
            ],
            "equipment": ["cctv"],
            "ball_set": "B-1",
            "count": 90,
            "witness": "someone at table 4",
            "signed": "mesa",
            "category": "",
            "opens_at": "2026-11-30T17:00:00+00:00",
            "closes_at": "2026-12-01T02:00:00+00:00",
        },
        2 + 9 + 1,
    ),
    # series, holes, gone, price, sold, prizes, prima, machine
    "game": (
        {
            "series": [SERIES],
            "price_cents": 200,
            "parts": 1,
            "pair": 0,
            "other_game_no": 0,
            "extractor": "manual",
            "ball_set": "B-1",
            **SUMS,
            "jackpots": [PRIMA],
        },
        2 + 8,
    ),
    # of the 90 balls a line of 88 signs holds 24, then 22: four lines; award, paid, carried
    "end": (END, 2 + 4 + 3),
    "correction": ({"what": "call", "ordinal": 3, "said": 12, "number": 21, "assessed": False}, 2 + 1),
    "held": (
        {"ordinal": 4, "number": 7, "accepted": True, "second": "sala", "reason": "unread", "read": 0},
        2 + 3,
    ),
    "stop": ({"reason": "fault", "called": 12}, 2 + 1),
    "withdrawn": ({"reason": "nobody came"}, 2 + 2),
    "second_series": ({"letter": "A", "ident": "000002", "first_card": 1, "last_card": 90}, 2 + 1),
    "spoiled": ({"first": 4, "last": 4, "holder": "", "reason": "wet"}, 2 + 2),
    "suspension": ({"cause": "failure", "ball_out": False, "text": "no power"}, 2 + 2 + 2),
    "paragraph": ({"paragraph": "36.1"}, 2 + 1),
    "lifted": ({"decision": "agent", "agent": "TIP 1234", "text": ""}, 2 + 2 + 2),
    "manual_draw": ({"how": "a bag"}, 2 + 2 + 2),
    # void, reason, the call, affected, substantial, second, refund; both sign
    "void": (VOID, 2 + 7 + 2),
    "refunds": (
        {"refunded_cents": 3_000, "payable_cents": 400, "returned": "1-15", "outstanding": "16-17"},
        2 + 3,
    ),
    "token": ({"award_no": 1, "token": "red 4"}, 2 + 1),
    # that it was fixed, its commitment, the second game's
    "draw_committed": ({"commitment": "c0" * 32, "authorisation": "DGJ 12/2026", "second": "d1" * 32}, 2 + 3),
    "public_number": ({"number": "004711"}, 2 + 1),
    "draw_revealed": ({"secret": "5e" * 32, "second": "6f" * 32}, 2 + 2),
    "substitution": (
        {"post": "cashier", "was": ["caja"], "now": ["mesa"], "reason": "supper", "transitory": ["mesa"]},
        2 + 5,
    ),
    "ball_count": ({"ball_set": "B-1", "count": 89, "missing": [47], "witness": ""}, 2 + 2),
    "ball_set": ({"was": "B-1", "ball_set": "B-2", "reason": "a dent", "game_no": 2, "drawn": 7}, 2 + 3),
    "stray_ball": ({"ordinal": 1, "number": 47, "source": "rfid"}, 2 + 1),
    # 120 signs of one word are broken into two lines; both sign
    "incident": ({"code": "noted", "text": "x" * 120}, 2 + 2 + 2),
    "note": ({"code": "cards_printed", "text": "A 000001"}, 2 + 2),
    # the words, and that it has no value; the Jefe de Sala and the claimant sign
    "complaint": (
        {"complaint_no": 1, "game_no": 3, "text": "too fast", "claimant_signed": False, "identified": False},
        2 + 3 + 2,
    ),
    "non_admission": ({"reason": "no document", "expelled": False}, 2 + 2),
    "jackpot": (
        {"code": "prima", "on": True, "amount_cents": 20_000, "exact_ball": 0, "due_at": "2026-11-30T22:00:00+00:00"},
        2 + 3,
    ),
    "last_game": ({"game_no": 9}, 2 + 1),
    "late_payment": ({"game_no": 1, "game_session_no": 2, "award_no": 1, "card": 3, "cents": 306}, 2 + 1),
    "late_refund": ({"game_no": 1, "game_session_no": 2, "first": 3, "last": 4, "cents": 400}, 2 + 1),
    "cheque_returned": (
        {"game_no": 1, "game_session_no": 2, "award_no": 1, "card": 3, "cents": 306, "cheque": "7701"},
        2 + 1,
    ),
    "destruction": ({"cards": 17, "kept": 1, "witness": "someone"}, 2 + 1),
    # ends, null games, count, of game 2 two lines; the Jefe de Mesa signs
    "closing": (
        {
            "signed": "mesa",
            "games": 3,
            "void_games": [2],
            "incidents": 1,
            "complaints": 0,
            "ball_set": "B-1",
            "count": 90,
            "missing": [],
            "returned": [[2, "1-15", 3_000]],
        },
        2 + 5 + 1,
    ),
}
