//! Properties of a (from, to) pair: the pieces that move so, and the squares between.

use tabiya_core::{Bitboard, Color, Move};

use crate::generated::between::BETWEEN;
use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::{PAWN_CAPTURES, PAWN_STEPS};
use crate::generated::rays::{BISHOP_RAYS, QUEEN_RAYS, ROOK_RAYS};

/// Tests whether a piece moves from one square to another on a board that is empty between
/// them.
///
/// `kind` is the index of a [`PieceType`] plus one; of a larger number the low three bits
/// count, and 0 and 7 move nowhere. `takes` tells whether a piece stands on the target, since
/// pawns capture and advance differently. There is no branch on the piece.
///
/// The kind of the move is ignored: castling is not a king's move here, and pawns do not move
/// to their last rank, where they would promote.
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
#[doc(hidden)]
#[inline]
pub fn goes(color: Color, kind: usize, takes: bool, mv: Move) -> bool {
    let targets = TARGETS[color as usize][kind % 8 * 2 + usize::from(takes)];
    targets[mv.from() as usize] >> mv.to() as u8 & 1 != 0
}

/// Returns the squares strictly between the two squares of a move; none where these share no
/// rank, file or diagonal.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_tables::passed;
///
/// assert_eq!(passed(Move::new(Square::E2, Square::E4)), Square::E3.into());
/// assert!(passed(Move::new(Square::G1, Square::F3)).is_empty());
/// ```
#[doc(hidden)]
#[inline]
pub fn passed(mv: Move) -> Bitboard {
    Bitboard(BETWEEN.as_flattened()[usize::from(mv.to_bits()) % 4096])
}

/// The targets of each kind by origin, `[color][2 * kind + takes]`: the tables that move
/// generation reads, so that both share cache lines.
static TARGETS: [[&[u64; 64]; 16]; 2] =
    [targets(&PAWN_STEPS[0], &PAWN_CAPTURES[0]), targets(&PAWN_STEPS[1], &PAWN_CAPTURES[1])];

/// The row of each kind, a pawn's two being given.
const fn targets(
    steps: &'static [u64; 64],
    captures: &'static [u64; 64],
) -> [&'static [u64; 64]; 16] {
    static NONE: [u64; 64] = [0; 64];
    #[rustfmt::skip]
    let targets = [
        &NONE, &NONE,
        steps, captures,
        &KNIGHT_ATTACKS, &KNIGHT_ATTACKS,
        &BISHOP_RAYS, &BISHOP_RAYS,
        &ROOK_RAYS, &ROOK_RAYS,
        &QUEEN_RAYS, &QUEEN_RAYS,
        &KING_ATTACKS, &KING_ATTACKS,
        &NONE, &NONE,
    ];
    targets
}
