//! Blocks, and the entries in a block.

use core::iter::FusedIterator;

use tabiya_core::{Move, by_side};
use tabiya_movegen::{Position, pseudo_legal};

use super::ply::{BitReader, read_move, read_score};
use super::{BinpackError, BinpackErrorKind, Entry, HEADER_LEN, MAX_BLOCK_LEN, STEM_LEN, stem};

/// Returns the payload size of a block from its header.
///
/// # Errors
///
/// Returns an error if the header does not begin with `BINP`, or the size is above [`MAX_BLOCK_LEN`].
pub fn block_len(header: &[u8; HEADER_LEN]) -> Result<usize, BinpackErrorKind> {
    let [b'B', b'I', b'N', b'P', size @ ..] = *header else { return Err(BinpackErrorKind::Magic) };
    let found = u32::from_le_bytes(size);
    match usize::try_from(found) {
        Ok(len) if len <= MAX_BLOCK_LEN => Ok(len),
        _ => Err(BinpackErrorKind::BlockSize { found }),
    }
}

/// The blocks of a file in memory. After an error, the iterator ends.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    rest: &'a [u8],
    offset: u64,
}

/// A block: its payload, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The chains.
    pub payload: &'a [u8],
    /// The offset of the payload in the file.
    pub offset: u64,
    /// `true` if the file ends inside the block. The payload is the part that is there.
    pub is_cut: bool,
}

impl<'a> Blocks<'a> {
    /// Returns the blocks of a whole file.
    #[must_use]
    pub const fn new(file: &'a [u8]) -> Self {
        Self { rest: file, offset: 0 }
    }

    fn read(&mut self) -> Result<Block<'a>, BinpackErrorKind> {
        let (header, rest) =
            self.rest.split_first_chunk().ok_or(BinpackErrorKind::TruncatedBlock)?;
        let len = block_len(header)?;
        let (payload, rest) = rest.split_at_checked(len).unwrap_or((rest, &[]));
        let offset = self.offset + HEADER_LEN as u64;
        self.rest = rest;
        self.offset = offset + len as u64;
        Ok(Block { payload, offset, is_cut: payload.len() < len })
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Result<Block<'a>, BinpackError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let offset = self.offset;
        let block = self.read().map_err(|kind| BinpackError { offset, kind });
        if block.is_err() {
            self.rest = &[];
        }
        Some(block)
    }
}

impl FusedIterator for Blocks<'_> {}

impl<'a> Block<'a> {
    /// Returns a reader of the entries.
    #[inline]
    #[must_use]
    pub const fn entries(self) -> Entries<'a> {
        Entries { block: self, bit: 0, left: 0, entry: None }
    }
}

/// A reader of the entries in a block. It checks that every position is valid and every move legal. After an error, it
/// ends. A block that the file cuts off ends with an error.
///
/// Entries are lent, not returned: [`next`](Self::next) overwrites the one before.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    block: Block<'a>,
    /// The bit at which the next chain or move begins.
    bit: usize,
    /// The number of moves left in the chain.
    left: u16,
    entry: Option<Entry>,
}

impl<'a> Entries<'a> {
    /// Reads the next entry, if there is one.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Option<Result<&Entry, BinpackError>> {
        let result = if self.left > 0 {
            self.read_move()
        } else {
            match self.rest().first_chunk() {
                Some(stem) => self.read_stem(stem),
                None if self.block.is_cut => {
                    self.bit = 8 * self.chain_start();
                    Err(BinpackErrorKind::TruncatedBlock)
                }
                None => return None,
            }
        };
        match result {
            Ok(()) => self.entry.as_ref().map(Ok),
            Err(kind) => {
                let offset = self.block.offset + self.bit as u64 / 8;
                self.block.payload = &[];
                self.block.is_cut = false;
                self.left = 0;
                Some(Err(BinpackError { offset, kind }))
            }
        }
    }

    /// Tests whether the next entry begins a chain, or there is none.
    #[inline]
    #[must_use]
    pub const fn is_chain_start(&self) -> bool {
        self.left == 0
    }

    /// Returns the number of bytes in the chains that were read. Between chains, the rest is unread.
    #[inline]
    #[must_use]
    pub const fn chain_start(&self) -> usize {
        self.bit.div_ceil(8)
    }

    /// Returns the bytes that follow the chains. Fewer than [`STEM_LEN`] are ignored.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.block.payload.get(self.chain_start()..).unwrap_or_default()
    }

    fn read_stem(&mut self, bytes: &[u8; STEM_LEN]) -> Result<(), BinpackErrorKind> {
        let [stem @ .., high, low] = bytes;
        self.bit = 8 * self.chain_start();
        self.entry = Some(stem::decode(stem)?);
        self.left = u16::from_be_bytes([*high, *low]);
        self.bit += 8 * STEM_LEN;
        Ok(())
    }

    #[inline]
    fn read_move(&mut self) -> Result<(), BinpackErrorKind> {
        let Some(entry) = &mut self.entry else { return Ok(()) };
        let Some(mv) = entry.mv else { return Err(BinpackErrorKind::MovesAfterEnd) };
        entry.position.make_move(mv);
        if entry.position.ep_square().is_some() {
            entry.position = entry.position.with_legal_ep_square();
        }
        let mut bits = BitReader::at(self.block.payload, self.bit);
        let read = read_ply(entry, &mut bits);
        let end = self.bit + bits.taken();
        if end > 8 * self.block.payload.len() {
            return Err(if self.block.is_cut {
                BinpackErrorKind::TruncatedBlock
            } else {
                BinpackErrorKind::TruncatedChain
            });
        }
        read?;
        entry.ply = entry.ply.wrapping_add(1);
        self.bit = end;
        self.left -= 1;
        Ok(())
    }
}

/// Reads the move and the score of an entry, whose position is there.
#[inline]
fn read_ply(entry: &mut Entry, bits: &mut BitReader) -> Result<(), BinpackErrorKind> {
    let position = &entry.position;
    let mv = by_side!(position.side_to_move(), S => read_move::<S>(position, bits))?;
    entry.score = read_score(bits, entry.score)?;
    entry.mv = Some(mv);
    if pseudo_legal::is_legal(position, mv) { Ok(()) } else { refuse(position, mv) }
}

/// Returns the error for a move if it is illegal.
#[cold]
fn refuse(position: &Position, mv: Move) -> Result<(), BinpackErrorKind> {
    position.why_illegal(mv).map_err(|reason| BinpackErrorKind::Illegal { mv, reason })
}
