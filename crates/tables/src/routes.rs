//! What the two squares of a move say of it: which pieces go so, and over which squares.

use tabiya_core::{Bitboard, Color, Move};

use crate::sets::Sets;

/// Whether a piece goes from one square to another on a board that is empty between them.
///
/// Found without a branch on the piece, which is one of `color` and of a `kind`: one above
/// the index of its [`PieceType`]. Of a larger number the low three bits count, and what is
/// no kind goes nowhere. `takes` tells whether a piece stands on the target, for pawns
/// capture otherwise than they advance.
///
/// The kind of the move is not looked at: no king castles, and no pawn goes to its last
/// rank, where it would be promoted.
///
/// ```
/// use tabiya_core::{Color, Move, PieceType, Square};
/// use tabiya_tables::goes;
///
/// let [pawn, queen] = [PieceType::Pawn, PieceType::Queen].map(|kind| kind.index() + 1);
/// assert!(goes(Color::White, pawn, false, Move::new(Square::E2, Square::E4)));
/// assert!(!goes(Color::White, pawn, true, Move::new(Square::E2, Square::E4)));
/// assert!(goes(Color::Black, queen, true, Move::new(Square::D8, Square::H4)));
/// assert!(!goes(Color::Black, 0, true, Move::new(Square::D8, Square::H4)));
/// ```
///
/// [`PieceType`]: tabiya_core::PieceType
#[inline]
pub fn goes(color: Color, kind: usize, takes: bool, mv: Move) -> bool {
    let manners = ROUTES.manners[color as usize][kind % 8 * 2 + usize::from(takes)];
    ROUTES.open_to[index(mv)] & manners != 0
}

/// The squares that a move passes over: those strictly between its two; empty where these
/// share no rank, file or diagonal.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_tables::passed;
///
/// assert_eq!(passed(Move::new(Square::E2, Square::E4)), Square::E3.into());
/// assert!(passed(Move::new(Square::G1, Square::F3)).is_empty());
/// ```
#[inline]
pub fn passed(mv: Move) -> Bitboard {
    Bitboard(u64::from_le_bytes(ROUTES.between.as_array::<4096>()[index(mv)]))
}

/// Where a route from square to square stands: the lowest twelve bits of a move.
#[inline]
fn index(mv: Move) -> usize {
    usize::from(mv.to_bits()) % 4096
}

/// The tables of routes, side by side, so that one address leads to all.
#[repr(C)]
pub(crate) struct Routes {
    /// What lies strictly between two squares: 64 sets for each.
    pub(crate) between: Sets<{ 4096 * 8 }>,
    /// The manners in which a piece moves: for each colour, by twice its kind, and one more if
    /// it takes.
    manners: [[u8; 16]; 2],
    /// The manners that lead from square to square.
    open_to: [u8; 4096],
}

pub(crate) static ROUTES: Routes = Routes {
    between: Sets(*include_bytes!("generated/between.bin")),
    manners: [manners(1, 2), manners(4, 8)],
    open_to: *include_bytes!("generated/routes.bin"),
};

/// The manners of each kind, a pawn's two being given; a queen has those of bishop and rook.
const fn manners(advances: u8, captures: u8) -> [u8; 16] {
    const KNIGHT: u8 = 16;
    const BISHOP: u8 = 32;
    const ROOK: u8 = 64;
    const QUEEN: u8 = BISHOP | ROOK;
    const KING: u8 = 128;
    #[rustfmt::skip]
    let manners = [
        0, 0,
        advances, captures,
        KNIGHT, KNIGHT,
        BISHOP, BISHOP,
        ROOK, ROOK,
        QUEEN, QUEEN,
        KING, KING,
        0, 0,
    ];
    manners
}
