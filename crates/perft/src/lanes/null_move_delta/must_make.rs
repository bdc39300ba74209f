//! The from and to squares that decide which moves must be made instead of delta-counted.
//!
//! The legal moves of the opponent's king depend on the attacks around it. The moves of its other
//! pieces depend on checks and pins along the lines of that king. Moves that change either must be
//! made, except where a delta covers the change.
//!
//! Here `us` is the side to move; *their* king belongs to the side that replies.

use tabiya_core::Side;

use super::replies::Replies;
use crate::lanes::boards::{
    SideContext, king_attacks, knight_attacks, pawn_attacks, slider_type_index,
};
use crate::lanes::rays::{
    KNIGHT_AXES, RayDirection, SLIDER_AXES, for_each_direction, shift_by_step,
};
use crate::lanes::vector::Lanes;

/// The from and to squares for moves that must be made, and two sets from the opponent's
/// [`KingZone`].
pub(super) struct MustMake<V> {
    /// The squares from which every move must be made.
    pub(super) from: V,
    /// The squares to which every move must be made.
    pub(super) to: V,
    /// The squares to which knight, pawn and king moves must be made.
    pub(super) knight_to: V,
    pub(super) pawn_to: V,
    pub(super) king_to: V,
    /// The squares to which rook and bishop moves must be made; queens move as both.
    slider_to: [V; 2],
    /// The squares that the opponent's king can move to.
    pub(super) king_targets: V,
    /// The squares that a single attack by us denies to the opponent's king.
    pub(super) attacked_once: V,
}

/// The squares around the opponent's king, classified by what the side to move attacks.
struct KingZone<V> {
    /// The squares that the opponent's king can move to. An attack on one of them costs a reply.
    king_targets: V,
    /// The squares where a new attack gives check or prevents castling.
    check_squares: V,
    /// The squares that only our attacks deny to the opponent's king.
    attacked: V,
    /// The squares in `attacked` that we attack exactly once.
    attacked_once: V,
    /// The castling path of the opponent's king, if the opponent has the right and none of its
    /// pieces is in the way.
    castling_path: V,
    /// The opponent's pieces beside the king. A capture of one must be made, because the deltas do
    /// not include recaptures by the king.
    pieces_beside_king: V,
    /// Castling paths and rooks: a move from or to these squares must be made.
    castling_squares: V,
}

impl<V: Lanes> MustMake<V> {
    /// No squares.
    #[cfg(feature = "symbolic")]
    pub(super) fn nothing() -> Self {
        let none = V::splat(0);
        Self {
            from: none,
            to: none,
            knight_to: none,
            pawn_to: none,
            king_to: none,
            slider_to: [none; 2],
            king_targets: none,
            attacked_once: none,
        }
    }

    /// Computes the from and to squares that require a move by `S` to be made.
    #[inline(always)]
    pub(super) fn new<S: Side>(context: &SideContext<'_, V>, replies: &Replies<'_, V>) -> Self {
        let zone = KingZone::new::<S>(context, replies);
        let KingZone {
            king_targets,
            check_squares,
            attacked_once,
            castling_path,
            pieces_beside_king,
            castling_squares,
            ..
        } = zone;
        let newly_attacked = king_targets | check_squares;
        let castling_attacked_once = attacked_once & castling_path;
        let leapers = context.knights & knight_attacks(castling_attacked_once)
            | context.pawns & pawn_attacks::<V, S::Them>(castling_attacked_once)
            | context.king() & king_attacks(attacked_once);
        let mut must_make = Self {
            from: castling_squares | leapers,
            to: castling_squares | pieces_beside_king,
            knight_to: knight_attacks(check_squares),
            pawn_to: pawn_attacks::<V, S::Them>(newly_attacked),
            king_to: king_attacks(newly_attacked),
            king_targets,
            attacked_once,
            slider_to: [V::splat(0); 2],
        };
        for_each_direction!(SLIDER_AXES, direction => {
            must_make.add_attacks_on_king_zone(context, replies, direction, &zone);
            must_make.add_pin_changes(context, replies, direction);
        });
        must_make.from &= context.us;
        must_make
    }

