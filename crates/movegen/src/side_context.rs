//! A position's sets relative to one side: pieces, checkers, pins and attacks.

use core::marker::PhantomData;

use tabiya_core::{Bitboard, PieceType, Side, Square};
use tabiya_tables::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pseudo_attacks,
    rook_attacks, setwise,
};

use crate::placement::first_square;
use crate::state::State;

/// A position's sets relative to the side `S`, computed once and read many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideContext<S> {
    /// The side's pieces.
    pub(crate) us: Bitboard,
    /// The opponent's pieces.
    pub(crate) them: Bitboard,
    pub(crate) occupied: Bitboard,
    /// The square of the side's king.
    pub(crate) king: Square,
    /// Both players' bishops and queens.
    pub(crate) diagonal_sliders: Bitboard,
    /// Both players' rooks and queens.
    pub(crate) orthogonal_sliders: Bitboard,
    pub(crate) pawns: Bitboard,
    pub(crate) knights: Bitboard,
    pub(crate) kings: Bitboard,
    side: PhantomData<S>,
}

/// Both players' sliders to compute attacks for.
#[derive(Clone, Copy)]
pub(crate) struct Sliders {
    pub(crate) orthogonal: Bitboard,
    pub(crate) diagonal: Bitboard,
}

impl<S: Side> SideContext<S> {
    #[inline(always)]
    pub(crate) fn new(state: &State) -> Self {
        let placement = &state.placement;
        Self {
            us: placement.colors(S::COLOR),
            them: placement.colors(S::Them::COLOR),
            occupied: placement.occupied(),
            king: placement.king(S::COLOR),
            diagonal_sliders: placement.diagonal_sliders(),
            orthogonal_sliders: placement.orthogonal_sliders(),
            pawns: placement.pawns(),
            knights: placement.knights(),
            kings: placement.kings(),
            side: PhantomData,
        }
    }

    /// Returns a slider's type: a queen, or else `other`.
    #[inline]
    pub(crate) fn slider_type(&self, square: Square, other: PieceType) -> PieceType {
        let queens = self.diagonal_sliders & self.orthogonal_sliders;
        if queens.contains(square) { PieceType::Queen } else { other }
    }

    /// Returns the opponent's knights, pawns and sliders that would attack our king if no piece stood
    /// between.
    #[inline(always)]
    pub(crate) fn snipers(&self) -> Bitboard {
        let from_king = pseudo_attacks(self.king);
        // Pawns, bishops and queens all attack diagonally, so one expression covers them.
        let pawns = from_king.pawns[S::COLOR as usize];
        let diagonal = (self.diagonal_sliders | self.pawns) & (self.diagonal_sliders | pawns);
        let snipers = from_king.orthogonal & self.orthogonal_sliders
            | from_king.knights & self.knights
            | from_king.diagonal & diagonal;
        snipers & self.them
    }

    /// Tests whether all given snipers have a blocker between themselves and our king.
    #[inline]
    pub(crate) fn are_snipers_blocked(&self, snipers: Bitboard, occupied: Bitboard) -> bool {
        snipers.into_iter().all(|sniper| !between(self.king, sniper).is_disjoint(occupied))
    }

    /// Returns the opponent's sliders that would attack our king on a board without blockers.
    #[inline]
    fn slider_snipers(&self) -> Bitboard {
        let from_king = pseudo_attacks(self.king);
        let orthogonal = from_king.orthogonal & self.orthogonal_sliders;
        (orthogonal | from_king.diagonal & self.diagonal_sliders) & self.them
    }

    /// Returns the opponent's knights and pawns that give check.
    #[inline]
    fn leaper_checkers(&self) -> Bitboard {
        let from_king = pseudo_attacks(self.king);
        let pawns = from_king.pawns[S::COLOR as usize] & self.pawns;
        (from_king.knights & self.knights | pawns) & self.them
    }

