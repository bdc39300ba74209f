# Stores, and the sum of what they hold.
from __future__ import annotations

import contextlib
import zlib
from pathlib import Path

import pytest
from tabiya.scale import Ledger, StoreError, UnitResult, UnitsFile, open_store
from tabiya.scale._driver import Job, Plan, Purpose, is_sampled

DEPTH, NODES = 4, 197_281


def altered(
    result: UnitResult, host: str, *, added: int = 0, hash_bytes: int = 1 << 20
) -> UnitResult:
    """A result of another host, by the fields of the format."""
    data = bytearray(result.to_bytes())
    data[56:72] = (result.nodes + added).to_bytes(16, "little")
    data[72:80] = hash_bytes.to_bytes(8, "little")
    data[128:192] = host.encode().ljust(64, b"\0")
    data[204:] = zlib.crc32(data[:204]).to_bytes(4, "little")
    return UnitResult.from_bytes(bytes(data))


@pytest.fixture(scope="module")
def results(small_units: UnitsFile) -> list[UnitResult]:
    """Results by one host."""
    units = range(len(small_units))
    return [altered(small_units.count(unit, DEPTH), "a") for unit in units]


@pytest.mark.parametrize("name", ["run.db", "folder/"])
def test_put_is_idempotent(
    tmp_path: Path, small_units: UnitsFile, results: list[UnitResult], name: str
) -> None:
    path = f"{tmp_path}/{name}"
    twin = altered(results[3], "b")
    found: list[UnitResult] = []
    for _ in range(2):
        with contextlib.closing(open_store(path, small_units, DEPTH)) as store:
            store.put(results)
            store.put([results[3], twin, results[3]])
            found, refused = store.read()
            assert len(found) == 21 and set(found) == {*results, twin} and not refused
    ledger = Ledger(len(small_units))
    ledger.extend([*found, *found])
    assert (ledger.nodes, ledger.counted, ledger.doubled) == (NODES, 20, 1)
    assert ledger.is_final() and not list(ledger.missing())


def test_missing_store_is_not_created_by_readers(tmp_path: Path, small_units: UnitsFile) -> None:
    for name in ["run.db", "folder/"]:
        with pytest.raises(StoreError, match="no such f"):
            open_store(f"{tmp_path}/{name}", small_units, DEPTH, create=False)
    assert not list(tmp_path.iterdir())


def test_verification_key_of_sqlite_store_lasts(tmp_path: Path, small_units: UnitsFile) -> None:
    keys: list[bytes] = []
    for name in ["a.db", "a.db", "b.db"]:
        with contextlib.closing(open_store(tmp_path / name, small_units, DEPTH)) as store:
            keys.append(store.verification_key())
    assert keys[0] == keys[1] != keys[2]


def test_sample_has_its_share_and_grows_with_the_fraction() -> None:
    key = bytes(16)
    previous: set[int] = set()
    for fraction in [0.0, 0.05, 0.2, 0.5, 1.0]:
        sample = {unit for unit in range(10_000) if is_sampled(key, unit, fraction)}
        assert abs(len(sample) - 10_000 * fraction) <= 200 and previous <= sample
        previous = sample
    assert {unit for unit in range(100) if is_sampled(b"other", unit, 0.5)} != {
        unit for unit in range(100) if is_sampled(key, unit, 0.5)
    }


def test_dispute_is_settled_by_exact_majority(results: list[UnitResult]) -> None:
    ledger = Ledger(len(results))
    ledger.extend(results)
    assert ledger.add(altered(results[5], "b", added=1))
    assert (ledger.counted, ledger.nodes) == (19, NODES - results[5].nodes)
    assert list(ledger.disputes) == [5] and not ledger.is_final()
    # Without an exact count, a majority settles nothing.
    assert ledger.add(altered(results[5], "c", added=1))
    assert [dispute.status for dispute in ledger.disputes.values()] == ["disputed"]
    assert ledger.add(altered(results[5], "d", added=1, hash_bytes=0))
    assert ledger.disputes[5].status == "settled" and ledger.refuted_hosts == {"a"}
    assert ledger.nodes == NODES + 1
    # All units of the host have to be counted again, but the settled one.
    assert ledger.doubtful() == [unit for unit in range(20) if unit != 5]
    assert not ledger.is_final()
    ledger.extend(altered(result, "e") for result in results if result.unit != 5)
    assert ledger.is_final() and not ledger.doubtful()


def test_plan_recounts_units_of_refuted_hosts(results: list[UnitResult]) -> None:
    ledger = Ledger(len(results))
    ledger.extend(results[:10])
    ledger.extend(altered(result, "b") for result in results[10:])
    ledger.add(altered(results[5], "b", added=1))
    plan = Plan(ledger, bytes(16), 0.0, lambda avoid: True)
    job = plan.next_job()
    assert job is not None and job == Job(5, Purpose.SETTLE) and plan.next_job() is None
    assert plan.avoid(job).hosts == {"a", "b"}
    ledger.add(altered(results[5], "c", added=1, hash_bytes=0))
    plan.finish(job, "c:1")
    jobs = [plan.next_job() for _ in range(9)]
    assert jobs == [Job(unit, Purpose.RECOUNT) for unit in range(10) if unit != 5]
    assert plan.next_job() is None and not plan.is_wanted(job)
    for recount in filter(None, jobs):
        assert "a" in plan.avoid(recount).hosts
        ledger.add(altered(results[recount.unit], "c"))
        plan.finish(recount, "c:1")
    assert plan.next_job() is None and ledger.is_final()


def test_plan_verifies_the_sample_once(results: list[UnitResult], small_units: UnitsFile) -> None:
    ledger = Ledger(len(results))
    ledger.extend(results[:15])
    key = bytes(16)
    plan = Plan(ledger, key, 0.5, lambda avoid: True)
    purposes: dict[int, list[Purpose]] = {}
    while (job := plan.next_job()) is not None:
        purposes.setdefault(job.unit, []).append(job.purpose)
        is_flipped = job.purpose is Purpose.VERIFY
        ledger.add(small_units.count(job.unit, DEPTH, flip=is_flipped))
        plan.finish(job, "a:1")
    for unit in range(20):
        first = [Purpose.COUNT] if unit >= 15 else []
        second = [Purpose.VERIFY] if is_sampled(key, unit, 0.5) else []
        assert purposes.get(unit, []) == first + second
    assert not plan.unverified() and ledger.nodes == NODES
