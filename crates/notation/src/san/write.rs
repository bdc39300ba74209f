//! The SAN writer.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use tabiya_core::{Bitboard, CastlingSide, Move, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard, Position};

/// A move in SAN, returned by [`display`], or in long algebraic notation, returned by
/// [`display_long`]; at most eight characters.
///
/// ```
/// use tabiya::{Move, MoveKind, Position, Square, san};
///
/// let position = Position::from_fen("1r5k/P5pp/8/8/8/8/8/4K3 w - - 0 1")?;
/// let mv = Move::with_kind(Square::A7, Square::B8, MoveKind::PROMOTIONS[0]);
/// let text = san::display(&position, mv);
/// assert_eq!(text.as_str(), "axb8=Q#");
/// assert_eq!(format!("{text:>10}!"), "   axb8=Q#!");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "SanPlus")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San(Text);

/// A move's buffer. The longest is `a7xb8=Q#`; in SAN, `axb8=Q#` and, with three queens,
/// `Qa1xb2#`.
type Text = ArrayString<8>;

impl San {
    /// Returns the move in SAN as text.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square, san};
    ///
    /// let text = san::display(&Position::START, Move::new(Square::G1, Square::F3));
    /// assert_eq!(text.as_str(), "Nf3");
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for San {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

/// Returns the SAN move as bytes, so that [`parse`](super::parse) accepts it.
impl AsRef<[u8]> for San {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl AsRef<str> for San {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for San {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

/// Returns a legal move in SAN, with `x`, `=`, `+`, `#` and `O-O` as the PGN standard requires.
///
/// Disambiguation considers only pieces that can *legally* move to the square.
///
/// Legality is not checked. The text for an illegal move is unspecified; from an empty square, it is `--`.
///
/// ```
/// use tabiya::{Move, Position, Square, san};
///
/// let write = |fen: &str, from, to| {
///     let position = Position::from_fen(fen)?;
///     Ok::<_, tabiya::FenError>(san::display(&position, Move::new(from, to)))
/// };
/// let fen = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
/// assert_eq!(write(fen, Square::G1, Square::E2)?.as_str(), "Nge2");
/// // The other knight is pinned, so no disambiguation is needed.
/// let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
/// assert_eq!(write(fen, Square::G1, Square::E2)?.as_str(), "Ne2");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "display_san_move")]
#[doc(alias = "from_move")]
#[inline]
pub fn display<K: BoardKey>(board: &GenericBoard<K>, mv: Move) -> San {
    display_in(&board.position(), mv, push_move)
}

/// Returns a legal move in long algebraic notation: `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`.
///
/// The origin is always written in full, after the piece's letter. A hyphen separates the
/// squares unless the move is a capture. [`parse`](super::parse) reads this form too.
///
/// Legality is not checked. The text for an illegal move is unspecified; from an empty square, it is `--`.
///
/// ```
/// use tabiya::{Move, MoveKind, Position, Square, san};
///
/// let position = Position::from_fen("1r5k/P5pp/8/8/8/8/8/4K1N1 w - - 0 1")?;
/// let knight = Move::new(Square::G1, Square::F3);
/// assert_eq!(san::display_long(&position, knight).as_str(), "Ng1-f3");
/// let mate = Move::with_kind(Square::A7, Square::B8, MoveKind::PROMOTIONS[0]);
/// assert_eq!(san::display_long(&position, mate).as_str(), "a7xb8=Q#");
/// assert_eq!(san::parse(&position, "a7xb8=Q#"), Ok(mate));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "long algebraic")]
#[doc(alias = "lan")]
#[inline]
pub fn display_long<K: BoardKey>(board: &GenericBoard<K>, mv: Move) -> San {
    display_in(&board.position(), mv, push_long_move)
}

/// Returns a move's text: castling, or the text that `push_move` appends, and the check sign.
#[inline(always)]
fn display_in(
    position: &Position,
    mv: Move,
    push_move: impl FnOnce(&mut Text, &Position, Move, PieceType),
) -> San {
    let mut text = ArrayString::new();
    let Some(piece_type) = position.piece_type_on(mv.from()) else {
        text.push_str("--");
        return San(text);
    };
    match mv.castling_side() {
        Some(CastlingSide::KingSide) => text.push_str("O-O"),
        Some(CastlingSide::QueenSide) => text.push_str("O-O-O"),
        None => push_move(&mut text, position, mv, piece_type),
    }
    if position.gives_check(mv) {
        // An illegal move may be passed, and the position after one is unspecified.
        let is_checkmate = position.is_legal(mv) && !position.after(mv).has_legal_move();
        text.push(if is_checkmate { '#' } else { '+' });
    }
    San(text)
}

/// Appends a move other than castling, without check signs: at most six characters, so that `text`
/// cannot overflow.
#[inline]
fn push_move(text: &mut Text, position: &Position, mv: Move, piece_type: PieceType) {
    let from = mv.from();
    let to = mv.to();
    let is_capture = position.is_capture(mv);
    if piece_type == PieceType::Pawn {
        if is_capture {
            text.push(from.file().to_char());
        }
    } else {
        text.push(piece_type.to_char().to_ascii_uppercase());
        push_origin(text, from, other_origins(position, mv, piece_type));
    }
    if is_capture {
        text.push('x');
    }
    push_square(text, to);
    push_promotion(text, mv, piece_type);
}

/// Appends a move other than castling in long algebraic notation, without check signs: at most
/// seven characters, so that `text` cannot overflow.
#[inline]
fn push_long_move(text: &mut Text, position: &Position, mv: Move, piece_type: PieceType) {
    if piece_type != PieceType::Pawn {
        text.push(piece_type.to_char().to_ascii_uppercase());
    }
    push_square(text, mv.from());
    text.push(if position.is_capture(mv) { 'x' } else { '-' });
    push_square(text, mv.to());
    push_promotion(text, mv, piece_type);
}

#[inline]
fn push_promotion(text: &mut Text, mv: Move, piece_type: PieceType) {
    if let (PieceType::Pawn, Some(promotion)) = (piece_type, mv.promotion()) {
        text.push('=');
        text.push(promotion.to_char().to_ascii_uppercase());
    }
}

/// Returns the other pieces of this type that can legally move to the destination.
#[inline]
fn other_origins(position: &Position, mv: Move, piece_type: PieceType) -> Bitboard {
    let others = position.colored_pieces(position.side_to_move(), piece_type).without(mv.from());
    if others.is_empty() {
        return others;
    }
    position.legal_origins(others, piece_type, mv.to())
}

/// Appends the disambiguation: the file if it is unique among `other_origins`, else the rank if it
/// is unique, else both. With no other origins, nothing is appended.
#[inline]
fn push_origin(text: &mut Text, from: Square, other_origins: Bitboard) {
    if other_origins.is_empty() {
        return;
    }
    let shares_file = !other_origins.is_disjoint(from.file().into());
    let shares_rank = !other_origins.is_disjoint(from.rank().into());
    if !shares_file || shares_rank {
        text.push(from.file().to_char());
    }
    if shares_file {
        text.push(from.rank().to_char());
    }
}

#[inline]
fn push_square(text: &mut Text, square: Square) {
    text.push(square.file().to_char());
    text.push(square.rank().to_char());
}
