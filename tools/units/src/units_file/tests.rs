//! Tests for units files, above all for damaged ones.

use std::io::Cursor;

use tabiya::Position;
use tabiya::perft::{perft, split};

use super::*;

/// Returns a split's units file and its header.
pub(crate) fn units_file_of(
    root: &Position,
    plies: u8,
    records_per_unit: u32,
) -> (Vec<u8>, Header) {
    let mut records: Vec<_> = split(root, plies)
        .iter()
        .map(|subtree| (Record::new(&subtree.position, 1).position, subtree.multiplicity as u64))
        .collect();
    records.sort_unstable();
    let writer = UnitsWriter::begin(Cursor::new(Vec::new()), root, plies, records_per_unit);
    let mut writer = writer.expect("memory can be written to");
    for (position, multiplicity) in &records {
        writer.write(position, *multiplicity).expect("memory can be written to");
    }
    let (file, header) = writer.finish().expect("memory can be written to");
    (file.into_inner(), header)
}

fn sample_file() -> Vec<u8> {
    units_file_of(&Position::START, 2, 150).0
}

/// Reads and verifies a file, and returns the error's message.
#[track_caller]
fn verify(bytes: &[u8]) -> Result<Header, String> {
    let mut file = UnitsFile::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let header = file.header().clone();
    file.verify(|_| ()).map(|()| header).map_err(|error| error.to_string())
}

/// Asserts that a damaged file is refused with a sentence.
#[track_caller]
fn assert_refused(bytes: &[u8], reason: &str) {
    let message = verify(bytes).expect_err(reason);
    assert!(message.contains(reason), "{message}; expected {reason}");
    assert!((10..200).contains(&message.len()) && !message.contains(char::is_control), "{message}");
}

/// Returns a file whose header is changed, with its checksum.
fn with_header(change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = sample_file();
    change(&mut bytes[..HEADER_LEN]);
    let sum = crc32fast::hash(&bytes[..HEADER_LEN - 4]);
    bytes[HEADER_LEN - 4..HEADER_LEN].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn units_cover_the_split_once() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (fen, plies, records_per_unit) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 1_000),
        (kiwipete, 2, 7),
        (kiwipete, 0, 1),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 100_000),
        ("r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1", 3, 64),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1, 10),
    ] {
        let root = Position::from_fen(fen).expect(fen);
        let (bytes, header) = units_file_of(&root, plies, records_per_unit);
        assert_eq!(verify(&bytes).as_ref(), Ok(&header), "{fen}");
        assert_eq!((header.root, header.plies), (root.normalized(), plies));
        assert_eq!(header.paths, perft(&root, plies), "{fen}");
        let mut file = UnitsFile::new(Cursor::new(&bytes)).expect("the file is whole");
        // In reverse, since each unit is read by its offset.
        let mut leaves = 0;
        let mut positions = 0;
        for unit in (0..header.units()).rev() {
            let subtrees = file.read_unit(unit).expect("the unit is whole");
            assert_eq!(subtrees.len(), header.records_in(unit), "{fen}");
            positions += subtrees.len();
            let counts = subtrees.iter().map(|tree| tree.multiplicity * perft(&tree.position, 1));
            leaves += counts.sum::<u128>();
        }
        // Records by index, in any order and repeated.
        let indices = (0..header.positions).rev();
        let indices: Vec<_> = indices.chain((0..header.positions).step_by(2)).collect();
        let subtrees = file.read_subtrees(&indices).expect("the file is whole");
        for (index, subtree) in indices.iter().zip(&subtrees) {
            let unit = index / u64::from(records_per_unit);
            let row = index % u64::from(records_per_unit);
            assert_eq!(file.read_unit(unit).expect("a unit")[row as usize], *subtree, "{fen}");
        }
        assert_eq!(subtrees.len(), indices.len(), "{fen}");
        let error = file.read_subtrees(&[0, header.positions]).expect_err("no such record");
        assert!(error.to_string().starts_with("record "), "{error}");
        assert_eq!(positions, split(&root, plies).len(), "{fen}");
        assert_eq!(leaves, perft(&root, plies + 1), "{fen}");
        let error = file.read_unit(header.units()).expect_err("there is no such unit");
        assert!(error.to_string().contains("not in the file"), "{error}");
    }
}

#[test]
fn content_hash_identifies_split() {
    let hash = |fen: &str, plies, records_per_unit| {
        let root = Position::from_fen(fen).expect(fen);
        units_file_of(&root, plies, records_per_unit).1.content_hash
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 30 60";
    let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(hash(start, 2, 100), hash(later, 2, 100));
    let hashes =
        [hash(start, 2, 100), hash(start, 2, 99), hash(start, 1, 100), hash(black, 2, 100)];
    for (index, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..index].contains(hash), "{index}");
    }
}

