//! The change of the number of replies caused by a piece that arrives on a square.

use tabiya_core::{Direction, Side};

use super::replies::Replies;
use crate::lanes::rays::{LEAPS, SLIDES, Way, each_way, run_length, step};
use crate::lanes::tally::{self, Number, full_add};
use crate::lanes::vector::{Lanes, each};

/// Returns, for each square, the signed change of the number of replies after a piece of `S`
/// arrives there. The change at the from square is not included.
#[inline(always)]
pub(super) fn changes<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let won = won::<V, S>(replies);
    let lost = tally::sum(lost_by_pieces(replies), lost_by_pawns::<V, S>(replies), V::splat(0));
    tally::difference(won, lost)
}

/// Returns the number of replies gained: recaptures after a capture, and pawn captures on a
/// square that was empty.
#[inline(always)]
fn won<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let slides = tally::tally(each(replies.slides, |reached| reached & view.us));
    let leaps = tally::tally(each_way!(LEAPS, way => way.step(replies.knights) & view.us));
    let pieces = tally::sum(tally::widened(slides), tally::widened(leaps), V::splat(0));
    let takes = |direction| step(replies.movers.pawns(view, direction), direction) & !view.them;
    let pawns = promoting::<V, S>([V::splat(0), takes(S::Them::UP_WEST), takes(S::Them::UP_EAST)]);
    tally::sum(pieces, pawns, V::splat(0))
}

/// Returns the number of replies lost by pieces: slider moves beyond a square that becomes
/// blocked, and all moves of the captured piece.
///
/// ```text
/// r x x x x N . .     the rook has four quiet moves eastwards, and captures the knight
/// r x P . . N . .     a pawn arrives on c: one quiet move and the capture, so three are lost,
///                     as many as the ray was long beyond c
/// ```
#[inline(always)]
fn lost_by_pieces<V: Lanes>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let view = &replies.view;
    let targets = replies.slider_targets();
    let lengths = each_way!(SLIDES, way => {
        let targets = targets[way.index()];
        let sliders = replies.movers.along(way) & view.sliders(way);
        each(run_length(targets, way), |digit| digit & (targets & view.empty | sliders))
    });
    let mut lost = tally::sum_of_eight(lengths);
    let free = !view.us;
    let leaps = tally::tally(each_way!(LEAPS, way => replies.knights & way.back().step(free)));
    // A knight's square is neither empty nor a slider's, so its digits are zero and `|` adds.
    for (lost, leaps) in lost.iter_mut().zip(leaps) {
        *lost |= leaps;
    }
    lost
}

/// Returns the number of replies lost by pawns: pushes that become blocked, and all moves of a
/// captured pawn.
#[inline(always)]
fn lost_by_pawns<V: Lanes, S: Side>(replies: &Replies<'_, V>) -> Number<V, 7> {
    let pawns = &replies.pawns;
    let [west, east] = pawns.captures;
    let back = S::UP;
    let last = V::splat(<S::Them as Side>::EIGHTH_RANK.0);
    let origins = |targets: V, direction: Direction| step(targets, direction.opposite());
    // Squares where one push is lost, and squares where two are.
    let (single, promoting) = (pawns.single & !last, pawns.single & last);
    let passed = step(pawns.double, back);
    let from_home = step(passed, back);
    let one = single & !passed | pawns.double | step(single, back) & !from_home;
    let two = passed | from_home;
    let promotions = promoting | step(promoting, back);
    let west_origins = |captures| origins(captures, S::Them::UP_WEST);
    let east_origins = |captures| origins(captures, S::Them::UP_EAST);
    let (ones, carry) = full_add(one, west_origins(west & !last), east_origins(east & !last));
    let (ones_of_four, eights) =
        full_add(promotions, west_origins(west & last), east_origins(east & last));
    let nothing = V::splat(0);
    [ones, two ^ carry, two & carry | ones_of_four, eights, nothing, nothing, nothing]
}

/// Returns, for each square, the number of sets that contain it, times four on the last rank of
/// the opponent of `S`. The sets are moves of pawns, and a promotion is four moves.
#[inline(always)]
pub(super) fn promoting<V: Lanes, S: Side>([a, b, c]: [V; 3]) -> Number<V, 7> {
    let last = V::splat(<S::Them as Side>::EIGHTH_RANK.0);
    let (ones, twos) = full_add(a, b, c);
    let nothing = V::splat(0);
    let (fours, eights) = (ones & last, twos & last);
    [ones & !last, twos & !last, fours, eights, nothing, nothing, nothing]
}
