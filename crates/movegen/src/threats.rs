//! Attack maps: what each player and each piece attacks, and where the king may not step.

use tabiya_core::{Bitboard, Black, Color, Side, Square, White};
use tabiya_tables::{attacks, bishop_attacks, king_attacks, rook_attacks, setwise};

use crate::Position;
use crate::attacks::View;

impl Position {
    /// Every square that some piece of a player attacks.
    ///
    /// Any piece stops a slider. Squares of the player's own pieces are included, as
    /// defended; pins are not asked about.
    ///
    /// ```
    /// use tabiya_core::{bitboard, Color};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/5p2/PP6/R3K3 w - - 0 1")?;
    /// assert_eq!(position.attack_map(Color::White), bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     X X X . . . . .
    ///     X . . X X X . .
    ///     . X X X X X . .
    /// });
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn attack_map(&self, color: Color) -> Bitboard {
        match color {
            Color::White => attack_map_of::<White>(self),
            Color::Black => attack_map_of::<Black>(self),
        }
    }

    /// The squares that the piece on a square attacks, defended ones included; none from an
    /// empty square.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let attacks = Position::START.attacks_from(Square::A1);
    /// assert_eq!(attacks, Square::A2.bitboard() | Square::B1.bitboard());
    /// assert!(Position::START.attacks_from(Square::E4).is_empty());
    /// ```
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_on(square) {
            Some(piece) => attacks(piece, square, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// The opponent's pieces that a player attacks, defended or not.
    ///
    /// ```
    /// use tabiya_core::{Color, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/3p1p2/4P3/8/8/4K3 b - - 0 1")?;
    /// let pawns = Square::D5.bitboard() | Square::F5.bitboard();
    /// assert_eq!(position.threats(Color::White), pawns);
    /// assert_eq!(position.threats(Color::Black), Square::E4.into());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn threats(&self, color: Color) -> Bitboard {
        self.attack_map(color) & self.colors(!color)
    }

    /// The squares where the king of the side to move may not step: those the opponent
    /// attacks, seen through that king.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// // To step back from the rook is no escape.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/r2K4/8 w - - 0 1")?;
    /// assert!(position.danger().contains(Square::E2));
    /// assert!(!position.attack_map(!position.side_to_move()).contains(Square::E2));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn danger(&self) -> Bitboard {
        let view = View::of(self, self.side_to_move());
        let of_pawns = match self.side_to_move() {
            Color::White => view.danger_of_pawns::<White>(),
            Color::Black => view.danger_of_pawns::<Black>(),
        };
        view.danger(of_pawns, view.lines())
    }
}

/// Every square that some piece of `S` attacks.
#[inline]
fn attack_map_of<S: Side>(position: &Position) -> Bitboard {
    let view = View::of(position, S::COLOR);
    let mut attacks = setwise::pawn_attacks::<S>(view.pawns & view.us)
        | setwise::knight_attacks(view.knights & view.us)
        | king_attacks(view.king);
    for slider in view.diagonal & view.us {
        attacks |= bishop_attacks(slider, view.occupied);
    }
    for slider in view.straight & view.us {
        attacks |= rook_attacks(slider, view.occupied);
    }
    attacks
}
