# Units files, the count of their units, results, and what results agree on.
from __future__ import annotations

import doctest
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from tabiya import FenError, Position, Positions, scale
from tabiya.scale import ResultFolder, UnitResult, UnitsError, UnitsFile, resolve

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
FIELDS = ["unit", "content_hash", "depth", "leaves", "nodes"]


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> UnitsFile:
    """The start position after four plies."""
    return UnitsFile.split(tmp_path_factory.mktemp("units") / "four.units", 4)


def altered(result: UnitResult, host: str, nodes: int, hash_bytes: int) -> UnitResult:
    """A result of another host with other counts, by the fields of the format."""
    data = bytearray(result.to_bytes())
    data[40:56] = nodes.to_bytes(16, "little")
    data[56:72] = nodes.to_bytes(16, "little")
    data[72:80] = hash_bytes.to_bytes(8, "little")
    data[128:192] = host.encode().ljust(64, b"\0")
    data[204:] = zlib.crc32(data[:204]).to_bytes(4, "little")
    return UnitResult.from_bytes(bytes(data))


def test_split_has_the_published_number_of_positions(units: UnitsFile) -> None:
    assert (len(units), units.records, units.records_per_unit) == (73, 72_078, 1_000)
    assert (units.plies, units.paths, units.root) == (4, 197_281, Position())
    again = UnitsFile(units.path)
    assert again == units and hash(again) == hash(units)
    assert again.content_hash == units.content_hash and len(units.content_hash) == 64
    assert isinstance(again.path, str) and again.path.endswith("four.units")


def test_count_of_all_units_is_perft(units: UnitsFile) -> None:
    results = [units.count(unit, 6) for unit in range(len(units))]
    assert sum(result.nodes for result in results) == 119_060_324
    assert [result.unit for result in results] == list(range(73))
    agreements = resolve(reversed(results))
    assert [agreement.unit for agreement in agreements] == list(range(73))
    assert {agreement.status for agreement in agreements} == {"agreed"}
    assert sum(agreement.nodes or 0 for agreement in agreements) == 119_060_324


def test_read_returns_positions_and_multiplicities(units: UnitsFile) -> None:
    positions, multiplicities = units.read(72)
    assert len(positions) == 78 and multiplicities.dtype == np.uint32
    result = units.count(72, 5, hash=None)
    counts = positions.legal_counts().astype(np.int64)
    assert result.leaves == counts.sum()
    assert result.nodes == (counts * multiplicities).sum()
    rows = np.array([72_077, 0, 72_000, 0], np.int64)
    some, weights = units.read_records(rows)
    first, first_weights = units.read(0)
    expected = [positions[77], first[0], positions[0], first[0]]
    assert some == Positions(expected)
    assert weights.tolist() == [multiplicities[77], first_weights[0], multiplicities[0], first_weights[0]]
    assert units.read_records(rows[:0])[1].shape == (0,)
    # Rows of another step.
    assert units.read_records(rows[::2])[0] == Positions(expected[::2])


