//! Attack queries: checkers, pinned pieces, attackers to a square, attack maps.

use tabiya_core::{Bitboard, Color, PieceType, Square, by_side};
use tabiya_tables::{
    attacks, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};

use crate::board::GenericBoard;
use crate::en_passant;
use crate::key::{BoardKey, pseudo_legal_ep_square};
use crate::side_context::SideContext;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the opponent's pieces that give check to the side to move.
    ///
    /// Each call computes them, so read [`AnyGenerator::checkers`](crate::AnyGenerator::checkers)
    /// instead in a node that also generates moves.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.checkers(), Square::H4.into());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        by_side!(self.side_to_move(), S => SideContext::<S>::new(&self.state).checkers_and_pinned().0)
    }

    /// Tests whether the side to move is in check.
    ///
    /// Each call computes the checkers, so read
    /// [`AnyGenerator::is_check`](crate::AnyGenerator::is_check) instead in a node that also
    /// generates moves. [`CheckInfo::gives_check`](crate::CheckInfo::gives_check) returns the
    /// result for the next node.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?.is_check());
    /// // The knight on f2 blocks the bishop.
    /// assert!(!Position::from_fen("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1")?.is_check());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns both players' pieces that attack a square, with `occupied` as blockers.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    ///
    /// let position = Position::START;
    /// let attackers = position.attackers_to(Square::F3, position.occupied());
    /// assert_eq!(attackers.len(), 3); // e2, g2 and g1
    /// ```
    #[doc(alias = "attacks_to")]
    #[doc(alias = "king_attackers")]
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let placement = &self.state.placement;
        let white_pawns = pawn_attacks(Color::Black, square) & placement.colors(Color::White);
        let black_pawns = pawn_attacks(Color::White, square) & placement.colors(Color::Black);
        (white_pawns | black_pawns) & placement.pawns()
            | knight_attacks(square) & placement.knights()
            | king_attacks(square) & placement.kings()
            | bishop_attacks(square, occupied) & placement.diagonal_sliders()
            | rook_attacks(square, occupied) & placement.orthogonal_sliders()
    }

    /// Returns the en passant square if some capture there is legal.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// // The capture would open the fifth rank to the queen.
    /// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
    /// assert!(position.ep_square().is_some());
    /// assert_eq!(position.legal_ep_square(), None);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn legal_ep_square(&self) -> Option<Square> {
        let target = self.ep_square()?;
        let state = &self.state;
        let is_legal = by_side!(self.side_to_move(), S => en_passant::legal_capturers::<S>(state, target).any());
        is_legal.then_some(target)
    }

    /// Returns the en passant square if a pawn attacks it, whether or not its capture is legal.
    ///
    /// Polyglot's keys, many engines and training data use this rule.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
    /// assert_eq!(position.pseudo_legal_ep_square(), position.ep_square());
    /// assert_eq!(position.legal_ep_square(), None);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "en passant")]
    #[inline]
    pub fn pseudo_legal_ep_square(&self) -> Option<Square> {
        pseudo_legal_ep_square(&self.state)
    }

    /// Returns every square that some piece of a player attacks.
    ///
    /// Any piece blocks a slider. The result includes the squares of the player's own defended
    /// pieces, and ignores pins.
    ///
    /// ```
    /// use tabiya::{Color, Position, bitboard};
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
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn attack_map(&self, color: Color) -> Bitboard {
        by_side!(color, S => SideContext::<S>::new(&self.state).attack_map())
    }

    /// Returns every square that a player's pieces of one type attack, including defended pieces.
    ///
    /// For example, an evaluation can count how many pieces of each type attack the squares around
    /// a king.
    ///
    /// ```
    /// use tabiya::{Color, PieceType, Position, Rank};
    ///
    /// let pawns = Position::START.attack_map_by(Color::White, PieceType::Pawn);
    /// assert_eq!(pawns, Rank::Third.into());
    /// ```
    #[doc(alias = "attack map")]
    #[inline]
    pub fn attack_map_by(&self, color: Color, piece_type: PieceType) -> Bitboard {
        let attacks_from = |square| attacks(piece_type.of(color), square, self.occupied());
        let pieces = self.colored_pieces(color, piece_type).into_iter();
        pieces.fold(Bitboard::EMPTY, |map, square| map | attacks_from(square))
    }

    /// Returns the squares that the piece on a square attacks, including defended pieces.
    ///
    /// Returns an empty set for an empty square.
    ///
    /// ```
    /// use tabiya::{Position, Square};
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
}
