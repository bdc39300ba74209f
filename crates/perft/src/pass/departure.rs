//! How the number of replies changes where a piece leaves.

use tabiya_core::Side;

use super::arrival::promoting;
use super::replies::Replies;
use crate::lanes::tally::{self, Number};
use crate::lanes::{Lanes, SLIDES, Way, each_way, run_length, step};

/// On each square, how many replies more there are after a piece of `S` leaves
/// it, its arrival aside: signed.
#[inline(always)]
pub(super) fn changes<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let lengths = each_way!(SLIDES, way => {
        let hit = replies.slides[way.index()] & view.them;
        let beyond = view.lines.ray(way, hit) & !view.us;
        run_length(beyond, way).map(|digit| digit & hit)
    });
    let won = tally::sum(tally::sum_of_eight(lengths), freed_pawns::<V, S>(replies), V::splat(0));
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
