# Compares the package with other libraries for chess, in one run.
"""Times columns of positions with tabiya and other libraries, and prints a table.

`python bench/compare.py games.pgn …` reads the distinct positions of games; without a file, random games yield
them. Libraries that work on one board at a time get a sample of the rows. Each time is the median of alternating
rounds, in time of the process. Libraries that are not installed are left out.

`--docs` writes the table and the chart of `docs/comparison.md`; the chart needs matplotlib.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import importlib.metadata
import platform
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn
import tabiya as tb
from jobs import LIBRARIES, READ_GAMES, UNITS, Job, Sample

DOCS = Path(__file__).parent.parent / "docs"

# The games that are read if no file is named.
GAMES = Path(__file__).parent.parent / "tests" / "data" / "lichess.pgn"

# The greatest halfmove clock that cozy-chess-py accepts.
MAX_HALFMOVE_CLOCK = 100

# A job that takes less is run a second time, which counts.
SHORT_SECONDS = 0.2

# The times of a job in µs per row, by library.
Times = dict[str, float]


def game_positions(path: str) -> Iterator[str]:
    """Yields the positions of the games of a PGN file."""
    with open(path, encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            board = game.board()
            yield board.fen()
            for move in game.mainline_moves():
                board.push(move)
                yield board.fen()


def random_positions() -> Iterator[str]:
    """Yields the positions of random games."""
    generator = random.Random(0)
    while True:
        board = chess.Board()
        while len(board.move_stack) < 160 and (moves := list(board.legal_moves)):
            board.push(generator.choice(moves))
            yield board.fen()


def read_sample(paths: list[str], rows: int) -> Sample:
    """Returns distinct positions that are not over, in random order."""
    fens: dict[str, None] = {}
    sources = [game_positions(path) for path in paths] or [random_positions()]
    for source in sources:
        for fen in source:
            if int(fen.split()[4]) <= MAX_HALFMOVE_CLOCK:
                fens[fen] = None
            if len(fens) >= rows + rows // 20:
                break
    column = list(fens)
    random.Random(0).shuffle(column)
    positions = tb.Positions.from_fens(column)
    positions = positions[positions.legal_counts() > 0][:rows]
    moves = positions.legal_moves()
    san = positions.san(moves.moves[moves.offsets[:-1]].copy())
    return Sample(positions.fens(), san.tolist(), game_texts(paths))


def game_texts(paths: list[str]) -> list[str]:
    """Returns the texts of the first games of the files, again and again if there are few."""
    texts: list[str] = []
    for path in paths or [str(GAMES)]:
        games = tb.Games.read_pgn(path, texts=True, max_games=READ_GAMES, errors="keep")
        texts += [games.text(row).decode(errors="replace") for row in range(len(games))]
    return [texts[number % len(texts)] for number in range(READ_GAMES)]


def installed() -> list[str]:
    """Returns the libraries that are installed, tabiya first."""
    found = []
    for name in LIBRARIES:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found.append(name)
    return found


def seconds(job: Job) -> float:
    """Returns the time of the process for a job. A short one runs twice, since other libraries leave cold caches."""
    start = time.process_time()
    job()
    taken = time.process_time() - start
    if taken > SHORT_SECONDS:
        return taken
    start = time.process_time()
    job()
    return time.process_time() - start


def measure(sample: Sample, libraries: list[str], rounds: int) -> dict[str, Times]:
    """Returns the times of all jobs."""
    rows = {name: min(len(sample.fens), LIBRARIES[name][1]) for name in libraries}
    made = {name: LIBRARIES[name][0](sample.head(rows[name])) for name in libraries}
    # The boards that wait for their turn are no work for the garbage collector.
    gc.collect()
    gc.freeze()
    times: dict[str, Times] = {}
    for job in made["tabiya"]:
        found = {name: made[name][job] for name in libraries if job in made[name]}
        taken = [[seconds(run) for run in found.values()] for _ in range(rounds)]
        times[job] = {}
        for name, column in zip(found, zip(*taken, strict=True), strict=True):
            count = UNITS.get(job, rows[name])
            times[job][name] = statistics.median(column) / count * 1e6
    return times


def ratio(value: float) -> str:
    """Formats a ratio to two digits, or as a whole number."""
    return f"{value:.0f} ×" if value >= 10 else f"{value:.2g} ×"


def table(times: dict[str, Times], libraries: list[str]) -> str:
    """Returns the table in Markdown: times of tabiya, and how much longer others take."""
    others = libraries[1:]
    versions = [f"{name} {importlib.metadata.version(name)}" for name in others]
    lines = [
        f"| per row | tabiya | {' | '.join(versions)} |",
        f"|---|{'---:|' * len(libraries)}",
    ]
    for job, by_library in times.items():
        own = by_library["tabiya"]
        cells = [ratio(by_library[name] / own) if name in by_library else "" for name in others]
        lines.append(f"| {job} | {own:.3f} µs | {' | '.join(cells)} |")
    return "\n".join(lines)


def processor() -> str:
    """Returns the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), "")


def summary(sample: Sample, rounds: int) -> str:
    """Describes the run."""
    today = datetime.date.today().isoformat()
    return (
        f"{today}, {processor()}, Python {platform.python_version()}: {len(sample.fens)} positions, one thread,\n"
        f"medians of {rounds} alternating rounds."
    )


def write_docs(text: str, times: dict[str, Times]) -> None:
    """Replaces the table of the page, and draws the chart."""
    page = DOCS / "comparison.md"
    begin, end = "<!-- begin of the table -->\n", "<!-- end of the table -->\n"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n{text}\n\n{end}{after}", encoding="utf-8")
    draw_chart(times)


def draw_chart(times: dict[str, Times]) -> None:
    """Draws how much longer other libraries take, on a logarithmic scale."""
    import matplotlib  # noqa: PLC0415
    from matplotlib import pyplot as plt  # noqa: PLC0415

    # Text stays text, and equal input gives an equal file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tabiya", "font.size": 9})
    names = list(dict.fromkeys(name for row in times.values() for name in row if name != "tabiya"))
    figure, axes = plt.subplots(figsize=(7.5, 0.62 * len(times) + 0.8), layout="constrained")
    height = 0.8 / len(names)
    for index, name in enumerate(names):
        rows = [row for row, job in enumerate(times.values()) if name in job]
        values = [job[name] / job["tabiya"] - 1 for job in times.values() if name in job]
        label = "python-chess" if name == "chess" else name
        axes.barh([row + index * height for row in rows], values, height, 1, label=label)
    axes.set_yticks([row + 0.4 - height / 2 for row in range(len(times))])
    axes.set_yticklabels([job.replace("`", "") for job in times])
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlim(left=1)
    axes.xaxis.set_major_formatter("{x:.0f}")
    axes.set_xlabel("times as long as tabiya")
    axes.legend(loc="lower right")
    figure.savefig(DOCS / "comparison.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pgn", nargs="*", help="files of games")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--docs", action="store_true", help="write the page and the chart")
    arguments = parser.parse_args()
    sample = read_sample(arguments.pgn, arguments.rows)
    libraries = installed()
    times = measure(sample, libraries, arguments.rounds)
    text = f"{summary(sample, arguments.rounds)}\n\n{table(times, libraries)}"
    print(text)
    if arguments.docs:
        write_docs(text, times)


if __name__ == "__main__":
    main()
