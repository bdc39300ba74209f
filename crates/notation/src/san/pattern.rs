//! The syntax of SAN, independent of a position.

use tabiya_core::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

/// The syntactic content of a SAN move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// Any other move.
    Step(Step),
}

/// A move of a piece to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) piece_type: PieceType,
    /// The origin squares that the text allows.
    pub(super) from: Bitboard,
    pub(super) to: Square,
    /// `true` if the text has a capture sign.
    pub(super) captures: bool,
    pub(super) promotion: Option<PieceType>,
    /// `true` if the text has the suffix `e.p.`.
    pub(super) passing: bool,
}

impl Pattern {
    /// Parses a text; `None` if it has none of the supported forms.
    #[inline(always)]
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        // The fast path: nearly all moves end with their destination square.
        match text {
            [.., b'1'..=b'8'] => Step::read(text, None, false).map(Self::Step),
            _ => Self::read_with_more(text),
        }
    }

    /// Parses a text that does not end with a square.
    #[inline]
    #[cold]
    fn read_with_more(text: &[u8]) -> Option<Self> {
        let (text, passing) = without_remarks(text);
        match text {
            b"O-O" | b"0-0" | b"o-o" if !passing => Some(Self::Castling(CastlingSide::KingSide)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" if !passing => {
                Some(Self::Castling(CastlingSide::QueenSide))
            }
            _ => {
                let (text, promotion) = split_promotion(text)?;
                Step::read(text, promotion, passing).map(Self::Step)
            }
        }
    }
}

impl Step {
    /// Parses the piece at the start and the destination at the end. The text between them
    /// restricts the origin.
    #[inline(always)]
    fn read(text: &[u8], promotion: Option<PieceType>, passing: bool) -> Option<Self> {
        let (piece_type, text) = split_piece(text)?;
        let only_pawns = promotion.is_some() || passing;
        if only_pawns && piece_type != PieceType::Pawn || promotion.is_some() && passing {
            return None;
        }
        let (text, to) = text.split_last_chunk()?;
        let to = Square::from_ascii(*to)?;
        let (text, captures) = match text {
            [text @ .., b'x' | b':'] => (text, true),
            [text @ .., b'-'] => (text, false),
            _ => (text, false),
        };
        Some(Self { piece_type, from: origins(text)?, to, captures, promotion, passing })
    }
}

/// Strips the suffixes for check, mate, annotation and en passant.
///
/// The returned flag is `true` if there was an en passant suffix.
#[inline]
fn without_remarks(text: &[u8]) -> (&[u8], bool) {
    let text = without_signs(text);
    match text.strip_suffix(b"e.p.").or_else(|| text.strip_suffix(b"ep")) {
        Some([rest @ .., b' '] | rest) => (without_signs(rest), true),
        None => (text, false),
    }
}

#[inline]
fn without_signs(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text
}

/// Tests whether a token is the en passant suffix of the move before it.
#[inline]
pub(crate) fn is_passing_remark(word: &[u8]) -> bool {
    word.starts_with(b"e") && without_remarks(word) == (b"", true)
}

/// Splits off the piece at the start, a pawn by default.
#[inline]
fn split_piece(text: &[u8]) -> Option<(PieceType, &[u8])> {
    match text {
        [letter @ b'A'..=b'Z', rest @ ..] => Some((PieceType::from_ascii(*letter)?, rest)),
        [0xE2, 0x99, last @ 0x94..=0x9F, rest @ ..] => Some((figurine(*last), rest)),
        _ => Some((PieceType::Pawn, text)),
    }
}

/// Returns the piece of a figurine, given the last of its three UTF-8 bytes.
///
/// U+2654 to U+2659 are the white pieces from king to pawn; the black pieces follow.
#[inline]
fn figurine(last: u8) -> PieceType {
    let place = usize::from(last - 0x94) % PieceType::COUNT;
    PieceType::ALL[PieceType::COUNT - 1 - place]
}

/// Splits off the promotion piece at the end, if any; `None` if the piece is invalid.
#[inline]
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<PieceType>)> {
    // A rank at the end excludes a promotion.
    if let [.., b'1'..=b'8'] = text {
        return Some((text, None));
    }
    let (text, is_open) = match text {
        [text @ .., b')'] => (text, true),
        _ => (text, false),
    };
    let (text, becomes) = match text {
        [text @ .., 0xE2, 0x99, last @ 0x94..=0x9F] => (text, Some(figurine(*last))),
        [text @ .., letter] => (text, PieceType::from_ascii(*letter)),
        [] => return None,
    };
    let text = match text {
        [text @ .., b'('] if is_open => text,
        _ if is_open => return None,
        [text @ .., b'=' | b'/'] => text,
        _ => text,
    };
    let may_become = !matches!(becomes, None | Some(PieceType::Pawn | PieceType::King));
    may_become.then_some((text, becomes))
}

/// Returns the squares of a file, a rank, both or, without text, all squares.
#[inline]
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
