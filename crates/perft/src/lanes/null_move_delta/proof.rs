//! The sets and numbers of delta counting, for proofs with symbolic bits.

use core::array;

use tabiya_core::Side;

use super::delta_counted::{
    DeltaCounted, Interactions, count_knight_attacks_on, count_line_moves_from, knight_moves_from,
};
use super::must_make::MustMake;
use super::replies::Replies;
use super::{arrival, departure};
use crate::lanes::bitslice::BitSliced;
use crate::lanes::boards::{Boards, SideContext};
use crate::lanes::castling::Castling;
use crate::lanes::checks_and_pins::{ChecksAndPins, MovablePieces};
use crate::lanes::moves::PawnMoves;
use crate::lanes::rays::{KNIGHT_AXES, Propagators, RayDirection, map_directions};
use crate::lanes::vector::Lanes;

/// The delta-counted moves, and what the sums say about the opponent's king.
#[derive(Clone, Copy, Debug)]
pub struct DeltaCountedMoves<V> {
    /// The to squares in each direction, then for each knight step.
    pub by_direction: [V; 16],
    /// The squares that the opponent's king can move to.
    pub king_targets: V,
    /// The squares that a single attack denies to the opponent's king.
    pub attacked_once: V,
    /// The pawns that capture en passant from the east and from the west after one of the double pushes.
    pub ep_capturers: [V; 2],
    /// The number of replies if no move is made.
    pub null_move_replies: V,
    /// The opponent's pieces that pins allow to move along each axis.
    pub movable: [V; 4],
    /// The opponent's knights that pins allow to move.
    pub knights: V,
}

/// The opponent's replies as to squares, without those by its king, castling and en passant.
#[derive(Clone, Copy, Debug)]
pub struct ReplySets<V> {
    /// The slider moves in each direction.
    pub sliders: [V; 8],
    /// The knight moves by each step.
    pub knights: [V; 8],
    /// Single pushes, double pushes, captures to the west and to the east. They include promotions.
    pub pawns: [V; 4],
}

/// Numbers for each square: how many replies a move to it, or from it, adds or removes.
#[derive(Clone, Copy, Debug)]
pub struct DeltaParts<V> {
    /// The to squares of the delta-counted moves in each direction, then for each knight step. The squares around the
    /// opponent's king exclude none.
    pub by_direction: [V; 16],
    /// The number of chosen moves from each square, in each direction.
    pub line_moves_from: [BitSliced<V, 3>; 8],
    /// The squares from which each knight step is a chosen move.
    pub knight_moves_from: [V; 8],
    /// The replies if no move is made.
    pub replies: ReplySets<V>,
    /// Slider captures that an arrival adds, in each direction.
    pub slider_recaptures: [V; 8],
    /// Slider moves that an arrival removes, in each direction.
    pub sliders_lost: [BitSliced<V, 3>; 8],
    /// Slider moves that a departure adds, in each direction.
    pub sliders_opened: [BitSliced<V, 3>; 8],
    /// Knight captures that an arrival adds, by each step.
    pub knight_recaptures: [V; 8],
    /// Moves of a captured knight, by each step.
    pub knights_lost: [V; 8],
    /// Pawn moves that an arrival adds and removes, and that a departure adds and removes.
    pub pawns: [BitSliced<V, 7>; 4],
    /// Pawn moves that both squares of our captures to the west and to the east remove.
    pub lost_twice: [V; 2],
    /// Single pushes of ours, both squares of which count the same pushes.
    pub blocked: V,
    /// The number of chosen squares that a knight on each square attacks.
    pub knight_attacks: BitSliced<V, 4>,
    /// The number of chosen squares that our knight or pawn on each square attacks.
    pub leaper_attacks: BitSliced<V, 7>,
}

/// The free choices for [`DeltaParts`] beside the boards.
#[derive(Clone, Copy, Debug)]
pub struct DeltaChoice<V> {
    /// The opponent's pieces that pins allow to move along each axis.
    pub movable: [V; 4],
    /// The opponent's knights that pins allow to move.
    pub knights: V,
    /// Squares around the opponent's king.
    pub king_zone: V,
    /// To squares in each direction, then for each knight step.
    pub moves: [V; 16],
}

