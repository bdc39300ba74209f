//! Boards and undo records as 64-bit words, for bindings to languages that store them in structs of their own.

//!
//! The words are no format: they differ between versions. Words that no board has yield a board that is no position. Its
//! results are unspecified, and calls may panic, but they do not harm memory.

use tabiya_core::Bitboard;

use crate::board::{Board, Position};
use crate::key::{NoKey, ZobristKey};
use crate::placement::Placement;
use crate::state::State;
use crate::state_word::StateWord;

impl Position {
    /// Returns the position as words.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; 6] {
        let State { placement, castling_rooks, state_word } = self.state;
        let [plane0, plane1, plane2, white] = placement.bitplanes();
        [plane0.0, plane1.0, plane2.0, white.0, castling_rooks.0, state_word.to_bits()]
    }

    /// Returns the position that [`to_words`](Self::to_words) has stored.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; 6]) -> Self {
        Self { state: state(words), key: NoKey }
    }
}

impl Board {
    /// Returns the board as words.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; 8] {
        let [w0, w1, w2, w3, w4, w5] = self.position().to_words();
        let [key, state_key] = self.key.to_words();
        [w0, w1, w2, w3, w4, w5, key, state_key]
    }

    /// Returns the board that [`to_words`](Self::to_words) has stored.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn from_words([w0, w1, w2, w3, w4, w5, key, state_key]: [u64; 8]) -> Self {
        let state = state([w0, w1, w2, w3, w4, w5]);
        Self { state, key: ZobristKey::from_words([key, state_key]) }
    }
}

const fn state([w0, w1, w2, w3, castling_rooks, state_word]: [u64; 6]) -> State {
    State {
        placement: Placement::from_bitplanes([w0, w1, w2, w3]),
        castling_rooks: Bitboard(castling_rooks),
        state_word: StateWord::from_bits(state_word),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, BoardUndo, Position};

    #[test]
    fn boards_and_undo_records_are_stored_as_words() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q1p/PP1NBPPP/R3K2R b KQkq c3 7 65535",
            "1r3k1r/P7/8/8/8/8/7p/1R3K1R w Hb - 99 3",
        ] {
            let mut board = Board::from_fen(fen).expect(fen);
            let position = board.position();
            assert_eq!(Position::from_words(position.to_words()), position, "{fen}");
            assert_eq!(Board::from_words(board.to_words()), board, "{fen}");
            let before = board;
            for mv in before.legal_moves() {
                let undo = board.make_move_undoable(mv, &mut ());
                assert_eq!(Board::from_words(board.to_words()), board, "{fen} {mv:?}");
                let undo = BoardUndo::from_words(undo.to_words()).expect("a move");
                board.unmake_move(undo, &mut ());
                assert_eq!(board.to_words(), before.to_words(), "{fen} {mv:?}");
            }
        }
    }
}