@pytest.mark.parametrize("fen", [KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", None])
def test_count_is_the_same_by_all_means(tmp_path: Path, fen: str | None) -> None:
    file = UnitsFile.split(tmp_path / "some.units", 2, fen=fen, records_per_unit=500)
    expected = Position(fen).perft(4)
    backends = []
    for backend in ["scalar", "avx2", "avx512"]:
        try:
            file.count(0, 2, backend=backend)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
            backends.append(backend)
        except ValueError as error:
            assert str(error).startswith("backend: ")
    for backend in [None, *backends]:
        for size in [None, 1 << 16]:
            for flip in [False, True]:
                means = {"backend": backend, "hash": size, "flip": flip, "threads": 2}
                results = [file.count(unit, 4, **means) for unit in range(len(file))]  # type: ignore[arg-type]
                assert sum(result.nodes for result in results) == expected, means
                for result in results:
                    assert (result.hash_bytes, result.is_flipped) == (size or 0, flip)
                    assert result.threads == 2 and result.backend == (backend or result.backend)


def test_result_names_its_process(units: UnitsFile) -> None:
    before = int(time.time() * 1000)
    result = units.count(3, 6, hash=1 << 20)
    assert before - 1 <= result.started <= time.time() * 1000
    assert result.milliseconds <= time.time() * 1000 - before + 1
    assert result.pid == os.getpid() and result.host and result.version
    assert [getattr(result, name) for name in FIELDS[:3]] == [3, units.content_hash, 6]
    assert "unit 3, depth 6" in repr(result)


def test_pickles_are_equal_and_name_the_content(units: UnitsFile, tmp_path: Path) -> None:
    result = units.count(0, 5)
    copy = pickle.loads(pickle.dumps(result))
    assert copy == result and hash(copy) == hash(result) and copy.to_bytes() == result.to_bytes()
    assert result != units.count(1, 5) and result != 0
    path = tmp_path / "other.units"
    file = UnitsFile.split(path, 1)
    data = pickle.dumps(file)
    assert pickle.loads(data) == file != units
    UnitsFile.split(path, 2)
    for call in [lambda: pickle.loads(data), lambda: file.read(0), lambda: file.count(0, 2)]:
        with pytest.raises(UnitsError, match=f"content hash .*; expected {file.content_hash}"):
            call()
    error = pickle.loads(pickle.dumps(UnitsError("text")))
    assert type(error) is UnitsError and error.args == ("text",)


def test_damaged_bytes_are_refused(units: UnitsFile, tmp_path: Path) -> None:
    data = units.count(0, 5).to_bytes()
    assert len(data) == 208 and UnitResult.from_bytes(data).to_bytes() == data
    for index in range(208):
        damaged = data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :]
        for wrong in [damaged, data[:index]]:
            with pytest.raises(UnitsError, match="result: damaged"):
                UnitResult.from_bytes(wrong)
    with pytest.raises(UnitsError, match="found 209 bytes; expected 208"):
        UnitResult.from_bytes(data + b"\0")
    whole = Path(units.path).read_bytes()
    path = tmp_path / "damaged.units"
    for wrong, reason in [
        (b"", "not a units file"),
        (whole[:-1], "damaged: found"),
        (whole[:100] + b"\x05" + whole[101:], "the header does not match its checksum"),
    ]:
        path.write_bytes(wrong)
        with pytest.raises(UnitsError, match=reason):
            UnitsFile(path)
    path.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    file = UnitsFile(path)
    file.read(1)
    for call in [lambda: file.read(0), lambda: file.count(0, 5)]:
        with pytest.raises(UnitsError, match="unit 0 does not match its checksum"):
            call()


def test_invalid_arguments_raise(units: UnitsFile, tmp_path: Path) -> None:
    with pytest.raises(UnitsError, match="depth 3: above the split; expected at least 4"):
        units.count(0, 3)
    with pytest.raises(UnitsError, match="unit 73: not in the file; expected a number below 73"):
        units.read(73)
    with pytest.raises(UnitsError, match="record 72078: not in the file"):
        units.read_records(np.array([0, 72_078]))
    with pytest.raises(IndexError, match="rows: -1; expected at least 0"):
        units.read_records(np.array([-1]))
    for rows, error, reason in [
        ([5, 4], UnitsError, "four.units: record 4: after record 5; expected ascending"),
        ([0, 72_078], UnitsError, "four.units: record 72078: not in the file"),
        ([-1], IndexError, "rows: -1; expected at least 0"),
    ]:
        with pytest.raises(error, match=reason):
            units.write_sample(tmp_path / "sample", np.array(rows))
    with pytest.raises(OSError, match="no/sample: No such file"):
        units.write_sample(tmp_path / "no" / "sample", np.array([0]))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="backend: .*mmx"):
        units.count(0, 5, backend="mmx")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="hash: hash size 100 B is below the minimum"):
        units.count(0, 5, hash=100)
    with pytest.raises(MemoryError, match="hash: cannot allocate"):
        units.count(0, 5, hash=1 << 62)
    with pytest.raises(FenError):
        UnitsFile.split(tmp_path / "file", 2, fen="8/8 w - - 0 1")
    with pytest.raises(UnitsError, match="records per unit"):
        UnitsFile.split(tmp_path / "file", 2, records_per_unit=0)
    with pytest.raises(UnitsError, match="paths lead to one position"):
        UnitsFile.split(tmp_path / "file", 20, fen="k7/8/8/8/8/8/8/7K w - - 0 1")
    with pytest.raises(FileNotFoundError) as missing:
        UnitsFile(tmp_path / "missing")
    assert missing.value.filename == str(tmp_path / "missing")
    with pytest.raises(FileNotFoundError) as opened:
        (tmp_path / "missing").open()
    assert os.name == "nt" or str(missing.value) == str(opened.value)
    with pytest.raises(OSError, match="not a regular file"):
        UnitsFile(tmp_path)
    with pytest.raises(UnitsError, match="content hash .*; expected 00"):
        UnitsFile(units.path, "00")
    assert list(tmp_path.iterdir()) == []


def test_folder_puts_a_result_once(units: UnitsFile, tmp_path: Path) -> None:
    path = tmp_path / "results"
    folder = ResultFolder(path, units, 5)
    assert folder.results() == ([], [])
    results = [units.count(unit, 5) for unit in (5, 2)]
    witness = units.count(2, 5, flip=True)
    assert [folder.put(result) for result in [*results, witness]] == [True] * 3
    assert [folder.put(result) for result in [*results, witness]] == [False] * 3
    expected = ([results[1], witness, results[0]], [])
    assert folder.results() == expected == ResultFolder(str(path), units, 5).results()
    for wrong, reason in [(units.count(0, 6), "depth is 6; expected 5"), (foreign(tmp_path), "units file")]:
        with pytest.raises(UnitsError, match=f"result of another count: .*{reason}"):
            folder.put(wrong)
    with pytest.raises(UnitsError, match="depth 3: above the split"):
        ResultFolder(path, units, 3)
    file = path / "00000" / "00000005.result"
    file.write_bytes(file.read_bytes()[:50])
    assert folder.results() == (expected[0][:2], [(str(file), "damaged: found 50 bytes; expected 224")])
    assert folder.put(results[0]) and folder.results() == expected
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        ResultFolder(tmp_path / "file", units, 5).put(results[0])


