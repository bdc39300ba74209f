//! The sets that decide which moves can be retracted, and the retractions of pieces and pawns.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, MoveKind, PieceType, Side, Square};
use tabiya_movelist::PawnStep;
use tabiya_tables::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};

use super::ep_style::is_written;
use super::material::Material;
use super::options::RetractionOptions;
use super::piece_types::PieceTypes;
use super::sink::{Origins, RetractionSink};
use crate::castling;
use crate::side_context::SideContext;
use crate::state::State;

/// The sets for the retractions of `S`, who made the last move.
///
/// The earlier position must not have the opponent's king in check. So a moved piece stood where it gives no check, and
/// it stood between the king and every other checker. If it blocks one of its sliders now, it did so before.
#[derive(Clone)]
pub(super) struct RetractionSets<'a, S: Side> {
    pub(super) state: &'a State,
    pub(super) options: RetractionOptions,
    /// The sets relative to the opponent, whose move it is.
    pub(super) context: SideContext<S::Them>,
    /// The pieces of `S` that give check.
    pub(super) checkers: Bitboard,
    /// The pieces of `S` that alone block one of its sliders from the king.
    blockers: Bitboard,
    /// The squares from which a piece released all checks, if it gives none itself.
    pub(super) release: Bitboard,
    pub(super) empty: Bitboard,
    /// The pieces of `S` that may have moved: rooks and kings with a castling right have not.
    pub(super) movers: Bitboard,
    /// The squares from which bishops and rooks attack the king.
    king_diagonals: Bitboard,
    king_orthogonals: Bitboard,
    /// The types that may have been captured, on dark and on light squares.
    pub(super) captured: [PieceTypes; 2],
    /// The types that may be promoted pawns, on dark and on light squares.
    unpromoted: [PieceTypes; 2],
    /// `true` if pawn moves may be retracted.
    pub(super) moves_pawns: bool,
}

impl<'a, S: Side> RetractionSets<'a, S> {
    #[inline(always)]
    pub(super) fn new(state: &'a State, options: RetractionOptions) -> Self {
        let context = SideContext::<S::Them>::new(state);
        let (checkers, _) = context.checkers_and_pinned();
        let blockers = context.discovered_check_candidates();
        let theirs = Material::new(&state.placement, S::Them::COLOR);
        let ours = Material::new(&state.placement, S::COLOR);
        let is_valid = theirs.is_valid() && ours.is_valid();
        let keeps_clock = options.heeds_clock && state.state_word.halfmove_clock() > 0;
        let may_capture = is_valid && !keeps_clock;
        let returning = if may_capture {
            options.pockets[S::Them::COLOR as usize].types()
        } else {
            PieceTypes::EMPTY
        };
        let unpromotions = options.pockets[S::COLOR as usize].unpromotions();
        let unpromotes = may_capture && unpromotions > 0;
        let no_types = [PieceTypes::EMPTY; 2];
        let rooks = castling::castling_rooks::<S>(state);
        let king = context.kings & context.them;
        let immobile = if rooks.any() { rooks | king } else { Bitboard::EMPTY };
        let has_double_push = state.state_word.ep_square().is_some();
        Self {
            state,
            options,
            checkers,
            blockers,
            release: release(&context, checkers),
            empty: !context.occupied,
            movers: if is_valid && !has_double_push {
                context.them - immobile
            } else {
                Bitboard::EMPTY
            },
            king_diagonals: bishop_attacks(context.king, context.occupied),
            king_orthogonals: rook_attacks(context.king, context.occupied),
            captured: theirs.may_return().map(|types| types.intersection(returning)),
            unpromoted: if unpromotes { ours.may_unpromote() } else { no_types },
            moves_pawns: may_capture,
            context,
        }
    }

    /// Returns the types that may have been captured on a square.
    #[inline(always)]
    pub(super) fn captured_on(&self, square: Square) -> PieceTypes {
        const OUTER_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
        let types = self.captured[usize::from(Bitboard::LIGHT_SQUARES.contains(square))];
        if OUTER_RANKS.contains(square) { types.without(PieceType::Pawn) } else { types }
    }

