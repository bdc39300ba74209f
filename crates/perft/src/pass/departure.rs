//! How the number of replies changes where a piece leaves.

use tabiya_core::Side;

use super::arrival::{promoting, sum_of_digits};
use super::replies::Replies;
use crate::lanes::tally::{self, Number};
use crate::lanes::{Lanes, each_direction, run_length, step};

/// On each square, how many replies more there are after a piece of `S` that does not slide
/// leaves it, its arrival aside: signed.
#[inline(always)]
pub(super) fn changes<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let leaving = view.them & !view.all_sliders();
    let lengths = each_direction!(d => {
        let hit = replies.slides[d as usize] & leaving;
        let beyond = view.lines.ray(d, hit) & !view.us;
        run_length(beyond, d).map(|digit| digit & hit)
    });
    let digit = |place: usize| tally::tally(lengths.map(|length| length[place]));
    let slides = sum_of_digits(digit(0), digit(1), digit(2));
    let won = tally::sum(slides, freed_pawns::<V, S>(replies), V::splat(0));
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
