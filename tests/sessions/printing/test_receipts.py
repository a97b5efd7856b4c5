"""Receipts line by line, every amount and every place written here by hand."""

from datetime import UTC, datetime

import pytest

from sessions.printing.receipt_text import Roll, amount
from sessions.printing.receipts import receipt_lines
from sessions.rules.facts import PrizeKind, Run
from sessions.rules.receipts import JackpotTold, PrizeTold, ReceiptFacts, ReceiptKind, TakingsTold

AT = datetime(2026, 11, 30, 20, 0, 5, tzinfo=UTC)  # 21:00:05 in Madrid


def facts(kind, cents, **more):
    common = {"source": "event:4711", "number": "4711", "at": AT, "actor": "venta1", "session_no": 3, "game_no": 14}
    return ReceiptFacts(kind=kind, cents=cents, **(common | more))


def written(told, *, columns=42, language="en", **more):
    return receipt_lines(told, hall="Sala Añil", language=language, columns=columns, **more)


def texts(told, **more):
    return [line.text for line in written(told, **more)]


SALE = facts(
    ReceiptKind.SALE,
    1_200,
    series=("A 000001",),
    runs=(Run(first=101, last=105), Run(first=300, last=300)),
    price_cents=200,
)


def test_a_sale_says_which_cards_at_what_price_and_what_was_paid(settings):
    settings.TIME_ZONE = "Europe/Madrid"
    assert texts(SALE) == [
        "      Sala Añil",
        "              Sale of cards",
        "            Session 3, game 14",
        "-" * 42,
        "Series                            A 000001",
        "Cards 101 to 105                5 x 2.00 €",
        "Card 300                        1 x 2.00 €",
        "Quantity                                 6",
        "TOTAL         12.00 €",
        "-" * 42,
        "Receipt                               4711",
        "Date                   30/11/2026 21:00:05",
        "Attended by                         venta1",
    ]


def test_on_48_columns_the_amounts_stand_at_the_edge():
    lines = texts(SALE, columns=48)
    assert lines[5] == "Cards 101 to 105                      5 x 2.00 €"
    assert len(lines[5]) == 48
    assert lines[8] == "TOTAL            12.00 €"
    assert len(lines[8]) == 24


def test_a_copy_is_the_same_paper_but_for_its_mark():
    original, copy = written(SALE), written(SALE, copy=2)
    added = [line for line in copy if line not in original]
    assert [(line.text.strip(), line.bold, line.big) for line in added] == [("COPIA 2", True, True)]
    assert [line for line in copy if line in original] == original
    assert "COPIA" not in "".join(texts(SALE))


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_the_mark_of_a_copy_is_the_same_word_in_every_language(language):
    assert "COPIA 1" in [text.strip() for text in texts(SALE, language=language, copy=1)]


def test_a_paper_sent_again_in_doubt_says_so_and_is_no_copy():
    told = texts(SALE, attempt=2)
    assert " ".join(line.strip() for line in told[2:4]) == "Attempt 2: the printer was lost during the one before"
    assert "COPIA" not in " ".join(told)


def test_cards_paid_back_say_why_and_are_signed():
    told = texts(facts(ReceiptKind.REFUND, 400, series=("A 000001",), runs=(Run(first=2, last=3),), price_cents=200))
    assert "The game was declared null." in told
    assert "Cards 2 to 3                    2 x 2.00 €" in told
    assert told[-6] == "_" * 20 + "  " + "_" * 20
    assert told[-5] == "Cash desk                  The other party"


def test_a_sale_taken_back_says_that_the_money_was_returned():
    told = texts(facts(ReceiptKind.UNDONE, 200, series=("A 000001",), runs=(Run(first=6, last=6),), price_cents=200))
    assert told[1].strip() == "Sale undone"
    assert "The cards were taken back and the money" in told


def test_a_prize_names_its_card_and_one_paid_later_says_so():
    prize = PrizeTold(prize=PrizeKind.LINE, award_no=1, card=104)
    told = texts(facts(ReceiptKind.PRIZE, 5_400, series=("A 000001",), prize=prize))
    assert told[4:7] == [
        "Line                               prize 1",
        "Winning card                           104",
        "Series                            A 000001",
    ]
    assert told[7] == "TOTAL         54.00 €"
    late = PrizeTold(prize=PrizeKind.BINGO, award_no=2, card=104, late=True)
    assert "Left to pay when its game closed, and paid" in texts(facts(ReceiptKind.PRIZE, 5_400, prize=late))


def test_an_additional_prize_has_the_games_the_amount_and_the_draw():
    jackpot = JackpotTold(
        name="Bingo acumulado",
        prize_cents=140_001,
        winners=2,
        games=37,
        ball=41,
        last_ball=43,
        exact_ball=0,
        draw_order=tuple(range(50, 91)),
    )
    prize = PrizeTold(prize=PrizeKind.BINGO, award_no=3, card=7, jackpot=jackpot)
    told = texts(facts(ReceiptKind.JACKPOT, 70_000, series=("A 000001",), prize=prize))
    assert "Games accumulated                       37" in told
    assert "Bingo called at ball      41, won until 43" in told
    assert "One of 2 equal shares of 1,400.01 €." in told
    assert "TOTAL        700.00 €" in told
    assert "Paid apart from the bingo's prize." in told
    order = told.index("Numbers in the order of the draw")
    assert told[order + 1] == "  50  51  52  53  54  55  56  57  58  59"
    assert told[order + 5] == "  90"


