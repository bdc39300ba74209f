//! The squares that decide which moves must be made instead of delta-counted.
//!
//! The legal moves of the opponent's king depend on the attacks around it. Those of the
//! opponent's pieces depend on checks and pins along the lines of that king. Moves that change
//! either must be made, except where a delta covers the change.
//!
//! Here `us` is the side to move; *their* king belongs to the side that replies.

use tabiya_core::Side;

use super::replies::Replies;
use crate::lanes::boards::{View, kind, king_attacks, knight_attacks, pawn_attacks};
use crate::lanes::rays::{LEAPS, SLIDES, Way, for_each_way, step};
use crate::lanes::vector::Lanes;

/// The from and to squares of moves that must be made.
pub(super) struct Touch<V> {
    /// From squares, of any piece.
    pub(super) leaving: V,
    /// To squares, of any piece.
    pub(super) arriving: V,
    /// To squares of knights, of pawns and of the king.
    pub(super) knights: V,
    pub(super) pawns: V,
    pub(super) king: V,
    /// To squares of rooks and of bishops; queens move as both.
    sliders: [V; 2],
    /// The squares their king can move to, and those that a single attack of ours denies to it.
    pub(super) free: V,
    pub(super) held_once: V,
}

/// The squares around their king, classified by our attacks.
struct Zone<V> {
    /// Squares the king can move to. An attack on one of them costs a reply.
    free: V,
    /// Squares where a new attack gives check or prevents castling.
    alarming: V,
    /// Squares that only our attacks deny to the king.
    held: V,
    /// The squares of `held` that we attack exactly once.
    held_once: V,
    /// The squares the king crosses when it castles, if the opponent has the right and no piece
    /// of its own is in the path.
    crossed: V,
    /// The opponent's pieces beside the king. A capture of one must be made: the deltas do not
    /// include recaptures by the king.
    guarded: V,
    /// Castling paths and rooks: a move from or to these squares must be made.
    closed: V,
}

impl<V: Lanes> Touch<V> {
    /// Computes the squares for the moves of `S`.
    #[inline(always)]
    pub(super) fn of<S: Side>(view: &View<'_, V>, replies: &Replies<'_, V>) -> Self {
        let zone = Zone::of::<S>(view, replies);
        let Zone { free, alarming, held_once, crossed, guarded, closed, .. } = zone;
        let fresh = free | alarming;
        let releases = held_once & crossed;
        let leapers = view.knights & knight_attacks(releases)
            | view.pawns & pawn_attacks::<V, S::Them>(releases)
            | view.king() & king_attacks(held_once);
        let mut touch = Self {
            leaving: closed | leapers,
            arriving: closed | guarded,
            knights: knight_attacks(alarming),
            pawns: pawn_attacks::<V, S::Them>(fresh),
            king: king_attacks(fresh),
            free,
            held_once,
            sliders: [V::splat(0); 2],
        };
        for_each_way!(SLIDES, way => {
            touch.add_lines_of_zone(view, replies, way, &zone);
            touch.add_line_of_king(view, replies, way);
        });
        touch.leaving &= view.us;
        touch
    }

    /// Adds the moves that change slider attacks on the zone in one direction:
    ///
    /// - sliders that arrive where they attack a `free` or `alarming` square;
    /// - sliders that depart although they alone attack a `held_once` square;
    /// - pieces that unblock or block a ray of ours.
    #[inline(always)]
    fn add_lines_of_zone(
        &mut self,
        view: &View<'_, V>,
        replies: &Replies<'_, V>,
        way: impl Way,
        zone: &Zone<V>,
    ) {
        let sees_fresh = view.lines.ray(way, zone.free | zone.alarming);
        let sees_held = view.lines.ray(way, zone.held);
        let holds = view.lines.ray(way, zone.held_once);
        let attacked = replies.safety.attacks[way.back().index()];
        self.sliders[kind(way)] |= sees_fresh;
        self.leaving |= view.sliders(way) & holds | attacked & (sees_fresh | holds);
        self.arriving |= attacked & sees_held & view.empty;
    }

    /// Adds the moves that can pin or unpin a piece on one line of their king.
    #[inline(always)]
    fn add_line_of_king(&mut self, view: &View<'_, V>, replies: &Replies<'_, V>, way: impl Way) {
        let seen = replies.safety.king_rays[way.index()];
        let first = seen & view.occupied;
        let beyond = view.lines.ray(way, first);
        let behind_theirs = beyond.where_any(first & view.them);
        let attacked = replies.safety.attacks[way.back().index()];
        // 3k4/3n4/8/8/8/3R4/8/4K3 w - -: the rook pins the knight, so its moves must be made.
        // So must the moves of a piece of ours that blocks such a pin.
        self.leaving |= behind_theirs & (view.sliders(way) | attacked);
        // 3k4/3N4/3n4/8/8/3R4/8/4K3 w - -: a move of the white knight pins the black one.
        self.leaving |= (first & view.us).where_any(beyond & view.them & attacked);
        self.sliders[kind(way)] |= behind_theirs;
        let pinner = behind_theirs & view.us & view.sliders(way);
        self.arriving |= ((seen | behind_theirs) & view.empty).where_any(pinner);
    }

    /// Returns the squares to which sliders of this direction must be made to move, and those to
    /// which queens must besides.
    #[inline(always)]
    pub(super) fn sliders(&self, way: impl Way) -> (V, V) {
        (self.sliders[kind(way)], self.sliders[1 - kind(way)])
    }
}

impl<V: Lanes> Zone<V> {
    /// Classifies the squares around the king of the opponent of `S`.
    #[inline(always)]
    fn of<S: Side>(view: &View<'_, V>, replies: &Replies<'_, V>) -> Self {
        let king = view.their_king();
        let ring = king_attacks(king);
        let attacked = replies.safety.danger;
        let (mut closed, mut crossed) = (V::splat(0), V::splat(0));
        for wing in view.castling.wings(S::Them::COLOR) {
            let right = view.rights & V::splat(wing.rook);
            let live = |set: u64| {
                V::splat(set).where_any(right).where_none(view.them & V::splat(wing.path))
            };
            closed |= live(wing.path | wing.rook);
            crossed |= live(wing.safe);
        }
        let open = ring & !view.them;
        let held = (open | crossed) & attacked;
        Self {
            free: open & !attacked,
            alarming: king | crossed & !attacked,
            held,
            held_once: held & !attacked_twice::<V, S>(view, replies),
            crossed,
            guarded: ring & view.them,
            closed,
        }
    }
}

/// Returns the squares that at least two pieces of `S` attack.
#[inline(always)]
fn attacked_twice<V: Lanes, S: Side>(view: &View<'_, V>, replies: &Replies<'_, V>) -> V {
    let (pawns, knights) = (view.pawns & view.us, view.knights & view.us);
    let (mut once, mut twice) = (king_attacks(view.king()), V::splat(0));
    let mut add = |attacks: V| {
        twice |= once & attacks;
        once |= attacks;
    };
    add(step(pawns, S::UP_WEST));
    add(step(pawns, S::UP_EAST));
    replies.safety.attacks.into_iter().for_each(&mut add);
    for_each_way!(LEAPS, way => add(way.step(knights)));
    twice
}
