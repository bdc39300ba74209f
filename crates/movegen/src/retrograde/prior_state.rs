//! The state of an earlier position besides its placement, and the position before a retraction.

use tabiya_core::{Bitboard, MoveKind, PieceType, Side, Square};
use tabiya_movelist::PawnStep;

use super::ep_style::is_written;
use super::king::position_of;
use super::retraction::Retraction;
use super::sets::RetractionSets;
use crate::Position;
use crate::state::State;

/// The state that a position had before a move, besides its placement.
///
/// ```
/// use tabiya::Position;
/// use tabiya::retrograde::RetractionOptions;
///
/// // The white king came back to e1, so that White may have had the right to castle before e1-f1.
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R b - - 3 9")?;
/// let retractor = position.retractor(&RetractionOptions::new());
/// let list = retractor.retractions();
/// let king_move = list.iter().find(|found| found.to_string() == "e1f1").expect("a king move");
/// let rights = retractor.prior_states(*king_move).map(|prior| prior.castling_rooks().len());
/// assert!(rights.eq([0, 1]));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorState {
    castling_rooks: Bitboard,
    ep_square: Option<Square>,
    halfmove_clock: u16,
}

impl PriorState {
    /// Returns the squares of the rooks with a castling right.
    #[must_use]
    pub const fn castling_rooks(self) -> Bitboard {
        self.castling_rooks
    }

    /// Returns the en passant square.
    #[must_use]
    pub const fn ep_square(self) -> Option<Square> {
        self.ep_square
    }

    /// Returns the halfmove clock: one less than now, or 0 after a capture or a pawn move, before which it is unknown.
    #[must_use]
    pub const fn halfmove_clock(self) -> u16 {
        self.halfmove_clock
    }
}

/// An iterator over the states that a position may have had before a move, the least first.
#[derive(Clone, Debug)]
pub struct PriorStates {
    /// The state with the fewest rights and no en passant square unless the move needs it.
    least: PriorState,
    /// The rooks on each king's west side, then on its east side. One rook in each set may have had a right.
    wings: [Bitboard; 4],
    /// The en passant squares that are possible besides none.
    ep_squares: Bitboard,
    next: usize,
    len: usize,
}

impl PriorStates {
    /// Returns the state with the fewest rights, and with no en passant square unless the move needs it.
    #[must_use]
    pub const fn least(&self) -> PriorState {
        self.least
    }

    /// Returns the state with each right that the move may have lost, with the outermost rook of a wing, and no en
    /// passant square unless the move needs it.
    #[must_use]
    pub fn most(&self) -> PriorState {
        let [west, east, their_west, their_east] = self.wings;
        let outermost = [west.first(), east.last(), their_west.first(), their_east.first()];
        let rights = outermost.into_iter().flatten().map(Square::bitboard);
        let castling_rooks = rights.fold(self.least.castling_rooks, |rooks, rook| rooks | rook);
        PriorState { castling_rooks, ..self.least }
    }
}

impl Iterator for PriorStates {
    type Item = PriorState;

    fn next(&mut self) -> Option<PriorState> {
        if self.next == self.len {
            return None;
        }
        let mut rest = self.next;
        self.next += 1;
        let mut choose = |set: Bitboard| {
            let choice = rest % (set.len() + 1);
            rest /= set.len() + 1;
            choice.checked_sub(1).and_then(|index| set.into_iter().nth(index))
        };
        let mut prior = self.least;
        for rook in self.wings.map(&mut choose).into_iter().flatten() {
            prior.castling_rooks |= rook.bitboard();
        }
        prior.ep_square = choose(self.ep_squares).or(prior.ep_square);
        Some(prior)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len - self.next, Some(self.len - self.next))
    }
}

impl ExactSizeIterator for PriorStates {}
impl core::iter::FusedIterator for PriorStates {}