def foreign(tmp_path: Path) -> UnitResult:
    """A result of another split."""
    return UnitsFile.split(tmp_path / "foreign.units", 1).count(0, 5)


def test_resolve_needs_an_exact_majority(units: UnitsFile, tmp_path: Path) -> None:
    true = units.count(0, 5)
    a, b = (altered(true, host, 20, 64) for host in "ab")
    liar, exact = altered(true, "liar", 22, 64), altered(true, "c", 20, 0)
    other_unit = units.count(7, 5)
    for results, status, nodes, refuted in [
        ([a], "agreed", 20, []),
        ([a, b, a], "agreed", 20, []),
        ([a, liar], "disputed", None, []),
        ([a, b, liar], "disputed", None, []),
        ([a, liar, exact], "settled", 20, ["liar"]),
        ([exact, exact, liar], "disputed", None, []),
    ]:
        found, other = resolve([other_unit, *results])
        assert (found.unit, found.status, found.leaves, found.nodes) == (0, status, nodes, nodes)
        assert found.refuted_hosts == refuted
        assert (other.unit, other.status, other.nodes) == (7, "agreed", other_unit.nodes)
    assert resolve([]) == []
    for wrong in [units.count(0, 6), foreign(tmp_path)]:
        with pytest.raises(UnitsError, match="of different units files or depths"):
            resolve([true, wrong])
    with pytest.raises(TypeError, match="expected tabiya.scale.UnitResult"):
        resolve([true, 1])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def test_count_releases_the_gil(tmp_path: Path) -> None:
    file = UnitsFile.split(tmp_path / "some.units", 2, fen=KIWIPETE)
    counts: list[UnitResult] = []
    work = threading.Thread(target=lambda: counts.append(file.count(0, 6, backend="scalar")))
    ticks = 0
    work.start()
    while work.is_alive():
        ticks += 1
        time.sleep(0.001)
    assert counts[0].nodes <= 8_031_647_685 and counts[0].milliseconds > 100
    assert ticks > 20


def test_threads_of_the_process_count_at_once(units: UnitsFile) -> None:
    expected = [units.count(unit, 5, hash=None).nodes for unit in range(8)]
    counts = [0] * 8

    def count(unit: int) -> None:
        for size in [1 << 16, 1 << 17, None] * 4:
            counts[unit] += units.count(unit, 5, hash=size, threads=2).nodes

    threads = [threading.Thread(target=count, args=(unit,)) for unit in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [12 * nodes for nodes in expected]


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="needs Linux")
def test_count_keeps_threads_for_the_next_count(units: UnitsFile) -> None:
    def threads() -> set[str]:
        return set(os.listdir("/proc/self/task"))

    def count(number: int, size: int | None) -> set[str]:
        """Counts, and returns the threads that were not there at first and stay."""
        units.count(0, 5, threads=number, hash=size)
        for _ in range(200):
            if len(threads() - before) == number:
                break
            time.sleep(0.01)
        return threads() - before

    # Threads of earlier counts end when others replace them.
    units.count(0, 5, threads=1, hash=None)
    time.sleep(0.2)
    before = threads()
    kept = count(3, 1 << 18)
    assert len(kept) == 3
    assert count(3, 1 << 18) == kept
    others = count(2, 1 << 18)
    assert len(others) == 2 and not others & kept


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_count_after_fork_has_threads(units: UnitsFile) -> None:
    expected = units.count(0, 6).nodes
    child = os.fork()
    if child == 0:
        os._exit(0 if units.count(0, 6).nodes == expected else 1)
    _, status = os.waitpid(child, 0)
    assert status == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    "call", ["units.count(0, 12)", "units.count(0, 9, hash=None)", "UnitsFile.split(path, 9)"]
)
def test_interrupt_ends_a_long_call(tmp_path: Path, call: str) -> None:
    path = tmp_path / "two.units"
    program = f"""
from tabiya.scale import UnitsFile
path = {str(path)!r}
units = UnitsFile.split(path, 2)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    import os
    os._exit(0)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        output, _ = process.communicate(timeout=60)
    assert output == "interrupted\n" and process.returncode == 0
    assert time.monotonic() - sent < 20
    assert len(UnitsFile(path)) == 1 and list(tmp_path.iterdir()) == [path]


def test_docstrings_hold_true_examples() -> None:
    assert doctest.testmod(scale).attempted > 0 and doctest.testmod(scale).failed == 0


def test_scale_is_imported_on_demand() -> None:
    program = "import sys, tabiya; print([name for name in sys.modules if 'scale' in name])"
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert output.stdout == "[]\n"