/// Returns the moves by `S` that perft counts without making them.
pub(crate) fn delta_counted_moves<V: Lanes, S: Side>(
    castling: &Castling,
    boards: &Boards<V>,
) -> DeltaCountedMoves<V> {
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(castling, boards, &propagators);
    let checks = ChecksAndPins::new::<S>(&context);
    let replies = Replies::new::<S::Them>(&context, &checks);
    let movable = checks.movable_pieces(&context);
    let must_make = MustMake::new::<S>(&context, &replies);
    let moves = DeltaCounted::new::<S>(&context, &checks, &movable, &replies, &must_make);
    DeltaCountedMoves {
        by_direction: moves.join::<S>(),
        king_targets: must_make.king_targets,
        attacked_once: must_make.attacked_once,
        ep_capturers: moves.interactions::<S>(&replies).ep_capturers,
        null_move_replies: replies.count::<S::Them>(),
        movable: replies.movable.0,
        knights: replies.knights,
    }
}

/// Returns the replies to a null move by `S`.
pub(crate) fn reply_sets<V: Lanes, S: Side>(
    boards: &Boards<V>,
    choice: DeltaChoice<V>,
) -> ReplySets<V> {
    let castling = Castling::from_wings(Default::default());
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(&castling, boards, &propagators);
    sets_of(&chosen_replies::<V, S>(&context, choice))
}

/// Returns the numbers for moves by `S`.
pub(crate) fn delta_parts<V: Lanes, S: Side>(
    boards: &Boards<V>,
    choice: DeltaChoice<V>,
) -> DeltaParts<V> {
    let castling = Castling::from_wings(Default::default());
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(&castling, boards, &propagators);
    let replies = chosen_replies::<V, S>(&context, choice);
    let checks = ChecksAndPins::none();
    let must_make = MustMake::nothing();
    let ours = checks.movable_pieces(&context);
    let moves = DeltaCounted::new::<S>(&context, &checks, &ours, &replies, &must_make);
    let Interactions { lost_twice, blocked, .. } = moves.interactions::<S>(&replies);
    DeltaParts {
        by_direction: moves.join::<S>(),
        line_moves_from: count_line_moves_from(
            &context,
            &array::from_fn(|index| choice.moves[index]),
        ),
        knight_moves_from: knight_moves_from(&array::from_fn(|index| choice.moves[8 + index])),
        replies: sets_of(&replies),
        slider_recaptures: arrival::slider_recaptures(&replies),
        sliders_lost: arrival::slider_replies_lost(&replies),
        sliders_opened: departure::slider_replies_opened(&replies),
        knight_recaptures: arrival::knight_recaptures(&replies),
        knights_lost: arrival::knight_replies_lost(&replies),
        pawns: [
            arrival::pawn_captures_gained::<V, S>(&replies),
            arrival::pawn_replies_lost::<V, S>(&replies),
            departure::pawn_pushes_unblocked::<V, S>(&replies),
            departure::pawn_captures_lost::<V, S>(&replies),
        ],
        lost_twice,
        blocked,
        knight_attacks: count_knight_attacks_on(choice.king_zone),
        leaper_attacks: departure::king_squares_freed::<V, S>(&replies, choice.king_zone),
    }
}

fn chosen_replies<'a, V: Lanes, S: Side>(
    context: &SideContext<'a, V>,
    choice: DeltaChoice<V>,
) -> Replies<'a, V> {
    let DeltaChoice { movable, knights, .. } = choice;
    let context = context.for_opponent();
    let movable = MovablePieces(movable);
    let slider_attacks = movable.slider_attacks(&context);
    let pawns = PawnMoves::generate::<S::Them>(&context, &movable, V::splat(!0));
    let knights = knights & context.knights & context.us;
    Replies { context, checks: ChecksAndPins::none(), movable, slider_attacks, knights, pawns }
}

fn sets_of<V: Lanes>(replies: &Replies<'_, V>) -> ReplySets<V> {
    let PawnMoves { single_pushes, double_pushes, captures: [west, east] } = replies.pawns;
    ReplySets {
        sliders: replies.slider_targets(),
        knights: map_directions!(KNIGHT_AXES, direction => {
            direction.step(replies.knights) & !replies.context.us
        }),
        pawns: [single_pushes, double_pushes, west, east],
    }
}
