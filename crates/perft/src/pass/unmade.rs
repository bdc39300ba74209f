//! The moves that need not be made.

use tabiya_core::{Direction, Side};

use super::replies::Replies;
use super::touch::Touch;
use crate::boards::View;
use crate::lanes::tally::{self, Number};
use crate::lanes::{Lanes, each_direction, each_leap, step};
use crate::moves::{Moves, PawnMoves, contested, join};
use crate::safety::{Movers, Safety};

/// Moves whose replies are read off, by the squares they lead to.
pub(super) struct Unmade<V> {
    slides: [V; 8],
    /// Steps of the king.
    king: [V; 8],
    leaps: [V; 8],
    pawns: PawnMoves<V>,
}

impl<V: Lanes> Unmade<V> {
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
        let hit = hit_on.into_iter().fold(V::splat(0), |all, one| all | one);
        let mut quiet = *movers;
        for (movers, hit) in quiet.0.iter_mut().zip(hit_on) {
            *movers &= !(touch.leaving | hit);
        }
        let [west, east] = replies.pawns.captures;
        let stirring = view.all_sliders() & (hit | west | east | before | after);
        let open = !(view.us | touch.arriving);
        let targets = open & safety.helps;
        let king_steps = safety.king_steps(view) & open & !touch.king;
        let knights = view.knights & view.us & !(safety.pinned | touch.leaving);
        let entangled = entangled::<V, S>(view, before, after);
        Self {
            slides: each_direction!(d => {
                let sliders = quiet.along(d) & view.sliders(d) & !stirring;
                let reached = view.lines.ray(d, sliders);
                let by_queens = view.lines.ray(d, sliders & view.queens());
                let (closed, closed_to_queens) = touch.sliders(d);
                let closed = closed | closed_to_queens & by_queens | entangled[d as usize];
                reached & targets & !closed
            }),
            king: each_direction!(d => {
                step(view.king() & quiet.along(d), d) & king_steps & !entangled[d as usize]
            }),
            leaps: each_leap!(leap => step(knights, leap) & targets & !touch.knights),
            pawns: Self::pawns::<S>(view, &quiet, targets & !touch.pawns),
        }
    }

    #[inline(always)]
    fn pawns<S: Side>(view: &View<'_, V>, quiet: &Movers<V>, targets: V) -> PawnMoves<V> {
        let pawns = PawnMoves::of::<S>(view, quiet, targets & !V::splat(S::EIGHTH_RANK.0));
        PawnMoves { double: pawns.double & !contested::<V, S>(view), ..pawns }
    }

    /// The moves of pawns in each direction that end `single` or take.
    #[inline(always)]
    fn pawn_steps<S: Side>(&self, direction: Direction, ahead: V) -> V {
        let [west, east] = self.pawns.captures;
        if direction == S::UP {
            ahead
        } else if direction == S::UP_WEST {
            west
        } else if direction == S::UP_EAST {
            east
        } else {
            V::splat(0)
        }
    }

    /// All but the leaps, in each direction.
    #[inline(always)]
    fn steps<S: Side>(&self) -> [V; 8] {
        let ahead = self.pawns.single | self.pawns.double;
        each_direction!(d => {
            self.slides[d as usize] | self.king[d as usize] | self.pawn_steps::<S>(d, ahead)
        })
    }

    /// On each square, how many of these moves lead there.
    #[inline(always)]
    pub(super) fn arriving<S: Side>(&self) -> Number<V, 5> {
        let (steps, leaps) = (tally::tally(self.steps::<S>()), tally::tally(self.leaps));
        tally::sum(tally::widened(steps), tally::widened(leaps), V::splat(0))
    }

    /// On each square, how many of these moves come from there, those of sliders aside.
    #[inline(always)]
    pub(super) fn leaving<S: Side>(&self) -> Number<V, 5> {
        let steps = tally::tally(each_direction!(d => {
            let ahead = self.pawns.single;
            step(self.king[d as usize] | self.pawn_steps::<S>(d, ahead), d.opposite())
        }));
        let leaps = tally::tally(self.leap_origins());
        let double = step(step(self.pawns.double, S::Them::UP), S::Them::UP);
        tally::sum(tally::widened(steps), tally::widened(leaps), double)
    }

    /// Where the leaps come from.
    #[inline(always)]
    fn leap_origins(&self) -> [V; 8] {
        let mut leaps = self.leaps.into_iter();
        each_leap!(leap => leaps.next().map_or(V::splat(0), |leaps| step(leaps, leap.back())))
    }

    /// What changes by both ends of a move, in each lane.
    #[inline(always)]
    pub(super) fn both_ends<S: Side>(&self, replies: &Replies<'_, V>) -> V {
        let [west, east] = self.pawns.captures;
        let taken_back = |captures: V, direction| {
            (captures & replies.view.pawns & replies.movers.along(direction)).count()
        };
        // 4k3/4p3/8/4P3/8/8/8/4K3 w - -: e5-e6 seems to free the double step and to stop the
        // single one; it stops both.
        let (before, _) = replies.before_pawns::<S::Them>();
        let stopped = self.pawns.single & before & V::splat(<S::Them as Side>::THIRD_RANK.0);
        // 4k3/8/8/4p3/3P4/8/8/4K3 w - -: after dxe5 there is no exd4, neither for the pawn that
        // was taken nor for want of something to take.
        taken_back(west, S::UP_WEST) + taken_back(east, S::UP_EAST) - stopped.count()
    }

    /// Of all moves, the others.
    #[inline(always)]
    pub(super) fn rest_of<S: Side>(&self, mut all: Moves<V>) -> Moves<V> {
        for (all, unmade) in all.ways.iter_mut().zip(join(self.steps::<S>(), self.leaps)) {
            *all &= !unmade;
        }
        all
    }
}

/// The squares where a piece may not arrive from a direction, for it would change at both
/// ends of its move what a pawn can do: by going up into the pawn, or between the two squares
/// before it.
#[inline(always)]
fn entangled<V: Lanes, S: Side>(view: &View<'_, V>, before: V, after: V) -> [V; 8] {
    let pawns = view.pawns & view.them;
    each_direction!(d => {
        if d == S::UP {
            pawns | before & V::splat(<S::Them as Side>::THIRD_RANK.0)
        } else if d == S::UP.opposite() {
            after
        } else if d == S::UP_WEST || d == S::UP_EAST {
            pawns
        } else {
            V::splat(0)
        }
    })
}