def test_a_deposit_names_the_player_by_number_and_belongs_to_no_game():
    told = facts(ReceiptKind.DEPOSIT, 2_000, number="C-9", session_no=0, game_no=0, player=12, balance_cents=102_050)
    assert texts(told)[2:7] == [
        "-" * 42,
        "Player                                  12",
        "TOTAL         20.00 €",
        "Balance after it                1,020.50 €",
        "-" * 42,
    ]


def test_a_hand_over_shows_what_is_missing_and_who_signed():
    takings = TakingsTold(seller="venta1", expected_cents=10_000, signed="venta1")
    told = texts(facts(ReceiptKind.TAKINGS, 9_850, game_no=0, takings=takings))
    assert told[2].strip() == "Session 3"
    assert "Difference                         -1.50 €" in told
    assert "Signed by                           venta1" in told


@pytest.mark.parametrize(
    ("cents", "es", "en"),
    [
        (0, "0,00 €", "0.00 €"),
        (5, "0,05 €", "0.05 €"),
        (123_456_789, "1.234.567,89 €", "1,234,567.89 €"),
        (-150, "-1,50 €", "-1.50 €"),
    ],
)
def test_amounts_are_written_as_the_language_does(cents, es, en):
    from django.utils import translation

    for language, text in (("es", es), ("ca", es), ("en", en)):
        with translation.override(language):
            assert amount(cents) == text


@pytest.mark.parametrize("columns", [32, 42, 48, 64])
def test_no_line_is_wider_than_the_paper_whatever_the_names(columns):
    series = tuple(f"AB {number:012}" for number in range(3))
    prize = PrizeTold(prize=PrizeKind.BINGO, award_no=1, card=9_999_999)
    for language in ("es", "ca", "en"):
        for told in (
            facts(ReceiptKind.PRIZE, 123_456_789, series=series, prize=prize, actor="a" * 60),
            facts(
                ReceiptKind.SALE,
                123_456_789,
                series=series,
                runs=(Run(first=9_000_000, last=9_999_999),),
                price_cents=1_000_000,
                actor="somebody.with.a.long.name@example.org",
            ),
        ):
            for line in receipt_lines(told, hall="La sala con el nombre más largo", language=language, columns=columns):
                assert len(line.text) <= (columns // 2 if line.big else columns), line


def test_a_long_name_stands_over_its_value():
    roll = Roll(32)
    roll.row("An additional prize with a very long name", "1,400.01 €")
    assert [line.text for line in roll.lines] == ["An additional prize with a very", "long name             1,400.01 €"]


def test_long_values_stand_under_their_name():
    roll = Roll(32)
    roll.row("Seller", "somebody with a long name and more of it")
    assert [line.text for line in roll.lines] == [
        "Seller",
        "   somebody with a long name and",
        "                      more of it",
    ]


def test_each_series_stands_on_a_line_of_its_own():
    told = texts(facts(ReceiptKind.SALE, 400, series=("A 1", "B 2"), runs=(Run(first=2, last=3),), price_cents=200))
    assert told[4:6] == ["Series                                 A 1", "                                       B 2"]


def test_cash_out_of_a_balance_is_signed_and_an_account_opened_says_its_number():
    told = facts(ReceiptKind.WITHDRAWAL, 1_000, player=12, balance_cents=250, session_no=0, game_no=0)
    lines = texts(told)
    assert "Player                                  12" in lines
    assert "TOTAL         10.00 €" in lines
    assert "Balance after it                    2.50 €" in lines
    assert any("The other party" in line for line in lines)
    opened = texts(facts(ReceiptKind.OPENED, 0, player=12, session_no=0, game_no=0))
    assert "         Player's account opened" in opened
    assert "Player             12" in opened
    assert not any("TOTAL" in line for line in opened)


@pytest.mark.parametrize(
    ("how", "line"),
    [
        ({"cheque": "7701"}, "Paid by cheque number                 7701"),
        ({"guarantee": True}, "Paid by the authority out of the bond."),
    ],
)
def test_a_prize_that_was_not_paid_in_cash_says_how(how, line):
    prize = PrizeTold(prize=PrizeKind.BINGO, award_no=2, card=104, **how)
    assert line in texts(facts(ReceiptKind.PRIZE, 690, prize=prize, series=("A 000001",)))
    plain = PrizeTold(prize=PrizeKind.BINGO, award_no=2, card=104)
    assert line not in texts(facts(ReceiptKind.PRIZE, 690, prize=plain, series=("A 000001",)))
