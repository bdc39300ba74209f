//! Set-wise generation of the legal moves of all boards, as sets of to squares.
//!
//! In one direction at most one slider, king or pawn reaches a square: the nearest behind it.
//! So eight sets hold the moves of these pieces, one for each direction. Eight more hold the
//! knight moves. Promotions, castling and en passant have sets of their own.

use tabiya_core::{Direction, Side};

use crate::lanes::boards::{Boards, View, index};
use crate::lanes::castling::{Castling, Wing};
use crate::lanes::rays::{LEAPS, Lines, SLIDES, Way, each_way, for_each_way, step};
use crate::lanes::safety::{Movers, Safety, leaping_checkers};
use crate::lanes::vector::{Lanes, each};

/// Moves to be made, as sets of to squares.
#[derive(Clone, Copy)]
pub(crate) struct Moves<V> {
    /// The moves in each of the eight directions, then by each of the eight knight steps.
    pub(crate) ways: [V; 16],
    /// Promotions by a push, and by captures to the west and to the east.
    pub(crate) promotions: [V; 3],
    /// Double pushes that set the en passant square, since a pawn of the opponent attacks it.
    pub(crate) contested: V,
    /// Lane masks for king side and queen side: all squares in the lanes where castling is legal.
    pub(crate) castles: [V; 2],
    /// The pawns that may capture en passant.
    pub(crate) en_passant: V,
}

/// Moves of the pawns of one side, as sets of to squares, without en passant captures.
#[derive(Clone, Copy)]
pub(crate) struct PawnMoves<V> {
    pub(crate) single: V,
    pub(crate) double: V,
    /// Captures to the west and to the east.
    pub(crate) captures: [V; 2],
}

impl<V: Lanes> PawnMoves<V> {
    /// Generates the moves of the pawns among `movers`, within the check mask `helps`.
    #[inline(always)]
    pub(crate) fn of<S: Side>(view: &View<'_, V>, movers: &Movers<V>, helps: V) -> Self {
        let ahead = |d| step(movers.pawns(view, d), d);
        let single = ahead(S::UP) & view.empty;
        let double = step(single & V::splat(S::THIRD_RANK.0), S::UP) & view.empty;
        let prey = view.them & helps;
        Self {
            single: single & helps,
            double: double & helps,
            captures: [ahead(S::UP_WEST) & prey, ahead(S::UP_EAST) & prey],
        }
    }

    /// Returns the moves without promotions (to `last`) and double pushes to `contested`.
    #[inline(always)]
    fn but(&self, contested: V, last: V) -> Self {
        let [west, east] = self.captures;
        Self {
            single: self.single & !last,
            double: self.double & !contested,
            captures: [west & !last, east & !last],
        }
    }

    /// Returns single pushes, captures to the west and captures to the east.
    #[inline(always)]
    fn by_step(&self) -> [V; 3] {
        let [west, east] = self.captures;
        [self.single, west, east]
    }

    /// Adds these moves to those of other pieces, by direction.
    #[inline(always)]
    pub(crate) fn add_to<S: Side>(&self, steps: &mut [V; 8]) {
        let [west, east] = self.captures;
        steps[index(S::UP)] |= self.single | self.double;
        steps[index(S::UP_WEST)] |= west;
        steps[index(S::UP_EAST)] |= east;
    }

    /// Counts these moves, a promotion as four.
    #[inline(always)]
    pub(crate) fn count<S: Side>(&self) -> V {
        let last = V::splat(S::EIGHTH_RANK.0);
        let [west, east] = self.captures;
        let promotions =
            (self.single & last).count() + (west & last).count() + (east & last).count();
        let moves = self.single.count() + self.double.count() + west.count() + east.count();
        moves + promotions + promotions + promotions
    }
}

impl<V: Lanes> Moves<V> {
    /// Generates the legal moves of `S`, the side to move.
    #[inline(always)]
    pub(crate) fn all<S: Side>(castling: &Castling, boards: &Boards<V>) -> Self {
        let lines = Lines::new(!boards.occupied());
        let view = View::new(castling, boards, &lines);
        let safety = Safety::of::<S>(&view);
        let movers = safety.movers(&view);
        let slides = movers.slides(&view);
        Self::with_slides::<S>(&view, &safety, &movers, slides)
    }

