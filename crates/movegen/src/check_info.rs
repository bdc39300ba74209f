//! Tests whether moves give check, without making them.

use tabiya_core::{Bitboard, Move, PieceType, Side, Square, by_side};
use tabiya_tables::{aligned, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

use crate::placement::Placement;
use crate::side_context::SideContext;
use crate::state::State;

/// The data for testing which moves in a position give check, by value.
///
/// It holds the squares from which each piece type would attack the opponent's king, the candidates
/// for a discovered check, and a copy of the position. It borrows nothing, so you can store it in a
/// search stack entry. The tests hold for the position that it was computed for.
///
/// | call | work |
/// |---|---|
/// | [`Generator::check_info`](crate::Generator::check_info) | the king's slider attacks, once per node |
/// | [`CheckInfo::gives_check`] | two bits per move; for special moves, as much as `Board::gives_check` |
/// | [`Board::gives_check`](crate::Board::gives_check) | the king's slider attacks, for each move |
/// | [`Board::is_check`](crate::Board::is_check), [`checkers`](crate::Board::checkers) | the lines between the king and sliders, for each call |
/// | [`Generator::is_check`](crate::Generator::is_check) | none: the generator computed checkers when it was created |
///
/// ```
/// use tabiya::{Board, CheckInfo};
///
/// /// An entry of a search stack: one per ply, kept between nodes.
/// #[derive(Clone, Copy)]
/// struct Entry {
///     is_check: bool,
///     check_info: CheckInfo,
/// }
///
/// let mut board = Board::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
/// let generator = board.generator();
/// let root = Entry { is_check: generator.is_check(), check_info: generator.check_info() };
/// let mut stack = [root; 4];
/// for ply in 1..stack.len() {
///     let mv = board.legal_moves()[0];
///     stack[ply].is_check = stack[ply - 1].check_info.gives_check(mv);
///     board.make_move(mv);
///     stack[ply].check_info = board.generator().check_info();
///     assert_eq!(stack[ply].is_check, board.is_check(), "{mv:?}");
/// }
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "discovered check")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckInfo {
    /// The position. This is a 48-byte copy, so that callers need not pass the board to each test.
    state: State,
    king: Square,
    /// The squares from which each of our pieces would attack the opponent's king, by piece code.
    check_squares: [Bitboard; 16],
    /// Our pieces that alone block one of our sliders from the opponent's king.
    discovered_check_candidates: Bitboard,
}

impl CheckInfo {
    /// Computes the data for testing which moves by side `S` give check.
    #[inline]
    pub(crate) fn new<S: Side>(state: &State) -> Self {
        let theirs = SideContext::<S::Them>::new(state);
        let king = theirs.king;
        let occupied = theirs.occupied;
        let diagonal = bishop_attacks(king, occupied);
        let orthogonal = rook_attacks(king, occupied);
        let mut check_squares = [Bitboard::EMPTY; 16];
        for (piece_type, squares) in [
            (PieceType::Pawn, pawn_attacks(S::Them::COLOR, king)),
            (PieceType::Knight, knight_attacks(king)),
            (PieceType::Bishop, diagonal),
            (PieceType::Rook, orthogonal),
            (PieceType::Queen, diagonal | orthogonal),
        ] {
            check_squares[usize::from(Placement::piece_code(piece_type.of(S::COLOR)))] = squares;
        }
        let discovered_check_candidates = theirs.discovered_check_candidates();
        Self { state: *state, king, check_squares, discovered_check_candidates }
    }

    /// Returns the squares from which a piece of the type gives direct check. There is none for the king.
    ///
    /// [`discoverers`](Self::discoverers) give the other checks, and
    /// [`quiet_checks_into`](crate::AnyGenerator::quiet_checks_into) lists the quiet moves among them all.
    ///
    /// ```
    /// use tabiya::{Board, PieceType, Square};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let squares = board.generator().check_info().check_squares(PieceType::Rook);
    /// assert!(squares.contains(Square::A8) && squares.contains(Square::E2));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "quiet checks")]
    #[inline]
    pub const fn check_squares(&self, piece_type: PieceType) -> Bitboard {
        let piece = piece_type.of(self.state.side_to_move());
        self.check_squares[Placement::piece_code(piece) as usize]
    }

