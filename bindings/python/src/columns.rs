//! Text columns, read without a Python object per row: FENs and moves.

use std::borrow::Cow;

use numpy::{PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::arguments::describe;
use crate::batch::BLOCK;
use crate::memory::memory_error;

/// A chunk of a text column, whose rows can be read without the GIL.
pub enum Chunk<'a> {
    /// Byte rows, padded with zeros.
    Fixed(&'a [u8], usize),
    /// Rows of Unicode code points, padded with zeros.
    Wide(&'a [u32], usize),
    /// Consecutive texts with the ends between them, of 32 or 64 bits; the latter from Arrow.
    Offsets(&'a [u8], Ends<'a>, Validity<'a>),
    /// Arrow string views: 16 bytes per row, and buffers for texts of more than 12 bytes.
    Views(&'a [u8], Vec<&'a [u8]>, Validity<'a>),
}

/// The ends of consecutive texts, beginning with the start of the first one.
pub enum Ends<'a> {
    /// 32-bit offsets.
    Narrow(&'a [i32]),
    /// 64-bit offsets.
    Wide(&'a [i64]),
}

impl Ends<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Narrow(ends) => ends.len(),
            Self::Wide(ends) => ends.len(),
        }
    }

    fn get(&self, index: usize) -> Option<usize> {
        match self {
            Self::Narrow(ends) => usize::try_from(*ends.get(index)?).ok(),
            Self::Wide(ends) => usize::try_from(*ends.get(index)?).ok(),
        }
    }
}

/// A bitmap of valid rows, from a first bit; without a bitmap, all rows are valid.
#[derive(Clone, Copy, Default)]
pub struct Validity<'a> {
    bitmap: Option<&'a [u8]>,
    start: usize,
}

impl Validity<'_> {
    fn contains(&self, row: usize) -> bool {
        let bit = self.start + row;
        self.bitmap
            .is_none_or(|bitmap| bitmap.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
    }
}

impl Chunk<'_> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Fixed(bytes, width) => bytes.len().checked_div(*width).unwrap_or(0),
            Self::Wide(codes, width) => codes.len().checked_div(*width).unwrap_or(0),
            Self::Offsets(_, ends, _) => ends.len().saturating_sub(1),
            Self::Views(views, ..) => views.len() / 16,
        }
    }

    /// Calls a function with a row's text, or with `None` for a null.
    pub fn with_row<T>(&self, row: usize, read: impl FnOnce(Option<&[u8]>) -> T) -> T {
        let Self::Wide(codes, width) = self else { return read(self.row(row).as_deref()) };
        let cell = codes.get(row * width..).and_then(|rest| rest.get(..*width)).unwrap_or_default();
        let cell = trim(cell, 0);
        // Texts in ASCII, as FENs are, need no allocation.
        let mut buffer = [0_u8; 128];
        if let Some(bytes) = buffer.get_mut(..cell.len())
            && narrow(cell, bytes)
        {
            return read(Some(bytes));
        }
        read(Some(&encode(cell)))
    }

    /// Returns a row's text, or `None` for a null.
    fn row(&self, row: usize) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Fixed(bytes, width) => {
                let cell = bytes.get(row * width..)?.get(..*width)?;
                Some(Cow::Borrowed(trim(cell, 0)))
            }
            Self::Wide(codes, width) => {
                let cell = codes.get(row * width..)?.get(..*width)?;
                Some(Cow::Owned(encode(trim(cell, 0))))
            }
            Self::Offsets(data, ends, validity) => {
                let range = ends.get(row)?..ends.get(row + 1)?;
                data.get(range).filter(|_| validity.contains(row)).map(Cow::Borrowed)
            }
            Self::Views(views, buffers, validity) => {
                let view: &[u8; 16] = views.get(row * 16..)?.first_chunk()?;
                read_view(view, buffers).filter(|_| validity.contains(row)).map(Cow::Borrowed)
            }
        }
    }
}

/// Returns a row without the values at its end that equal the padding.
fn trim<T: PartialEq>(mut row: &[T], padding: T) -> &[T] {
    while let [rest @ .., last] = row
        && *last == padding
    {
        row = rest;
    }
    row
}

/// Writes code points as bytes, and tests whether all of them are ASCII.
///
/// Sixteen at a time are tested and written without a branch.
fn narrow(codes: &[u32], bytes: &mut [u8]) -> bool {
    let (code_groups, codes) = codes.as_chunks::<16>();
    let (byte_groups, bytes) = bytes.as_chunks_mut::<16>();
    let mut bits = 0;
    for (codes, bytes) in code_groups.iter().zip(byte_groups) {
        *bytes = codes.map(|code| code as u8);
        bits |= codes.iter().fold(0, |bits, code| bits | code);
    }
    for (&code, byte) in codes.iter().zip(bytes) {
        *byte = code as u8;
        bits |= code;
    }
    bits < 128
}

/// Encodes code points as UTF-8. Invalid ones become U+FFFD, which no reader accepts.
fn encode(codes: &[u32]) -> Vec<u8> {
    if codes.iter().all(|&code| code < 128) {
        return codes.iter().map(|&code| code as u8).collect();
    }
    let chars =
        codes.iter().map(|&code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    chars.collect::<String>().into_bytes()
}

/// Reads a string view: length, then the text itself or a prefix, buffer and offset.
fn read_view<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let number = |at: usize| {
        let bytes = view.get(at..)?.first_chunk()?;
        usize::try_from(i32::from_le_bytes(*bytes)).ok()
    };
    let length = number(0)?;
    if length <= 12 {
        return view.get(4..)?.get(..length);
    }
    let buffer = number(8)?;
    let offset = number(12)?;
    buffers.get(buffer)?.get(offset..)?.get(..length)
}

