//! Checks, the check mask, pins and king danger squares.
//!
//! Each direction takes two fills, which end *on* the first blocker: one from their sliders in the
//! direction, and one from our king against it.
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

use crate::lanes::boards::{SideContext, axis_index, king_attacks, knight_attacks, pawn_attacks};
use crate::lanes::rays::{RayDirection, SLIDER_AXES, for_each_direction, map_directions};
use crate::lanes::vector::{Lanes, map_array};

/// The attacks on and around the king of the side to move: checks, pins and danger squares.
pub(crate) struct ChecksAndPins<V> {
    /// The squares that the opponent's sliders attack in each direction.
    pub(crate) slider_attacks: [V; 8],
    /// The king's ray in each direction, up to the first blocker inclusive.
    pub(crate) king_rays: [V; 8],
    /// King danger squares: all squares that the opponent attacks, where sliders x-ray the king by
    /// one square.
    pub(crate) danger: V,
    /// The check mask: the to squares that block or capture the checker; all squares without a
    /// check.
    pub(crate) check_mask: V,
    /// The pinned pieces of the side to move.
    pub(crate) pinned: V,
    /// The pinned pieces by the pin's axis.
    pinned_by_axis: [V; 4],
}

impl<V: Lanes> ChecksAndPins<V> {
    /// No checks, pins and danger squares, for proofs.
    #[cfg(feature = "symbolic")]
    pub(crate) fn none() -> Self {
        let none = V::splat(0);
        Self {
            slider_attacks: [none; 8],
            king_rays: [none; 8],
            danger: none,
            check_mask: !none,
            pinned: none,
            pinned_by_axis: [none; 4],
        }
    }

    /// Computes the checks and pins for `S`, the side to move.
    #[inline(always)]
    pub(crate) fn new<S: Side>(context: &SideContext<'_, V>) -> Self {
        let king = context.king();
        let mut slider_attacks = [V::splat(0); 8];
        let mut king_rays = [V::splat(0); 8];
        let mut check_mask = leaper_check_mask::<V, S>(context);
        let mut danger = leaper_attacks::<V, S::Them>(&context.for_opponent());
        let mut pinned_by_axis = [V::splat(0); 4];
        for_each_direction!(SLIDER_AXES, direction => {
            let slider_ray = context
                .propagators
                .slider_attacks(direction, context.sliders(direction) & context.them);
            let king_ray = context.propagators.slider_attacks(direction.opposite(), king);
            slider_attacks[direction.index()] = slider_ray;
            king_rays[direction.opposite().index()] = king_ray;
            let king_in_check = slider_ray & king;
            check_mask &= king_ray | V::splat(!0).keep_where_zero(king_in_check);
            danger |= slider_ray | direction.step(king_in_check);
            pinned_by_axis[direction.axis()] |= slider_ray & king_ray & context.us;
        });
        let [file, diagonal, rank, antidiagonal] = pinned_by_axis;
        let pinned = file | diagonal | rank | antidiagonal;
        Self { slider_attacks, king_rays, danger, check_mask, pinned, pinned_by_axis }
    }

    /// Returns our pieces that may move along each axis: those not pinned, or pinned on that axis.
    #[inline(always)]
    pub(crate) fn movable_pieces(&self, context: &SideContext<'_, V>) -> MovablePieces<V> {
        MovablePieces(map_array(self.pinned_by_axis, |pinned| context.us & (!self.pinned | pinned)))
    }

    /// Returns the king's legal to squares, without castling.
    #[inline(always)]
    pub(crate) fn king_targets(&self, context: &SideContext<'_, V>) -> V {
        king_attacks(context.king()) & !(context.us | self.danger)
    }
}

/// The pieces of the side to move that pins allow to move along each axis.
#[derive(Clone, Copy)]
pub(crate) struct MovablePieces<V>(pub(crate) [V; 4]);

impl<V: Lanes> MovablePieces<V> {
    /// Returns the pieces that pins allow to move in a direction.
    #[inline(always)]
    pub(crate) fn movable_along(&self, direction: impl RayDirection) -> V {
        self.0[direction.axis()]
    }

    /// Returns the pawns that pins allow to move in a direction.
    #[inline(always)]
    pub(crate) fn movable_pawns_along(
        &self,
        context: &SideContext<'_, V>,
        direction: Direction,
    ) -> V {
        self.0[axis_index(direction)] & context.pawns
    }

    /// Returns the squares that the movable sliders attack in each direction.
    #[inline(always)]
    pub(crate) fn slider_attacks(&self, context: &SideContext<'_, V>) -> [V; 8] {
        map_directions!(SLIDER_AXES, direction => context
            .propagators
            .slider_attacks(direction, self.movable_along(direction) & context.sliders(direction)))
    }
}

/// Returns the squares that the pawns, knights and king of `S`, the side to move, attack.
#[inline(always)]
fn leaper_attacks<V: Lanes, S: Side>(context: &SideContext<'_, V>) -> V {
    pawn_attacks::<V, S>(context.pawns & context.us)
        | knight_attacks(context.knights & context.us)
        | king_attacks(context.king())
}

/// Returns the opponent's knights and pawns that give check to `S`.
#[inline(always)]
pub(crate) fn leaper_checkers<V: Lanes, S: Side>(context: &SideContext<'_, V>) -> V {
    let knights = knight_attacks(context.king()) & context.knights;
    let pawns = pawn_attacks::<V, S>(context.king()) & context.pawns;
    (knights | pawns) & context.them
}

/// Returns the check mask for knights and pawns: the checker's square, all squares without such a
/// checker, no square with two.
#[inline(always)]
fn leaper_check_mask<V: Lanes, S: Side>(context: &SideContext<'_, V>) -> V {
    let checkers = leaper_checkers::<V, S>(context);
    checkers.keep_where_zero(checkers & (checkers - V::splat(1)))
        | V::splat(!0).keep_where_zero(checkers)
}
