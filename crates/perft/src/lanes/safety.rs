//! King safety: checks, the check mask, pins and king danger squares.
//!
//! Each direction takes two fills, which end *on* the first blocker: of their sliders in the
//! direction, and of our king against it.
//!
//! ```text
//! their rook, eastwards     our king, westwards      both: a pin, if the piece is ours
//! . . . . . . . .           . . . . . . . .          . . . . . . . .
//! r x x B . . K .           r . . B x x K .          r . . # . . K .
//! ```
//!
//! If their ray attacks the king, the king's ray is the check mask: the squares between, and the
//! checker. In double check the two rays are disjoint, so the check mask is empty.

use tabiya_core::{Direction, Side};

use crate::lanes::boards::{View, axis, king_attacks, knight_attacks, pawn_attacks};
use crate::lanes::rays::{SLIDES, Way, each_way, for_each_way};
use crate::lanes::vector::{Lanes, each};

/// The attacks on the king of the side to move, and what follows for its legal moves.
pub(crate) struct Safety<V> {
    /// The squares that their sliders attack in each direction.
    pub(crate) attacks: [V; 8],
    /// The king's ray in each direction, up to the first blocker inclusive.
    pub(crate) king_rays: [V; 8],
    /// King danger squares: all their attacks, with sliders x-raying the king by one square.
    pub(crate) danger: V,
    /// The check mask: to squares that block or capture the checker, all squares without check.
    pub(crate) helps: V,
    /// The pinned pieces of the side to move.
    pub(crate) pinned: V,
    /// The pinned pieces by the axis of the pin.
    pinned_on: [V; 4],
}

impl<V: Lanes> Safety<V> {
    /// Computes the safety of the king of `S`, the side to move.
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

    /// Returns our pieces that may move along each axis: those not pinned, or pinned on it.
    #[inline(always)]
    pub(crate) fn movers(&self, view: &View<'_, V>) -> Movers<V> {
        Movers(each(self.pinned_on, |pinned| view.us & (!self.pinned | pinned)))
    }

    /// Returns the squares that the king may move to, castling aside.
    #[inline(always)]
    pub(crate) fn king_steps(&self, view: &View<'_, V>) -> V {
        king_attacks(view.king()) & !(view.us | self.danger)
    }
}

/// The pieces of the side to move that may move along each axis.
#[derive(Clone, Copy)]
pub(crate) struct Movers<V>(pub(crate) [V; 4]);

impl<V: Lanes> Movers<V> {
    /// Returns the pieces that may move in a direction.
    #[inline(always)]
    pub(crate) fn along(&self, way: impl Way) -> V {
        self.0[way.axis()]
    }

    /// Returns the pawns that may move in a direction.
    #[inline(always)]
    pub(crate) fn pawns(&self, view: &View<'_, V>, direction: Direction) -> V {
        self.0[axis(direction)] & view.pawns
    }

    /// Returns the squares that the sliders among them attack in each direction.
    #[inline(always)]
    pub(crate) fn slides(&self, view: &View<'_, V>) -> [V; 8] {
        each_way!(SLIDES, way => view.lines.ray(way, self.along(way) & view.sliders(way)))
    }
}

/// Returns the squares that the pawns, knights and king of `S`, the side to move, attack.
#[inline(always)]
fn leaper_attacks<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    pawn_attacks::<V, S>(view.pawns & view.us)
        | knight_attacks(view.knights & view.us)
        | king_attacks(view.king())
}

/// Returns the opponent's knights and pawns that give check to `S`.
#[inline(always)]
pub(crate) fn leaping_checkers<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    let knights = knight_attacks(view.king()) & view.knights;
    let pawns = pawn_attacks::<V, S>(view.king()) & view.pawns;
    (knights | pawns) & view.them
}

/// Returns the check mask of knights and pawns: the checker's square, all squares without such
/// a checker, no square with two.
#[inline(always)]
fn helps_against_leapers<V: Lanes, S: Side>(view: &View<'_, V>) -> V {
    let checkers = leaping_checkers::<V, S>(view);
    checkers.where_none(checkers & (checkers - V::splat(1))) | V::splat(!0).where_none(checkers)
}
