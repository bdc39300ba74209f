//! Set-wise legal move generation for all boards, as sets of to squares.
//!
//! In one direction at most one slider, king or pawn reaches a square: the nearest behind it. So
//! eight sets hold the moves by these pieces, one per direction, and eight more hold the knight
//! moves. Promotions, castling and en passant have their own sets.

use tabiya_core::{Direction, Side};

use crate::lanes::boards::{Boards, SideContext, direction_index};
use crate::lanes::castling::{Castling, Wing};
use crate::lanes::checks_and_pins::{ChecksAndPins, MovablePieces, leaper_checkers};
use crate::lanes::rays::{
    KNIGHT_AXES, Propagators, RayDirection, SLIDER_AXES, for_each_direction, map_directions,
    shift_by_step,
};
use crate::lanes::vector::{Lanes, map_array};

/// The moves on all boards, as sets of to squares.
#[derive(Clone, Copy)]
pub(crate) struct Moves<V> {
    /// The to squares for moves in each direction (eight sets), then for each knight step (eight
    /// more).
    pub(crate) by_direction: [V; 16],
    /// Promotions by a push, and by captures to the west and to the east.
    pub(crate) promotions: [V; 3],
    /// Double pushes that set the en passant square, since an opposing pawn attacks it.
    pub(crate) ep_double_pushes: V,
    /// Lane masks for king side and queen side: all squares in the lanes where castling is legal.
    pub(crate) castling_lanes: [V; 2],
    /// The pawns that may capture en passant.
    pub(crate) ep_capturers: V,
}

/// One side's pawn moves, as sets of to squares, without en passant captures.
#[derive(Clone, Copy)]
pub(crate) struct PawnMoves<V> {
    pub(crate) single_pushes: V,
    pub(crate) double_pushes: V,
    /// Pawn captures to the west and to the east.
    pub(crate) captures: [V; 2],
}

impl<V: Lanes> PawnMoves<V> {
    /// Generates the moves for the pawns that pins allow to move, within a check mask.
    #[inline(always)]
    pub(crate) fn generate<S: Side>(
        context: &SideContext<'_, V>,
        movable: &MovablePieces<V>,
        check_mask: V,
    ) -> Self {
        let steps =
            |direction| shift_by_step(movable.movable_pawns_along(context, direction), direction);
        let single = steps(S::UP) & context.empty;
        let double = shift_by_step(single & V::splat(S::THIRD_RANK.0), S::UP) & context.empty;
        let capture_targets = context.them & check_mask;
        Self {
            single_pushes: single & check_mask,
            double_pushes: double & check_mask,
            captures: [steps(S::UP_WEST) & capture_targets, steps(S::UP_EAST) & capture_targets],
        }
    }

    /// Returns the pawn moves that are neither promotions nor double pushes to `ep_double_pushes`.
    #[inline(always)]
    fn without_special_moves(&self, ep_double_pushes: V, promotion_rank: V) -> Self {
        let [west, east] = self.captures;
        Self {
            single_pushes: self.single_pushes & !promotion_rank,
            double_pushes: self.double_pushes & !ep_double_pushes,
            captures: [west & !promotion_rank, east & !promotion_rank],
        }
    }

    /// Returns the to squares for single pushes, for captures to the west and for captures to the
    /// east.
    #[inline(always)]
    fn pushes_and_captures(&self) -> [V; 3] {
        let [west, east] = self.captures;
        [self.single_pushes, west, east]
    }

    /// Adds the pawn moves to the other pieces' moves, by direction.
    #[inline(always)]
    pub(crate) fn add_by_direction<S: Side>(&self, by_direction: &mut [V; 8]) {
        let [west, east] = self.captures;
        by_direction[direction_index(S::UP)] |= self.single_pushes | self.double_pushes;
        by_direction[direction_index(S::UP_WEST)] |= west;
        by_direction[direction_index(S::UP_EAST)] |= east;
    }

    /// Counts the pawn moves, each promotion as four.
    #[inline(always)]
    pub(crate) fn count<S: Side>(&self) -> V {
        let promotion_rank = V::splat(S::EIGHTH_RANK.0);
        let [west, east] = self.captures;
        let promotions = (self.single_pushes & promotion_rank).popcount()
            + (west & promotion_rank).popcount()
            + (east & promotion_rank).popcount();
        let moves = self.single_pushes.popcount()
            + self.double_pushes.popcount()
            + west.popcount()
            + east.popcount();
        moves + promotions + promotions + promotions
    }
}

impl<V: Lanes> Moves<V> {
    /// Generates the legal moves for `S`, the side to move.
    #[inline(always)]
    pub(crate) fn generate_legal<S: Side>(castling: &Castling, boards: &Boards<V>) -> Self {
        let propagators = Propagators::new(!boards.occupied());
        let context = SideContext::new(castling, boards, &propagators);
        let checks = ChecksAndPins::new::<S>(&context);
        let movable = checks.movable_pieces(&context);
        let slider_attacks = movable.slider_attacks(&context);
        Self::legal_from_slider_attacks::<S>(&context, &checks, &movable, slider_attacks)
    }

