# The subpackage `tabiya.scale`: perft counts by any number of processes and machines.
"""Perft counts past one machine: units of unique positions, and the results of their counts.

- `UnitsFile` is the split of a tree into units; `UnitsFile.count` counts one of them.
- `UnitResult` is the result of a unit, in 208 bytes.
- `ResultFolder` holds results in the format of the program `tabiya`.
- `resolve` finds which results of a unit agree.

>>> import tempfile
>>> from tabiya import scale
>>> with tempfile.TemporaryDirectory() as folder:
...     units = scale.UnitsFile.split(f"{folder}/three.units", 3)
...     results = [units.count(unit, 5, hash=None) for unit in range(len(units))]
>>> sum(agreement.nodes for agreement in scale.resolve(results))
4865609
"""

from __future__ import annotations

from .._tabiya import Agreement, ResultFolder, UnitResult, UnitsError, UnitsFile, resolve

__all__ = [
    "Agreement",
    "ResultFolder",
    "UnitResult",
    "UnitsError",
    "UnitsFile",
    "resolve",
]
