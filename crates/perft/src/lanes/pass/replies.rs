//! The opponent's replies to a null move.

use tabiya_core::Side;

use crate::lanes::boards::View;
use crate::lanes::count;
use crate::lanes::moves::PawnMoves;
use crate::lanes::rays::{SLIDES, Way, for_each_way, step};
use crate::lanes::safety::{Movers, Safety};
use crate::lanes::vector::{Lanes, each};

/// The opponent's replies to a null move. In `view`, `us` is the side that replies.
///
/// If the side that makes the null move is in check, the replies include captures of its king.
/// No legal move leaves the king in check, so the deltas cancel those captures.
pub(super) struct Replies<'a, V> {
    pub(super) view: View<'a, V>,
    pub(super) safety: Safety<V>,
    pub(super) movers: Movers<V>,
    /// The squares that sliders attack in each direction, the first blocker of either color
    /// included.
    pub(super) slides: [V; 8],
    pub(super) knights: V,
    pub(super) pawns: PawnMoves<V>,
}

impl<'a, V: Lanes> Replies<'a, V> {
    /// Computes the replies of `S`. `passing` and `attacks` are the view and the safety of the
    /// side that makes the null move.
    #[inline(always)]
    pub(super) fn of<S: Side>(passing: &View<'a, V>, attacks: &Safety<V>) -> Self {
        let view = passing.turned();
        let safety = Safety::of::<S>(&view);
        let movers = safety.movers(&view);
        let slides = if safety.pinned.any() { movers.slides(&view) } else { attacks.attacks };
        let knights = view.knights & view.us & !safety.pinned;
        let pawns = PawnMoves::of::<S>(&view, &movers, V::splat(!0));
        Self { view, safety, movers, slides, knights, pawns }
    }

    /// Counts the replies, per lane.
    #[inline(always)]
    pub(super) fn count<S: Side>(&self) -> V {
        let Self { view, safety, slides, pawns, .. } = self;
        count::count::<V, S>(view, safety, slides, pawns)
    }

    /// Returns the squares that sliders can move to, for each direction.
    #[inline(always)]
    pub(super) fn slider_targets(&self) -> [V; 8] {
        each(self.slides, |reached| reached & !self.view.us)
    }

    /// Returns the pieces of the other side that a slider attacks, for each axis.
    #[inline(always)]
    pub(super) fn hit_on(&self) -> [V; 4] {
        let mut hit = [V::splat(0); 4];
        for_each_way!(SLIDES, way => {
            hit[way.axis()] |= self.slides[way.index()] & self.view.them;
        });
        hit
    }

    /// Returns the squares in front of pawns that may push, empty or not. The second set is the
    /// squares two ranks in front of those pawns that are on their second rank.
    #[inline(always)]
    pub(super) fn before_pawns<S: Side>(&self) -> (V, V) {
        let before = step(self.movers.pawns(&self.view, S::UP), S::UP);
        (before, step(before & V::splat(S::THIRD_RANK.0), S::UP))
    }
}
