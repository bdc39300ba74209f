//! Who attacks what in a position: checkers, pins, danger.

use tabiya_core::{Bitboard, Color, PieceType, Side, Square};
use tabiya_tables::{
    between, bishop_attacks, king_attacks, knight_attacks, lookout, pawn_attacks, rook_attacks,
    setwise,
};

use crate::Position;
use crate::placement::first_of;

/// The sets that nearly every question about `S`'s moves starts from.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) us: Bitboard,
    pub(crate) them: Bitboard,
    pub(crate) occupied: Bitboard,
    pub(crate) king: Square,
    /// Bishops and queens of both players.
    pub(crate) diagonal: Bitboard,
    /// Rooks and queens of both players.
    pub(crate) straight: Bitboard,
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) kings: Bitboard,
}

/// Sliders, by how they slide; a queen is in both.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    pub(crate) straight: Bitboard,
    pub(crate) diagonal: Bitboard,
}

impl View {
    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Self {
        let placement = &position.placement;
        Self {
            us: placement.color(us),
            them: placement.color(!us),
            occupied: placement.occupied(),
            king: position.king(us),
            diagonal: placement.diagonal_sliders(),
            straight: placement.straight_sliders(),
            pawns: placement.pawns(),
            knights: placement.knights(),
            kings: placement.kings(),
        }
    }

    /// What a slider of ours is: a queen where it slides both ways, else `other`.
    #[inline]
    pub(crate) fn slider_type(&self, square: Square, other: PieceType) -> PieceType {
        let queens = self.diagonal & self.straight;
        if queens.contains(square) { PieceType::Queen } else { other }
    }

    /// The opponent's pieces that give check, or would if nothing stood between.
    #[inline(always)]
    pub(crate) fn aiming(&self, us: Color) -> Bitboard {
        let aims = lookout(self.king);
        // Pawns, bishops and queens all stand on a diagonal, so the three are one question.
        let diagonal = (self.diagonal | self.pawns) & (self.diagonal | aims.pawns[us as usize]);
        let aiming =
            aims.straight & self.straight | aims.knights & self.knights | aims.diagonal & diagonal;
        aiming & self.them
    }

    /// Whether one of `occupied` stands between our king and each piece that aims at it. None
    /// does before a knight or a pawn.
    #[inline]
    pub(crate) fn is_shielded(&self, aiming: Bitboard, occupied: Bitboard) -> bool {
        aiming.into_iter().all(|piece| !between(self.king, piece).is_disjoint(occupied))
    }

    /// The opponent's sliders that would give check if nothing stood between.
    #[inline]
    fn aiming_sliders(&self) -> Bitboard {
        let aims = lookout(self.king);
        (aims.straight & self.straight | aims.diagonal & self.diagonal) & self.them
    }

    /// The opponent's knights and pawns that give check.
    #[inline]
    fn leaping_checkers(&self, us: Color) -> Bitboard {
        let aims = lookout(self.king);
        let pawns = aims.pawns[us as usize];
        (aims.knights & self.knights | pawns & self.pawns) & self.them
    }

