# Diagnoses of wrong perft counts: posted counts, divide output, categories, edits, wrong arguments.
from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
import tabiya as tb
from tabiya import STARTING_FEN, CountQuestion, Diagnosis, Move, Position, diagnose, edits

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

# Wrong counts that authors of engines posted, and the edit that is the cause.
POSTED = {
    # rafid-dev/jet, issue 26
    "en-passant-ignores-pin": [
        ("Rk4r1/1pq1bp2/1Qp1p3/4P1p1/2P1B2p/1P5P/5PP1/6K1 b - - 0 1", 4, 19_242),
        ("4r1k1/p5pp/8/5P2/8/1Q4P1/P5KP/2r1q3 b - - 0 1", 4, 117_967),
        ("5n1R/2p2kpn/3pB2q/3PpP2/1P2P3/3K4/6Q1/8 b - - 0 1", 4, 79_806),
    ],
    # ProgramciDusunur/Potential, issue 549
    "no-en-passant-pinned": [
        ("8/p7/5p2/3Bqn1k/P5p1/7p/5P1K/3Q4 w - - 0 1", 4, 77_240),
        ("3r2k1/5pbp/p5p1/1b2P3/4PN2/1p6/2K2NPP/3R4 w - - 0 1", 4, 149_271),
    ],
    # ryanhs/chess.php, pull request 1
    "en-passant-square-a8": [
        ("8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - - 1 42", 1, 27),
        ("8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - - 1 42", 2, 155),
        ("8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - - 1 42", 3, 4_528),
    ],
}


def codes(found: Diagnosis) -> list[str]:
    """The codes of the candidates."""
    return [" + ".join(edit.code for edit in cause) for cause in found.candidates]


@pytest.mark.parametrize("code", POSTED)
def test_posted_counts_name_their_cause_among_three(code: str) -> None:
    found = diagnose(POSTED[code])
    assert code in codes(found)[:3]
    assert [(row.fen, row.depth, row.reported) for row in found.comparisons] == POSTED[code]


def test_single_posted_count_lists_its_cause_and_says_it_could_be_chance() -> None:
    found = diagnose(POSTED["en-passant-ignores-pin"][:1])
    assert "en-passant-ignores-pin" in codes(found) and len(found.candidates) > 3
    assert found.confidence == "could_be_chance" and found.chance > 0.5 and found.hypotheses > 1000
    assert found.sentence.endswith(", which could be chance (1 extra)")
    assert found.evidence.startswith(f"{len(found.candidates)} of {found.hypotheses} edits fit")


def test_right_counts_have_no_cause() -> None:
    found = diagnose([(Position(), 3, 8902), (tb.Board(KIWIPETE), 2, 2039)])
    assert found.confidence == "right" and found.candidates == () and found.question is None
    assert [row.difference for row in found.comparisons] == ["right", "right"]
    assert [row.fen for row in found.comparisons] == [STARTING_FEN, KIWIPETE]
    assert repr(found) == "<Diagnosis: the counts are right>"


def test_counts_without_a_cause_are_reported_as_such() -> None:
    found = diagnose([(STARTING_FEN, 3, 1)])
    assert found.confidence == "nothing_fits" and found.candidates == ()


def test_question_distinguishes_the_causes() -> None:
    found = diagnose([(ENDGAME, 3, 2810), (ENDGAME, 4, 43087)])
    assert codes(found) == ["no-en-passant", "en-passant-square-not-set"]
    question = found.question
    assert isinstance(question, CountQuestion)
    assert question.right == Position(question.fen).perft(question.depth)
    answers = dict(question.answers)
    assert sorted(answers) == [count for count, _ in question.answers] and len(answers) == 2
    for count, causes in answers.items():
        counts = [(ENDGAME, 3, 2810), (ENDGAME, 4, 43087), (question.fen, question.depth, count)]
        assert set(diagnose(counts).candidates) == set(causes)


def moves_without_castling() -> dict[Move, int]:
    return {move: 1 for move in Position(ROOKS).legal_moves if move.kind != tb.MoveKind.CASTLING}


