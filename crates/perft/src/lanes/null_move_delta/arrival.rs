//! The change in the number of replies that an arriving piece causes.

use tabiya_core::{Direction, Side};

use super::replies::Replies;
use crate::lanes::bitslice::{self, BitSliced, full_add};
use crate::lanes::rays::{
    KNIGHT_AXES, RayDirection, SLIDER_AXES, map_directions, run_length, shift_by_step,
};
use crate::lanes::vector::{Lanes, map_array};

/// Returns, for each square, the signed change in the number of replies after a piece of `S`
/// arrives there. The change at the from square is not included.
#[inline(always)]
pub(super) fn arrival_deltas<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let gained = replies_gained::<V, S>(replies);
    let lost =
        bitslice::add(piece_replies_lost(replies), pawn_replies_lost::<V, S>(replies), V::splat(0));
    bitslice::subtract(gained, lost)
}

/// Returns, for each square, how many replies an arrival gains: recaptures after a capture, and
/// pawn captures on a square that was empty.
#[inline(always)]
fn replies_gained<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let sliders = bitslice::count_sets(slider_recaptures(replies));
    let knights = bitslice::count_sets(knight_recaptures(replies));
    let pieces =
        bitslice::add(bitslice::zero_extend(sliders), bitslice::zero_extend(knights), V::splat(0));
    bitslice::add(pieces, pawn_captures_gained::<V, S>(replies), V::splat(0))
}

/// Returns, for each direction, the pieces of the replying side that its sliders protect.
#[inline(always)]
pub(super) fn slider_recaptures<V: Lanes>(replies: &Replies<'_, V>) -> [V; 8] {
    map_array(replies.slider_attacks, |attacks| attacks & replies.context.us)
}

/// Returns, for each knight step, the pieces of the replying side that its knights protect.
#[inline(always)]
pub(super) fn knight_recaptures<V: Lanes>(replies: &Replies<'_, V>) -> [V; 8] {
    map_directions!(KNIGHT_AXES, direction => {
        direction.step(replies.knights) & replies.context.us
    })
}

/// Returns, for each square, how many pawn captures an arrival on a square without our piece adds.
#[inline(always)]
pub(super) fn pawn_captures_gained<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let context = &replies.context;
    let pawn_captures = |direction| {
        shift_by_step(replies.movable.movable_pawns_along(context, direction), direction)
            & !context.them
    };
    count_pawn_moves::<V, S>([
        V::splat(0),
        pawn_captures(S::Them::UP_WEST),
        pawn_captures(S::Them::UP_EAST),
    ])
}

/// Returns, for each square, how many piece moves an arrival loses: slider moves beyond a square
/// that becomes blocked, and all moves by the captured piece.
///
/// ```text
/// r x x x x N . .     the rook has four quiet moves eastwards, and captures the knight
/// r x P . . N . .     a pawn arrives on c: one quiet move and the capture, so three are lost,
///                     as many as the ray was long beyond c
/// ```
#[inline(always)]
fn piece_replies_lost<V: Lanes>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let mut lost = bitslice::sum(slider_replies_lost(replies));
    let knights = bitslice::count_sets(knight_replies_lost(replies));
    // A knight's square is neither empty nor a slider's, so its digits are zero and `|` adds.
    for (lost, knights) in lost.iter_mut().zip(knights) {
        *lost |= knights;
    }
    lost
}

/// Returns, for each direction, how many slider moves an arrival on each square loses.
#[inline(always)]
pub(super) fn slider_replies_lost<V: Lanes>(replies: &Replies<'_, V>) -> [BitSliced<V, 3>; 8] {
    let context = &replies.context;
    let targets = replies.slider_targets();
    map_directions!(SLIDER_AXES, direction => {
        let targets = targets[direction.index()];
        let sliders = replies.movable.movable_along(direction) & context.sliders(direction);
        map_array(run_length(targets, direction), |digit| {
            digit & (targets & context.empty | sliders)
        })
    })
}

/// Returns, for each knight step, the knights whose move an arrival on their square loses.
#[inline(always)]
pub(super) fn knight_replies_lost<V: Lanes>(replies: &Replies<'_, V>) -> [V; 8] {
    let free = !replies.context.us;
    map_directions!(KNIGHT_AXES, direction => replies.knights & direction.opposite().step(free))
}

/// Returns, for each square, how many pawn moves an arrival loses: pushes that become blocked, and
/// all moves by a captured pawn.
#[inline(always)]
pub(super) fn pawn_replies_lost<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> BitSliced<V, 7> {
    let pawns = &replies.pawns;
    let [west, east] = pawns.captures;
    let back = S::UP;
    let promotion_rank = V::splat(<S::Them as Side>::EIGHTH_RANK.0);
    let origins = |targets: V, direction: Direction| shift_by_step(targets, direction.opposite());
    // Squares where one push is lost, and squares where two are.
    let single = pawns.single_pushes & !promotion_rank;
    let promoting = pawns.single_pushes & promotion_rank;
    let ep_squares = shift_by_step(pawns.double_pushes, back);
    let double_origins = shift_by_step(ep_squares, back);
    let one =
        single & !ep_squares | pawns.double_pushes | shift_by_step(single, back) & !double_origins;
    let two = ep_squares | double_origins;
    let promotions = promoting | shift_by_step(promoting, back);
    let west_origins = |captures| origins(captures, S::Them::UP_WEST);
    let east_origins = |captures| origins(captures, S::Them::UP_EAST);
    let (ones, carry) =
        full_add(one, west_origins(west & !promotion_rank), east_origins(east & !promotion_rank));
    let (ones_of_four, eights) = full_add(
        promotions,
        west_origins(west & promotion_rank),
        east_origins(east & promotion_rank),
    );
    let zero = V::splat(0);
    [ones, two ^ carry, two & carry | ones_of_four, eights, zero, zero, zero]
}

/// Counts, for each square, the pawn move sets that contain it. On the promotion rank of the
/// opponent of `S` each counts as four, since a promotion is four moves.
#[inline(always)]
pub(super) fn count_pawn_moves<V: Lanes, S: Side>([a, b, c]: [V; 3]) -> BitSliced<V, 7> {
    let promotion_rank = V::splat(<S::Them as Side>::EIGHTH_RANK.0);
    let (ones, twos) = full_add(a, b, c);
    let zero = V::splat(0);
    let fours = ones & promotion_rank;
    let eights = twos & promotion_rank;
    [ones & !promotion_rank, twos & !promotion_rank, fours, eights, zero, zero, zero]
}
