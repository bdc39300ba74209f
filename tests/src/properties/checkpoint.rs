//! Properties of the checkpoints of perft counts.

use tabiya_cli::checkpoint::Checkpoint;

use super::assert_plain_message;

/// Checks that bytes are rejected, or are a checkpoint that round-trips.
///
/// The same bytes are then checked after a first line with their length and checksum, which a fuzzer would
/// not find.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_checkpoint(bytes: &[u8]) {
    check_file(bytes);
    let (len, sum) = (bytes.len(), crc32fast::hash(bytes));
    let first_line = format!("tabiya checkpoint 1, {len} bytes, crc32 {sum:08x}\n");
    check_file(&[first_line.as_bytes(), bytes].concat());
}

fn check_file(bytes: &[u8]) {
    let checkpoint = match Checkpoint::from_bytes(bytes) {
        Ok(checkpoint) => checkpoint,
        Err(error) => return assert_plain_message(&error),
    };
    let mut indices = checkpoint.finished.iter().map(|&(index, _)| index);
    assert!(indices.all(|index| index < checkpoint.subtrees), "{checkpoint:?}");
    assert!(checkpoint.finished.is_sorted_by_key(|&(index, _)| index), "{checkpoint:?}");
    assert_eq!(Checkpoint::from_bytes(&checkpoint.to_bytes()).as_ref(), Ok(&checkpoint));

    let mut other = checkpoint.clone();
    other.depth ^= 1;
    assert_eq!(checkpoint.expect_same_count(&checkpoint), Ok(()));
    assert_plain_message(&checkpoint.expect_same_count(&other).expect_err("another depth"));
}
