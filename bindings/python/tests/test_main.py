# The program `python -m tabiya`: exit codes and output are those of the programs.
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import chess
import pytest
from tabiya.__main__ import main

SAMPLE = Path(__file__).parent / "data" / "lichess.pgn"
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
PERFT = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
CLUB = b"""[Event "Club"]
[Result "1-0"]

1. e4 c5 (1... e5 2. Nf3 Bd4)
2. Nf3 Nc4 1-0

[Result "*"]

1. d4 0-1
"""


@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [
        (["explain", PINNED, "Nc3"], 1, [
            "Nc3 is illegal: the white knight on e2 is pinned on the e-file by the black rook on e8"]),
        (["explain", "exd6", "--moves", "1. e4 a6 2. e5 d5"], 0, [
            "exd6 is legal: the white pawn on e5 captures the black pawn on d5 en passant (it just moved d7-d5)"]),
        (["explain", "startpos moves e2e4", "e7e5"], 0, [
            "e7e5 is legal: the black pawn on e7 moves to e5"]),
        (["explain", "Nf9"], 2, []),
        (["explain", "--moves", "1. e5", "Nf3"], 2, []),
        (["perft", "4"], 0, ["Nodes: 197281"]),
        (["perft", PERFT, "2"], 0, ["Nodes: 191"]),
        (["perft", PERFT, "2", "--divide"], 0, ["e2e4: 16", "g2g4: 17", "e2e3: 15", "g2g3: 4"]),
        (["divide", "0"], 0, ["Nodes: 1"]),
        (["perft", "?", "2"], 2, []),
        (["perft", "300"], 2, []),
        (["perft", "-1"], 2, []),
        (["perft", "x"], 2, []),
        (["fen", "check", PERFT], 0, [f"accepted: {PERFT}"]),
        (["fen", "check", "8/8 w"], 1, ["refused: placement: found 2 ranks; expected 8", "  8/8 w"]),
        (["fen", "check"], 2, []),
        (["fen", "look", PERFT], 2, []),
        (["games", "check", "/none.pgn"], 2, []),
        (["unknown"], 2, []),
        ([], 2, []),
        (["--help"], 0, []),
    ],
)  # fmt: skip
def test_commands_have_output_and_exit_code_of_the_programs(
    arguments: list[str], code: int, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        found = main(arguments)
    except SystemExit as error:  # argparse
        found = int(error.code or 0)
    output = capsys.readouterr()
    assert found == code and output.out.splitlines()[: len(lines)] == lines
    assert bool(output.err) == (code == 2)


def test_divide_has_the_counts_of_python_chess(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["divide", PERFT, "2"]) == 0
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
    board, counts = chess.Board(PERFT), {}
    for move in board.legal_moves:
        board.push(move)
        counts[move.uci()] = str(board.legal_moves.count())
        board.pop()
    assert dict(line.split(": ") for line in lines) == counts


def test_games_are_checked_with_places_and_totals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "check", str(SAMPLE)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("0 errors in 0 games")
    path = tmp_path / "club.pgn"
    path.write_bytes(CLUB)
    assert main(["games", "check", str(SAMPLE), str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f'{path}:4:26: "Bd4": not a legal move: ')
    assert lines[0].endswith(f" (game 1, ply 3, byte {CLUB.index(b'Bd4')})")
    assert lines[1].startswith(f'{path}:5:8: "Nc4": ') and "(game 1, ply 3, byte " in lines[1]
    assert lines[2].startswith(f"{path}:7:1: ") and "(game 2, byte " in lines[2]
    assert lines[3].endswith(" plies, 3 errors in 2 games")
    assert lines[4:] == ["  move: 2", "  result: 1"]
    path.write_bytes(b"\x1f\x8b\x08\x00damage")
    assert main(["games", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith(", 1 damaged files")


def test_program_reads_standard_input_and_ends_with_a_closed_pipe() -> None:
    program = [sys.executable, "-m", "tabiya"]
    run = subprocess.run([*program, "games", "check", "-"], input=CLUB, capture_output=True)
    assert run.returncode == 1 and run.stdout.startswith(b'-:4:26: "Bd4"') and not run.stderr
    with subprocess.Popen(
        [*program, "divide", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_interrupt_ends_with_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabiya.__main__._explain", interrupt)
    assert main(["explain", "e4"]) == 130