/// Calls a function with each chunk of a column: a list of texts, a NumPy array or an Arrow column.
pub fn for_each_chunk(
    column: &Bound<'_, PyAny>,
    mut read: impl FnMut(&Chunk<'_>) -> PyResult<()>,
) -> PyResult<()> {
    if let Ok(list) = column.cast::<PyList>() {
        return read_objects(list, &mut read);
    }
    let py = column.py();
    let chunks = py.import("tabiya._columns")?.getattr("chunks")?.call1((column,))?;
    for chunk in chunks.try_iter()? {
        let chunk = chunk?.cast_into::<PyTuple>()?;
        read_chunk(&chunk, &mut read)?;
    }
    Ok(())
}

/// Reads a chunk that `tabiya._columns` describes.
fn read_chunk(
    chunk: &Bound<'_, PyTuple>,
    read: &mut dyn FnMut(&Chunk<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let layout: String = chunk.get_item(0)?.extract()?;
    let first = chunk.get_item(1)?;
    match &*layout {
        "objects" => read_objects(&first.cast_into::<PyList>()?, read),
        "fixed" => {
            let cells: PyReadonlyArray2<'_, u8> = first.extract()?;
            read_cells(&cells, |bytes, width| read(&Chunk::Fixed(bytes, width)))
        }
        "wide" => {
            let cells: PyReadonlyArray2<'_, u32> = first.extract()?;
            read_cells(&cells, |codes, width| read(&Chunk::Wide(codes, width)))
        }
        _ => read_arrow(&layout, chunk, read),
    }
}

fn read_cells<T: numpy::Element>(
    cells: &PyReadonlyArray2<'_, T>,
    read: impl FnOnce(&[T], usize) -> PyResult<()>,
) -> PyResult<()> {
    use numpy::PyUntypedArrayMethods;
    let width = cells.as_array().ncols();
    if width == 0 && cells.shape()[0] > 0 {
        return Err(PyValueError::new_err("column: texts of width 0; expected texts"));
    }
    let slice = cells.as_slice().ok().filter(|_| cells.is_c_contiguous());
    read(
        slice.ok_or_else(|| PyValueError::new_err("column: expected a C-contiguous array"))?,
        width,
    )
}

fn read_arrow(
    layout: &str,
    chunk: &Bound<'_, PyTuple>,
    read: &mut dyn FnMut(&Chunk<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let bitmap: Option<PyReadonlyArray1<'_, u8>> = chunk.get_item(3)?.extract()?;
    let bitmap = bitmap.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let validity = Validity { bitmap, start: chunk.get_item(4)?.extract()? };
    if layout == "views" {
        let views: PyReadonlyArray2<'_, u8> = chunk.get_item(1)?.extract()?;
        let buffers: Vec<PyReadonlyArray1<'_, u8>> = chunk.get_item(2)?.extract()?;
        let buffers = buffers.iter().map(PyReadonlyArray1::as_slice).collect::<Result<_, _>>()?;
        return read(&Chunk::Views(views.as_slice()?, buffers, validity));
    }
    let data: PyReadonlyArray1<'_, u8> = chunk.get_item(1)?.extract()?;
    let offsets = chunk.get_item(2)?;
    if let Ok(ends) = offsets.extract::<PyReadonlyArray1<'_, i32>>() {
        return read(&Chunk::Offsets(data.as_slice()?, Ends::Narrow(ends.as_slice()?), validity));
    }
    let ends: PyReadonlyArray1<'_, i64> = offsets.extract()?;
    read(&Chunk::Offsets(data.as_slice()?, Ends::Wide(ends.as_slice()?), validity))
}

fn extend(data: &mut Vec<u8>, bytes: &[u8]) -> PyResult<()> {
    data.try_reserve(bytes.len()).map_err(memory_error)?;
    data.extend_from_slice(bytes);
    Ok(())
}

/// Copies a list of texts into one buffer, so that its rows can be read without the GIL.
fn read_objects(
    list: &Bound<'_, PyList>,
    read: &mut dyn FnMut(&Chunk<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let mut data = Vec::new();
    let mut ends = vec![0_i64];
    let mut bitmap = None;
    for (row, item) in list.iter().enumerate() {
        if let Ok(text) = item.cast::<PyString>() {
            // A lone surrogate becomes U+FFFD, which no reader accepts, so that only its row is invalid.
            extend(&mut data, text.to_string_lossy().as_bytes())?;
        } else if let Ok(bytes) = item.cast::<PyBytes>() {
            extend(&mut data, bytes.as_bytes())?;
        } else if item.is_none() {
            let bitmap = bitmap.get_or_insert_with(|| vec![0xff_u8; list.len().div_ceil(8)]);
            bitmap[row / 8] &= !(1 << (row % 8));
        } else {
            let message = format!("column: row {row}: {}; expected a text", describe(&item));
            return Err(PyTypeError::new_err(message));
        }
        ends.try_reserve(1).map_err(memory_error)?;
        ends.push(data.len() as i64);
        if row % BLOCK == 0 {
            list.py().check_signals()?;
        }
    }
    let validity = Validity { bitmap: bitmap.as_deref(), start: 0 };
    read(&Chunk::Offsets(&data, Ends::Wide(&ends), validity))
}

/// Reshapes rows of values to two dimensions.
pub fn reshape<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    use numpy::{PyArray1, PyArrayMethods};
    let rows = values.len() / width;
    PyArray1::from_vec(py, values).reshape([rows, width])
}
