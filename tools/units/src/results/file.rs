//! Result files: one unit's results from one or more processes.

use super::error::ResultError;
use super::unit_result::UnitResult;
use crate::bytes::Fields;

/// A result file's first bytes.
const MAGIC: [u8; 8] = *b"TABRESUL";
/// The version of the result file format.
const FORMAT_VERSION: u16 = 1;
/// The size of the header in bytes: magic, version, number of results and checksum.
const HEADER_LEN: usize = 16;
/// The checksum's offset in the header.
const CHECKSUM_AT: usize = 12;

/// The maximum number of results per unit.
pub const MAX_RESULTS: usize = 16;
/// A result file's maximum size in bytes.
pub const MAX_FILE_LEN: usize = HEADER_LEN + MAX_RESULTS * UnitResult::LEN;

/// Returns the file bytes for some results from one unit, at most [`MAX_RESULTS`].
pub fn encode_file(results: &[UnitResult]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER_LEN + results.len() * UnitResult::LEN);
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend((results.len() as u16).to_le_bytes());
    bytes.extend([0; HEADER_LEN - CHECKSUM_AT]);
    results.iter().for_each(|result| bytes.extend(result.to_bytes()));
    let sum = checksum(&bytes);
    bytes[CHECKSUM_AT..HEADER_LEN].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Parses a result file's bytes. Only what [`encode_file`] returns is valid.
///
/// # Errors
///
/// Returns a [`ResultError`] if the bytes are invalid, if the results do not belong to one unit, or
/// if one of them occurs twice.
pub fn decode_file(bytes: &[u8]) -> Result<Vec<UnitResult>, ResultError> {
    let mut fields = Fields(bytes);
    if bytes.len() < MAGIC.len() || fields.array() != MAGIC {
        return Err(ResultError::NotAResultFile);
    }
    let found = bytes.len();
    if found < HEADER_LEN {
        return Err(ResultError::Length { found, expected: HEADER_LEN });
    }
    let version = fields.u16();
    let count = usize::from(fields.u16());
    let sum = fields.u32();
    if version != FORMAT_VERSION {
        return Err(ResultError::UnsupportedVersion { found: version, expected: FORMAT_VERSION });
    }
    if !(1..=MAX_RESULTS).contains(&count) {
        return Err(ResultError::Invalid { reason: "the number of results is not 1 to 16" });
    }
    let expected = HEADER_LEN + count * UnitResult::LEN;
    if found != expected {
        return Err(ResultError::Length { found, expected });
    }
    if checksum(bytes) != sum {
        return Err(ResultError::Checksum);
    }
    let (chunks, _) = bytes[HEADER_LEN..].as_chunks();
    let results = chunks.iter().map(UnitResult::from_bytes).collect::<Result<Vec<_>, _>>()?;
    for (index, result) in results.iter().enumerate() {
        if results[..index].contains(result) {
            return Err(ResultError::Invalid { reason: "a result occurs twice" });
        }
        if result.unit != results[0].unit {
            return Err(ResultError::Invalid { reason: "the results are of different units" });
        }
    }
    Ok(results)
}

/// Returns a file's checksum: the CRC-32 over all bytes but the checksum's own.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&bytes[..CHECKSUM_AT]);
    sum.update(&bytes[HEADER_LEN..]);
    sum.finalize()
}
