//! Writing algebraic notation.

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use tabiya_core::{Bitboard, CastlingSide, Move, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard, Position};

/// A move in standard algebraic notation, made by [`display`]: at most seven letters.
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

/// The longest are `axb8=Q#`, and `Qa1xb2#` among three queens.
type Text = ArrayString<7>;

impl San {
    /// The text.
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

/// A move that was written can be read again.
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

/// Writes a legal move: with what tells the piece from others that may *legally* go there,
/// with `x`, `=`, `+` and `#` where they belong, castling as `O-O`.
///
/// The move is not tested. Of one that is not legal, some text is written that need not
/// mean anything; from an empty square, `--`.
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
/// // The other knight is pinned, so there is nothing to tell apart.
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
        None => push_step(&mut text, position, mv, piece_type),
    }
    if position.gives_check(mv) {
        // Any value may be passed, and after an illegal move nothing is specified.
        let mates = position.is_legal(mv) && !position.after(mv).has_legal_move();
        text.push(if mates { '#' } else { '+' });
    }
    San(text)
}

/// Everything but castling and check: six letters at most, so that nothing can overflow.
#[inline]
fn push_step(text: &mut Text, position: &Position, mv: Move, piece_type: PieceType) {
    let (from, to) = (mv.from(), mv.to());
    let captures = position.is_capture(mv);
    if piece_type == PieceType::Pawn {
        if captures {
            text.push(from.file().to_char());
        }
    } else {
        text.push(piece_type.to_char().to_ascii_uppercase());
        push_origin(text, from, rivals(position, mv, piece_type));
    }
    if captures {
        text.push('x');
    }
    push_square(text, to);
    if let (PieceType::Pawn, Some(becomes)) = (piece_type, mv.promotion()) {
        text.push('=');
        text.push(becomes.to_char().to_ascii_uppercase());
    }
}

/// The other pieces of the kind that may legally go where the move goes.
#[inline]
fn rivals(position: &Position, mv: Move, piece_type: PieceType) -> Bitboard {
    let others = position.colored_pieces(position.side_to_move(), piece_type).without(mv.from());
    if others.is_empty() {
        return others;
    }
    others & position.legal_origins(piece_type, mv.to())
}

/// What tells a piece from its rivals: the file, if none shares it, else the rank, if none
/// shares that, else both.
#[inline]
fn push_origin(text: &mut Text, from: Square, rivals: Bitboard) {
    if rivals.is_empty() {
        return;
    }
    let shares_file = !rivals.is_disjoint(from.file().into());
    let shares_rank = !rivals.is_disjoint(from.rank().into());
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
