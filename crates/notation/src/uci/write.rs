//! The UCI move writer.

use core::fmt;

use arrayvec::ArrayString;
use tabiya_core::{Move, PieceType, Square};

/// The notation in which castling is written; [`parse`](super::parse) accepts both.
///
/// ```
/// use tabiya::uci::{self, CastlingNotation};
/// use tabiya::{Move, MoveKind, Square};
///
/// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
/// assert_eq!(uci::display(castle, CastlingNotation::default()).to_string(), "e1g1");
/// ```
#[doc(alias = "CastlingMode")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingNotation {
    /// The king's own move, `e1g1`, as UCI requires in standard chess. In Chess960 this notation
    /// does not distinguish castling from a king move by one square, and `c1c1` is castling by which only
    /// the rook moves.
    #[default]
    KingMove,
    /// The king captures its own rook, `e1h1`, as UCI requires in Chess960.
    KingTakesRook,
}

impl CastlingNotation {
    /// Returns the notation that UCI requires for a value of its option `UCI_Chess960`.
    ///
    /// ```
    /// use tabiya::uci::CastlingNotation;
    ///
    /// assert_eq!(CastlingNotation::for_chess960(true), CastlingNotation::KingTakesRook);
    /// assert_eq!(CastlingNotation::for_chess960(false), CastlingNotation::KingMove);
    /// ```
    #[inline]
    pub const fn for_chess960(is_chess960: bool) -> Self {
        if is_chess960 { Self::KingTakesRook } else { Self::KingMove }
    }
}

/// A UCI move for display, returned by [`display`].
///
/// [`UciMove`](super::UciMove) is the form that programs store and read.
///
/// ```
/// use tabiya::uci::{self, CastlingNotation};
/// use tabiya::{Move, MoveKind, Square};
///
/// let mv = Move::with_kind(Square::E7, Square::E8, MoveKind::PROMOTIONS[0]);
/// let text = uci::display(mv, CastlingNotation::KingMove); // formatted without an allocation
/// assert_eq!(format!("bestmove {text}, {text:>6}"), "bestmove e7e8q,  e7e8q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    mv: Move,
    castling: CastlingNotation,
}

/// Returns a [`Display`](fmt::Display) for a move in UCI notation.
///
/// A [`Move`] itself has none, so that no program sends castling in a form that its user interface
/// takes for an illegal move:
///
/// ```compile_fail,E0277
/// # use tabiya::{Move, Square};
/// let mv = Move::new(Square::E2, Square::E4);
/// println!("bestmove {mv}");
/// ```
///
/// The second argument is the notation in which the interface writes castling. An engine keeps it
/// from the option `UCI_Chess960`; see [`CastlingNotation::for_chess960`].
///
/// ```
/// use tabiya::uci::{self, CastlingNotation};
/// use tabiya::{Move, MoveKind, Square};
///
/// let castle = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
/// assert_eq!(uci::display(castle, CastlingNotation::KingMove).to_string(), "e8c8");
/// assert_eq!(uci::display(castle, CastlingNotation::KingTakesRook).to_string(), "e8a8");
/// ```
#[doc(alias = "bestmove")]
#[doc(alias = "display_uci_move")]
#[doc(alias = "to_uci")]
#[inline]
#[must_use = "nothing is written until the returned value is displayed"]
pub const fn display(mv: Move, castling: CastlingNotation) -> Uci {
    Uci { mv, castling }
}

impl fmt::Display for Uci {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = target(self.mv, self.castling);
        write_squares(f, self.mv.from(), to, self.mv.promotion())
    }
}

/// Returns a move's target as UCI writes it.
#[inline]
pub(super) const fn target(mv: Move, castling: CastlingNotation) -> Square {
    match castling {
        CastlingNotation::KingMove => mv.king_target(),
        CastlingNotation::KingTakesRook => mv.to(),
    }
}

/// Writes a move's squares and promotion letter.
#[inline]
pub(super) fn write_squares(
    f: &mut fmt::Formatter<'_>,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> fmt::Result {
    let mut text = ArrayString::<5>::new();
    for square in [from, to] {
        text.push(square.file().to_char());
        text.push(square.rank().to_char());
    }
    if let Some(piece_type) = promotion {
        text.push(piece_type.to_char());
    }
    f.pad(&text)
}
