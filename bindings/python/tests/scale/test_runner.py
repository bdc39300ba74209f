# The loop of the driver: its window, retries and speculative calls.
from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import tabiya.scale._engines as engines
from tabiya.scale import Engine, EngineError, ExecutorEngine, PoolEngine
from tabiya.scale._engines import Avoid
from tabiya.scale._runner import Progress, Runner

TIMEOUT = 60.0


class Jobs(Runner[int]):
    """Work of numbered jobs, which records all that happens to them."""

    def __init__(
        self,
        count: int,
        function: Callable[[Any], Any],
        engine: Engine,
        argument: Any = None,
        retries: int = 5,
    ) -> None:
        super().__init__(engine, retries)
        self.queue = list(range(count))
        self.function, self.argument = function, argument
        self.results: list[tuple[int, Any]] = []
        self.calls: Counter[int] = Counter()
        self.most_running = 0
        self.on_report: Callable[[], None] = lambda: None

    def is_final(self) -> bool:
        return not self.queue

    def _next_job(self) -> int | None:
        self.most_running = max(self.most_running, len(self._calls))
        self.on_report()
        return self.queue.pop(0) if self.queue else None

    def _call(self, job: int) -> tuple[Callable[..., Any], Any, Avoid]:
        self.calls[job] += 1
        return self.function, job if self.argument is None else self.argument, Avoid()

    def _accept(self, results: list[tuple[int, Any]]) -> list[tuple[int, Exception]]:
        self.results += [found for found in results if found[1] != "invalid"]
        return [(job, ValueError("no result")) for job, value in results if value == "invalid"]

    def _is_wanted(self, job: int) -> bool:
        return all(job != done for done, _ in self.results)

    def _show_progress(self, progress: Progress, counts: dict[str, Any]) -> None:
        raise NotImplementedError


def test_window_has_four_calls_per_worker() -> None:
    def function(job: int) -> int:
        time.sleep(0.01)
        return job

    with ThreadPoolExecutor(2) as executor:
        work = Jobs(50, function, ExecutorEngine(executor, 2))
        work.run()
    assert sorted(work.results) == [(job, job) for job in range(50)]
    assert 4 <= work.most_running <= 8 and set(work.calls.values()) == {1}


def test_failed_jobs_are_retried_up_to_a_limit() -> None:
    failures = Counter[int]()

    def function(job: int) -> Any:
        if job == 3 or (job == 5 and failures[job] < 2):
            failures[job] += 1
            raise OSError(f"job {job}")
        return "invalid" if job == 7 else job

    with ThreadPoolExecutor(2) as executor:
        work = Jobs(40, function, ExecutorEngine(executor, 2), retries=2)
        work.run()
    assert {job for job, _ in work.results} == set(range(40)) - {3, 7}
    assert work.failed == {3: "OSError: job 3", 7: "ValueError: no result"}
    assert (work.calls[3], work.calls[5], work.calls[7]) == (3, 3, 3)


def test_failures_alone_end_the_run() -> None:
    def function(job: int) -> Any:
        raise FileNotFoundError("four.units")

    with ThreadPoolExecutor(2) as executor:
        work = Jobs(1000, function, ExecutorEngine(executor, 2))
        with pytest.raises(EngineError) as caught:
            work.run()
    assert str(caught.value).endswith(
        "failures without a result; the last one: FileNotFoundError: four.units"
    )
    assert sum(work.calls.values()) < 50


def test_late_copy_of_a_call_is_passed_on_while_others_run() -> None:
    late, last, lock = threading.Event(), threading.Event(), threading.Lock()
    calls = Counter[int]()

    def function(job: int) -> Any:
        with lock:
            calls[job] += 1
            count = calls[job]
        if job == 0 and count == 1:
            assert late.wait(TIMEOUT)
            return "late"
        if job == 1:
            assert last.wait(TIMEOUT)
        return f"call {count}"

    def release() -> None:
        if (0, "call 2") in work.results:
            late.set()
        if (0, "late") in work.results:
            last.set()

    with ThreadPoolExecutor(8) as executor:
        work = Jobs(6, function, ExecutorEngine(executor, 3))
        work.on_report = release
        work.run()
    assert [value for job, value in work.results if job == 0] == ["call 2", "late"]
    assert {job for job, _ in work.results} == set(range(6)) and work.speculative_calls >= 1


def test_stop_ends_the_run() -> None:
    with ThreadPoolExecutor(2) as executor:
        work = Jobs(1000, lambda job: time.sleep(0.01), ExecutorEngine(executor, 2))
        work.on_report = lambda: work.stop() if len(work.results) >= 10 else None
        work.run()
    assert 10 <= len(work.results) <= 30


def kill_worker(job: int) -> int:
    """A job that one in fifty times kills its process."""
    if job == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.02)
    return job


def test_job_that_kills_its_worker_is_abandoned_alone() -> None:
    engine = PoolEngine(2)
    work = Jobs(30, kill_worker, engine, retries=2)
    try:
        work.run()
    finally:
        engine.close()
    assert list(work.failed) == [13] and "BrokenProcessPool" in work.failed[13]
    assert {job for job, _ in work.results} == set(range(30)) - {13}


def await_end(processes: list[int]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while any(Path(f"/proc/{process}").exists() for process in processes):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def sleep(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(0.01)


def test_pool_whose_processes_are_all_stopped_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_HUNG", 0.5)
    stopped: list[int] = []

    def stop() -> None:
        if len(work.results) >= 10 and not stopped:
            stopped.extend(int(path.name) for path in tmp_path.iterdir())
            for process in stopped:
                os.kill(process, signal.SIGSTOP)

    engine = PoolEngine(2)
    work = Jobs(100, sleep, engine, str(tmp_path))
    work.on_report = stop
    try:
        work.run()
    finally:
        engine.close()
    assert stopped and {job for job, _ in work.results} == set(range(100))
    await_end(stopped)


def hang(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(1000)


def test_close_of_pool_ends_its_processes(tmp_path: Path) -> None:
    engine = PoolEngine(2)
    for _ in range(2):
        engine.submit(hang, str(tmp_path), Avoid())
    deadline = time.monotonic() + TIMEOUT
    while len(list(tmp_path.iterdir())) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    engine.close()
    await_end([int(path.name) for path in tmp_path.iterdir()])
