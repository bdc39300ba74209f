//! The delta-counted moves: those that need not be made.

use tabiya_core::{Direction, Side};

use super::must_make::MustMake;
use super::replies::Replies;
use crate::lanes::bitslice::{self, BitSliced};
use crate::lanes::boards::{SideContext, direction_index};
use crate::lanes::checks_and_pins::{ChecksAndPins, MovablePieces};
use crate::lanes::moves::{Moves, PawnMoves, join_directions};
use crate::lanes::rays::{KNIGHT_AXES, RayDirection, SLIDER_AXES, map_directions, shift_by_step};
use crate::lanes::vector::Lanes;

/// The delta-counted moves, which are never made, as to square sets by direction.
pub(super) struct DeltaCounted<V> {
    sliders: [V; 8],
    king: [V; 8],
    knights: [V; 8],
    pawns: PawnMoves<V>,
}

/// The replies whose number both squares of a move change together.
pub(super) struct Interactions<V> {
    /// 4k3/8/8/4p3/3P4/8/8/4K3 w - -: after dxe5 there is no exd4. Both squares count that loss: the
    /// pawn is captured, and the pawn it attacked has departed. The to squares of captures to the
    /// west, then to the east.
    pub(super) lost_twice: [V; 2],
    /// The pawns that capture en passant after a double push, from the east, then from the west.
    pub(super) ep_capturers: [V; 2],
    /// 4k3/4p3/8/4P3/8/8/8/4K3 w - -: e5-e6 blocks both pushes. The deltas say that it unblocks the
    /// double push and blocks the single one.
    pub(super) blocked: V,
}

impl<V: Lanes> DeltaCounted<V> {
    /// Selects the moves by `S` whose replies can be delta-counted, so that they need not be made.
    #[inline(always)]
    pub(super) fn new<S: Side>(
        context: &SideContext<'_, V>,
        checks: &ChecksAndPins<V>,
        movable: &MovablePieces<V>,
        replies: &Replies<'_, V>,
        must_make: &MustMake<V>,
    ) -> Self {
        let (before, two_before) = replies.squares_before_pawns::<S::Them>();
        let attacked_by_axis = replies.attacked_by_axis();
        let mut movable = *movable;
        for (pieces, attacked) in movable.0.iter_mut().zip(attacked_by_axis) {
            *pieces &= !(must_make.from | attacked);
        }
        let to_squares = !(context.us | must_make.to);
        let targets = to_squares & checks.check_mask;
        let king_targets = checks.king_targets(context) & to_squares & !must_make.king_to;
        let knights = context.knights & context.us & !(checks.pinned | must_make.from);
        let interacting = pawn_interaction_targets::<V, S>(context, before, two_before);
        let mut moves = Self {
            sliders: map_directions!(SLIDER_AXES, direction => {
                let sliders = movable.movable_along(direction) & context.sliders(direction);
                let attacks = context.propagators.slider_attacks(direction, sliders);
                let queen_attacks =
                    context.propagators.slider_attacks(direction, sliders & context.queens());
                let (slider_to, queen_to) = must_make.slider_to(direction);
                let adjacent = interacting[direction.index()] & direction.step(sliders);
                attacks & targets & !(slider_to | queen_to & queen_attacks | adjacent)
            }),
            king: map_directions!(SLIDER_AXES, direction => {
                let king = context.king() & movable.movable_along(direction);
                direction.step(king) & king_targets & !interacting[direction.index()]
            }),
            knights: map_directions!(KNIGHT_AXES, direction => {
                direction.step(knights) & targets & !must_make.knight_to
            }),
            pawns: PawnMoves::generate::<S>(
                context,
                &movable,
                targets & !(must_make.pawn_to | V::splat(S::EIGHTH_RANK.0)),
            ),
        };
        // 4k3/4p3/8/4R3/8/8/8/4K3 w - -: the rook blocks the double push by the pawn it captures.
        // Both squares would count the loss of that push.
        moves.sliders[direction_index(S::UP)] &=
            !shift_by_step(shift_by_step(two_before & context.us, S::UP), S::UP);
        moves
    }

    /// Returns the delta-counted moves for all pieces but knights, by direction.
    #[inline(always)]
    fn moves_by_direction<S: Side>(&self) -> [V; 8] {
        let mut steps = self.sliders;
        for (steps, king) in steps.iter_mut().zip(self.king) {
            *steps |= king;
        }
        self.pawns.add_by_direction::<S>(&mut steps);
        steps
    }

    /// Returns the delta-counted moves, by direction and by knight step.
    #[inline(always)]
    pub(super) fn join<S: Side>(&self) -> [V; 16] {
        join_directions(self.moves_by_direction::<S>(), self.knights)
    }

    /// Counts the delta-counted moves to each square.
    #[inline(always)]
    pub(super) fn count_by_to_square<S: Side>(&self) -> BitSliced<V, 5> {
        let steps = bitslice::count_sets(self.moves_by_direction::<S>());
        let knights = bitslice::count_sets(self.knights);
        bitslice::add(bitslice::zero_extend(steps), bitslice::zero_extend(knights), V::splat(0))
    }

