//! Counting two plies by passing: most moves are never made.
//!
//! Let the side to move pass, and count the opponent's replies once. A move changes that
//! number only by what it touches, and most changes can be read off sets: a blocker that
//! comes cuts the rays behind it, one that goes lets them through, a piece that is captured
//! has no replies. Written as numbers on squares they are added up for all moves of all
//! boards at once. What touches more than that, the king's surroundings first of all, is
//! made and counted.
//!
//! | file | says |
//! |---|---|
//! | `replies` | what the opponent can do after a pass |
//! | `touch` | which moves must be made |
//! | `unmade` | the other moves |
//! | `arrival` | what changes where a piece arrives |
//! | `departure` | what changes where it left |

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

/// The replies to all moves that need not be made, in each lane; and the moves that must.
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
