//! The writer of moves in SAN.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use tabiya_core::{Bitboard, CastlingSide, Move, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard, Position};

/// A move in SAN, returned by [`display`]; at most seven characters.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
/// use tabiya_movegen::Position;
/// use tabiya_notation::san;
///
/// let position = Position::from_fen("1r5k/P5pp/8/8/8/8/8/4K3 w - - 0 1")?;
/// let mv = Move::with_kind(Square::A7, Square::B8, MoveKind::PROMOTIONS[0]);
/// let text = san::display(&position, mv);
/// assert_eq!(text.as_str(), "axb8=Q#");
/// assert_eq!(format!("{text:>10}!"), "   axb8=Q#!");
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San(Text);

/// The buffer of a move in SAN. The longest moves are `axb8=Q#` and, with three queens, `Qa1xb2#`.
type Text = ArrayString<7>;

impl San {
    /// Returns the move in SAN as text.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    /// use tabiya_notation::san;
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

/// Returns the bytes of the move in SAN, so that [`parse`](super::parse) accepts it.
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
/// Legality is not checked. The text of an illegal move is unspecified; from an empty square, it is
/// `--`.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::Position;
/// use tabiya_notation::san;
///
/// let write = |fen: &str, from, to| {
///     let position = Position::from_fen(fen)?;
///     Ok::<_, tabiya_movegen::FenError>(san::display(&position, Move::new(from, to)))
/// };
/// let fen = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
/// assert_eq!(write(fen, Square::G1, Square::E2)?.as_str(), "Nge2");
/// // The other knight is pinned, so no disambiguation is needed.
/// let fen = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
/// assert_eq!(write(fen, Square::G1, Square::E2)?.as_str(), "Ne2");
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[inline]
pub fn display<K: BoardKey>(board: &GenericBoard<K>, mv: Move) -> San {
    let position = &board.position();
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
    let (from, to) = (mv.from(), mv.to());
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
    if let (PieceType::Pawn, Some(promotion)) = (piece_type, mv.promotion()) {
        text.push('=');
        text.push(promotion.to_char().to_ascii_uppercase());
    }
}

/// Returns the other pieces of the type that can legally move to the destination.
#[inline]
fn other_origins(position: &Position, mv: Move, piece_type: PieceType) -> Bitboard {
    let others = position.colored_pieces(position.side_to_move(), piece_type).without(mv.from());
    if others.is_empty() {
        return others;
    }
    others & position.legal_origins(piece_type, mv.to())
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
