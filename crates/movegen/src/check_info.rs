//! Which of a position's moves give check, asked of many of them.

use tabiya_core::{Bitboard, Move, PieceType, Square};
use tabiya_tables::{aligned, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

use crate::Position;
use crate::attacks::View;
use crate::placement::Placement;

/// What tells the moves of a position that give check from the others, found once for all of
/// them: from where each kind of piece would attack the opponent's king, and which pieces
/// uncover an attack when they leave.
///
/// A move is then seen through by two tests of a bit, where
/// [`gives_check`](Position::gives_check) looks up the lines of the king each time: all moves of a
/// position take a third of the instructions so.
///
/// ```
/// use tabiya_movegen::Position;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
/// let info = position.check_info();
/// for &mv in &position.legal_moves() {
///     assert_eq!(info.gives_check(mv), position.after(mv).is_check(), "{mv}");
/// }
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo<'a> {
    position: &'a Position,
    king: Square,
    /// From where a piece attacks the king, by its code in a placement; of ours alone.
    attacked_from: [Bitboard; 16],
    /// Our pieces of which each alone stands between the king and a slider of ours.
    uncovering: Bitboard,
}

impl Position {
    /// What tells which moves give check, for asking it of many.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// let info = position.check_info();
    /// // The bishop steps off the file and uncovers the rook.
    /// assert!(info.gives_check(Move::new(Square::E2, Square::D3)));
    /// assert!(!info.gives_check(Move::new(Square::E1, Square::D1)));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn check_info(&self) -> CheckInfo<'_> {
        let us = self.side_to_move();
        let theirs = View::of(self, !us);
        let (king, occupied) = (theirs.king, theirs.occupied);
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        let mut attacked_from = [Bitboard::EMPTY; 16];
        for (piece_type, squares) in [
            (PieceType::Pawn, pawn_attacks(!us, king)),
            (PieceType::Knight, knight_attacks(king)),
            (PieceType::Bishop, diagonal),
            (PieceType::Rook, straight),
            (PieceType::Queen, diagonal | straight),
        ] {
            attacked_from[usize::from(Placement::code(piece_type.of(us)))] = squares;
        }
        CheckInfo { position: self, king, attacked_from, uncovering: theirs.uncovering() }
    }
}

impl CheckInfo<'_> {
    /// Whether a legal move of the position gives check.
    #[inline(always)]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !mv.is_normal() {
            return rarely(|| self.position.gives_check(mv));
        }
        let (from, to) = (mv.from(), mv.to());
        // Who stays on the line goes on shielding.
        if self.uncovering.contains(from) && !aligned(self.king, from, to) {
            return true;
        }
        let moved = self.position.placement.code_on(from).index();
        self.attacked_from[moved].contains(to)
    }
}

/// A call for what is rare, that the test of all else is short enough to stand in many a loop.
/// Generic, and so compiled by the programs that ask, alone.
#[cold]
#[inline(never)]
fn rarely<T>(ask: impl FnOnce() -> T) -> T {
    ask()
}
