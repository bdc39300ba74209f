# Manifests: what a count is made of.
"""The manifest of a count: the split, versions, hosts, time, disputes, and the total."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter, defaultdict
from typing import Any

from .._tabiya import UnitsFile
from ._files import new_file
from ._ledger import Ledger
from ._plan import is_verified
from ._published import published_nodes
from ._report import report_json

__all__ = ["manifest_of", "write_manifest"]


def manifest_of(units: UnitsFile, depth: int, ledger: Ledger) -> dict[str, Any]:
    """Returns the manifest of a count as an object of JSON. It is a function of the results."""
    report = report_json(units, depth, ledger, [])
    results = list(ledger.all_results())
    hosts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    methods: Counter[str] = Counter()
    digest = hashlib.sha256()
    for result in results:
        host = hosts[result.host]
        host["results"] += 1
        host["core_milliseconds"] += result.milliseconds * result.threads
        table = "hash" if result.hash_bytes else "exact"
        methods[f"{result.backend} {table}{' flipped' if result.is_flipped else ''}"] += 1
    for unit in range(ledger.units):
        agreement = ledger.agreement(unit)
        if agreement is not None and agreement.nodes is not None:
            digest.update(f"{unit} {agreement.leaves} {agreement.nodes}\n".encode())
    return {
        "manifest_version": 1,
        "split": {
            "file": os.path.basename(units.path),
            "content_hash": units.content_hash,
            "fen": units.root.fen(),
            "plies": units.plies,
            "positions": units.records,
            "paths": units.paths,
            "units": len(units),
            "records_per_unit": units.records_per_unit,
        },
        "depth": depth,
        "nodes": report["nodes"],
        "final": report["final"],
        "published": published_nodes(units.root, depth),
        "counts_sha256": digest.hexdigest(),
        "counted": ledger.counted,
        "results": len(results),
        "verified": sum(is_verified(ledger.results(unit)) for unit in range(ledger.units)),
        "started": min((result.started for result in results), default=None),
        "ended": max((result.started + result.milliseconds for result in results), default=None),
        "core_seconds": sum(host["core_milliseconds"] for host in hosts.values()) / 1000,
        "versions": dict(sorted(Counter(result.version for result in results).items())),
        "methods": dict(sorted(methods.items())),
        "hosts": {
            name: {
                "results": host["results"],
                "core_seconds": host["core_milliseconds"] / 1000,
            }
            for name, host in sorted(hosts.items())
        },
        "disputes": report["disputes"],
        "refuted_hosts": report["refuted_hosts"],
        "recount": report["recount"],
    }


def write_manifest(manifest: dict[str, Any], path: str) -> None:
    """Writes a manifest. The file is replaced as a whole."""
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    with new_file(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
