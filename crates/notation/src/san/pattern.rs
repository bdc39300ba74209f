//! The SAN syntax, independent of a position.

use tabiya_core::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

/// A SAN move's syntactic content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
    /// A move other than castling.
    PieceMove(PieceMove),
}

/// A SAN move's syntactic content, other than for castling: a piece, its destination and restrictions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceMove {
    pub(super) piece_type: PieceType,
    /// The origin squares that the disambiguation in the text allows.
    pub(super) from_mask: Bitboard,
    pub(super) to: Square,
    /// `true` if the text has a capture sign.
    pub(super) is_capture: bool,
    pub(super) promotion: Option<PieceType>,
    /// `true` if the text has the suffix `e.p.`.
    pub(super) is_en_passant: bool,
}

impl Pattern {
    /// Parses a SAN move's text; returns `None` if it has none of the supported forms.
    #[inline(always)]
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        // The fast path: nearly all moves end with their destination square.
        match text {
            [.., b'1'..=b'8'] => PieceMove::parse(text, None, false).map(Self::PieceMove),
            _ => Self::parse_with_suffix(text),
        }
    }

    /// Parses the text of a SAN move that does not end with a square.
    #[inline]
    #[cold]
    fn parse_with_suffix(text: &[u8]) -> Option<Self> {
        let (text, is_en_passant) = strip_suffixes(text);
        match text {
            b"O-O" | b"0-0" | b"o-o" if !is_en_passant => {
                Some(Self::Castling(CastlingSide::KingSide))
            }
            b"O-O-O" | b"0-0-0" | b"o-o-o" if !is_en_passant => {
                Some(Self::Castling(CastlingSide::QueenSide))
            }
            _ => {
                let (text, promotion) = split_promotion(text)?;
                PieceMove::parse(text, promotion, is_en_passant).map(Self::PieceMove)
            }
        }
    }
}

impl PieceMove {
    /// Parses a SAN move: the piece at the start and the destination at the end of the text. The
    /// text between them restricts the origin.
    #[inline(always)]
    fn parse(text: &[u8], promotion: Option<PieceType>, is_en_passant: bool) -> Option<Self> {
        let (piece_type, text) = split_piece(text)?;
        let requires_pawn = promotion.is_some() || is_en_passant;
        if requires_pawn && piece_type != PieceType::Pawn || promotion.is_some() && is_en_passant {
            return None;
        }
        let (text, to) = text.split_last_chunk()?;
        let to = Square::from_ascii(*to)?;
        let (text, is_capture) = match text {
            [text @ .., b'x' | b':'] => (text, true),
            [text @ .., b'-'] => (text, false),
            _ => (text, false),
        };
        Some(Self {
            piece_type,
            from_mask: parse_origins(text)?,
            to,
            is_capture,
            promotion,
            is_en_passant,
        })
    }
}

/// Strips a SAN move's suffixes for check, mate, annotation and en passant.
///
/// The returned flag is `true` if there was an en passant suffix.
#[inline]
fn strip_suffixes(text: &[u8]) -> (&[u8], bool) {
    let text = strip_check_and_annotation_signs(text);
    match text.strip_suffix(b"e.p.").or_else(|| text.strip_suffix(b"ep")) {
        Some([rest @ .., b' '] | rest) => (strip_check_and_annotation_signs(rest), true),
        None => (text, false),
    }
}

#[inline]
fn strip_check_and_annotation_signs(mut text: &[u8]) -> &[u8] {
    // `e8=` lacks the promotion piece, which is the error to report.
    if let [rest @ .., b'1' | b'8', b'='] = text {
        text = &text[..rest.len() + 1];
    }
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text
}

/// Tests whether a token is an en passant annotation for the move before the token: `e.p.` or `ep`.
#[inline]
pub(crate) fn is_ep_annotation(token: &[u8]) -> bool {
    token.starts_with(b"e") && strip_suffixes(token) == (b"", true)
}

/// Splits off the piece letter or figurine at the start of a SAN move; without one, the piece is a
/// pawn.
#[inline]
fn split_piece(text: &[u8]) -> Option<(PieceType, &[u8])> {
    match text {
        [letter @ b'A'..=b'Z', rest @ ..] => Some((PieceType::from_ascii(*letter)?, rest)),
        [0xE2, 0x99, last @ 0x94..=0x9F, rest @ ..] => Some((figurine_piece_type(*last), rest)),
        _ => Some((PieceType::Pawn, text)),
    }
}

/// Returns a Unicode figurine's piece type, given the last of its three UTF-8 bytes.
///
/// U+2654 to U+2659 are the white pieces from king to pawn; the black pieces follow.
#[inline]
fn figurine_piece_type(last: u8) -> PieceType {
    let index = usize::from(last - 0x94) % PieceType::COUNT;
    PieceType::ALL[PieceType::COUNT - 1 - index]
}

/// Splits off the promotion piece at the end of a SAN move, if there is one; returns `None` if it is invalid.
/// invalid.
#[inline]
fn split_promotion(text: &[u8]) -> Option<(&[u8], Option<PieceType>)> {
    // A rank at the end excludes a promotion.
    if let [.., b'1'..=b'8'] = text {
        return Some((text, None));
    }
    let (text, is_parenthesized) = match text {
        [text @ .., b')'] => (text, true),
        _ => (text, false),
    };
    let (text, piece_type) = match text {
        [text @ .., 0xE2, 0x99, last @ 0x94..=0x9F] => (text, Some(figurine_piece_type(*last))),
        [text @ .., letter] => (text, PieceType::from_ascii(*letter)),
        [] => return None,
    };
    let text = match text {
        [text @ .., b'('] if is_parenthesized => text,
        _ if is_parenthesized => return None,
        [text @ .., b'=' | b'/'] => text,
        _ => text,
    };
    let is_valid = !matches!(piece_type, None | Some(PieceType::Pawn | PieceType::King));
    is_valid.then_some((text, piece_type))
}

/// Returns the origin squares that a disambiguation allows: a file, a rank, a square or, without
/// text, all squares.
#[inline]
fn parse_origins(text: &[u8]) -> Option<Bitboard> {
    match *text {
        [] => Some(Bitboard::FULL),
        [file, rank] => Square::from_ascii([file, rank]).map(Bitboard::from),
        [byte] => File::from_ascii(byte)
            .map(Bitboard::from)
            .or_else(|| Rank::from_ascii(byte).map(Bitboard::from)),
        _ => None,
    }
}