#[test]
fn truncated_file_is_refused_at_every_byte() {
    let bytes = sample_file();
    for len in 0..bytes.len() {
        let expected = if len < 8 { "not a units file" } else { "damaged: found" };
        assert_refused(&bytes[..len], expected);
    }
    assert_refused(&[&bytes[..], b"\0"].concat(), "damaged: found");
    assert_refused(&bytes.repeat(2), "damaged: found");
}

#[test]
fn every_flipped_bit_is_refused() {
    let bytes = sample_file();
    for index in 0..bytes.len() {
        let expected = match index {
            0..8 => "not a units file",
            8..12 => "unsupported version",
            12..HEADER_LEN => "the header does not match its checksum",
            _ => "does not match its checksum",
        };
        // All bits in the header, and one in each further byte.
        for bit in if index < HEADER_LEN { 0..8 } else { index % 8..index % 8 + 1 } {
            let mut bytes = bytes.clone();
            bytes[index] ^= 1 << bit;
            assert_refused(&bytes, expected);
        }
    }
}

#[test]
fn impossible_header_with_checksum_is_refused() {
    let set = |at: usize, value: &'static [u8]| {
        with_header(move |header| header[at..at + value.len()].copy_from_slice(value))
    };
    for (bytes, reason) in [
        (set(8, &[2, 0, 0, 0]), "unsupported version 2"),
        (set(12, &[0; 4]), "records per unit"),
        (set(12, &[0xff; 4]), "records per unit"),
        (set(12, &[1, 0, 0, 0]), "damaged: found"),
        (set(16, &[0xff; 8]), "more than 100000000 units"),
        (set(16, &[0xff, 0xff, 0xff, 0, 0, 0, 0, 0]), "damaged: found"),
        (set(24, &[0xff; 16]), "the multiplicities add up to 400; expected 3402823669"),
        (set(40, &[0; 32]), "do not match the hash"),
        (set(72, &[0; 28]), "the packed root is no position"),
        (set(96, &[9]), "not normalized"),
        (set(100, &[3]), "do not match the hash"),
        (set(101, &[0]), "root and FEN differ"),
        (set(101, &[255]), "root and FEN differ"),
        (set(102, b"R"), "root and FEN differ"),
        (set(251, &[1]), "unused bytes"),
    ] {
        assert_refused(&bytes, reason);
    }
}

/// Checksums match, as in a file that was made to deceive.
#[test]
fn wrong_records_with_checksums_are_refused() {
    let unit_len = 150 * Record::LEN + 4;
    let change = |change: fn(&mut [u8])| {
        let mut bytes = sample_file();
        let unit = &mut bytes[HEADER_LEN..HEADER_LEN + unit_len - 4];
        change(unit);
        let sum = unit_checksum(0, unit);
        bytes[HEADER_LEN + unit_len - 4..HEADER_LEN + unit_len].copy_from_slice(&sum.to_le_bytes());
        bytes
    };
    let swap = |unit: &mut [u8]| {
        let (first, second) = unit.split_at_mut(Record::LEN);
        first.swap_with_slice(&mut second[..Record::LEN]);
    };
    for (bytes, reason) in [
        (change(swap), "unit 0, record 1: not in order"),
        (change(|unit| unit.copy_within(..28, 28)), "unit 0, record 1: not in order"),
        (change(|unit| unit[24] = 0), "unit 0, record 0: found multiplicity 0"),
        (change(|unit| unit[24] = 2), "add up to 401; expected 400"),
        (change(|unit| (unit[24], unit[52]) = (2, 0)), "unit 0, record 1: found multiplicity 0"),
        (change(|unit| unit[..24].fill(0)), "unit 0, record 0: invalid position"),
    ] {
        assert_refused(&bytes, reason);
    }
    // The first unit twice: its number is part of the checksum.
    let mut bytes = sample_file();
    bytes.copy_within(HEADER_LEN..HEADER_LEN + unit_len, HEADER_LEN + unit_len);
    assert_refused(&bytes, "unit 1 does not match its checksum");
}

#[test]
fn writer_refuses_wrong_order_and_large_multiplicity() {
    let begin = |records| UnitsWriter::begin(Cursor::new(Vec::new()), &Position::START, 1, records);
    for records in [0, 100_001] {
        let error = begin(records).expect_err("the number of records is not allowed");
        assert!(error.to_string().contains("records per unit"), "{error}");
    }
    let mut writer = begin(3).expect("memory can be written to");
    writer.write(&[1; 24], u32::MAX.into()).expect("the greatest multiplicity");
    let error = writer.write(&[2; 24], 1 << 32).expect_err("too large");
    assert!(error.to_string().starts_with("4294967296 paths lead"), "{error}");
    for position in [[0; 24], [1; 24]] {
        let error = writer.write(&position, 1).expect_err("not greater");
        assert!(error.to_string().contains("record 1: not in order"), "{error}");
    }
}
