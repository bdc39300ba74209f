//! Hash keys on Polyglot's numbers.

use tabiya_core::{CastlingSide, Color, Piece, Square};
use tabiya_tables::keys;

use crate::Position;
use crate::make::Observer;

/// A key under way: pieces that come and go are combined into it.
#[derive(Clone, Copy)]
pub(crate) struct Key(pub(crate) u64);

impl Observer for Key {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECES[piece.index()][square.index()];
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECES[piece.index()][square.index()];
    }
}

impl Position {
    /// The key of the position, computed from scratch.
    ///
    /// It follows the repetition rule: placement, side to move, castling rights, and the
    /// en passant file only where the capture is legal. For standard chess this is the key
    /// of Polyglot's books but for one case: Polyglot counts an en passant file as soon as
    /// a pawn stands beside, even if it is pinned.
    ///
    /// A right counts by its wing, not by its rook: of two rooks on one wing the key does
    /// not tell which may castle.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.computed_key(), 0x463b_9618_1691_fc9c);
    /// ```
    pub fn computed_key(&self) -> u64 {
        let mut key = Key(0);
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                key.placed(piece, square);
            }
        }
        if self.side_to_move().is_white() {
            key.0 ^= keys::WHITE_TO_MOVE;
        }
        key.0 ^ castling_key(self) ^ ep_key(self)
    }
}

/// What the castling rights add to a key.
pub(crate) fn castling_key(position: &Position) -> u64 {
    let rights = position.castling_rights();
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if rights.rook_file(color, side).is_some() {
                key ^= keys::castling(color, side);
            }
        }
    }
    key
}

/// What the en passant square adds to a key.
#[inline]
pub(crate) fn ep_key(position: &Position) -> u64 {
    position.legal_ep_square().map_or(0, |square| keys::en_passant(square.file()))
}

/// The numbers of the pieces, in the order of [`Piece`].
static PIECES: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = keys::piece(Piece::ALL[piece], Square::ALL[square]);
            square += 1;
        }
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
        }
    }
}