    /// Returns the squares from which a piece of any type gives direct check.
    pub(crate) fn all_check_squares(&self) -> Bitboard {
        self.check_squares.into_iter().fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// Returns the pieces of the side to move that alone stand between one of its sliders and the
    /// opponent's king. If such a piece leaves the line, its move gives check.
    ///
    /// ```
    /// use tabiya::{Board, Square};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// assert_eq!(board.generator().check_info().discoverers(), Square::E2.bitboard());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "discovered check")]
    #[doc(alias = "blockers")]
    #[inline]
    pub const fn discoverers(&self) -> Bitboard {
        self.discovered_check_candidates
    }

    /// Tests whether a legal move in the position gives check.
    ///
    /// The position is the one that the data was computed for, whether or not its board changed since.
    /// The result for an illegal move is unspecified.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1")?;
    /// let info = board.generator().check_info();
    /// for &mv in &board.legal_moves() {
    ///     assert_eq!(info.gives_check(mv), board.after(mv).is_check(), "{mv:?}");
    /// }
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        if !mv.is_normal() {
            return special_move_gives_check(&self.state, mv);
        }
        let from = mv.from();
        let to = mv.to();
        // A piece that stays on the line still blocks the slider.
        if self.discovered_check_candidates.contains(from) && !aligned(self.king, from, to) {
            return true;
        }
        let moved = self.state.placement.piece_code_on(from).index();
        self.check_squares[moved].contains(to)
    }
}

/// Tests whether castling, an en passant capture or a promotion gives check.
///
/// Not inlined: in a loop over moves, the compiler would compute its sets before the first move.
#[cold]
#[inline(never)]
fn special_move_gives_check(state: &State, mv: Move) -> bool {
    by_side!(state.side_to_move(), S => gives_check::<S>(state, mv))
}

/// Tests whether a legal move by `S` gives check.
#[inline]
pub(crate) fn gives_check<S: Side>(state: &State, mv: Move) -> bool {
    let from = mv.from();
    let to = mv.to();
    let placement = &state.placement;
    let king = placement.king(S::Them::COLOR);
    let ours = placement.colors(S::COLOR).without(from);
    let mut diagonal = placement.diagonal_sliders() & ours;
    let mut orthogonal = placement.orthogonal_sliders() & ours;
    let mut occupied = placement.occupied().without(from).with(to);

    let mut is_leaper_check = false;
    if let Some((king_to, rook_to)) = mv.castling_targets() {
        orthogonal = orthogonal.without(to).with(rook_to);
        occupied = occupied.without(to).with(king_to).with(rook_to);
    } else {
        if mv.is_en_passant() {
            occupied = occupied.without(Square::new(to.file(), from.rank()));
        }
        match mv.promotion().or(placement.piece_type_on(from)) {
            Some(PieceType::Pawn) => is_leaper_check = pawn_attacks(S::COLOR, to).contains(king),
            Some(PieceType::Knight) => is_leaper_check = knight_attacks(to).contains(king),
            Some(PieceType::Bishop) => diagonal = diagonal.with(to),
            Some(PieceType::Rook) => orthogonal = orthogonal.with(to),
            Some(PieceType::Queen) => {
                diagonal = diagonal.with(to);
                orthogonal = orthogonal.with(to);
            }
            Some(PieceType::King) | None => {}
        }
    }
    is_leaper_check
        || !bishop_attacks(king, occupied).is_disjoint(diagonal)
        || !rook_attacks(king, occupied).is_disjoint(orthogonal)
}
