//! The opponent's replies to a null move.

use tabiya_core::Side;

use crate::lanes::boards::SideContext;
use crate::lanes::checks_and_pins::{ChecksAndPins, MovablePieces};
use crate::lanes::count;
use crate::lanes::moves::PawnMoves;
use crate::lanes::rays::{RayDirection, SLIDER_AXES, for_each_direction, shift_by_step};
use crate::lanes::vector::{Lanes, map_array};

/// The opponent's replies to a null move. In `context`, `us` is the side that replies.
///
/// If the side that makes the null move is in check, the replies include king captures. No legal
/// move leaves the king in check, so the deltas cancel those captures.
pub(super) struct Replies<'a, V> {
    pub(super) context: SideContext<'a, V>,
    pub(super) checks: ChecksAndPins<V>,
    pub(super) movable: MovablePieces<V>,
    /// The squares that sliders attack in each direction, the first blocker included, whatever its
    /// color.
    pub(super) slider_attacks: [V; 8],
    /// The unpinned knights of the replying side.
    pub(super) knights: V,
    pub(super) pawns: PawnMoves<V>,
}

impl<'a, V: Lanes> Replies<'a, V> {
    /// Computes the replies by `S`, from the sets and the checks of the side that makes the null
    /// move.
    #[inline(always)]
    pub(super) fn new<S: Side>(
        null_mover: &SideContext<'a, V>,
        null_mover_checks: &ChecksAndPins<V>,
    ) -> Self {
        let context = null_mover.for_opponent();
        let checks = ChecksAndPins::new::<S>(&context);
        let movable = checks.movable_pieces(&context);
        let slider_attacks = if checks.pinned.any() {
            movable.slider_attacks(&context)
        } else {
            null_mover_checks.slider_attacks
        };
        let knights = context.knights & context.us & !checks.pinned;
        let pawns = PawnMoves::generate::<S>(&context, &movable, V::splat(!0));
        Self { context, checks, movable, slider_attacks, knights, pawns }
    }

    /// Counts the replies to the null move, per lane.
    #[inline(always)]
    pub(super) fn count<S: Side>(&self) -> V {
        let Self { context, checks, slider_attacks, pawns, .. } = self;
        count::legal_moves_except_ep::<V, S>(context, checks, slider_attacks, pawns)
    }

    /// Returns the squares that the replying side's sliders can move to, by direction.
    #[inline(always)]
    pub(super) fn slider_targets(&self) -> [V; 8] {
        map_array(self.slider_attacks, |attacks| attacks & !self.context.us)
    }

    /// Returns the pieces that a slider attacks, for each axis. They belong to the side that made
    /// the null move.
    #[inline(always)]
    pub(super) fn attacked_by_axis(&self) -> [V; 4] {
        let mut attacked = [V::splat(0); 4];
        for_each_direction!(SLIDER_AXES, direction => {
            attacked[direction.axis()] |=
                self.slider_attacks[direction.index()] & self.context.them;
        });
        attacked
    }

    /// Returns the squares one rank in front of pawns that may push, empty or not. The second set
    /// is the squares two ranks in front of those pawns that are on their second rank.
    #[inline(always)]
    pub(super) fn squares_before_pawns<S: Side>(&self) -> (V, V) {
        let one_rank = shift_by_step(self.movable.movable_pawns_along(&self.context, S::UP), S::UP);
        (one_rank, shift_by_step(one_rank & V::splat(S::THIRD_RANK.0), S::UP))
    }
}
