//! Entries as chains, and chains in blocks.

use alloc::vec;
use alloc::vec::Vec;

use tabiya_core::{Color, by_side};
use tabiya_movegen::Position;

use super::ply::{self, BitCode};
use super::{BLOCK_LEN, Entry, HEADER_LEN, WriteError, stem};

/// Encodes entries as a file.
///
/// # Errors
///
/// Returns the first [`WriteError`].
pub fn write(entries: impl IntoIterator<Item = Entry>) -> Result<Vec<u8>, WriteError> {
    let mut chains = ChainWriter::new();
    entries.into_iter().try_for_each(|entry| chains.push(&entry))?;
    let mut file = Vec::new();
    let mut blocks = BlockWriter::new();
    blocks.push(&chains.finish(), &mut file);
    blocks.finish(&mut file);
    Ok(file)
}

/// Chains in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// The bytes of the chains, one after the other.
    pub bytes: Vec<u8>,
    /// The index at which each chain begins.
    pub starts: Vec<usize>,
}

/// A writer that encodes entries as chains.
///
/// An entry continues a chain if the position is that after the move before, clocks included, the ply is the next one,
/// and the game has the same winner.
#[derive(Clone, Debug, Default)]
pub struct ChainWriter {
    chains: Chains,
    /// The index at which the chain begins, unless it has ended.
    start: Option<usize>,
    /// The entry that continues the chain, if the last one has a move.
    next: Option<Next>,
    /// The number of moves in the chain behind its first entry.
    count: u16,
    /// The bits that fill no byte yet.
    pending: u64,
    pending_len: u32,
}

/// The entry that continues a chain.
#[derive(Clone, Copy, Debug)]
struct Next {
    position: Position,
    ply: u16,
    winner: Option<Color>,
    /// The score before it.
    score: i16,
}

impl ChainWriter {
    /// Creates a writer without entries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an entry. After an error, the chains are as before.
    ///
    /// # Errors
    ///
    /// Returns a [`WriteError`] for an illegal move. For an entry that does not continue the chain, also for castling
    /// rights of Chess960 and for a ply above 16,383.
    #[inline]
    pub fn push(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let position = entry.position.with_legal_ep_square();
        let after = match entry.mv {
            None => None,
            Some(mv) => {
                position.why_illegal(mv).map_err(|reason| WriteError::Illegal { mv, reason })?;
                Some((mv, position.after(mv).with_legal_ep_square()))
            }
        };
        match (self.next, after) {
            (Some(next), Some((mv, _)))
                if next.ply == entry.ply
                    && next.winner == entry.winner
                    && self.count < u16::MAX
                    && next.position == position =>
            {
                let sum = entry.score.wrapping_add(next.score);
                let code =
                    by_side!(position.side_to_move(), S => ply::encode::<S>(&position, mv, sum));
                self.push_code(code);
                self.count += 1;
            }
            _ => {
                let stem = stem::encode(entry)?;
                self.finish_chain();
                self.start = Some(self.chains.bytes.len());
                self.chains.starts.push(self.chains.bytes.len());
                self.chains.bytes.extend_from_slice(&stem);
                self.chains.bytes.extend_from_slice(&[0; 2]);
            }
        }
        self.next = after.map(|(_, position)| Next {
            position,
            ply: entry.ply.wrapping_add(1),
            winner: entry.winner,
            score: entry.score,
        });
        Ok(())
    }

    /// Ends the chain, so that the next entry begins another.
    pub fn finish_chain(&mut self) {
        let Some(start) = self.start.take() else { return };
        let count = &mut self.chains.bytes[start + 32..start + 34];
        count.copy_from_slice(&self.count.to_be_bytes());
        if self.pending_len > 0 {
            self.chains.bytes.push((self.pending << (8 - self.pending_len)) as u8);
        }
        self.next = None;
        self.count = 0;
        self.pending = 0;
        self.pending_len = 0;
    }

    /// Returns the chains that have ended, and keeps the one that may go on.
    #[must_use]
    pub fn take(&mut self) -> Chains {
        let Some(start) = self.start else { return core::mem::take(&mut self.chains) };
        let bytes = self.chains.bytes.split_off(start);
        self.start = Some(0);
        self.chains.starts.pop();
        core::mem::replace(&mut self.chains, Chains { bytes, starts: vec![0] })
    }

    /// Returns the chains.
    #[must_use]
    pub fn finish(mut self) -> Chains {
        self.finish_chain();
        self.chains
    }

    #[inline]
    fn push_code(&mut self, code: BitCode) {
        self.pending = self.pending << code.width | code.value;
        self.pending_len += code.width;
        let len = self.pending_len / 8;
        let bytes = (self.pending << (64 - self.pending_len)).to_be_bytes();
        self.chains.bytes.extend_from_slice(&bytes[..len as usize]);
        self.pending_len %= 8;
        self.pending &= (1 << self.pending_len) - 1;
    }
}

/// A writer that collects chains in blocks. A block ends where a chain begins, as soon as it has [`BLOCK_LEN`] bytes.
#[derive(Clone, Debug, Default)]
pub struct BlockWriter {
    payload: Vec<u8>,
}

impl BlockWriter {
    /// Creates a writer without chains.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a writer that goes on with the incomplete block that [`pending`](Self::pending) returned.
    #[must_use]
    pub const fn resume(pending: Vec<u8>) -> Self {
        Self { payload: pending }
    }

    /// Returns the payload of the incomplete block.
    #[must_use]
    pub fn pending(&self) -> &[u8] {
        &self.payload
    }

    /// Adds chains, and appends the blocks that are full to `file`.
    pub fn push(&mut self, chains: &Chains, file: &mut Vec<u8>) {
        let ends = chains.starts.iter().skip(1).copied().chain([chains.bytes.len()]);
        for (&start, end) in chains.starts.iter().zip(ends) {
            if self.payload.len() >= BLOCK_LEN {
                self.flush(file);
            }
            self.payload.extend_from_slice(&chains.bytes[start..end]);
        }
    }

    /// Appends the last block to `file`, if there are chains in it.
    pub fn finish(mut self, file: &mut Vec<u8>) {
        self.flush(file);
    }

    fn flush(&mut self, file: &mut Vec<u8>) {
        if self.payload.is_empty() {
            return;
        }
        let len = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let mut header = [0; HEADER_LEN];
        header[..4].copy_from_slice(b"BINP");
        header[4..].copy_from_slice(&len.to_le_bytes());
        file.extend_from_slice(&header);
        file.append(&mut self.payload);
    }
}
