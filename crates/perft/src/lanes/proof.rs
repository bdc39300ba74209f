//! All sets at once, for proofs with symbolic bits.

use tabiya_core::{CastlingSide, Color, File, Side};

use super::boards::{Boards, SideContext};
use super::castling::{Castling, Wing};
use super::checks_and_pins::ChecksAndPins;
use super::count::legal_moves;
use super::moves::Moves;
use super::null_move_delta;
pub use super::null_move_delta::proof::{DeltaChoice, DeltaCountedMoves, DeltaParts, ReplySets};
use super::rays::Propagators;
use super::vector::Lanes;

/// Boards, as the counting functions hold them.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicBoards<V> {
    /// The bits of each piece's type: a pawn is 1, a king is 6.
    pub bitplanes: [V; 3],
    /// The pieces of the side to move.
    pub us: V,
    /// The rooks with castling rights, for both colors.
    pub castling_rooks: V,
    /// The en passant square as a set.
    pub ep_squares: V,
}

/// The castling squares of a wing: rook, targets of king and rook, squares that must be empty, squares that must not be
/// attacked.
#[derive(Clone, Copy, Debug, Default)]
pub struct WingSquares {
    /// The rook's square; empty without a right.
    pub rook: u64,
    /// The king's target.
    pub king_to: u64,
    /// The rook's target.
    pub rook_to: u64,
    /// The squares that must be empty, but for king and rook.
    pub path: u64,
    /// The squares from the king to its target.
    pub king_path: u64,
}

/// All sets that the counting functions compute for a side to move.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicSets<V> {
    /// The squares that the opponent's sliders attack in each direction: north, north-east, east, north-west, and their
    /// opposites.
    pub slider_attacks: [V; 8],
    /// The king's rays, up to the first blocker inclusive.
    pub king_rays: [V; 8],
    /// The squares that the king may not enter.
    pub danger: V,
    /// The squares that block or capture the checker.
    pub check_mask: V,
    /// The pinned pieces.
    pub pinned: V,
    /// The targets in each direction, then for each knight step.
    pub by_direction: [V; 16],
    /// Promotions by a push, and by captures to the west and to the east.
    pub promotions: [V; 3],
    /// Double pushes beside an opposing pawn.
    pub ep_double_pushes: V,
    /// All squares where castling is legal: king side, queen side.
    pub castling: [V; 2],
    /// The pawns that may capture en passant.
    pub ep_capturers: V,
    /// The number of legal moves.
    pub count: V,
}

/// Computes all sets for `S`, the side to move, whose castling squares are those of `wings`: king side, queen side.
pub fn sets<V: Lanes, S: Side>(
    boards: &SymbolicBoards<V>,
    wings: [WingSquares; 2],
) -> SymbolicSets<V> {
    let castling = &castling_of(S::COLOR, wings);
    let boards = boards.boards();
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(castling, &boards, &propagators);
    let checks = ChecksAndPins::new::<S>(&context);
    let moves = Moves::generate_legal::<S>(castling, &boards);
    SymbolicSets {
        slider_attacks: checks.slider_attacks,
        king_rays: checks.king_rays,
        danger: checks.danger,
        check_mask: checks.check_mask,
        pinned: checks.pinned,
        by_direction: moves.by_direction,
        promotions: moves.promotions,
        ep_double_pushes: moves.ep_double_pushes,
        castling: moves.castling_lanes,
        ep_capturers: moves.ep_capturers,
        count: legal_moves::<V, S>(castling, &boards),
    }
}

/// Returns the moves of `S`, the side to move, that perft counts without making them. The castling squares are those of
/// the opponent.
pub fn delta_counted<V: Lanes, S: Side>(
    boards: &SymbolicBoards<V>,
    wings: [WingSquares; 2],
) -> DeltaCountedMoves<V> {
    let castling = castling_of(S::Them::COLOR, wings);
    null_move_delta::proof::delta_counted_moves::<V, S>(&castling, &boards.boards())
}

/// Returns the changes in the number of replies by square, for moves by `S`.
pub fn delta_parts<V: Lanes, S: Side>(
    boards: &SymbolicBoards<V>,
    choice: DeltaChoice<V>,
) -> DeltaParts<V> {
    null_move_delta::proof::delta_parts::<V, S>(&boards.boards(), choice)
}

/// Returns the replies by the opponent of `S`, as [`delta_parts`] does.
pub fn reply_sets<V: Lanes, S: Side>(
    boards: &SymbolicBoards<V>,
    choice: DeltaChoice<V>,
) -> ReplySets<V> {
    null_move_delta::proof::reply_sets::<V, S>(&boards.boards(), choice)
}

fn castling_of(color: Color, wings: [WingSquares; 2]) -> Castling {
    let mut both = [[Wing::default(); 2]; 2];
    both[color as usize] = wings.map(|wing| {
        let WingSquares { rook, king_to, rook_to, path, king_path } = wing;
        Wing { rook, king_to, rook_to, path, king_path }
    });
    Castling::from_wings(both)
}

impl<V: Copy> SymbolicBoards<V> {
    const fn boards(&self) -> Boards<V> {
        let Self { bitplanes: [ones, twos, fours], us, castling_rooks, ep_squares } = *self;
        Boards { ones, twos, fours, us, castling_rooks, ep_squares }
    }
}

/// Returns the castling squares of a side and a wing in Chess960, from the tables.
pub fn wing_squares(color: Color, side: CastlingSide, king: File, rook: File) -> WingSquares {
    let Wing { rook, king_to, rook_to, path, king_path } = Wing::new(color, side, king, rook);
    WingSquares { rook, king_to, rook_to, path, king_path }
}
