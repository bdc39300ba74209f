//! Move blocks: start positions and two-byte moves for consecutive games.

use tabiya::{PackedPosition, Position};

use super::format::{Fields, push_varint};
use crate::findings::GameContents;

/// The start position for a game's stored moves, as a code in the two lowest bits of its first
/// field.
const STANDARD_START: u64 = 0;
const PACKED_START: u64 = 1;
const NO_START: u64 = 2;

/// The bit for a game whose moves end before one that is illegal.
const IS_CUT: u64 = 0b100;

/// The number of bits below the move count.
const MOVES_SHIFT: u32 = 3;

/// Appends the start position and the main line moves, up to an illegal one.
pub(super) fn push_game(bytes: &mut Vec<u8>, contents: &GameContents) {
    let Some(start) = contents.start else {
        return push_varint(bytes, NO_START);
    };
    let is_standard = start == Position::START;
    let code = if is_standard { STANDARD_START } else { PACKED_START };
    let cut = if contents.error().is_some() { IS_CUT } else { 0 };
    push_varint(bytes, (contents.plies() as u64) << MOVES_SHIFT | cut | code);
    if !is_standard {
        bytes.extend_from_slice(&PackedPosition::from(&start).to_bytes());
    }
    bytes.extend(contents.moves.iter().flat_map(|ply| ply.to_bits().to_le_bytes()));
}

/// A game's main line in two-byte moves, read from an index.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StoredGame<'a> {
    /// The game's number in the file, counted from 0.
    pub game: u64,
    /// The start position, or `None` if the game's own is invalid.
    pub start: Option<Position>,
    /// The moves, little-endian; 0 is a null move, which [`Replay`](tabiya::Replay) refuses. A hostile index
    /// may contain illegal moves.
    pub moves: &'a [[u8; 2]],
    /// `true` if the moves end before one that is illegal.
    pub is_cut: bool,
}

/// A block with the moves in consecutive games, read from an index.
#[derive(Clone, Debug)]
pub struct MovesBlock {
    first: u64,
    bytes: Vec<u8>,
    games: usize,
}

impl MovesBlock {
    /// Parses a block. Returns `None` if the bytes are invalid.
    pub(super) fn parse(first: u64, games: usize, bytes: Vec<u8>) -> Option<Self> {
        let mut fields = Fields(&bytes);
        for game in 0..games as u64 {
            parse_game(&mut fields, game)?;
        }
        fields.0.is_empty().then_some(Self { first, bytes, games })
    }

    /// Returns the games in the file's order.
    pub fn games(&self) -> impl Iterator<Item = StoredGame<'_>> {
        let mut fields = Fields(&self.bytes);
        let games = 0..self.games as u64;
        // The bytes were parsed by `parse`, so that none is missing.
        games.map_while(move |index| parse_game(&mut fields, self.first + index))
    }
}

fn parse_game<'a>(fields: &mut Fields<'a>, game: u64) -> Option<StoredGame<'a>> {
    let field = fields.varint()?;
    let start = match field & 0b11 {
        STANDARD_START => Some(Position::START),
        PACKED_START => Some(PackedPosition::from_bytes(fields.array()?).unpack().ok()?),
        NO_START if field == NO_START => None,
        _ => return None,
    };
    let len = usize::try_from(field >> MOVES_SHIFT).ok()?.checked_mul(2)?;
    let (moves, _) = fields.bytes(len)?.as_chunks();
    Some(StoredGame { game, start, moves, is_cut: field & IS_CUT != 0 })
}