def test_divide_output_is_read_as_text_or_dict() -> None:
    moves = moves_without_castling()
    position = Position(ROOKS)
    text = "".join(f"{move}: {count}\n" for move, count in moves.items()) + "\nNodes searched: 24\n"
    counts: list[Any] = [
        text,
        moves,
        {move.uci(): 1 for move in moves},
        Counter(position.san(move) for move in moves),
    ]
    found = [diagnose([(position, 1, count)]) for count in counts]
    assert codes(found[0])[0] == "no-castling" and set(found) == {found[0]}
    row = found[0].comparisons[0]
    assert (row.category, row.right, row.reported, row.difference) == (None, 26, 24, "2 missing")


@pytest.mark.parametrize("notation", [{"e1h1": 1, "e1a1": 1}, {"e1g1": 1, "e1c1": 1}, {"O-O": 1, "O-O-O": 1}])
def test_castling_is_read_in_each_notation(notation: dict[str, int]) -> None:
    moves = {move.uci(): 1 for move in moves_without_castling()}
    del moves["e1d1"]
    assert "no-king-move-west" in codes(diagnose([(ROOKS, 1, {**moves, **notation})]))


def test_move_of_a_dict_castles_to_the_rook() -> None:
    moves = {move: 1 for move in Position(ROOKS).legal_moves if move.uci() != "e1d1"}
    assert "no-king-move-west" in codes(diagnose([(ROOKS, 1, moves)]))


def test_categories_are_counts_of_their_own() -> None:
    found = diagnose([(KIWIPETE, 1, {"nodes": 46, "Castles": 0}), (KIWIPETE, 2, {"castling": 0, "e.p.": 1})])
    assert codes(found) == ["no-castling"]
    assert [(row.depth, row.category, row.right, row.reported) for row in found.comparisons] == [
        (1, None, 48, 46), (1, "castles", 2, 0), (2, "castles", 91, 0), (2, "en-passant", 1, 1),
    ]  # fmt: skip


def test_edits_are_distinct_and_complete() -> None:
    every = edits()
    assert len({edit.code for edit in every}) == len({edit.clause for edit in every}) == len(every) > 1000
    assert all(edit.rule and edit.group for edit in every)
    assert any(edit.reports for edit in every)
    assert {cause[0] for cause in diagnose([(STARTING_FEN, 1, 19)]).candidates} <= set(every)
    assert repr(every[0]) == f"<Edit: {every[0].code}>"


def test_example_shows_the_edit() -> None:
    edit = next(edit for edit in edits() if edit.code == "no-en-passant")
    example = edit.example()
    assert example is not None and example.right == Position(example.fen).perft(example.depth)
    found = diagnose([(example.fen, example.depth, example.wrong)])
    assert (edit,) in found.candidates
    with pytest.raises(ValueError, match=r'^code: "x"; expected that of an edit$'):
        edit._replace(code="x").example()


def test_results_are_values() -> None:
    found = diagnose([(ENDGAME, 3, 2810), (ENDGAME, 4, 43087)])
    assert pickle.loads(pickle.dumps(found)) == found
    assert hash(found) == hash(diagnose([(ENDGAME, 3, 2810), (ENDGAME, 4, 43087)]))
    question = found.question
    values: list[Any] = [found, found.candidates[0][0], found.comparisons[0], question]
    for value in values:
        assert value.__eq__(5) is NotImplemented
        with pytest.raises(AttributeError):
            value.fen = ""
    assert repr(found).startswith("<Diagnosis: as if en passant captures were never generated, or as if ")
    assert re.fullmatch(r"<CountQuestion: \S+ [wb] .*, depth \d, right \d+, answers \d+, \d+>", repr(question))