    /// The opponent's pieces that give check, and our pieces that alone shield the king
    /// from a slider.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self, us: Color) -> (Bitboard, Bitboard) {
        let mut checkers = self.leaping_checkers(us);
        let mut pinned = Bitboard::EMPTY;
        for slider in self.aiming_sliders() {
            let shields = between(self.king, slider) & self.occupied;
            if shields.is_empty() {
                checkers |= slider.bitboard();
            } else if !shields.has_more_than_one() {
                pinned |= shields & self.us;
            }
        }
        (checkers, pinned)
    }

    /// The opponent's pieces of which each alone stands between our king and a slider of theirs:
    /// moving off the line, they uncover a check.
    #[inline]
    pub(crate) fn uncovering(&self) -> Bitboard {
        let mut uncovering = Bitboard::EMPTY;
        for slider in self.aiming_sliders() {
            let shields = between(self.king, slider) & self.occupied;
            if !shields.has_more_than_one() {
                uncovering |= shields & self.them;
            }
        }
        uncovering
    }

    /// The opponent's pieces that attack a square among the blockers `occupied`.
    #[inline]
    pub(crate) fn attackers<S: Side>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let leapers = knight_attacks(square) & self.knights
            | pawn_attacks(S::COLOR, square) & self.pawns
            | king_attacks(square) & self.kings;
        let sliders = bishop_attacks(square, occupied) & self.diagonal
            | rook_attacks(square, occupied) & self.straight;
        (leapers | sliders) & self.them
    }

    /// All sliders of both players.
    #[inline(always)]
    pub(crate) fn lines(&self) -> Lines {
        Lines { straight: self.straight, diagonal: self.diagonal }
    }

    /// Those sliders of both players that can attack a square beside our king.
    #[inline(always)]
    pub(crate) fn lines_beside_king(&self) -> Lines {
        let aims = lookout(self.king);
        Lines {
            straight: self.straight & aims.straight_beside,
            diagonal: self.diagonal & aims.diagonal_beside,
        }
    }

    /// The squares that the pawns of `S`'s opponent attack.
    #[inline(always)]
    pub(crate) fn danger_of_pawns<S: Side>(&self) -> Bitboard {
        setwise::pawn_attacks::<S::Them>(self.pawns & self.them)
    }

    /// The squares that the opponent attacks, seen through our king: where it may not go. What
    /// its pawns attack is given, and of its sliders these alone are looked at.
    #[inline(always)]
    pub(crate) fn danger(&self, of_pawns: Bitboard, lines: Lines) -> Bitboard {
        let through_king = self.occupied.without(self.king);
        let their_king = first_of(self.kings & self.them);
        let mut danger =
            of_pawns | setwise::knight_attacks(self.knights & self.them) | king_attacks(their_king);
        for slider in lines.diagonal & self.them {
            danger |= bishop_attacks(slider, through_king);
        }
        for slider in lines.straight & self.them {
            danger |= rook_attacks(slider, through_king);
        }
        danger
    }

    /// Our pawns that may legally capture en passant on `target`.
    ///
    /// Two pawns leave the rank at once, so pins do not tell: the lines to the king are
    /// looked at as they will be.
    #[inline(always)]
    pub(crate) fn en_passant_capturers(&self, us: Color, target: Square) -> Bitboard {
        // Most double steps end beside nobody.
        let pawns = pawn_attacks(!us, target) & self.pawns & self.us;
        if pawns.is_empty() { pawns } else { self.safe_en_passant(us, pawns, target) }
    }

    /// Those of `pawns`, all of which attack `target`, that may capture there.
    ///
    /// Takes a copy: lent to a call that is not inlined, every view would have to live in
    /// memory.
    #[cold]
    #[inline(never)]
    fn safe_en_passant(self, us: Color, pawns: Bitboard, target: Square) -> Bitboard {
        // The pawn that passed the target stands on the other rank of its pair, 3 and 4 or 5 and 6.
        let victim = Square::from_low_bits(target as u8 ^ 8).bitboard();
        let aiming = self.aiming(us) - victim;
        let mut capturers = Bitboard::EMPTY;
        for pawn in pawns {
            // 8/8/8/K2pP2q/8/8/8/7k w - d6: taking removes both shields.
            if self.is_shielded(aiming, (self.occupied ^ victim).without(pawn).with(target)) {
                capturers |= pawn.bitboard();
            }
        }
        capturers
    }
}

impl Position {
    /// The opponent's pieces that give check to the side to move.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.checkers(), Square::H4.into());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers_and_pinned().0
    }

    /// The pieces of the side to move that alone shield their king from a slider.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1")?;
    /// assert_eq!(position.pinned(), Square::F2.into());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.checkers_and_pinned().1
    }

    #[inline]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        let us = self.side_to_move();
        View::of(self, us).checkers_and_pinned(us)
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?.is_check());
    /// // The knight on f2 shields the king.
    /// assert!(!Position::from_fen("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1")?.is_check());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces of both players that attack a square among the blockers `occupied`.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::START;
    /// let attackers = position.attackers_to(Square::F3, position.occupied());
    /// assert_eq!(attackers.len(), 3); // e2, g2 and g1
    /// ```
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let placement = &self.placement;
        let white_pawns = pawn_attacks(Color::Black, square) & placement.color(Color::White);
        let black_pawns = pawn_attacks(Color::White, square) & placement.color(Color::Black);
        (white_pawns | black_pawns) & placement.pawns()
            | knight_attacks(square) & placement.knights()
            | king_attacks(square) & placement.kings()
            | bishop_attacks(square, occupied) & placement.diagonal_sliders()
            | rook_attacks(square, occupied) & placement.straight_sliders()
    }

    /// The en passant square, if some capture there is legal.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// // Taking would open the fifth rank to the queen.
    /// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
    /// assert!(position.ep_square().is_some());
    /// assert_eq!(position.legal_ep_square(), None);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_ep_square(&self) -> Option<Square> {
        let target = self.ep_square()?;
        let us = self.side_to_move();
        View::of(self, us).en_passant_capturers(us, target).any().then_some(target)
    }
}