    /// Generates the legal moves for `S`, given its slider attacks, in which a pinned slider
    /// attacks only along the pin.
    #[inline(always)]
    pub(crate) fn legal_from_slider_attacks<S: Side>(
        context: &SideContext<'_, V>,
        checks: &ChecksAndPins<V>,
        movable: &MovablePieces<V>,
        slider_attacks: [V; 8],
    ) -> Self {
        let targets = !context.us & checks.check_mask;
        let king = context.king();
        let king_targets = checks.king_targets(context);
        let knights = context.knights & context.us & !checks.pinned;
        let pawns = PawnMoves::generate::<S>(context, movable, checks.check_mask);
        let ep_double_pushes = pawns.double_pushes & squares_beside_their_pawns(context);
        let promotion_rank = V::splat(S::EIGHTH_RANK.0);
        let mut steps = map_directions!(SLIDER_AXES, direction => {
            slider_attacks[direction.index()] & targets | direction.step(king) & king_targets
        });
        pawns
            .without_special_moves(ep_double_pushes, promotion_rank)
            .add_by_direction::<S>(&mut steps);
        let knight_moves =
            map_directions!(KNIGHT_AXES, direction => direction.step(knights) & targets);
        Self {
            by_direction: join_directions(steps, knight_moves),
            promotions: map_array(pawns.pushes_and_captures(), |targets| targets & promotion_rank),
            ep_double_pushes,
            castling_lanes: castling_lanes::<V, S>(context, checks),
            ep_capturers: ep_capturers::<V, S>(context),
        }
    }
}

/// Joins the to squares for eight directions and for eight knight steps in one array.
#[inline(always)]
pub(crate) fn join_directions<V: Lanes>(steps: [V; 8], knight_moves: [V; 8]) -> [V; 16] {
    let mut by_direction = [V::splat(0); 16];
    by_direction[..8].copy_from_slice(&steps);
    by_direction[8..].copy_from_slice(&knight_moves);
    by_direction
}

/// Returns the squares beside opposing pawns: a double push to one of them allows an en passant
/// capture.
#[inline(always)]
fn squares_beside_their_pawns<V: Lanes>(context: &SideContext<'_, V>) -> V {
    let pawns = context.pawns & context.them;
    shift_by_step(pawns, Direction::West) | shift_by_step(pawns, Direction::East)
}

/// Returns lane masks for king side and queen side: all squares in the lanes where `S` may castle.
#[inline(always)]
pub(crate) fn castling_lanes<V: Lanes, S: Side>(
    context: &SideContext<'_, V>,
    checks: &ChecksAndPins<V>,
) -> [V; 2] {
    let [king_side, queen_side] = context.castling.wings(S::COLOR);
    [
        castling_lanes_of_wing(king_side, context, checks),
        castling_lanes_of_wing(queen_side, context, checks),
    ]
}

/// Returns a lane mask: all squares in the lanes where the side to move may castle to `wing`.
#[inline(always)]
fn castling_lanes_of_wing<V: Lanes>(
    wing: Wing,
    context: &SideContext<'_, V>,
    checks: &ChecksAndPins<V>,
) -> V {
    let rook = context.castling_rooks & V::splat(wing.rook);
    let obstacles =
        context.occupied & V::splat(wing.path) | checks.danger & V::splat(wing.king_path);
    // If the rook is pinned along the rank, castling leaves the king in check:
    // 4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1.
    let pinned = checks.pinned & rook;
    V::splat(!0).keep_where_nonzero(rook).keep_where_zero(obstacles | pinned)
}

/// Returns the `S` pawns that may capture en passant.
///
/// Pins do not suffice, since two pawns leave a rank at once. So slider attacks on the king are
/// computed on the board after the capture.
#[inline(always)]
pub(crate) fn ep_capturers<V: Lanes, S: Side>(context: &SideContext<'_, V>) -> V {
    let mut capturers = V::splat(0);
    if !context.ep_squares.any() {
        return capturers;
    }
    let captured = shift_by_step(context.ep_squares, S::Them::UP);
    let remaining_leapers = leaper_checkers::<V, S>(context) & !captured;
    for side in [S::Them::UP_WEST, S::Them::UP_EAST] {
        let capturer = shift_by_step(context.ep_squares, side) & context.pawns & context.us;
        // 8/8/8/K2pP2q/8/8/8/7k w - d6: the capture removes both blockers between king and queen.
        let occupied_after = context.occupied & !(capturer | captured) | context.ep_squares;
        let propagators = Propagators::new(!occupied_after);
        let king = context.king();
        let mut checkers = remaining_leapers;
        for_each_direction!(SLIDER_AXES, direction =>
            checkers |= propagators.slider_attacks(direction, king)
                & context.sliders(direction)
                & context.them);
        capturers |= capturer.keep_where_zero(checkers);
    }
    capturers
}
