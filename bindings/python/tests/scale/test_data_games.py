# Data jobs over files of games: plain, and in frames as pzstd writes them.
from __future__ import annotations

import gzip
import json
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tabiya import Games
from tabiya.scale import DataJob, ExecutorEngine, PgnColumns, StoreError

pa: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")

from tabiya import arrow  # noqa: E402

SAMPLE = Path(__file__).parents[1] / "data" / "lichess.pgn"
COLUMNS = PgnColumns(tags=("White", "Number"), clocks=True, evals=True)


def sample_text() -> bytes:
    """The games of the sample, many times and numbered."""
    games = SAMPLE.read_bytes().strip().split(b"\n\n[Event ")
    texts = [game if game.startswith(b"[Event ") else b"[Event " + game for game in games]
    count = 8 * len(texts)
    numbered = (b'[Number "%d"]\n' % i + texts[i % len(texts)] for i in range(count))
    return b"\n\n".join(numbered) + b"\n"


# A comment that contains games, over several parts.
COMMENT = (
    b'[White "A"]\n\n1. e4 { '
    + b'\n[White "no"]\n1. d4 d5 *\n' * 400
    + b' } e5 *\n\n[White "B"]\n\n1. c4 *\n'
)
NO_TAGS = b"1. e4 e5 2. Nf3 *\n" * 1000


def pzstd(text: bytes, frame_size: int) -> bytes:
    """Compresses a text as pzstd does: frames, each after its size in a skippable frame."""
    frames = b""
    for start in range(0, len(text), frame_size):
        frame = pa.compress(text[start : start + frame_size], codec="zstd", asbytes=True)
        frames += struct.pack("<III", 0x184D2A50, 4, len(frame)) + frame
    return frames


def run(file: Path, folder: Path, **options: Any) -> DataJob:
    with ThreadPoolExecutor(2) as executor:
        job = DataJob([file], folder, ExecutorEngine(executor, 2), **options)
        job.run()
    return job


def read(folder: Path) -> Any:
    """Returns the rows of all parts in order."""
    return pa.concat_tables(parquet.read_table(path) for path in sorted(folder.glob("*.parquet")))


def expected(text: bytes) -> Any:
    return arrow.from_games(Games.read_pgn(text, tags=COLUMNS.tags, clocks=True, evals=True))


@pytest.mark.parametrize("text", [sample_text(), COMMENT, NO_TAGS], ids=["sample", "one", "moves"])
@pytest.mark.parametrize("frame_size", [None, 1000, 20_000])
def test_parts_join_to_the_sequential_read(
    tmp_path: Path, text: bytes, frame_size: int | None
) -> None:
    file = tmp_path / ("games.pgn.zst" if frame_size else "games.pgn")
    data = pzstd(text, frame_size) if frame_size else text
    file.write_bytes(data)
    for number, part_size in enumerate([len(data) // 3 + 1, len(data) // 20 + 1]):
        folder = tmp_path / str(number)
        job = run(file, folder, columns=COLUMNS, part_size=part_size)
        assert job.is_final() and len(job.parts) == -(-len(data) // part_size)
        assert read(folder).equals(expected(text))
        assert job.report()["rows"] == len(Games.read_pgn(text))


def test_stream_is_one_part(tmp_path: Path) -> None:
    text = sample_text()
    for name, data in [
        ("a.pgn.gz", gzip.compress(text)),
        ("a.pgn.zst", pa.compress(text, codec="zstd", asbytes=True)),
    ]:
        (tmp_path / name).write_bytes(data)
        job = run(tmp_path / name, tmp_path / name[:-4], columns=COLUMNS, part_size=1000)
        assert job.is_final() and len(job.parts) == 1
        assert read(tmp_path / name[:-4]).equals(expected(text))


def test_job_resumes_with_parts_that_were_written_again(tmp_path: Path) -> None:
    file, folder = tmp_path / "games.pgn", tmp_path / "parts"
    file.write_bytes(COMMENT)
    assert run(file, folder, columns=COLUMNS, part_size=2000).is_final()
    parts = sorted(folder.glob("*.parquet"))
    for removed in [parts[:1], parts[1:2], parts[2:4], parts[-1:], parts]:
        for part in removed:
            part.unlink()
        job = run(file, folder, columns=COLUMNS, part_size=2000)
        assert job.is_final() and job.before == len(parts) - len(removed)
        assert read(folder).equals(expected(COMMENT))


def test_other_columns_are_another_job(tmp_path: Path) -> None:
    file, folder = tmp_path / "games.pgn", tmp_path / "parts"
    file.write_bytes(sample_text())
    assert run(file, folder, columns=COLUMNS).is_final()
    with pytest.raises(StoreError, match="part of another job: clocks is True; expected False"):
        run(file, folder, columns=PgnColumns(tags=COLUMNS.tags, evals=True))


def test_invalid_games_fail_with_their_place_or_keep_their_moves(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(sample_text() + b'\n[Number "x"]\n\n1. e4 e5 2. Ke3 *\n')
    job = run(file, tmp_path / "parts", retries=0, part_size=30_000)
    (failure,) = job.report()["failed"]
    assert '"Ke3": not a legal move' in failure["error"] and "games.pgn, byte" in failure["error"]
    job = run(file, tmp_path / "all", retries=0, part_size=30_000, skips_invalid=True)
    assert job.is_final() and job.report()["invalid"] == 1
    assert len(read(tmp_path / "all")["moves"].to_pylist()[-1]) == 2


def test_invalid_jobs_are_refused(tmp_path: Path) -> None:
    games, lines = tmp_path / "games.pgn", tmp_path / "lines.epd"
    for file in [games, lines]:
        file.write_bytes(b"")
    with ThreadPoolExecutor(1) as executor:
        engine = ExecutorEngine(executor, 1)
        for files, columns, message in [
            ([games, lines], None, "files: positions and games"),
            ([lines], COLUMNS, "columns: files of positions"),
            ([games], PgnColumns(filter="A ="), "filter: byte 3"),
            ([games], PgnColumns(tags=("A", "A")), "expected different names"),
        ]:
            with pytest.raises(ValueError, match=message):
                DataJob(files, tmp_path / "parts", engine, columns=columns)


def test_command_converts_games(tmp_path: Path) -> None:
    text = sample_text()
    (tmp_path / "games.pgn.zst").write_bytes(pzstd(text, 10_000))
    command = [sys.executable, "-m", "tabiya.scale", "convert", "games.pgn.zst", "--out", "parts"]
    command += ["--local", "2", "--engine", "processes", "--part-size", "10K", "--json"]
    command += ["--tags", "White,Number", "--clocks", "--evals"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["final"] and report["parts"] > 1
    assert read(tmp_path / "parts").equals(expected(text))
    done = subprocess.run(
        [*command, "--filter", "A ="], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "filter: byte 3" in done.stderr
