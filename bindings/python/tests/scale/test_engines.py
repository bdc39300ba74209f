# The same count by all engines, and exports of it.
from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from processes import TIMEOUT, Run, cluster
from tabiya.scale import DaskEngine, Driver, ExecutorEngine, SqliteStore, UnitsFile, open_store
from tabiya.scale._engines import Avoid

DEPTH, NODES = 6, 119_060_324
ROOT = Path(__file__).parents[4]


def program() -> str:
    """Returns the path of the program `tabiya-units`."""
    names = [
        os.environ.get("TABIYA_PROGRAM"),
        *(ROOT / "target" / mode / "tabiya-units" for mode in ["release", "debug"]),
    ]
    for name in names:
        if name and Path(name).exists():
            return str(name)
    pytest.skip("no program tabiya-units; expected TABIYA_PROGRAM or `cargo build -p tabiya-units-cli`")


def scale(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "tabiya.scale", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def count_by_pool(units: UnitsFile, folder: Path) -> Path:
    code, report = Run(
        units, DEPTH, folder / "pool.db", "--local", "2", "--engine", "processes"
    ).finish()
    assert (code, report["nodes"]) == (0, NODES)
    return folder / "pool.db"


def count_by_dask(units: UnitsFile, folder: Path) -> Path:
    with cluster(folder) as found:
        run = Run(units, DEPTH, folder / "dask.db", "--scheduler", found.address, "--verify", "0.1")
        code, report = run.finish()
    assert (code, report["nodes"]) == (0, NODES), run.errors()
    return folder / "dask.db"


def count_by_program(units: UnitsFile, folder: Path) -> Path:
    """Counts by the program, as many times at once as GNU parallel or xargs starts it."""
    lines = "".join(f"{start}..{min(start + 10, 73)}\n" for start in range(0, 73, 10))
    command = [
        program(),
        "count",
        units.path,
        str(DEPTH),
        "--unit",
        "{}",
        "--out",
        "results",
    ]
    tool = (
        ["parallel", "--will-cite", "-j2"] if shutil.which("parallel") else ["xargs", "-P2", "-I{}"]
    )
    done = subprocess.run(
        [*tool, *command], input=lines, text=True, cwd=folder, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "results"


def count_by_folder(units: UnitsFile, folder: Path) -> Path:
    """Counts half by the program, and the rest by the driver in the same folder."""
    command = [
        program(),
        "count",
        units.path,
        str(DEPTH),
        "--unit",
        "0..40",
        "--out",
        "mixed",
    ]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    run = Run(units, DEPTH, folder / "mixed", "--local", "2", "--engine", "processes")
    code, report = run.finish()
    assert (code, report["nodes"], report["counted_before"]) == (0, NODES, 40), run.errors()
    return folder / "mixed"


def test_engines_and_program_agree_in_their_exports(tmp_path: Path, units: UnitsFile) -> None:
    pytest.importorskip("pyarrow")
    exports: dict[str, bytes] = {}
    for count in [count_by_pool, count_by_dask, count_by_program, count_by_folder]:
        store = count(units, tmp_path)
        out = tmp_path / f"{store.name}.parquet"
        scale("export", str(DEPTH), "--units", units.path, "--store", store, "--out", out)
        exports[store.name] = out.read_bytes()
    assert len(exports) == 4 and len(set(exports.values())) == 1
    check_program_sum(units, tmp_path / "mixed")


def check_program_sum(units: UnitsFile, folder: Path) -> None:
    """Asserts that the program and the driver print the same sum of a folder."""
    command = [program(), "sum", units.path, str(DEPTH), str(folder)]
    theirs = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout
    ours = json.loads(scale("sum", str(DEPTH), "--units", units.path, "--store", folder, "--json"))
    assert ours["final"] is True
    assert json.loads(theirs).items() <= ours.items()
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert text == scale("sum", str(DEPTH), "--units", units.path, "--store", folder)


def test_export_has_all_fields_of_all_results(tmp_path: Path, small_units: UnitsFile) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    store, out = tmp_path / "run.db", tmp_path / "results.parquet"
    run = Run(small_units, 4, store, "--local", "1", "--engine", "processes", "--verify", "1")
    assert run.finish()[0] == 0
    arguments = ["4", "--units", small_units.path, "--store", str(store), "--out", str(out)]
    assert scale("export", *arguments, "--rows", "results") == f"wrote 40 results to {out}\n"
    rows: list[dict[str, Any]] = parquet.read_table(out).to_pylist()
    with contextlib.closing(open_store(store, small_units, 4)) as found:
        results = {result.to_bytes(): result for result in found.read()[0]}
    assert len(rows) == len(results) == 40
    for row in rows:
        result = results[row["data"]]
        row["started"] = round(row["started"].timestamp() * 1000)
        assert all(value == getattr(result, name) for name, value in row.items() if name != "data")
    scale("export", *arguments)
    units: list[dict[str, Any]] = parquet.read_table(out).to_pylist()
    assert [row["unit"] for row in units] == list(range(20))
    assert sum(row["nodes"] for row in units) == 197_281
    assert (
        sum(row["leaves"] for row in units) == sum(result.leaves for result in results.values()) / 2
    )


def spawned_processes(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, spawned_processes])
def test_driver_takes_any_executor(
    small_units: UnitsFile, store: Path, executor: Callable[[int], Executor]
) -> None:
    with contextlib.closing(SqliteStore(store, small_units, 5)) as found, executor(2) as workers:
        driver = Driver(small_units, 5, found, ExecutorEngine(workers, 2))
        assert driver.run() and driver.report()["nodes"] == 4_865_609


@pytest.mark.parametrize("wrong", [None, True, -1, 1.5j, float("nan"), b"tcp", [], {}, object(), print])
def test_wrong_arguments_of_dask_are_named(wrong: Any) -> None:
    for name in ["address", "patience", "retries"]:
        arguments: dict[str, Any] = {"address": "tcp://127.0.0.1:1", "patience": 0, "retries": 0}
        with pytest.raises((TypeError, ValueError), match=f"^{name}: .*; expected "):
            DaskEngine(**{**arguments, name: wrong})
    with pytest.raises((TypeError, ValueError), match="^workers: .*; expected "):
        DaskEngine.local(wrong)


def test_scheduler_is_set_up_for_kills(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    # A lambda is pickled by value, as the scheduler cannot import the test.
    query: Callable[[Any], tuple[int, float, float]] = lambda dask_scheduler: (
        dask_scheduler.allowed_failures,
        dask_scheduler.worker_ttl,
        dask_scheduler.periodic_callbacks["worker-ttl"].callback_time,
    )
    with cluster(tmp_path, 0) as found:
        engine = DaskEngine(found.address, retries=7)
        try:
            assert engine.warning is None and engine.slots() == 0
            with distributed.Client(found.address, set_as_default=False) as client:
                settings = client.run_on_scheduler(query)
        finally:
            engine.close()
    assert settings == (7, 60.0, 60_000.0)


def test_result_that_cannot_be_fetched_fails_its_call(tmp_path: Path) -> None:
    class Unreadable:
        def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
            return eval, ("1 / 0",)

    new: Callable[[type], Any] = lambda type_: type_()
    with cluster(tmp_path, 1) as found, contextlib.closing(DaskEngine(found.address)) as engine:
        with pytest.raises(ZeroDivisionError):
            engine.submit(new, Unreadable, Avoid()).result(TIMEOUT)
        assert engine.submit(abs, -1, Avoid()).result(TIMEOUT) == 1


def test_result_arrives_while_callbacks_of_dask_are_blocked(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    blocked, end = threading.Event(), threading.Event()

    def block(future: Any) -> None:
        blocked.set()
        end.wait(TIMEOUT)

    with (
        cluster(tmp_path, 1) as found,
        contextlib.closing(DaskEngine(found.address)) as engine,
        distributed.Client(found.address, set_as_default=False) as client,
    ):
        try:
            client.submit(abs, -1).add_done_callback(block)
            assert blocked.wait(TIMEOUT)
            assert engine.submit(abs, -2, Avoid()).result(TIMEOUT) == 2
        finally:
            end.set()


def test_driver_takes_the_executor_of_a_client_of_dask(
    tmp_path: Path, small_units: UnitsFile, store: Path
) -> None:
    code = f"""
from distributed import Client
from tabiya.scale import *
units = UnitsFile({small_units.path!r})
with Client({{address!r}}) as client:
    store = SqliteStore({str(store)!r}, units, 5)
    driver = Driver(units, 5, store, ExecutorEngine(client.get_executor(pure=False), 2))
    print(driver.run(), driver.report()["nodes"])
    store.close()
"""
    with cluster(tmp_path, 1) as found:
        script = code.format(address=found.address)
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False
        )
    assert done.stdout == "True 4865609\n", done.stderr
