//! The 32 bytes of an entry without an entry before it.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | the occupied squares as a bitboard, `a1` in bit 0 |
//! | 8 to 23 | a 4-bit code for each occupied square in ascending order, low nibble first |
//! | 24, 25 | the move: kind, origin, target, promotion; 0 for none |
//! | 26, 27 | the score |
//! | 28, 29 | the ply in 14 bits; above them the result for the side to move: 0 draw, 1 loss, 2 win |
//! | 30, 31 | 0 and the halfmove clock, at most 255 |
//!
//! Piece codes are twice the index of the piece type, plus 1 for Black. From 12 on they are those of
//! [`PackedPosition`]: a pawn of a double push, castling rooks, and the black king with Black to move.

use core::convert::Infallible;

use tabiya_core::{Move, MoveKind, Square};
use tabiya_movegen::PackedPosition;

use super::{BinpackErrorKind, Entry, WriteError, unzigzag, zigzag};
use crate::training::{map_piece_codes, unpack_position};

/// The greatest ply that an entry's 32 bytes express.
const MAX_PLY: u16 = 0x3FFF;

/// Decodes an entry.
pub(super) fn decode(bytes: &[u8; 32]) -> Result<Entry, BinpackErrorKind> {
    let [codes @ .., m0, m1, s0, s1, p0, p1, _, halfmove_clock] = *bytes;
    let ply_and_result = u16::from_be_bytes([p0, p1]);
    let ply = ply_and_result & MAX_PLY;
    let codes = swap_occupancy(codes);
    let codes = map_piece_codes(&codes, |_, code| {
        Ok::<_, BinpackErrorKind>(if code < 12 { code / 2 + code % 2 * 6 } else { code })
    })?;
    let fullmove_number = ply / 2 + 1;
    let position = unpack_position(codes, halfmove_clock.into(), fullmove_number)
        .map_err(BinpackErrorKind::Position)?;
    if !position.is_standard_castling() {
        let rook = position.castling_rooks().first().unwrap_or(Square::A1);
        return Err(BinpackErrorKind::Castling { rook });
    }
    let us = position.side_to_move();
    let winner = match ply_and_result >> 14 {
        0 => None,
        1 => Some(!us),
        2 => Some(us),
        _ => return Err(BinpackErrorKind::Result),
    };
    let position = position.with_legal_ep_square();
    let mv = decode_move(u16::from_be_bytes([m0, m1]))?;
    if let Some(mv) = mv {
        position.why_illegal(mv).map_err(|reason| BinpackErrorKind::Illegal { mv, reason })?;
    }
    let score = unzigzag(u16::from_be_bytes([s0, s1]));
    Ok(Entry { position, mv, score, ply, winner })
}

/// Encodes an entry.
pub(super) fn encode(entry: &Entry) -> Result<[u8; 32], WriteError> {
    let position = entry.position.with_legal_ep_square();
    if !position.is_standard_castling() {
        return Err(WriteError::Chess960(position.castling_rights()));
    }
    if entry.ply > MAX_PLY {
        return Err(WriteError::Ply(entry.ply));
    }
    let packed = PackedPosition::from(&position);
    let Ok(codes) = map_piece_codes(packed.position_bytes(), |_, code| {
        Ok::<_, Infallible>(if code < 12 { code % 6 * 2 + code / 6 } else { code })
    });
    let result = match entry.winner {
        None => 0,
        Some(color) if color == position.side_to_move() => 2,
        Some(_) => 1,
    };
    let mut bytes = [0; 32];
    bytes[..24].copy_from_slice(&swap_occupancy(codes));
    bytes[24..26].copy_from_slice(&entry.mv.map_or(0, encode_move).to_be_bytes());
    bytes[26..28].copy_from_slice(&zigzag(entry.score).to_be_bytes());
    bytes[28..30].copy_from_slice(&(entry.ply | result << 14).to_be_bytes());
    bytes[31] = position.halfmove_clock().min(255) as u8;
    Ok(bytes)
}

/// Swaps the bytes of the bitboard before the piece codes.
fn swap_occupancy(mut codes: [u8; 24]) -> [u8; 24] {
    codes[..8].reverse();
    codes
}

/// Decodes a move, or no move. The promotion is ignored for other kinds.
fn decode_move(bits: u16) -> Result<Option<Move>, BinpackErrorKind> {
    if bits == 0 {
        return Ok(None);
    }
    let from = Square::from_low_bits((bits >> 8) as u8);
    let to = Square::from_low_bits((bits >> 2) as u8);
    let kind = match bits >> 14 {
        0 => MoveKind::Normal,
        1 => promotion(u32::from(bits) & 3),
        2 => MoveKind::Castling,
        _ => MoveKind::EnPassant,
    };
    if from == to {
        return Err(BinpackErrorKind::Move { bits });
    }
    Ok(Some(Move::with_kind(from, to, kind)))
}

fn encode_move(mv: Move) -> u16 {
    let kind = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::Castling => 2 << 14,
        MoveKind::EnPassant => 3 << 14,
        promotion => 1 << 14 | promotion_index(promotion) as u16,
    };
    kind | (mv.from() as u16) << 8 | (mv.to() as u16) << 2
}

/// Returns the kind of a promotion by its index: knight, bishop, rook, queen.
pub(super) const fn promotion(index: u32) -> MoveKind {
    MoveKind::PROMOTIONS[3 - (index & 3) as usize]
}

/// Returns the index of a promotion.
pub(super) fn promotion_index(kind: MoveKind) -> u32 {
    kind.promotion().map_or(0, |piece_type| piece_type as u32 - 1)
}
