//! Which moves touch more than can be read off: those must be made.
//!
//! What the opponent's king may do hangs on what we attack around it, its pieces' freedom on
//! its lines. Here `us` is the side that moves, and *their* king the one that replies.

use tabiya_core::Side;

use super::replies::Replies;
use crate::lanes::boards::{View, kind, king_attacks, knight_attacks, pawn_attacks};
use crate::lanes::rays::{LEAPS, SLIDES, Way, for_each_way, step};
use crate::lanes::vector::Lanes;

/// The squares that make a move one to be made.
pub(super) struct Touch<V> {
    /// Whatever leaves them.
    pub(super) leaving: V,
    /// Whatever arrives.
    pub(super) arriving: V,
    /// Pieces of a kind that arrive.
    pub(super) knights: V,
    pub(super) pawns: V,
    pub(super) king: V,
    sliders: [V; 2],
    /// Where their king may go, and where a single attack of ours forbids it.
    pub(super) free: V,
    pub(super) held_once: V,
}

/// The squares around their king, by what we attack.
struct Zone<V> {
    /// Where the king may go. A move that attacks one of them takes it away.
    free: V,
    /// Where an attack of ours does more: it gives check, or forbids castling.
    alarming: V,
    /// Where the king may not go, but for our attack.
    held: V,
    /// Where a single attack of ours is all that holds it.
    held_once: V,
    /// What the king crosses when it castles, as far as that is still to be hoped for.
    crossed: V,
    /// The opponent's pieces beside the king: whether it may take back what takes them is not
    /// read off.
    guarded: V,
    /// What may not be entered or left at all.
    closed: V,
}

impl<V: Lanes> Touch<V> {
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

    /// Sliders that arrive where they see something fresh; sliders that leave what they hold;
    /// pieces that step off or into a line of ours.
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

    /// Moves that pin, unpin or could: looked for along one line of their king.
    #[inline(always)]
    fn add_line_of_king(&mut self, view: &View<'_, V>, replies: &Replies<'_, V>, way: impl Way) {
        let seen = replies.safety.king_rays[way.index()];
        let first = seen & view.occupied;
        let beyond = view.lines.ray(way, first);
        let behind_theirs = beyond.where_any(first & view.them);
        let attacked = replies.safety.attacks[way.back().index()];
        // 3k4/3n4/8/8/8/3R4/8/4K3 w - -: the rook pins and may not leave; nor may what is
        // before a rook of ours.
        self.leaving |= behind_theirs & (view.sliders(way) | attacked);
        // 3k4/3N4/3n4/8/8/3R4/8/4K3 w - -: when the knight leaves, the other is pinned.
        self.leaving |= (first & view.us).where_any(beyond & view.them & attacked);
        self.sliders[kind(way)] |= behind_theirs;
        let pinner = behind_theirs & view.us & view.sliders(way);
        self.arriving |= ((seen | behind_theirs) & view.empty).where_any(pinner);
    }

    /// Where sliders may not arrive that move that way, and queens besides.
    #[inline(always)]
    pub(super) fn sliders(&self, way: impl Way) -> (V, V) {
        (self.sliders[kind(way)], self.sliders[1 - kind(way)])
    }
}

impl<V: Lanes> Zone<V> {
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

/// The squares that two pieces of `S` attack.
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