    /// Returns the pieces that give check, and our pieces that are pinned to the king.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self) -> (Bitboard, Bitboard) {
        let mut checkers = self.leaper_checkers();
        let mut pinned = Bitboard::EMPTY;
        for slider in self.slider_snipers() {
            let blockers = between(self.king, slider) & self.occupied;
            checkers |= set_if(blockers.is_empty(), slider.bitboard());
            pinned |= set_if(!blockers.has_more_than_one(), blockers & self.us);
        }
        (checkers, pinned)
    }

    /// Returns the check mask: the squares where any piece but the king evades every check by
    /// moving there.
    ///
    /// It is full without a check, and empty in double check.
    #[inline(always)]
    pub(crate) fn check_mask(&self, checkers: Bitboard) -> Bitboard {
        match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.has_more_than_one() => Bitboard::EMPTY,
            Some(checker) => between(self.king, checker).with(checker),
        }
    }

    /// Returns the opponent's pieces that alone block one of their sliders from our king.
    #[inline]
    pub(crate) fn discovered_check_candidates(&self) -> Bitboard {
        let mut candidates = Bitboard::EMPTY;
        for slider in self.slider_snipers() {
            let blockers = between(self.king, slider) & self.occupied;
            if !blockers.has_more_than_one() {
                candidates |= blockers & self.them;
            }
        }
        candidates
    }

    /// Returns the opponent's pieces that attack a square, with the given squares occupied.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let leapers = knight_attacks(square) & self.knights
            | pawn_attacks(S::COLOR, square) & self.pawns
            | king_attacks(square) & self.kings;
        let sliders = bishop_attacks(square, occupied) & self.diagonal_sliders
            | rook_attacks(square, occupied) & self.orthogonal_sliders;
        (leapers | sliders) & self.them
    }

    /// Returns both players' sliders.
    #[inline(always)]
    pub(crate) fn sliders(&self) -> Sliders {
        Sliders { orthogonal: self.orthogonal_sliders, diagonal: self.diagonal_sliders }
    }

    /// Returns both players' sliders that would attack a square next to our king on a board without
    /// blockers.
    #[inline(always)]
    pub(crate) fn sliders_near_king(&self) -> Sliders {
        let from_king = pseudo_attacks(self.king);
        Sliders {
            orthogonal: self.orthogonal_sliders & from_king.orthogonal_king_zone,
            diagonal: self.diagonal_sliders & from_king.diagonal_king_zone,
        }
    }

    /// Returns the squares that the opponent's pawns attack.
    #[inline(always)]
    pub(crate) fn pawn_danger(&self) -> Bitboard {
        setwise::pawn_attacks::<S::Them>(self.pawns & self.them)
    }

    /// Returns the squares that the opponent attacks with pawns, knights, king and the given
    /// sliders, with our king removed as a blocker (x-rays).
    #[inline(always)]
    pub(crate) fn danger(&self, sliders: Sliders) -> Bitboard {
        let through_king = self.occupied.without(self.king);
        let their_king = first_square(self.kings & self.them);
        let mut danger = self.pawn_danger()
            | setwise::knight_attacks(self.knights & self.them)
            | king_attacks(their_king);
        for slider in sliders.diagonal & self.them {
            danger |= bishop_attacks(slider, through_king);
        }
        for slider in sliders.orthogonal & self.them {
            danger |= rook_attacks(slider, through_king);
        }
        danger
    }

    /// Returns the squares that our pieces attack, including defended ones.
    #[inline]
    pub(crate) fn attack_map(&self) -> Bitboard {
        let mut attacks = setwise::pawn_attacks::<S>(self.pawns & self.us)
            | setwise::knight_attacks(self.knights & self.us)
            | king_attacks(self.king);
        for slider in self.diagonal_sliders & self.us {
            attacks |= bishop_attacks(slider, self.occupied);
        }
        for slider in self.orthogonal_sliders & self.us {
            attacks |= rook_attacks(slider, self.occupied);
        }
        attacks
    }
}

/// Returns the set if the condition is true, and else the empty set.
///
/// The function uses a mask because the compiler turns an `if` into a branch, which the CPU
/// predicts badly: how many pieces block a slider differs from one position to the next.
#[inline(always)]
fn set_if(condition: bool, set: Bitboard) -> Bitboard {
    Bitboard(set.0 & u64::from(condition).wrapping_neg())
}
