//! Delta counting for the last two plies, relative to a null move: most moves are never made.
//!
//! After a null move, the opponent's replies are counted once. A real move has as many
//! replies, plus two deltas:
//!
//! - The delta for its to square: an arriving piece blocks rays and can be captured. The piece that
//!   it captures loses its replies.
//! - The delta for its from square: a departing piece unblocks rays.
//!
//! For most moves, a delta depends on the square alone. So the deltas for all 64 squares are
//! computed once as bit-sliced numbers. They are then multiplied by the number of moves from and to
//! each square, and the products are summed over all boards at once.
//!
//! If a move's effect on the replies is not a sum of two deltas, the move is made and its
//! replies are counted. Most such moves change the attacks around the opponent's king, or its pins.
//!
//! | file | contents |
//! |---|---|
//! | `replies` | the opponent's replies to the null move |
//! | `must_make` | the from and to squares for moves that must be made |
//! | `delta_counted` | the delta-counted moves |
//! | `arrival` | the deltas for to squares |
//! | `departure` | the deltas for from squares |
//! | `proof` | all of these for proofs, with the feature `symbolic` |

mod arrival;
mod delta_counted;
mod departure;
mod must_make;
#[cfg(feature = "symbolic")]
pub(crate) mod proof;
mod replies;

use tabiya_core::Side;

use self::delta_counted::DeltaCounted;
use self::must_make::MustMake;
use self::replies::Replies;
use crate::lanes::bitslice;
use crate::lanes::boards::{Boards, SideContext};
use crate::lanes::castling::Castling;
use crate::lanes::checks_and_pins::ChecksAndPins;
use crate::lanes::moves::Moves;
use crate::lanes::rays::Propagators;
use crate::lanes::vector::Lanes;

/// Counts the replies to all delta-counted moves, per lane, and also returns the moves that must be
/// made.
#[inline(always)]
pub(crate) fn count_replies<V: Lanes, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
) -> (V, Moves<V>) {
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(castling, boards, &propagators);
    let checks = ChecksAndPins::new::<S>(&context);
    let replies = Replies::new::<S::Them>(&context, &checks);
    let null_move_replies = replies.count::<S::Them>();

    let movable = checks.movable_pieces(&context);
    let slider_attacks = if checks.pinned.any() {
        movable.slider_attacks(&context)
    } else {
        replies.checks.slider_attacks
    };
    let legal = Moves::legal_from_slider_attacks::<S>(&context, &checks, &movable, slider_attacks);
    let must_make = MustMake::new::<S>(&context, &replies);
    let delta_counted = DeltaCounted::new::<S>(&context, &checks, &movable, &replies, &must_make);

    let arrivals = delta_counted.count_by_to_square::<S>();
    let sum = null_move_replies.mul_lo32(bitslice::sum_over_squares(&arrivals))
        + bitslice::dot_product(&arrivals, &arrival::arrival_deltas::<V, S>(&replies))
        + bitslice::dot_product(
            &delta_counted.count_by_from_square::<S>(&context),
            &departure::departure_deltas::<V, S>(&replies, &must_make),
        )
        + delta_counted.count_from_to_interactions::<S>(&replies)
        - delta_counted.king_replies_lost_to_knights(&must_make);
    (sum, delta_counted.subtract_from_legal::<S>(legal))
}
