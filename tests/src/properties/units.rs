//! Properties of units files and result files.

use std::io::Cursor;

use tabiya_units::results::{MAX_FILE_LEN, Resolution, UnitResult, decode_file, encode_file};
use tabiya_units::units_file::{HEADER_LEN, Header, Record, UnitsFile, UnitsWriter, unit_checksum};

use super::assert_plain_message;

/// Checks that bytes are rejected, or are a units file that is written again from its records.
///
/// The same bytes are then checked with a units file's magic, version and checksums, and with the
/// position count that their length implies. A fuzzer would not find these.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_units(bytes: &[u8]) {
    check_units_file(bytes);
    if bytes.len() < HEADER_LEN {
        return;
    }
    let mut file = bytes.to_vec();
    file[..12].copy_from_slice(b"TABUNITS\x01\0\0\0");
    // Units with one to four positions, so that short inputs have several.
    let per_unit = usize::from(file[12] % 4) + 1;
    file[12..16].copy_from_slice(&(per_unit as u32).to_le_bytes());
    let records: Vec<_> = bytes[HEADER_LEN..].chunks_exact(Record::LEN).collect();
    file[16..24].copy_from_slice(&(records.len() as u64).to_le_bytes());
    file.truncate(HEADER_LEN);
    let sum = crc32fast::hash(&file[..HEADER_LEN - 4]);
    file[HEADER_LEN - 4..].copy_from_slice(&sum.to_le_bytes());
    for (unit, records) in records.chunks(per_unit).enumerate() {
        let records = records.concat();
        let sum = unit_checksum(unit as u64, &records);
        file.extend(records);
        file.extend(sum.to_le_bytes());
    }
    check_units_file(&file);
}

fn check_units_file(bytes: &[u8]) {
    let mut file = match UnitsFile::new(Cursor::new(bytes)) {
        Ok(file) => file,
        Err(error) => return assert_plain_message(&error),
    };
    let header = file.header().clone();
    assert_eq!(header.file_len(), bytes.len() as u64, "{header:?}");
    let parsed = Header::from_bytes(&header.to_bytes()).expect("the header was accepted");
    assert_eq!(parsed, header);
    let mut positions = 0;
    for unit in 0..header.units() {
        match file.read_unit(unit) {
            Ok(subtrees) => {
                assert_eq!(subtrees.len(), header.records_in(unit), "{header:?}");
                for subtree in subtrees {
                    let record = Record::new(&subtree.position, subtree.multiplicity as u32);
                    assert_eq!(record.subtree().as_ref(), Ok(&subtree));
                }
            }
            Err(error) => assert_plain_message(&error),
        }
        positions += header.records_in(unit);
    }
    assert_eq!(positions as u64, header.positions, "{header:?}");
    match file.verify(|_| ()) {
        Ok(()) => assert_eq!(written_again(&mut file), bytes, "{header:?}"),
        Err(error) => assert_plain_message(&error),
    }
}

/// Writes the records in a valid file to another one.
fn written_again(file: &mut UnitsFile<Cursor<&[u8]>>) -> Vec<u8> {
    let Header { root, plies, records_per_unit, .. } = *file.header();
    let out = Cursor::new(Vec::new());
    let mut writer = UnitsWriter::begin(out, &root, plies, records_per_unit).expect("as read");
    for unit in 0..file.header().units() {
        for record in file.read_records(unit).expect("verified") {
            writer.write(&record.position, record.multiplicity.into()).expect("in order");
        }
    }
    let (out, _) = writer.finish().expect("memory can be written to");
    out.into_inner()
}

/// Checks that bytes are rejected, or are a result file that round-trips.
///
/// The same bytes are then checked as a file's results, with its header and all checksums.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_results(bytes: &[u8]) {
    check_result_file(bytes);
    let mut rows = Vec::new();
    for row in bytes.chunks_exact(UnitResult::LEN).take(20) {
        let (checked, _) = row.split_at(UnitResult::LEN - 4);
        rows.extend(checked);
        rows.extend(crc32fast::hash(checked).to_le_bytes());
    }
    let count = (rows.len() / UnitResult::LEN) as u16;
    let start = [&b"TABRESUL\x01\0"[..], &count.to_le_bytes()].concat();
    let sum = crc32fast::hash(&[&start[..], &rows].concat());
    check_result_file(&[&start[..], &sum.to_le_bytes(), &rows].concat());
}

fn check_result_file(bytes: &[u8]) {
    let results = match decode_file(bytes) {
        Ok(results) => results,
        Err(error) => return assert_plain_message(&error),
    };
    assert_eq!(encode_file(&results), bytes, "{results:?}");
    assert!(bytes.len() <= MAX_FILE_LEN && !results.is_empty(), "{results:?}");
    for result in &results {
        assert_eq!(result.unit, results[0].unit, "{results:?}");
        assert!(!result.process.host.contains(char::is_control), "{result:?}");
    }
    // A count that is accepted is a result's.
    if let Some(nodes) = Resolution::of(&results).nodes() {
        assert!(results.iter().any(|result| result.nodes == nodes), "{results:?}");
    }
}
