//! Delta counting of the last two plies relative to a null move: most moves are never made.
//!
//! A null move gives the turn to the opponent, whose replies are counted once. A real move has
//! as many replies, plus two deltas:
//!
//! - The delta of its to square: an arriving piece blocks rays and can be captured. The piece
//!   that it captures loses its replies.
//! - The delta of its from square: a departing piece unblocks rays.
//!
//! A delta depends on the square alone, for most moves. So the deltas of all 64 squares are
//! computed once as bit-sliced numbers. Their products with the number of moves from and to
//! each square are summed over all boards at once.
//!
//! Moves whose effect on the replies is not a sum of two deltas are made and their replies
//! counted. Most of them change the attacks around the opponent's king, or its pins.
//!
//! | file | contents |
//! |---|---|
//! | `replies` | the opponent's replies to the null move |
//! | `touch` | the squares that decide which moves must be made |
//! | `unmade` | the delta-counted moves |
//! | `arrival` | the deltas of to squares |
//! | `departure` | the deltas of from squares |

mod arrival;
mod departure;
mod replies;
mod touch;
mod unmade;

use tabiya_core::Side;

use self::replies::Replies;
use self::touch::Touch;
use self::unmade::Unmade;
use crate::lanes::boards::{Boards, View};
use crate::lanes::castling::Castling;
use crate::lanes::moves::Moves;
use crate::lanes::rays::Lines;
use crate::lanes::safety::Safety;
use crate::lanes::tally;
use crate::lanes::vector::Lanes;

/// Counts the replies to all delta-counted moves, per lane. Also returns the moves that must be
/// made.
#[inline(always)]
pub(crate) fn count<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> (V, Moves<V>) {
    let lines = Lines::new(!boards.occupied());
    let view = View::new(castling, boards, &lines);
    let safety = Safety::of::<S>(&view);
    let replies = Replies::of::<S::Them>(&view, &safety);
    let before = replies.count::<S::Them>();

    let movers = safety.movers(&view);
    let slides = if safety.pinned.any() { movers.slides(&view) } else { replies.safety.attacks };
    let all = Moves::with_slides::<S>(&view, &safety, &movers, slides);
    let touch = Touch::of::<S>(&view, &replies);
    let unmade = Unmade::of::<S>(&view, &safety, &movers, &replies, &touch);

    let arriving = unmade.arriving::<S>();
    let sum = before.times(tally::total(&arriving))
        + tally::product(&arriving, &arrival::changes::<V, S>(&replies))
        + tally::product(
            &unmade.leaving::<S>(&view),
            &departure::changes::<V, S>(&replies, &touch),
        )
        + unmade.both_ends::<S>(&replies)
        - unmade.taken_from_king(&touch);
    (sum, unmade.rest_of::<S>(all))
}