    /// Counts the delta-counted moves from each square.
    #[inline(always)]
    pub(super) fn count_by_from_square<S: Side>(
        &self,
        context: &SideContext<'_, V>,
    ) -> BitSliced<V, 5> {
        let steps = self.moves_by_direction::<S>();
        let [a, b, c, d, e, ..] = bitslice::sum(count_line_moves_from(context, &steps));
        let knights = bitslice::count_sets(knight_moves_from(&self.knights));
        bitslice::add([a, b, c, d, e], bitslice::zero_extend(knights), V::splat(0))
    }

    /// Counts the opposing king moves that our knight moves prevent, per lane: the king targets
    /// that a knight attacks from its to square. Its from square can be one of them.
    #[inline(always)]
    pub(super) fn king_replies_lost_to_knights(&self, must_make: &MustMake<V>) -> V {
        bitslice::dot_product::<V, 4, 5>(
            &bitslice::count_sets(self.knights),
            &bitslice::zero_extend(count_knight_attacks_on(must_make.king_targets)),
        )
    }

    /// Counts the changes in the number of replies that depend on a move's from and to square
    /// together, per lane.
    #[inline(always)]
    pub(super) fn count_from_to_interactions<S: Side>(&self, replies: &Replies<'_, V>) -> V {
        let Interactions { lost_twice, ep_capturers, blocked } = self.interactions::<S>(replies);
        let [lost_twice_west, lost_twice_east] = lost_twice;
        let [from_east, from_west] = ep_capturers;
        lost_twice_west.popcount()
            + lost_twice_east.popcount()
            + from_east.popcount()
            + from_west.popcount()
            - blocked.popcount()
    }

    /// Returns the changes in the replies that depend on a move's from and to square together.
    #[inline(always)]
    pub(super) fn interactions<S: Side>(&self, replies: &Replies<'_, V>) -> Interactions<V> {
        let [west, east] = self.pawns.captures;
        let movable_pawns_along =
            |direction| replies.movable.movable_pawns_along(&replies.context, direction);
        let (before, _) = replies.squares_before_pawns::<S::Them>();
        // A pawn may capture en passant if its pin allows the direction. A king and a rook on its
        // rank need no test: they pin the pawn after the null move. A double push onto a pin line
        // is never delta-counted: 8/8/8/8/k2p3R/8/4P3/4K3 w - -.
        let double = self.pawns.double_pushes;
        let from_east =
            shift_by_step(double, Direction::East) & movable_pawns_along(S::Them::UP_WEST);
        let from_west =
            shift_by_step(double, Direction::West) & movable_pawns_along(S::Them::UP_EAST);
        Interactions {
            lost_twice: [
                west & movable_pawns_along(S::UP_WEST),
                east & movable_pawns_along(S::UP_EAST),
            ],
            ep_capturers: [from_east, from_west],
            blocked: self.pawns.single_pushes & before & V::splat(<S::Them as Side>::THIRD_RANK.0),
        }
    }

    /// Removes the delta-counted moves from the legal moves, and returns the moves that must be
    /// made.
    #[inline(always)]
    pub(super) fn subtract_from_legal<S: Side>(&self, mut legal: Moves<V>) -> Moves<V> {
        for (moves, delta_counted) in legal.by_direction.iter_mut().zip(self.join::<S>()) {
            *moves &= !delta_counted;
        }
        legal.ep_double_pushes &= !self.pawns.double_pushes;
        legal
    }
}

/// Counts, for each direction, the moves from each square to some squares.
#[inline(always)]
pub(super) fn count_line_moves_from<V: Lanes>(
    context: &SideContext<'_, V>,
    steps: &[V; 8],
) -> [BitSliced<V, 3>; 8] {
    map_directions!(SLIDER_AXES, direction => {
        context.propagators.count_on_ray(direction, steps[direction.index()])
    })
}

/// Returns, for each knight step, the squares from which it leads to some squares.
#[inline(always)]
pub(super) fn knight_moves_from<V: Lanes>(knights: &[V; 8]) -> [V; 8] {
    map_directions!(KNIGHT_AXES, direction => {
        direction.opposite().step(knights[direction.index()])
    })
}

/// Counts, for each square, the squares of a set that a knight there attacks.
#[inline(always)]
pub(super) fn count_knight_attacks_on<V: Lanes>(set: V) -> BitSliced<V, 4> {
    bitslice::count_sets(map_directions!(KNIGHT_AXES, direction => direction.step(set)))
}

/// Returns, for each direction, the to squares whose moves must be made because both their from
/// and to squares affect the same pawn.
///
/// Such a piece captures a pawn that it blocked or that attacked it, or moves between the two
/// squares in front of a pawn.
#[inline(always)]
fn pawn_interaction_targets<V: Lanes, S: Side>(
    context: &SideContext<'_, V>,
    before: V,
    two_before: V,
) -> [V; 8] {
    let pawns = context.pawns & context.them;
    let mut targets = [V::splat(0); 8];
    targets[direction_index(S::UP)] = pawns | before & V::splat(<S::Them as Side>::THIRD_RANK.0);
    targets[direction_index(S::UP_WEST)] = pawns;
    targets[direction_index(S::UP_EAST)] = pawns;
    targets[direction_index(S::Them::UP)] = two_before;
    targets
}