    /// Generates the legal moves from known slider attacks, those of pinned sliders along the pin
    /// only.
    #[inline(always)]
    pub(crate) fn with_slides<S: Side>(
        view: &View<'_, V>,
        safety: &Safety<V>,
        movers: &Movers<V>,
        slides: [V; 8],
    ) -> Self {
        let targets = !view.us & safety.helps;
        let king = view.king();
        let king_steps = safety.king_steps(view);
        let knights = view.knights & view.us & !safety.pinned;
        let pawns = PawnMoves::of::<S>(view, movers, safety.helps);
        let contested = pawns.double & contested(view);
        let last = V::splat(S::EIGHTH_RANK.0);
        let mut steps = each_way!(SLIDES, way => {
            slides[way.index()] & targets | way.step(king) & king_steps
        });
        pawns.but(contested, last).add_to::<S>(&mut steps);
        let leaps = each_way!(LEAPS, way => way.step(knights) & targets);
        Self {
            ways: join(steps, leaps),
            promotions: each(pawns.by_step(), |targets| targets & last),
            contested,
            castles: castles::<V, S>(view, safety),
            en_passant: en_passant::<V, S>(view),
        }
    }
}

/// Joins the moves of eight directions and of eight knight steps in one array.
#[inline(always)]
pub(crate) fn join<V: Lanes>(steps: [V; 8], leaps: [V; 8]) -> [V; 16] {
    let mut ways = [V::splat(0); 16];
    ways[..8].copy_from_slice(&steps);
    ways[8..].copy_from_slice(&leaps);
    ways
}

/// Returns the squares beside pawns of the opponent: a double push to one of them allows an en
/// passant capture.
#[inline(always)]
fn contested<V: Lanes>(view: &View<'_, V>) -> V {
    let pawns = view.pawns & view.them;
    step(pawns, Direction::West) | step(pawns, Direction::East)
}

/// Returns lane masks for king side and queen side: all squares where `S` may castle.
#[inline(always)]
pub(crate) fn castles<V: Lanes, S: Side>(view: &View<'_, V>, safety: &Safety<V>) -> [V; 2] {
    let [king_side, queen_side] = view.castling.wings(S::COLOR);
    [may_castle(king_side, view, safety), may_castle(queen_side, view, safety)]
}

/// Returns all squares in the lanes where the side to move may castle to `wing`.
#[inline(always)]
fn may_castle<V: Lanes>(wing: Wing, view: &View<'_, V>, safety: &Safety<V>) -> V {
    let right = view.rights & V::splat(wing.rook);
    let hindered = view.occupied & V::splat(wing.path) | safety.danger & V::splat(wing.safe);
    // If the rook is pinned along the rank, the king is left in check after castling:
    // 4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1.
    let pinned = safety.pinned & right;
    V::splat(!0).where_any(right).where_none(hindered | pinned)
}

/// Returns the pawns of `S` that may capture en passant.
///
/// Pins do not suffice, since two pawns leave a rank at once. So the king's lines are tested on
/// the board after the capture.
#[inline(always)]
pub(crate) fn en_passant<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    let mut capturers = V::splat(0);
    if !view.ep_squares.any() {
        return capturers;
    }
    let victim = step(view.ep_squares, S::Them::UP);
    let by_others = leaping_checkers::<V, S>(view) & !victim;
    for side in [S::Them::UP_WEST, S::Them::UP_EAST] {
        let capturer = step(view.ep_squares, side) & view.pawns & view.us;
        // 8/8/8/K2pP2q/8/8/8/7k w - d6: the capture removes both blockers between king and queen.
        let after = view.occupied & !(capturer | victim) | view.ep_squares;
        let lines = Lines::new(!after);
        let king = view.king();
        let mut hits = by_others;
        for_each_way!(SLIDES, way => hits |= lines.ray(way, king) & view.sliders(way) & view.them);
        capturers |= capturer.where_none(hits);
    }
    capturers
}