WRONG_COUNTS: list[tuple[object, str]] = [
    ([], "counts: empty; expected at least one tuple (position, depth, count)"),
    ((STARTING_FEN, 3, 8902), "counts: row 0: str; expected a tuple (position, depth, count)"),
    ([(STARTING_FEN, 3)], "counts: row 0: 2 values; expected a tuple (position, depth, count)"),
    ([(1, 3, 5)], "counts: row 0: position: int; expected a FEN, a tabiya.Position or a tabiya.Board"),
    (
        [(STARTING_FEN, 1, 20), ("x", 3, 5)],
        'row 1: placement: found "x" in rank 8; expected a piece (pnbrqkPNBRQK) or a digit from 1 to 8',
    ),
    ([(STARTING_FEN, 0, 1)], "counts: row 0: depth: 0; expected 1 to 30"),
    ([(STARTING_FEN, 31, 1)], "counts: row 0: depth: 31; expected 1 to 30"),
    ([(STARTING_FEN, 1.0, 1)], "counts: row 0: depth: float; expected an integer"),
    ([(STARTING_FEN, 1, 2.0)], "counts: row 0: count: float; expected an integer, a divide output or a dict"),
    ([(STARTING_FEN, 1, -1)], f"counts: row 0: count: -1; expected 0 to {2**64 - 1}"),
    ([(STARTING_FEN, 1, "")], "counts: row 0: no counts; expected lines like `e2e4: 20`"),
    ([(STARTING_FEN, 1, "Nodes: 20")], "counts: row 0: found only a total of 20; expected lines like `e2e4: 20`"),
    ([(STARTING_FEN, 1, {})], "counts: row 0: no counts; expected lines like `e2e4: 20`"),
    ([(STARTING_FEN, 1, {"e2e4": "1"})], "counts: row 0: e2e4: str; expected an integer"),
    ([(STARTING_FEN, 1, {1: 1})], "counts: row 0: key: int; expected a move or category as a str, or a tabiya.Move"),
    (
        [(STARTING_FEN, 1, {"d2d4 e2e4": 1})],
        'counts: row 0: "d2d4 e2e4"; expected a move such as "e2e4", or a category such as "captures"',
    ),
    (
        [(STARTING_FEN, 1, {"e2e4": 1, "e4": 1})],
        "counts: row 0: e2e4 occurs more than once; expected each move once",
    ),
    ([(STARTING_FEN, 1, f"e2e4: {2**64}")], "counts: row 0: count too large; expected at most 64 bits"),
]


@pytest.mark.parametrize(("counts", "message"), WRONG_COUNTS, ids=range(len(WRONG_COUNTS)))
def test_wrong_counts_name_the_element(counts: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        diagnose(counts)
    assert str(caught.value) == message


def test_dict_may_change_while_it_is_read() -> None:
    class Growing:
        def __index__(self) -> int:
            moves["d2d4"] = 1
            return 1

    moves: dict[str, Any] = {"e2e4": Growing()}
    assert diagnose([(STARTING_FEN, 1, moves)], max_positions=1000).comparisons[0].reported == 1


def test_too_many_positions_are_an_error() -> None:
    message = r"^max_positions: 100; expected more, or a count at a lower depth$"
    with pytest.raises(ValueError, match=message):
        diagnose([(STARTING_FEN, 5, 4_865_351)], max_positions=100)
    with pytest.raises(ValueError, match="^max_positions: 0; expected 1 to "):
        diagnose([(STARTING_FEN, 1, 20)], max_positions=0)
    found = diagnose([(STARTING_FEN, 1, 20), (STARTING_FEN, 9, 2_439_530_234_167)])
    assert [row.difference for row in found.comparisons] == ["right", "not used"]
    assert found.comparisons[1].right is None


def test_greatest_depths_and_counts_are_accepted() -> None:
    # The threads of a search have small stacks.
    locked = "k7/p7/P7/8/8/p7/P7/K7 w - - 0 1"
    program = f"""
import tabiya
for counts in ([({locked!r}, 30, 2**30 // 4)], [({STARTING_FEN!r}, 1, 2**64 - 1)]):
    try:
        tabiya.diagnose(counts, max_positions=300_000)
    except ValueError as error:
        assert "max_positions" in str(error)
"""
    subprocess.run([sys.executable, "-X", "dev", "-c", program], check=True, timeout=120)
