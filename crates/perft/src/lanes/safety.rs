//! The king's safety: checks, pins and the squares where it may not go.
//!
//! For each direction there are two rays, both ending *on* the first piece: their sliders'
//! in the direction, and our king's against it.
//!
//! ```text
//! their rook, eastwards     our king, westwards      both: a pin if it is our piece
//! . . . . . . . .           . . . . . . . .          . . . . . . . .
//! r x x B . . K .           r . . B x x K .          r . . # . . K .
//! ```
//!
//! If their ray touches the king it is in check, and the king's ray is what helps: the
//! squares between and the checker. Two checkers have disjoint rays, so that nothing helps.

use tabiya_core::{Direction, Side};

use crate::lanes::boards::{View, axis, king_attacks, knight_attacks, pawn_attacks};
use crate::lanes::rays::{SLIDES, Way, each_way, for_each_way};
use crate::lanes::vector::{Lanes, each};

/// What threatens the king of the side to move.
pub(crate) struct Safety<V> {
    /// What their sliders attack in each direction.
    pub(crate) attacks: [V; 8],
    /// What the king sees in each direction.
    pub(crate) king_rays: [V; 8],
    /// All they attack, seen through the king.
    pub(crate) danger: V,
    /// Where a move of another piece than the king helps: everywhere without a check.
    pub(crate) helps: V,
    /// The pieces that alone shield the king, and for each axis those on it.
    pub(crate) pinned: V,
    pinned_on: [V; 4],
}

impl<V: Lanes> Safety<V> {
    /// `S` is whose king it is.
    #[inline(always)]
    pub(crate) fn of<S: Side>(view: &View<'_, V>) -> Self {
        let king = view.king();
        let (mut attacks, mut king_rays) = ([V::splat(0); 8], [V::splat(0); 8]);
        let mut helps = helps_against_leapers::<V, S>(view);
        let mut danger = leaper_attacks::<V, S::Them>(&view.turned());
        let mut pinned_on = [V::splat(0); 4];
        for_each_way!(SLIDES, way => {
            let theirs = view.lines.ray(way, view.sliders(way) & view.them);
            let ours = view.lines.ray(way.back(), king);
            attacks[way.index()] = theirs;
            king_rays[way.back().index()] = ours;
            let check = theirs & king;
            helps &= ours | V::splat(!0).where_none(check);
            danger |= theirs | way.step(check);
            pinned_on[way.axis()] |= theirs & ours & view.us;
        });
        let [file, diagonal, rank, antidiagonal] = pinned_on;
        let pinned = file | diagonal | rank | antidiagonal;
        Self { attacks, king_rays, danger, helps, pinned, pinned_on }
    }

    /// Our pieces, for each axis those that may move along it.
    #[inline(always)]
    pub(crate) fn movers(&self, view: &View<'_, V>) -> Movers<V> {
        Movers(each(self.pinned_on, |pinned| view.us & (!self.pinned | pinned)))
    }

    /// Where the king may step.
    #[inline(always)]
    pub(crate) fn king_steps(&self, view: &View<'_, V>) -> V {
        king_attacks(view.king()) & !(view.us | self.danger)
    }
}

/// Pieces of the side to move, for each axis those that may move along it.
#[derive(Clone, Copy)]
pub(crate) struct Movers<V>(pub(crate) [V; 4]);

impl<V: Lanes> Movers<V> {
    /// Those that may move in a direction.
    #[inline(always)]
    pub(crate) fn along(&self, way: impl Way) -> V {
        self.0[way.axis()]
    }

    /// Those pawns that may step in a direction.
    #[inline(always)]
    pub(crate) fn pawns(&self, view: &View<'_, V>, direction: Direction) -> V {
        self.0[axis(direction)] & view.pawns
    }

    /// What the sliders among them attack in each direction.
    #[inline(always)]
    pub(crate) fn slides(&self, view: &View<'_, V>) -> [V; 8] {
        each_way!(SLIDES, way => view.lines.ray(way, self.along(way) & view.sliders(way)))
    }
}

/// What the pawns, knights and king of `S`, who is to move, attack.
#[inline(always)]
fn leaper_attacks<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    pawn_attacks::<V, S>(view.pawns & view.us)
        | knight_attacks(view.knights & view.us)
        | king_attacks(view.king())
}

/// The opponent's knights and pawns that give check to `S`.
#[inline(always)]
pub(crate) fn leaping_checkers<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    let knights = knight_attacks(view.king()) & view.knights;
    let pawns = pawn_attacks::<V, S>(view.king()) & view.pawns;
    (knights | pawns) & view.them
}

/// Where one such checker stands; everywhere if there is none, nowhere if there are two.
#[inline(always)]
fn helps_against_leapers<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    let checkers = leaping_checkers::<V, S>(view);
    checkers.where_none(checkers & (checkers - V::splat(1))) | V::splat(!0).where_none(checkers)
}
