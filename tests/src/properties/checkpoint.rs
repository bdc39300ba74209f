//! What must hold of any bytes given as the checkpoint of a long count.

use tabiya_cli::checkpoint::Checkpoint;

use super::is_sentence;

/// Any bytes are a checkpoint or refused, and so are any that a first line vouches for, which
/// no fuzzer would find; a checkpoint comes back.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_checkpoint(bytes: &[u8]) {
    check_file(bytes);
    let (len, sum) = (bytes.len(), crc32fast::hash(bytes));
    let first_line = format!("tabiya checkpoint 1, {len} bytes, crc32 {sum:08x}\n");
    check_file(&[first_line.as_bytes(), bytes].concat());
}

fn check_file(bytes: &[u8]) {
    let read = match Checkpoint::from_bytes(bytes) {
        Ok(read) => read,
        Err(error) => return is_sentence(&error),
    };
    let mut places = read.finished.iter().map(|&(place, _)| place);
    assert!(places.all(|place| place < read.subtrees), "{read:?}");
    assert!(read.finished.is_sorted_by_key(|&(place, _)| place), "{read:?}");
    assert_eq!(Checkpoint::from_bytes(&read.to_bytes()).as_ref(), Ok(&read));

    let mut other = read.clone();
    other.depth ^= 1;
    assert_eq!(read.expect_same_count(&read), Ok(()));
    is_sentence(&read.expect_same_count(&other).expect_err("another depth"));
}