    /// Returns the squares from which a piece of a type attacks the king, with a set of occupied squares.
    #[inline(always)]
    fn king_attackers(&self, piece_type: PieceType, occupied: Bitboard) -> Bitboard {
        let king = self.context.king;
        match piece_type {
            PieceType::Pawn => pawn_attacks(S::Them::COLOR, king),
            PieceType::Knight => knight_attacks(king),
            PieceType::Bishop => bishop_attacks(king, occupied),
            PieceType::Rook => rook_attacks(king, occupied),
            PieceType::Queen => bishop_attacks(king, occupied) | rook_attacks(king, occupied),
            PieceType::King => king_attacks(king),
        }
    }

    /// Returns the squares from which a piece of a type attacks the king now.
    #[inline(always)]
    fn king_attackers_now(&self, piece_type: PieceType) -> Bitboard {
        match piece_type {
            PieceType::Bishop => self.king_diagonals,
            PieceType::Rook => self.king_orthogonals,
            PieceType::Queen => self.king_diagonals | self.king_orthogonals,
            _ => self.king_attackers(piece_type, self.context.occupied),
        }
    }

    /// Returns the pieces for which [`special_origins`](Self::special_origins) is needed.
    #[inline(always)]
    fn specials(&self) -> Bitboard {
        self.checkers | self.blockers
    }

    /// Returns the origins of a piece that was of a type, among squares from which it reaches `to`.
    #[inline(always)]
    pub(super) fn origins(&self, piece_type: PieceType, to: Square, reach: Bitboard) -> Origins {
        let capturing = reach - self.king_attackers_now(piece_type);
        if self.specials().contains(to) {
            return self.special_origins(piece_type, to, reach, capturing);
        }
        let capturing = capturing & self.release;
        Origins { quiet: capturing, capturing }
    }

    /// Returns the origins of a piece that gives check, or blocks a slider.
    #[cold]
    #[inline(never)]
    fn special_origins(
        &self,
        piece_type: PieceType,
        to: Square,
        reach: Bitboard,
        capturing: Bitboard,
    ) -> Origins {
        let release = release(&self.context, self.checkers.without(to));
        // After a capture, `to` stays occupied, so that no line opens.
        let vacated = self.context.occupied.without(to);
        let quiet = (reach & release) - self.king_attackers(piece_type, vacated);
        let blocks = self.blockers.contains(to);
        let still_blocks = if blocks { line(self.context.king, to) } else { Bitboard::FULL };
        Origins { quiet: quiet & still_blocks, capturing: capturing & release }
    }

