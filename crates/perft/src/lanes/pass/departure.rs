//! The change of the number of replies caused by a piece that departs from a square.

use tabiya_core::Side;

use super::arrival::promoting;
use super::replies::Replies;
use super::touch::Touch;
use crate::lanes::rays::{LEAPS, SLIDES, Way, each_way, run_length, step};
use crate::lanes::tally::{self, Number, half_add};
use crate::lanes::vector::{Lanes, each};

/// Returns, for each square, the signed change of the number of replies after a piece of `S`
/// departs from it. The change at the to square is not included.
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
    // Pawns lose their captures of the piece; for other pieces a capture becomes a quiet move.
    let [west, east] = replies.pawns.captures;
    tally::difference(won, promoting::<V, S>([V::splat(0), west, east]))
}

/// Returns the number of pawn pushes that the piece on each square blocks.
#[inline(always)]
fn freed_pawns<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let (before, after) = replies.before_pawns::<S::Them>();
    let stopped = before & view.them;
    // 4k3/4p3/4N3/8/8/8/8/4K3 w - -: the knight blocks both pushes of the pawn.
    let double = stopped & step(after & view.empty, S::UP);
    // 4k3/4p3/8/4N3/8/8/8/4K3 w - -: the knight blocks the double push only.
    let second = after & view.them & step(before & view.empty, S::Them::UP);
    promoting::<V, S>([stopped, double, second])
}

/// Returns the number of king moves that become legal when the knight or pawn on each square
/// departs. `held_once` holds the squares that a single attack denies to the king.
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
