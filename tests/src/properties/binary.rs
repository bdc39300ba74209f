//! Properties of packed positions and training data.

use tabiya::binpack::{self, Blocks, Entry};
use tabiya::{PackedPosition, bulletformat, viriformat};

use super::{assert_plain_message, assert_position_invariants};

/// Checks that packed bytes and digits are rejected, or are their position's only packed form.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_packed(bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        match text.parse::<PackedPosition>() {
            Ok(packed) => assert_eq!(packed.to_string(), text.to_lowercase()),
            Err(error) => assert_plain_message(&error),
        }
    }
    let packed = PackedPosition::from_bytes(padded(bytes));
    match packed.unpack() {
        Ok(position) => {
            assert_eq!(PackedPosition::from(&position), packed, "{position:?}");
            assert_position_invariants(&position);
        }
        Err(error) => assert_plain_message(&error),
    }
}

/// Checks that bytes are rejected, or are entries that round-trip and games with legal moves.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_training(bytes: &[u8]) {
    match bulletformat::Entry::from_bytes(&padded(bytes)) {
        Ok(entry) => {
            assert_position_invariants(&entry.position);
            let round_trip = bulletformat::Entry::from_bytes(&entry.to_bytes());
            assert_eq!(round_trip, Ok(entry), "{entry:?}");
        }
        Err(error) => assert_plain_message(&error),
    }
    let mut game = match viriformat::Game::read(bytes) {
        Ok(game) => game,
        Err(error) => return assert_plain_message(&error),
    };
    let start = *game.start();
    assert_position_invariants(&start.position);
    assert_eq!(viriformat::Entry::from_bytes(&start.to_bytes()), Ok(start), "{start:?}");
    for step in &mut game {
        match step {
            Ok(step) => assert!(step.position.is_legal(step.mv), "{step:?}"),
            Err(error) => assert_plain_message(&error),
        }
    }
    assert!(bytes.ends_with(game.rest()), "{start:?}");
}

/// Checks that bytes are a binpack file up to an error, whose place is in them: legal entries, which are the same when
/// written and read again.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_binpack(bytes: &[u8]) {
    for entry in check_binpack_round_trip(bytes).iter().take(2) {
        assert_position_invariants(&entry.position);
    }
}

/// Makes the same check without the invariants of the positions. Returns the entries.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_binpack_round_trip(bytes: &[u8]) -> Vec<Entry> {
    // Bytes without a header are chains.
    let file = [b"BINP", &(bytes.len() as u32).to_le_bytes()[..], bytes].concat();
    let file = if bytes.starts_with(b"BINP") { bytes } else { &file };
    let entries = read_binpack(file);
    let written = binpack::write(entries.iter().copied()).expect("entries of a file");
    assert_eq!(read_binpack(&written), entries);
    entries
}

/// Reads a binpack file up to the first error.
fn read_binpack(file: &[u8]) -> Vec<Entry> {
    let mut read = Vec::new();
    for block in Blocks::new(file) {
        let mut entries = match block {
            Ok(block) => block.entries(),
            Err(error) => {
                assert!(error.offset <= file.len() as u64, "{error:?}");
                assert_plain_message(&error);
                return read;
            }
        };
        while let Some(entry) = entries.next() {
            match entry {
                Ok(entry) => {
                    assert!(entry.mv.is_none_or(|mv| entry.position.is_legal(mv)), "{entry:?}");
                    read.push(*entry);
                }
                Err(error) => {
                    assert!(error.offset <= file.len() as u64, "{error:?}");
                    assert_plain_message(&error);
                    return read;
                }
            }
        }
    }
    read
}

/// Returns the first `N` bytes, padded with zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut padded = [0; N];
    let len = bytes.len().min(N);
    padded[..len].copy_from_slice(&bytes[..len]);
    padded
}
