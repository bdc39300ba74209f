# Columns of text: NumPy arrays, and strings of Arrow without a copy.
"""Columns of text as buffers that the extension reads without a Python object per row.

The extension calls `chunks`. Each chunk is a tuple whose first item names its layout:

- `("fixed", bytes)`: `uint8` of shape (n, width), each row padded with zeros;
- `("wide", codes)`: `uint32` of shape (n, width), Unicode code points padded with zeros;
- `("offsets", data, offsets, validity, start)`: the strings of Arrow, with 32-bit or 64-bit offsets;
- `("views", views, buffers, validity, start)`: the string views of Arrow;
- `("objects", list)`: a list of `str` or `bytes`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np

__all__ = ["chunks"]


def chunks(column: Any) -> Iterator[tuple[Any, ...]]:
    """Yields the chunks of a column of text."""
    if isinstance(column, np.ndarray):
        yield _numpy_chunk(column)
    elif hasattr(column, "__arrow_c_stream__"):
        yield from _stream_chunks(column.__arrow_c_stream__())
    elif hasattr(column, "__arrow_c_array__"):
        schema, array = column.__arrow_c_array__()
        yield from _array_chunks(schema, array)
    elif isinstance(column, (str, bytes)):
        raise TypeError("column: one text; expected a sequence of texts")
    elif hasattr(column, "isna") and hasattr(column, "to_numpy"):
        # A series of pandas before 3.0, whose nulls are None, NaN or NA.
        yield ("objects", column.to_numpy(dtype=object, na_value=None).tolist())
    else:
        try:
            items = iter(column)
        except TypeError:
            found = type(column).__name__
            raise TypeError(f"column: {found}; expected a sequence of texts") from None
        # A list of an iterable would trust its length.
        yield ("objects", [item for item in items])


def _numpy_chunk(array: np.ndarray[Any, Any]) -> tuple[Any, ...]:
    if array.ndim != 1:
        raise ValueError(f"column: {array.ndim} dimensions; expected 1")
    unit = {"S": np.uint8, "U": np.uint32}.get(array.dtype.kind)
    if unit is None:
        return ("objects", array.tolist())
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    width = array.dtype.itemsize // np.dtype(unit).itemsize
    contiguous = np.ascontiguousarray(array)
    cells = contiguous.view(unit).reshape(len(array), width) if width else np.zeros((len(array), 0), unit)
    return ("fixed" if unit is np.uint8 else "wide", cells)


# The structures of the Arrow C data interface:
# https://arrow.apache.org/docs/format/CDataInterface.html


class _Schema(ctypes.Structure):
    format: Any
    name: Any
    metadata: Any
    flags: Any
    n_children: Any
    children: Any
    dictionary: Any
    release: Any
    private_data: Any


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Schema))),
    ("private_data", ctypes.c_void_p),
]


class _Array(ctypes.Structure):
    length: Any
    null_count: Any
    offset: Any
    n_buffers: Any
    n_children: Any
    buffers: Any
    children: Any
    dictionary: Any
    release: Any
    private_data: Any


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(_Array))),
    ("private_data", ctypes.c_void_p),
]


class _Stream(ctypes.Structure):
    get_schema: Any
    get_next: Any
    get_last_error: Any
    release: Any
    private_data: Any


_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Stream), ctypes.POINTER(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(_Stream))),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

_LAYOUTS = {b"u": np.int32, b"U": np.int64, b"z": np.int32, b"Z": np.int64, b"vu": None, b"vz": None}


def _array_chunks(schema_capsule: object, array_capsule: object) -> Iterator[tuple[Any, ...]]:
    # The capsules release their contents when they are deleted, after the chunk was read.
    schema = _Schema.from_address(_get_pointer(schema_capsule, b"arrow_schema"))
    array = _Array.from_address(_get_pointer(array_capsule, b"arrow_array"))
    yield _arrow_chunk(schema.format, array)


def _stream_chunks(capsule: object) -> Iterator[tuple[Any, ...]]:
    stream = _Stream.from_address(_get_pointer(capsule, b"arrow_array_stream"))
    schema = _Schema()
    _check(stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
    try:
        while True:
            array = _Array()
            _check(stream, stream.get_next(ctypes.byref(stream), ctypes.byref(array)))
            if not array.release:
                return
            try:
                yield _arrow_chunk(schema.format, array)
            finally:
                array.release(ctypes.byref(array))
    finally:
        if schema.release:
            schema.release(ctypes.byref(schema))


def _check(stream: Any, code: int) -> None:
    if code:
        message = stream.get_last_error(ctypes.byref(stream)) or b""
        raise ValueError(f"arrow stream: error {code} {message.decode(errors='replace')}".rstrip())


def _arrow_chunk(layout: bytes, array: Any) -> tuple[Any, ...]:
    if layout == b"n":
        # A column of nulls alone, such as an empty one, has no buffers.
        rows = array.length
        nulls = np.zeros((rows + 7) // 8, np.uint8)
        return ("offsets", np.zeros(0, np.uint8), np.zeros(rows + 1, np.int32), nulls, 0)
    if layout not in _LAYOUTS:
        raise TypeError(f"arrow column: format {layout.decode()!r}; expected strings")
    length, start = array.length, array.offset
    validity = None
    if array.null_count and array.buffers[0]:
        validity = _view(array.buffers[0], (start + length + 7) // 8, np.uint8)
    offset_type = _LAYOUTS[layout]
    if offset_type is not None:
        offsets = _view(array.buffers[1], start + length + 1, offset_type)[start:]
        data = _view(array.buffers[2], int(offsets[-1]) if length else 0, np.uint8)
        return ("offsets", data, offsets, validity, start)
    views = _view(array.buffers[1], 16 * (start + length), np.uint8).reshape(-1, 16)[start:]
    # The last buffer holds the sizes of the others.
    count = array.n_buffers - 3
    sizes = _view(array.buffers[2 + count], count, np.int64)
    buffers = [_view(array.buffers[2 + index], int(sizes[index]), np.uint8) for index in range(count)]
    return ("views", views, buffers, validity, start)


def _view(address: int | None, length: int, dtype: Any) -> np.ndarray[Any, Any]:
    """Returns memory as an array without a copy. The owner must outlive the array."""
    if not length or not address:
        return np.zeros(0, dtype)
    size = length * np.dtype(dtype).itemsize
    return np.frombuffer((ctypes.c_uint8 * size).from_address(address), dtype)
