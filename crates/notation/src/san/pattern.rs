//! What a text in algebraic notation says, before a board is asked what it means.

use tabiya_core::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

use super::SanError;

/// What a text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// Any other move.
    Step(Step),
}

/// A piece goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) piece_type: PieceType,
    /// Where the text lets the piece come from.
    pub(super) from: Bitboard,
    pub(super) to: Square,
    /// Whether the text says that something is taken.
    pub(super) captures: bool,
    pub(super) promotion: Option<PieceType>,
}

impl Pattern {
    pub(super) fn read(text: &[u8]) -> Result<Self, SanError> {
        let text = without_remarks(text);
        match text {
            b"O-O" | b"0-0" | b"o-o" => Ok(Self::Castling(CastlingSide::KingSide)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => Ok(Self::Castling(CastlingSide::QueenSide)),
            b"--" | b"Z0" => Err(SanError::NullMove),
            _ => Step::read(text).map(Self::Step).ok_or(SanError::Malformed),
        }
    }
}

impl Step {
    /// From the front a piece, from the back what it becomes and where it goes; what is
    /// left in the middle says where it comes from.
    fn read(text: &[u8]) -> Option<Self> {
        let (piece_type, text) = split_piece(text);
        let (text, promotion) = match piece_type {
            PieceType::Pawn => split_promotion(text)?,
            _ => (text, None),
        };
        let (text, to) = text.split_last_chunk()?;
        let to = Square::from_ascii(*to)?;
        let (text, captures) = match text {
            [text @ .., b'x' | b':'] => (text, true),
            [text @ .., b'-'] => (text, false),
            _ => (text, false),
        };
        Some(Self { piece_type, from: origins(text)?, to, captures, promotion })
    }
}

/// The text without what is said of the move after it: check, mate, praise, and that it
/// takes in passing.
fn without_remarks(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    let rest = text.strip_suffix(b"e.p.").or_else(|| text.strip_suffix(b"ep"));
    match rest {
        Some([rest @ .., b' ']) => rest,
        Some(rest) => rest,
        None => text,
    }
}

/// The piece that the text begins with; a pawn need not be named.
fn split_piece(text: &[u8]) -> (PieceType, &[u8]) {
    match text {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
            (PieceType::from_ascii(*letter).unwrap_or(PieceType::Pawn), rest)
        }
        // U+2654 to U+2659 are the white figurines, king to pawn; the black ones follow.
        [0xE2, 0x99, last @ 0x94..=0x9F, rest @ ..] => {
            let place = usize::from(last - 0x94) % PieceType::COUNT;
            (PieceType::ALL[PieceType::COUNT - 1 - place], rest)
        }
        _ => (PieceType::Pawn, text),
    }
}

/// The text before a promotion, and what the pawn becomes; `None` where that is no piece.
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<PieceType>)> {
    let (text, letter) = match text {
        [text @ .., b'=' | b'/', letter] | [text @ .., b'(', letter, b')'] => (text, letter),
        // A rank ends a move without promotion.
        [.., b'1'..=b'8'] => return Some((text, None)),
        [text @ .., letter] => (text, letter),
        [] => return None,
    };
    match PieceType::from_ascii(*letter) {
        None | Some(PieceType::Pawn | PieceType::King) => None,
        becomes => Some((text, becomes)),
    }
}

/// The squares that a file, a rank, both or nothing leave open.
fn origins(text: &[u8]) -> Option<Bitboard> {
    match *text {
        [] => Some(Bitboard::FULL),
        [file, rank] => Square::from_ascii([file, rank]).map(Bitboard::from),
        [byte] => File::from_ascii(byte)
            .map(Bitboard::from)
            .or_else(|| Rank::from_ascii(byte).map(Bitboard::from)),
        _ => None,
    }
}