impl<S: Side> RetractionSets<'_, S> {
    /// Returns the placement before a retraction, with the castling rights of the position and those that the move
    /// needs.
    pub(super) fn state_before(&self, retraction: Retraction) -> State {
        let mv = retraction.mv();
        let from = mv.from();
        let to = mv.to();
        match mv.kind() {
            MoveKind::Castling => return self.state_before_castling(mv),
            MoveKind::EnPassant => return self.state_before_en_passant(from, to),
            _ => {}
        }
        let mut before = *self.state;
        let moved = if mv.is_promotion() {
            Some(PieceType::Pawn)
        } else {
            self.state.placement.piece_type_on(to)
        };
        before.placement = before.placement.without(to.bitboard());
        if let Some(piece_type) = moved {
            before.placement = before.placement.with(piece_type.of(S::COLOR), from);
        }
        if let Some(piece_type) = retraction.captured() {
            before.placement = before.placement.with(piece_type.of(S::Them::COLOR), to);
        }
        before.state_word = before.state_word.with_side_to_move(S::COLOR).with_ep_square(None);
        before
    }

    /// Returns the states that the earlier position may have had.
    pub(super) fn prior_states(&self, retraction: Retraction) -> PriorStates {
        let mv = retraction.mv();
        let before = self.state_before(retraction);
        let is_pawn_move =
            mv.is_promotion() || before.placement.piece_type_on(mv.from()) == Some(PieceType::Pawn);
        let is_irreversible = is_pawn_move || retraction.captured().is_some();
        let clock = self.state.state_word.halfmove_clock();
        let least = PriorState {
            castling_rooks: before.castling_rooks,
            ep_square: before.state_word.ep_square(),
            halfmove_clock: if is_irreversible { 0 } else { clock.saturating_sub(1) },
        };
        let is_king_move = mv.from() == before.placement.king(S::COLOR);
        let lost = if is_king_move { Bitboard::FULL } else { mv.from().bitboard() };
        let [west, east] = self.lost_rights::<S>(&before, lost);
        let [their_west, their_east] = self.lost_rights::<S::Them>(&before, mv.to().bitboard());
        let wings = [west, east, their_west, their_east];
        let ep_squares = match least.ep_square {
            Some(_) => Bitboard::EMPTY,
            None => self.prior_ep_squares(&before),
        };
        let choices = wings.map(|wing| wing.len() + 1);
        let len = choices.into_iter().product::<usize>() * (ep_squares.len() + 1);
        PriorStates { least, wings, ep_squares, next: 0, len }
    }

    /// Returns the rooks of a color whose castling right the move may have lost, west and east of the king.
    fn lost_rights<C: Side>(&self, before: &State, lost: Bitboard) -> [Bitboard; 2] {
        let options = &self.options.castling;
        let king = before.placement.king(C::COLOR);
        if !C::FIRST_RANK.contains(king) || !options.allows_king(C::COLOR, king.file()) {
            return [Bitboard::EMPTY; 2];
        }
        let rooks = before.placement.pieces(PieceType::Rook) & before.placement.colors(C::COLOR);
        let rooks = rooks & options.rook_squares(C::COLOR) & lost;
        let rights = before.castling_rooks & C::FIRST_RANK;
        let east = Bitboard(u64::MAX << king as u8);
        [!east, east].map(|wing| {
            let is_free = rights.is_disjoint(wing);
            if is_free { rooks & wing } else { Bitboard::EMPTY }
        })
    }

    /// Returns the en passant squares that are possible in the earlier position.
    fn prior_ep_squares(&self, before: &State) -> Bitboard {
        let occupied = before.placement.occupied();
        let pawns = before.placement.pawns() & before.placement.colors(S::Them::COLOR);
        let is_possible = |square: &Square| {
            let pushed = PawnStep::single(S::UP).origin(*square);
            let origin = PawnStep::single(S::Them::UP).origin(*square);
            if !pawns.contains(pushed) || occupied.contains(*square) || occupied.contains(origin) {
                return false;
            }
            let mut state = *before;
            state.state_word = state.state_word.with_ep_square(Some(*square));
            is_written::<S>(self.options.en_passant, &state, *square)
                && self.is_check_possible(&state)
        };
        S::SIXTH_RANK.into_iter().filter(is_possible).collect()
    }

    /// Returns the position before a retraction, with a prior state.
    pub(super) fn before(&self, retraction: Retraction, prior: PriorState) -> Position {
        let mut state = self.state_before(retraction);
        let number = state.state_word.fullmove_number();
        let number = if S::COLOR.is_white() { number } else { number.saturating_sub(1).max(1) };
        state.castling_rooks = prior.castling_rooks;
        state.state_word = state
            .state_word
            .with_ep_square(prior.ep_square)
            .with_halfmove_clock(prior.halfmove_clock)
            .with_fullmove_number(number);
        position_of(state)
    }
}
