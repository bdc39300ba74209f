//! The delta-counted moves: those that need not be made.

use tabiya_core::{Direction, Side};

use super::replies::Replies;
use super::touch::Touch;
use crate::lanes::boards::{View, index};
use crate::lanes::moves::{Moves, PawnMoves, join};
use crate::lanes::rays::{LEAPS, SLIDES, Way, each_way, step};
use crate::lanes::safety::{Movers, Safety};
use crate::lanes::tally::{self, Number};
use crate::lanes::vector::Lanes;

/// Delta-counted moves, as sets of to squares for each direction.
pub(super) struct Unmade<V> {
    slides: [V; 8],
    king: [V; 8],
    leaps: [V; 8],
    pawns: PawnMoves<V>,
}

impl<V: Lanes> Unmade<V> {
    /// Selects the moves of `S` that need not be made.
    #[inline(always)]
    pub(super) fn of<S: Side>(
        view: &View<'_, V>,
        safety: &Safety<V>,
        movers: &Movers<V>,
        replies: &Replies<'_, V>,
        touch: &Touch<V>,
    ) -> Self {
        let (before, after) = replies.before_pawns::<S::Them>();
        let hit_on = replies.hit_on();
        let mut quiet = *movers;
        for (movers, hit) in quiet.0.iter_mut().zip(hit_on) {
            *movers &= !(touch.leaving | hit);
        }
        let open = !(view.us | touch.arriving);
        let targets = open & safety.helps;
        let king_steps = safety.king_steps(view) & open & !touch.king;
        let knights = view.knights & view.us & !(safety.pinned | touch.leaving);
        let entangled = entangled::<V, S>(view, before, after);
        let mut unmade = Self {
            slides: each_way!(SLIDES, way => {
                let sliders = quiet.along(way) & view.sliders(way);
                let reached = view.lines.ray(way, sliders);
                let by_queens = view.lines.ray(way, sliders & view.queens());
                let (closed, closed_to_queens) = touch.sliders(way);
                let near = entangled[way.index()] & way.step(sliders);
                reached & targets & !(closed | closed_to_queens & by_queens | near)
            }),
            king: each_way!(SLIDES, way => {
                let king = view.king() & quiet.along(way);
                way.step(king) & king_steps & !entangled[way.index()]
            }),
            leaps: each_way!(LEAPS, way => way.step(knights) & targets & !touch.knights),
            pawns: PawnMoves::of::<S>(
                view,
                &quiet,
                targets & !(touch.pawns | V::splat(S::EIGHTH_RANK.0)),
            ),
        };
        // 4k3/4p3/8/4R3/8/8/8/4K3 w - -: the rook blocks the double push of the pawn it captures.
        // Both squares would count the loss of that push.
        unmade.slides[index(S::UP)] &= !step(step(after & view.us, S::UP), S::UP);
        unmade
    }

    /// Returns the moves of all pieces but knights, for each direction.
    #[inline(always)]
    fn steps<S: Side>(&self) -> [V; 8] {
        let mut steps = self.slides;
        for (steps, king) in steps.iter_mut().zip(self.king) {
            *steps |= king;
        }
        self.pawns.add_to::<S>(&mut steps);
        steps
    }

    /// Counts these moves by to square.
    #[inline(always)]
    pub(super) fn arriving<S: Side>(&self) -> Number<V, 5> {
        let (steps, leaps) = (tally::tally(self.steps::<S>()), tally::tally(self.leaps));
        tally::sum(tally::widened(steps), tally::widened(leaps), V::splat(0))
    }

    /// Counts these moves by from square.
    #[inline(always)]
    pub(super) fn leaving<S: Side>(&self, view: &View<'_, V>) -> Number<V, 5> {
        let steps = self.steps::<S>();
        let steps = each_way!(SLIDES, way => view.lines.count_ahead(way, steps[way.index()]));
        let [a, b, c, d, e, ..] = tally::sum_of_eight(steps);
        let leaps = tally::tally(each_way!(LEAPS, way => way.back().step(self.leaps[way.index()])));
        tally::sum([a, b, c, d, e], tally::widened(leaps), V::splat(0))
    }

    /// Counts the king moves of the opponent that knight moves prevent, per lane: the free squares
    /// that a knight attacks from its to square. Its from square can be one of them.
    #[inline(always)]
    pub(super) fn taken_from_king(&self, touch: &Touch<V>) -> V {
        let attacks = tally::tally(each_way!(LEAPS, way => way.step(touch.free)));
        tally::product::<V, 4, 5>(&tally::tally(self.leaps), &tally::widened(attacks))
    }

    /// Counts the changes that depend on the from and the to square of a move together, per lane.
    #[inline(always)]
    pub(super) fn both_ends<S: Side>(&self, replies: &Replies<'_, V>) -> V {
        let [west, east] = self.pawns.captures;
        let pawns_to = |direction| replies.movers.pawns(&replies.view, direction);
        // 4k3/8/8/4p3/3P4/8/8/4K3 w - -: after dxe5 there is no exd4. Both squares count that
        // loss: the pawn is captured, and the pawn it attacked has departed.
        let taken_west = (west & pawns_to(S::UP_WEST)).count();
        let taken_east = (east & pawns_to(S::UP_EAST)).count();
        // 4k3/4p3/8/4P3/8/8/8/4K3 w - -: e5-e6 blocks both pushes. The deltas say that it unblocks
        // the double push and blocks the single one.
        let (before, _) = replies.before_pawns::<S::Them>();
        let stopped = self.pawns.single & before & V::splat(<S::Them as Side>::THIRD_RANK.0);
        // A pawn may capture en passant if its pin allows the direction. A king and a rook on its
        // rank need no test: they pin the pawn after the null move. A double push onto the line of
        // a pin is never delta-counted: 8/8/8/8/k2p3R/8/4P3/4K3 w - -.
        let double = self.pawns.double;
        let from_east = step(double, Direction::East) & pawns_to(S::Them::UP_WEST);
        let from_west = step(double, Direction::West) & pawns_to(S::Them::UP_EAST);
        taken_west + taken_east + from_east.count() + from_west.count() - stopped.count()
    }

    /// Removes the delta-counted moves from `all`, and returns the moves that must be made.
    #[inline(always)]
    pub(super) fn rest_of<S: Side>(&self, mut all: Moves<V>) -> Moves<V> {
        for (all, unmade) in all.ways.iter_mut().zip(join(self.steps::<S>(), self.leaps)) {
            *all &= !unmade;
        }
        all.contested &= !self.pawns.double;
        all
    }
}

/// Returns, for each direction, the to squares whose moves must be made because both their from
/// and to squares affect the same pawn.
///
/// Such a piece captures a pawn that it blocked or that attacked it, or moves between the two
/// squares in front of a pawn.
#[inline(always)]
fn entangled<V: Lanes, S: Side>(view: &View<'_, V>, before: V, after: V) -> [V; 8] {
    let pawns = view.pawns & view.them;
    let mut entangled = [V::splat(0); 8];
    entangled[index(S::UP)] = pawns | before & V::splat(<S::Them as Side>::THIRD_RANK.0);
    entangled[index(S::UP_WEST)] = pawns;
    entangled[index(S::UP_EAST)] = pawns;
    entangled[index(S::Them::UP)] = after;
    entangled
}