    /// Generates the retractions of knights, bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn generate_pieces<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let Self { context, movers, empty, .. } = self;
        let occupied = context.occupied;
        let mut push = |piece_type, to, reach: Bitboard| {
            let origins = self.origins(piece_type, to, reach & *empty);
            sink.push_piece_retractions(piece_type, to, origins, self.captured_on(to))
        };
        for to in context.knights & *movers {
            push(PieceType::Knight, to, knight_attacks(to))?;
        }
        let diagonal = context.diagonal_sliders;
        let orthogonal = context.orthogonal_sliders;
        for to in (diagonal - orthogonal) & *movers {
            push(PieceType::Bishop, to, bishop_attacks(to, occupied))?;
        }
        for to in (orthogonal - diagonal) & *movers {
            push(PieceType::Rook, to, rook_attacks(to, occupied))?;
        }
        for to in diagonal & orthogonal & *movers {
            let reach = bishop_attacks(to, occupied) | rook_attacks(to, occupied);
            push(PieceType::Queen, to, reach)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the squares behind a set, from which a step leads there.
    #[inline(always)]
    fn behind(step: PawnStep, targets: Bitboard) -> Bitboard {
        Bitboard(match step.index_step() {
            step @ 0.. => targets.0 >> step,
            step => targets.0 << -step,
        })
    }

    /// Returns the capture steps of pawns, each with the targets that have an origin.
    #[inline(always)]
    fn capture_steps() -> [(PawnStep, Bitboard); 2] {
        const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
        const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
        [(PawnStep::single(S::UP_WEST), !FILE_H), (PawnStep::single(S::UP_EAST), !FILE_A)]
    }

    /// Generates the retractions of pawns: steps, double steps and captures, but not en passant.
    #[inline(always)]
    pub(super) fn generate_pawns<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        if !self.moves_pawns {
            return ControlFlow::Continue(());
        }
        let pawns = self.context.pawns & self.movers;
        let specials = self.specials();
        // Set-wise, for the pawns whose origins do not depend on their square.
        let origins = (self.empty & self.release)
            - (self.king_attackers_now(PieceType::Pawn) | S::FIRST_RANK);
        let free = pawns - specials;
        self.push_pawns(free, origins, origins, sink)?;
        for to in pawns & specials {
            let reach = self.empty - S::FIRST_RANK;
            let Origins { quiet, capturing } = self.origins(PieceType::Pawn, to, reach);
            self.push_pawns(to.bitboard(), quiet, capturing, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Pushes the retractions of pawns to sets of possible origins.
    #[inline(always)]
    fn push_pawns<T: RetractionSink + ?Sized>(
        &self,
        pawns: Bitboard,
        quiet: Bitboard,
        capturing: Bitboard,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let single = PawnStep::single(S::UP);
        let behind = Self::behind(single, pawns);
        sink.push_pawn_retractions(single, behind & quiet, PieceTypes::EMPTY)?;
        let crossed = behind & self.empty & S::THIRD_RANK;
        let double = Self::behind(single, crossed) & quiet;
        if double.any() {
            let double = self.without_seen_double_pushes(double);
            sink.push_pawn_retractions(PawnStep::double(S::UP), double, PieceTypes::EMPTY)?;
        }
        for (step, targets) in Self::capture_steps() {
            let origins = Self::behind(step, pawns & targets) & capturing;
            // A diagonal step keeps the color of the square.
            let [dark, light] = self.captured;
            sink.push_pawn_retractions(step, origins & Bitboard::LIGHT_SQUARES, light)?;
            sink.push_pawn_retractions(step, origins & Bitboard::DARK_SQUARES, dark)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns those of the origins of double pushes after which the position has no en passant square.
    #[inline]
    fn without_seen_double_pushes(&self, origins: Bitboard) -> Bitboard {
        let is_unseen = |from: &Square| {
            let target = Square::from_low_bits(
                (*from as u8).wrapping_add_signed(PawnStep::single(S::UP).index_step()),
            );
            !is_written::<S::Them>(self.options.en_passant, self.state, target)
        };
        origins.into_iter().filter(is_unseen).collect()
    }

    /// Generates the retraction of the double push that an en passant square tells.
    #[cold]
    pub(super) fn generate_known_double_push<T: RetractionSink + ?Sized>(
        &self,
        crossed: Square,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let step = PawnStep::double(S::UP);
        let from = PawnStep::single(S::UP).origin(crossed);
        let to = Square::from_low_bits((from as u8).wrapping_add_signed(step.index_step()));
        let may_move = self.moves_pawns && self.empty.contains(from);
        let reach = if may_move { from.bitboard() } else { Bitboard::EMPTY };
        let origins = self.origins(PieceType::Pawn, to, reach);
        sink.push_pawn_retractions(step, origins.quiet, PieceTypes::EMPTY)
    }

    /// Generates the retractions of promotions.
    #[inline(always)]
    pub(super) fn generate_unpromotions<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        for to in (S::EIGHTH_RANK & self.movers) - self.context.kings {
            let types = self.unpromoted[usize::from(Bitboard::LIGHT_SQUARES.contains(to))];
            let piece_type = self.state.placement.piece_type_on(to);
            let promoted = piece_type.filter(|&piece_type| types.contains(piece_type));
            if let Some(kind) = promoted.and_then(MoveKind::promotion_to) {
                let push = Self::behind(PawnStep::single(S::UP), to.bitboard());
                let captures = pawn_attacks(S::Them::COLOR, to);
                let Origins { quiet, capturing } =
                    self.origins(PieceType::Pawn, to, (push | captures) & self.empty);
                let origins = Origins { quiet: quiet & push, capturing: capturing & captures };
                sink.push_unpromotions(to, kind, origins, self.captured_on(to))?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the squares from which a piece between released all given checks: all squares without checks.
#[inline(always)]
fn release<S: Side>(context: &SideContext<S>, checkers: Bitboard) -> Bitboard {
    let mut release = Bitboard::FULL;
    for checker in checkers {
        // Empty for knights and pawns, which nothing blocks.
        release &= between(context.king, checker);
    }
    release
}
