//! A move and a score as bits.

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Side, Square};
use tabiya_movegen::Position;
use tabiya_tables::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};

use super::stem::{promotion, promotion_index};
use super::{BinpackErrorKind, unzigzag, zigzag};

/// A reader for the next 56 bits or more in a move text. Bits behind its end are 0.
#[derive(Clone, Copy)]
pub(super) struct BitReader {
    /// The bits that are left, from the highest on.
    window: u64,
    /// The number of bits that were taken.
    taken: u32,
}

impl BitReader {
    /// Returns the bits from an index on.
    #[inline]
    pub(super) fn at(bytes: &[u8], index: usize) -> Self {
        let rest = bytes.get(index / 8..).unwrap_or_default();
        let window = match rest.first_chunk::<8>() {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => {
                let mut padded = [0; 8];
                padded[..rest.len()].copy_from_slice(rest);
                u64::from_be_bytes(padded)
            }
        };
        Self { window: window << (index % 8), taken: 0 }
    }

    /// Returns the number of bits that were taken. Some may be behind the end of the text.
    #[inline]
    pub(super) const fn taken(self) -> usize {
        self.taken as usize
    }

    #[inline]
    const fn take(&mut self, width: u32) -> u32 {
        self.taken += width;
        // Two shifts, because the width may be 0.
        let value = (self.window >> 1 >> (63 - width)) as u32;
        self.window <<= width;
        value
    }
}

/// A set of squares that can be indexed in ascending order.
struct IndexedSquares {
    squares: u64,
    /// The byte `i` is the number of squares on ranks up to `i`.
    prefix: u64,
}

impl IndexedSquares {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH_BITS: u64 = 0x80 * Self::ONES;

