//! What the opponent can do after a pass.

use tabiya_core::Side;

use crate::lanes::boards::View;
use crate::lanes::count;
use crate::lanes::moves::PawnMoves;
use crate::lanes::rays::{SLIDES, Way, for_each_way, step};
use crate::lanes::safety::{Movers, Safety};
use crate::lanes::vector::{Lanes, each};

/// The opponent's replies to a pass. Here `us` is the one who replies.
///
/// If the side that passes is in check, its king is a piece like any other, to be captured;
/// no legal move leaves it there, and the sums come out.
pub(super) struct Replies<'a, V> {
    pub(super) view: View<'a, V>,
    pub(super) safety: Safety<V>,
    pub(super) movers: Movers<V>,
    /// What sliders reach in each direction, up to and with the first piece of either side.
    pub(super) slides: [V; 8],
    pub(super) knights: V,
    pub(super) pawns: PawnMoves<V>,
}

impl<'a, V: Lanes> Replies<'a, V> {
    /// `S` is who replies; `passing` and its safety are those of the other.
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

    /// How many there are.
    #[inline(always)]
    pub(super) fn count<S: Side>(&self) -> V {
        let Self { view, safety, slides, pawns, .. } = self;
        count::count::<V, S>(view, safety, slides, pawns)
    }

    /// For each direction, where sliders can go.
    #[inline(always)]
    pub(super) fn slider_targets(&self) -> [V; 8] {
        each(self.slides, |reached| reached & !self.view.us)
    }

    /// The pieces of the other side that a slider attacks along each axis.
    #[inline(always)]
    pub(super) fn hit_on(&self) -> [V; 4] {
        let mut hit = [V::splat(0); 4];
        for_each_way!(SLIDES, way => {
            hit[way.axis()] |= self.slides[way.index()] & self.view.them;
        });
        hit
    }

    /// The squares before pawns that may push, and for pawns at home those after them.
    #[inline(always)]
    pub(super) fn before_pawns<S: Side>(&self) -> (V, V) {
        let before = step(self.movers.pawns(&self.view, S::UP), S::UP);
        (before, step(before & V::splat(S::THIRD_RANK.0), S::UP))
    }
}