    /// Adds the moves that change slider attacks on the king zone in one direction:
    ///
    /// - sliders that arrive where they attack a square in `king_targets` or `check_squares`;
    /// - sliders that depart although they alone attack a square in `attacked_once`;
    /// - pieces that unblock or block one of our rays.
    #[inline(always)]
    fn add_attacks_on_king_zone(
        &mut self,
        context: &SideContext<'_, V>,
        replies: &Replies<'_, V>,
        direction: impl RayDirection,
        zone: &KingZone<V>,
    ) {
        let newly_attacking =
            context.propagators.slider_attacks(direction, zone.king_targets | zone.check_squares);
        let attacking = context.propagators.slider_attacks(direction, zone.attacked);
        let attacking_alone = context.propagators.slider_attacks(direction, zone.attacked_once);
        let our_rays = replies.checks.slider_attacks[direction.opposite().index()];
        self.slider_to[slider_type_index(direction)] |= newly_attacking;
        self.from |= context.sliders(direction) & attacking_alone
            | our_rays & (newly_attacking | attacking_alone);
        self.to |= our_rays & attacking & context.empty;
    }

    /// Adds the moves that can pin or unpin a piece on one line through the opponent's king.
    #[inline(always)]
    fn add_pin_changes(
        &mut self,
        context: &SideContext<'_, V>,
        replies: &Replies<'_, V>,
        direction: impl RayDirection,
    ) {
        let king_ray = replies.checks.king_rays[direction.index()];
        let blocker = king_ray & context.occupied;
        let beyond = context.propagators.slider_attacks(direction, blocker);
        let beyond_theirs = beyond.keep_where_nonzero(blocker & context.them);
        let our_rays = replies.checks.slider_attacks[direction.opposite().index()];
        // 3k4/3n4/8/8/8/3R4/8/4K3 w - -: the rook pins the knight, so its moves must be made. So
        // must the moves by our own piece if it blocks such a pin.
        self.from |= beyond_theirs & (context.sliders(direction) | our_rays);
        // 3k4/3N4/3n4/8/8/3R4/8/4K3 w - -: a move by the white knight pins the black one.
        self.from |= (blocker & context.us).keep_where_nonzero(beyond & context.them & our_rays);
        self.slider_to[slider_type_index(direction)] |= beyond_theirs;
        let pinner = beyond_theirs & context.us & context.sliders(direction);
        self.to |= ((king_ray | beyond_theirs) & context.empty).keep_where_nonzero(pinner);
    }

    /// Returns the squares to which this direction's slider moves must be made, and those to which
    /// only queen moves must be made.
    #[inline(always)]
    pub(super) fn slider_to(&self, direction: impl RayDirection) -> (V, V) {
        (
            self.slider_to[slider_type_index(direction)],
            self.slider_to[1 - slider_type_index(direction)],
        )
    }
}

impl<V: Lanes> KingZone<V> {
    /// Classifies the squares around the king that opposes `S`.
    #[inline(always)]
    fn new<S: Side>(context: &SideContext<'_, V>, replies: &Replies<'_, V>) -> Self {
        let king = context.their_king();
        let beside_king = king_attacks(king);
        let danger = replies.checks.danger;
        let mut castling_squares = V::splat(0);
        let mut castling_path = V::splat(0);
        for wing in context.castling.wings(S::Them::COLOR) {
            let rook = context.castling_rooks & V::splat(wing.rook);
            let if_possible = |set: u64| {
                V::splat(set)
                    .keep_where_nonzero(rook)
                    .keep_where_zero(context.them & V::splat(wing.path))
            };
            castling_squares |= if_possible(wing.path | wing.rook);
            castling_path |= if_possible(wing.king_path);
        }
        let pseudo_targets = beside_king & !context.them;
        let attacked = (pseudo_targets | castling_path) & danger;
        Self {
            king_targets: pseudo_targets & !danger,
            check_squares: king | castling_path & !danger,
            attacked,
            attacked_once: attacked & !attacked_twice::<V, S>(context, replies),
            castling_path,
            pieces_beside_king: beside_king & context.them,
            castling_squares,
        }
    }
}

/// Returns the squares that at least two pieces of `S` attack.
#[inline(always)]
fn attacked_twice<V: Lanes, S: Side>(context: &SideContext<'_, V>, replies: &Replies<'_, V>) -> V {
    let pawns = context.pawns & context.us;
    let knights = context.knights & context.us;
    let mut once = king_attacks(context.king());
    let mut twice = V::splat(0);
    let mut add = |attacks: V| {
        twice |= once & attacks;
        once |= attacks;
    };
    add(shift_by_step(pawns, S::UP_WEST));
    add(shift_by_step(pawns, S::UP_EAST));
    replies.checks.slider_attacks.into_iter().for_each(&mut add);
    for_each_direction!(KNIGHT_AXES, direction => add(direction.step(knights)));
    twice
}