    #[inline]
    const fn new(squares: Bitboard) -> Self {
        let squares = squares.0;
        let pairs = squares - (squares >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self { squares, prefix: bytes.wrapping_mul(Self::ONES) }
    }

    #[inline]
    const fn len(&self) -> u32 {
        (self.prefix >> 56) as u32
    }

    /// Returns the square with an index, which must be below the number of squares. There is no branch, because the
    /// index is hard to predict.
    #[inline]
    fn nth(&self, index: u32) -> Square {
        // The high bit of a byte tells that the ranks up to it have more squares than the index.
        let more = (self.prefix | Self::HIGH_BITS) - (u64::from(index) + 1) * Self::ONES;
        let first = (more & Self::HIGH_BITS).trailing_zeros() & 56;
        let before = (self.prefix << 8) >> first;
        let files = (self.squares >> first) as u8;
        let file = FILES[usize::from(files)][(index as usize).wrapping_sub(before as usize) % 8];
        Square::from_low_bits(first as u8 + file)
    }
}

/// The files of a rank's squares by index.
static FILES: [[u8; 8]; 256] = {
    let mut files = [[0; 8]; 256];
    let mut rank = 0;
    while rank < 256 {
        let mut len = 0;
        let mut file = 0;
        while file < 8 {
            if rank >> file & 1 == 1 {
                files[rank][len] = file;
                len += 1;
            }
            file += 1;
        }
        rank += 1;
    }
    files
};

/// Returns the number of bits for an index below `len`.
#[inline]
const fn width(len: u32) -> u32 {
    // `| 1` lets the compiler omit the test for 0.
    ((2 * len).saturating_sub(1) | 1).ilog2()
}

/// Returns the squares that a pawn reaches, checks and pins aside. The en passant square of the position is one that
/// some pawn may legally capture on.
#[inline]
fn pawn_targets<S: Side>(position: &Position, from: Square) -> Bitboard {
    let empty = !position.occupied();
    let step = |pawn: Bitboard| pawn.shift(S::UP) & empty;
    let single = step(from.bitboard());
    let double = step(single & S::THIRD_RANK);
    let ep_square = position.ep_square().map_or(Bitboard::EMPTY, Square::bitboard);
    let captures = pawn_attacks(S::COLOR, from) & (position.colors(S::Them::COLOR) | ep_square);
    captures | single | double
}

/// Returns the rooks with which a king may castle later: queenside first.
#[inline]
fn castling_rooks<S: Side>(position: &Position) -> [Option<Square>; 2] {
    let rooks = position.castling_rooks() & S::FIRST_RANK;
    [rooks.first(), rooks.last().filter(|&rook| Some(rook) != rooks.first())]
}

/// Reads a move of the side `S`, legal or not.
#[inline]
pub(super) fn read_move<S: Side>(
    position: &Position,
    bits: &mut BitReader,
) -> Result<Move, BinpackErrorKind> {
    let ours = position.colors(S::COLOR);
    let pieces = IndexedSquares::new(ours);
    let len = pieces.len();
    let found = bits.take(width(len));
    if found >= len {
        return Err(BinpackErrorKind::PieceIndex { found, len });
    }
    let from = pieces.nth(found);
    let mut take_index = |len: u32| {
        let found = bits.take(width(len));
        if found < len { Ok(found) } else { Err(BinpackErrorKind::TargetIndex { found, len }) }
    };
    let occupied = position.occupied();
    let targets = match position.piece_type_on(from) {
        Some(PieceType::Pawn) => {
            let targets = IndexedSquares::new(pawn_targets::<S>(position, from));
            if S::SEVENTH_RANK.contains(from) {
                let index = take_index(4 * targets.len())?;
                return Ok(Move::with_kind(from, targets.nth(index / 4), promotion(index)));
            }
            let to = targets.nth(take_index(targets.len())?);
            let is_en_passant = Some(to) == position.ep_square() && to.file() != from.file();
            let kind = if is_en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
            return Ok(Move::with_kind(from, to, kind));
        }
        Some(PieceType::King) => {
            let targets = IndexedSquares::new(king_attacks(from) - ours);
            let rooks = castling_rooks::<S>(position);
            let rights = rooks.into_iter().flatten().count() as u32;
            let index = take_index(targets.len() + rights)?;
            return match index.checked_sub(targets.len()) {
                None => Ok(Move::new(from, targets.nth(index))),
                Some(right) => {
                    let rook = rooks[right as usize % 2].unwrap_or(from);
                    Ok(Move::with_kind(from, rook, MoveKind::Castling))
                }
            };
        }
        Some(PieceType::Knight) => knight_attacks(from),
        Some(PieceType::Bishop) => bishop_attacks(from, occupied),
        Some(PieceType::Rook) => rook_attacks(from, occupied),
        _ => queen_attacks(from, occupied),
    };
    let targets = IndexedSquares::new(targets - ours);
    Ok(Move::new(from, targets.nth(take_index(targets.len())?)))
}

/// Reads a score: the sum with the score before it, which the other side had.
#[inline]
pub(super) fn read_score(bits: &mut BitReader, before: i16) -> Result<i16, BinpackErrorKind> {
    const STOPS: u64 = 0b1000_0100_0010_0001_0000;
    let blocks = bits.window >> 44;
    let stops = !blocks & STOPS;
    if stops == 0 {
        bits.take(20);
        return Err(BinpackErrorKind::ScoreBlocks);
    }
    // Five bits per block, up to the first one that none follows.
    let width = stops.leading_zeros() - 44 + 5;
    bits.take(width);
    let nibbles = blocks >> 15 & 15
        | (blocks >> 10 & 15) << 4
        | (blocks >> 5 & 15) << 8
        | (blocks & 15) << 12;
    let sum = nibbles & ((1 << (width / 5 * 4)) - 1);
    Ok(unzigzag(sum as u16).wrapping_sub(before))
}

/// Bits to be written: a value and its width.
#[derive(Clone, Copy)]
pub(super) struct BitCode {
    pub(super) value: u64,
    pub(super) width: u32,
}

impl BitCode {
    #[inline]
    fn push(&mut self, value: u32, width: u32) {
        self.value = self.value << width | u64::from(value);
        self.width += width;
    }
}

/// Returns the bits of a legal move, and of a score after another one.
#[inline]
pub(super) fn encode<S: Side>(position: &Position, mv: Move, sum: i16) -> BitCode {
    let below = |squares: Bitboard, square: Square| {
        Bitboard(squares.0 & square.bitboard().0.wrapping_sub(1)).count()
    };
    let from = mv.from();
    let to = mv.to();
    let ours = position.colors(S::COLOR);
    let mut code = BitCode { value: 0, width: 0 };
    code.push(below(ours, from), width(ours.count()));
    match position.piece_type_on(from) {
        Some(PieceType::Pawn) => {
            let targets = pawn_targets::<S>(position, from);
            let factor = if mv.is_promotion() { 4 } else { 1 };
            let index = factor * below(targets, to);
            let promotion = if mv.is_promotion() { promotion_index(mv.kind()) } else { 0 };
            code.push(index + promotion, width(factor * targets.count()));
        }
        Some(PieceType::King) => {
            let targets = position.attacks_from(from) - ours;
            let rooks = castling_rooks::<S>(position);
            let rights = rooks.into_iter().flatten().count() as u32;
            let right = rooks.into_iter().position(|rook| rook == Some(to)).unwrap_or(0) as u32;
            let index = if mv.is_castling() { targets.count() + right } else { below(targets, to) };
            code.push(index, width(targets.count() + rights));
        }
        _ => {
            let targets = position.attacks_from(from) - ours;
            code.push(below(targets, to), width(targets.count()));
        }
    }
    let mut sum = u32::from(zigzag(sum));
    loop {
        let follows = u32::from(sum > 15);
        code.push(follows << 4 | sum & 15, 5);
        sum >>= 4;
        if follows == 0 {
            return code;
        }
    }
}
