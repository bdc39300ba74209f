//! The change in the number of replies that a departing piece causes.

use tabiya_core::Side;

use super::arrival::count_pawn_moves;
use super::must_make::MustMake;
use super::replies::Replies;
use crate::lanes::bitslice::{self, BitSliced, half_add};
use crate::lanes::rays::{
    KNIGHT_AXES, RayDirection, SLIDER_AXES, map_directions, run_length, shift_by_step,
};
use crate::lanes::vector::{Lanes, map_array};

/// Returns, for each square, the signed change in the number of replies after a piece of `S`
/// departs from it. The change at the to square is not included.
#[inline(always)]
pub(super) fn departure_deltas<V: Lanes, S: Side>(
    replies: &Replies<'_, V>,
    must_make: &MustMake<V>,
) -> BitSliced<V, 7> {
    let pawns = pawn_pushes_unblocked::<V, S>(replies);
    let gained = bitslice::add(bitslice::sum(slider_replies_opened(replies)), pawns, V::splat(0));
    let gained = bitslice::add(
        gained,
        king_squares_freed::<V, S>(replies, must_make.attacked_once),
        V::splat(0),
    );
    bitslice::subtract(gained, pawn_captures_lost::<V, S>(replies))
}

/// Returns, for each direction, how many slider moves a departure from each square opens.
#[inline(always)]
pub(super) fn slider_replies_opened<V: Lanes>(replies: &Replies<'_, V>) -> [BitSliced<V, 3>; 8] {
    let context = &replies.context;
    map_directions!(SLIDER_AXES, direction => {
        let attacked = replies.slider_attacks[direction.index()] & context.them;
        let beyond = context.propagators.slider_attacks(direction, attacked) & !context.us;
        map_array(run_length(beyond, direction), |digit| digit & attacked)
    })
}

/// Returns, for each square, how many pawn captures a departure loses. For other pieces, a capture becomes a quiet move.
#[inline(always)]
pub(super) fn pawn_captures_lost<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let [west, east] = replies.pawns.captures;
    count_pawn_moves::<V, S>([V::splat(0), west, east])
}

/// Returns, for each square, how many opposing pawn pushes a piece on the square blocks.
#[inline(always)]
pub(super) fn pawn_pushes_unblocked<V: Lanes, S: Side>(
    replies: &Replies<'_, V>,
) -> BitSliced<V, 7> {
    let context = &replies.context;
    let (before, two_before) = replies.squares_before_pawns::<S::Them>();
    let single = before & context.them;
    // 4k3/4p3/4N3/8/8/8/8/4K3 w - -: the knight blocks both pawn pushes.
    let both = single & shift_by_step(two_before & context.empty, S::UP);
    // 4k3/4p3/8/4N3/8/8/8/4K3 w - -: the knight blocks the double push only.
    let double_only =
        two_before & context.them & shift_by_step(before & context.empty, S::Them::UP);
    count_pawn_moves::<V, S>([single, both, double_only])
}

/// Returns how many king moves become legal when the knight or pawn on each square departs.
/// `attacked_once` holds the squares that a single attack denies to the king.
#[inline(always)]
pub(super) fn king_squares_freed<V: Lanes, S: Side>(
    replies: &Replies<'_, V>,
    attacked_once: V,
) -> BitSliced<V, 7> {
    let context = &replies.context;
    let knights = context.knights & context.them;
    let by_knights = bitslice::count_sets(map_directions!(KNIGHT_AXES, direction => {
        direction.step(attacked_once) & knights
    }));
    let pawns = context.pawns & context.them;
    let attackers = |direction| pawns & shift_by_step(attacked_once, direction);
    let (ones, twos) = half_add(attackers(S::Them::UP_WEST), attackers(S::Them::UP_EAST));
    let [a, b, c, d] = by_knights;
    bitslice::zero_extend([a | ones, b | twos, c, d])
}
