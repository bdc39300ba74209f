//! How the number of replies changes where a piece leaves.

use tabiya_core::Side;

use super::arrival::promoting;
use super::replies::Replies;
use super::touch::Touch;
use crate::lanes::rays::{LEAPS, SLIDES, Way, each_way, run_length, step};
use crate::lanes::tally::{self, Number, half_add};
use crate::lanes::vector::{Lanes, each};

/// On each square, how many replies more there are after a piece of `S` leaves
/// it, its arrival aside: signed.
#[inline(always)]
pub(super) fn changes<V: Lanes, S: Side>(
    replies: &Replies<'_, V>,
    touch: &Touch<V>,
) -> Number<V, 7> {
    let view = &replies.view;
    let lengths = each_way!(SLIDES, way => {
        let hit = replies.slides[way.index()] & view.them;
        let beyond = view.lines.ray(way, hit) & !view.us;
        each(run_length(beyond, way), |digit| digit & hit)
    });
    let pawns = freed_pawns::<V, S>(replies);
    let won = tally::sum(tally::sum_of_eight(lengths), pawns, V::splat(0));
    let won = tally::sum(won, released::<V, S>(replies, touch.held_once), V::splat(0));
    // There is nothing to take any more.
    let [west, east] = replies.pawns.captures;
    tally::difference(won, promoting::<V, S>([V::splat(0), west, east]))
}

/// Steps of pawns that the piece before them has stopped.
#[inline(always)]
fn freed_pawns<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let (before, after) = replies.before_pawns::<S::Them>();
    let stopped = before & view.them;
    // 4k3/4p3/4N3/8/8/8/8/4K3 w - -: both steps of the pawn wait for the knight.
    let double = stopped & step(after & view.empty, S::UP);
    // 4k3/4p3/8/4N3/8/8/8/4K3 w - -: only the double step does.
    let second = after & view.them & step(before & view.empty, S::Them::UP);
    promoting::<V, S>([stopped, double, second])
}

/// Squares that are the king's again, since the knight or pawn that held them has gone.
#[inline(always)]
fn released<V: Lanes, S: Side>(replies: &Replies<'_, V>, held_once: V) -> Number<V, 7> {
    let view = &replies.view;
    let knights = view.knights & view.them;
    let by_knights = tally::tally(each_way!(LEAPS, way => way.step(held_once) & knights));
    let pawns = view.pawns & view.them;
    let holds = |direction| pawns & step(held_once, direction);
    let (ones, twos) = half_add(holds(S::Them::UP_WEST), holds(S::Them::UP_EAST));
    let [a, b, c, d] = by_knights;
    tally::widened([a | ones, b | twos, c, d])
}
