//! Hash keys on Polyglot's numbers.

mod castling;

use tabiya_core::{Color, Move, MoveKind, Piece, PieceType, Square};
use tabiya_tables::{keys, pawn_attacks};

pub(crate) use castling::{rooks_key, with_rooks_changed};

use crate::arch::{Way, way_between};
use crate::make::after_normal;
use crate::placement::{Carried, Placement};
use crate::{MakeObserver, Position};

/// The key of the start position, as the book format publishes it: every program begins there,
/// and none should compile the computing of a key for it.
pub(crate) const START_KEY: u64 = 0x463b_9618_1691_fc9c;

/// A key under way: pieces that come and go are combined into it.
#[derive(Clone, Copy)]
pub(crate) struct Key(pub(crate) u64);

impl MakeObserver for Key {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECES[usize::from(Placement::code(piece))][square.index()];
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECES[usize::from(Placement::code(piece))][square.index()];
    }
}

impl Position {
    /// The key of the position, computed from scratch.
    ///
    /// It follows the repetition rule: placement, side to move, castling rights, and the
    /// en passant file only where the capture is legal. So positions that are the
    /// [same](Self::same_position) have the same key.
    ///
    /// A right counts by its wing, not by its rook: of two rooks on one wing the key does
    /// not tell which may castle.
    ///
    /// [`Board::key`](crate::Board::key) is this key, kept up to date, and
    /// [`polyglot_key`](Self::polyglot_key) differs from it in one case, told there.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.computed_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[inline]
    pub fn computed_key(&self) -> u64 {
        keys_but_ep(self) ^ ep_key(self)
    }

    /// The key under which a Polyglot book holds the position, computed from scratch.
    ///
    /// The book format counts an en passant file as soon as a pawn of the side to move
    /// stands beside the pawn that has just made a double step, even if it may not take it.
    /// [`computed_key`](Self::computed_key) counts it only if the capture is legal. The two
    /// differ where there is such a pawn and every capture would leave its king in check;
    /// everywhere else they are equal.
    ///
    /// Books are of standard chess; elsewhere a right counts by its wing.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// // Beside, but pinned to its king.
    /// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
    /// assert_ne!(position.polyglot_key(), position.computed_key());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn polyglot_key(&self) -> u64 {
        keys_but_ep(self) ^ polyglot_ep_key(self)
    }

    /// A key of the pawns of both players and of nothing else, computed from scratch: for a
    /// table of pawn structures. Without pawns it is 0.
    ///
    /// At most sixteen numbers are combined; a [`MakeObserver`] may keep it instead.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let moved = Position::from_fen(
    ///     "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    /// )?;
    /// assert_eq!(moved.pawn_key(), Position::START.pawn_key());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn pawn_key(&self) -> u64 {
        let mut key = Key(0);
        for color in Color::ALL {
            for square in self.colored_pieces(color, PieceType::Pawn) {
                key.placed(PieceType::Pawn.of(color), square);
            }
        }
        key.0
    }

    /// A key of how many pieces of each kind either player has, wherever they stand,
    /// computed from scratch: for a table of endings. Ten numbers are combined; the kings,
    /// always there, have none.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// let key = |fen: &str| Position::from_fen(fen).map(|position| position.material_key());
    /// assert_eq!(key("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, key("6k1/4R3/8/4K3/8/8/8/8 b - - 0 1")?);
    /// assert_ne!(key("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, key("r3k3/8/8/8/8/8/8/4K3 w - - 0 1")?);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn material_key(&self) -> u64 {
        let mut key = Key(0);
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                if piece_type != PieceType::King {
                    // A number stands for a piece and how many there are: the squares, of
                    // which there is one for each count, only name it.
                    let count = self.colored_pieces(color, piece_type).len();
                    key.placed(piece_type.of(color), Square::from_low_bits(count as u8));
                }
            }
        }
        key.0
    }
}

/// The key of a position but for its en passant square.
#[inline]
fn keys_but_ep(position: &Position) -> u64 {
    let mut key = with_rooks_changed(0, position, position.castling_rooks);
    for (numbers, squares) in PIECES.iter().zip(position.placement.by_code()) {
        for square in squares {
            key ^= numbers[square.index()];
        }
    }
    if position.side_to_move().is_white() { key ^ keys::WHITE_TO_MOVE } else { key }
}

/// What a key loses or gains by a piece that is carried.
#[inline(always)]
pub(crate) fn carried_key(carried: Carried, mv: Move) -> u64 {
    let (from, to) = (mv.from(), mv.to());
    let moved = PIECES[carried.moved.index()];
    let captured = PIECES[carried.captured.index()];
    moved[from.index()] ^ moved[to.index()] ^ captured[to.index()]
}

/// What a legal move changes in a key, but for the turn and the en passant square that was there;
/// `None` if only the board after it can tell: for special moves, and for a pawn that lands beside
/// one which might take it en passant.
#[inline]
pub(crate) fn key_change(position: &Position, mv: Move) -> Option<u64> {
    let (from, to, us) = (mv.from(), mv.to(), position.side_to_move());
    if mv.kind() != MoveKind::Normal {
        return None;
    }
    let way = way_between(from, to);
    if position.placement.pawns().contains(from) && way.may_pass() {
        let passed = Square::from_low_bits((from as u8 + to as u8) / 2);
        if !position.colored_pieces(!us, PieceType::Pawn).is_disjoint(pawn_attacks(us, passed)) {
            return None;
        }
    }
    let (after, carried) = after_normal(position, mv, way, &mut ());
    let rooks_lost = position.castling_rooks - after.castling_rooks;
    Some(with_rooks_changed(carried_key(carried, mv), position, rooks_lost))
}

/// What the en passant square adds to a key.
#[inline(always)]
pub(crate) fn ep_key(position: &Position) -> u64 {
    // Most double steps end beside nobody: that is seen before the king's lines are.
    match contested_ep_square(position) {
        Some(square) if has_legal_ep_square(*position) => keys::en_passant(square.file()),
        _ => 0,
    }
}

/// Takes a copy, for the same reason.
#[cold]
#[inline(never)]
fn has_legal_ep_square(position: Position) -> bool {
    position.legal_ep_square().is_some()
}

/// What the en passant square adds to a Polyglot key.
#[inline]
pub(crate) fn polyglot_ep_key(position: &Position) -> u64 {
    contested_ep_square(position).map_or(0, |square| keys::en_passant(square.file()))
}

/// The en passant square, if a pawn of the side to move stands beside the pawn that passed
/// it, pinned or not.
#[inline(always)]
pub(crate) fn contested_ep_square(position: &Position) -> Option<Square> {
    let target = position.ep_square()?;
    let us = position.side_to_move();
    let beside = pawn_attacks(!us, target) & position.colored_pieces(us, PieceType::Pawn);
    beside.any().then_some(target)
}

/// The numbers of the pieces by their codes; what is nowhere, on an empty square, has none.
///
/// By reference: a code finds its numbers in one load, not by a shift and a sum.
static PIECES: [&[u64; 64]; 16] = {
    let mut table = [&[0; 64]; 16];
    let mut piece = 0;
    while piece < Piece::ALL.len() {
        table[Placement::code(Piece::ALL[piece]) as usize] = keys::of_piece(Piece::ALL[piece]);
        piece += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions whose keys are published with the book format.
    #[test]
    fn published_keys() {
        let published = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560),
        ];
        for (fen, key) in published {
            let position = Position::from_fen(fen).expect("a published position");
            assert_eq!(position.computed_key(), key, "{fen}");
            assert_eq!(position.polyglot_key(), key, "{fen}");
        }
    }
}
