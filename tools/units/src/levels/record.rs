//! A position with its multiplicity, as it is sorted and stored.

use std::io::{self, ErrorKind};

use tabiya::{PackedPosition, Position};

/// A packed position without clocks, and its multiplicity. Records sort in the order of the packed
/// bytes, because the words are big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SortRecord {
    pub(super) position: [u64; 3],
    pub(super) multiplicity: u64,
}

/// A record's size in bytes, in memory and on disk.
pub(super) const RECORD_SIZE: usize = size_of::<SortRecord>();
impl SortRecord {
    pub(super) fn new(position: &Position, multiplicity: u64) -> Self {
        let packed = PackedPosition::from(&position.normalized());
        let (chunks, _) = packed.position_bytes().as_chunks();
        let mut words = chunks.iter().map(|&chunk| u64::from_be_bytes(chunk));
        let position = [(); 3].map(|()| words.next().unwrap_or_default());
        Self { position, multiplicity }
    }

    /// Returns the packed position without clocks.
    pub(super) fn position_bytes(&self) -> [u8; 24] {
        let mut bytes = [0; 24];
        bytes.copy_from_slice(self.position.map(u64::to_be_bytes).as_flattened());
        bytes
    }

    pub(super) fn unpack(&self) -> io::Result<Position> {
        let packed = PackedPosition::from_position_bytes(self.position_bytes());
        packed.unpack().map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }

    pub(super) fn to_bytes(self) -> [u8; RECORD_SIZE] {
        let mut bytes = [0; RECORD_SIZE];
        let (words, _) = bytes.as_chunks_mut();
        let [a, b, c] = self.position;
        words
            .iter_mut()
            .zip([a, b, c, self.multiplicity])
            .for_each(|(target, word)| *target = word.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; RECORD_SIZE]) -> Self {
        let (chunks, _) = bytes.as_chunks();
        let mut words = chunks.iter().map(|&chunk| u64::from_le_bytes(chunk));
        let mut word = || words.next().unwrap_or_default();
        Self { position: [word(), word(), word()], multiplicity: word() }
    }

    /// Adds the multiplicity from a record with the same position.
    pub(super) fn add_multiplicity(&mut self, other: &Self) -> io::Result<()> {
        let sum = self.multiplicity.checked_add(other.multiplicity);
        let overflow = || io::Error::other("more than 2^64 - 1 paths lead to one position");
        self.multiplicity = sum.ok_or_else(overflow)?;
        Ok(())
    }
}
