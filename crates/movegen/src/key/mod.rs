//! Zobrist keys with Polyglot's values, and a board's two forms: without a key and with one.

mod castling;

use core::fmt::Debug;
use core::hash::Hash;

use tabiya_core::{Move, Piece, Square, by_side};
use tabiya_tables::{keys, pawn_attacks};

use self::castling::{castling_rights_key, toggle_castling_rights};
use self::update::KeyUpdate;
use crate::en_passant;
use crate::observer::MakeObserver;
use crate::placement::{PieceMoveResult, Placement};
use crate::state::State;

/// The key in a [`GenericBoard`](crate::GenericBoard): [`NoKey`] or [`ZobristKey`].
///
/// The trait is sealed.
pub trait BoardKey: KeyUpdate + Copy + Debug + Eq + Hash + Send + Sync + 'static {}

impl BoardKey for NoKey {}
impl BoardKey for ZobristKey {}

pub(crate) mod update {
    use super::{MakeObserver, Move, PieceMoveResult, State};

    /// The updates that making a move applies to a key.
    pub trait KeyUpdate: Sized {
        /// The start position's key.
        const START: Self;

        /// `true` if the key covers the en passant square.
        const INCLUDES_EP_SQUARE: bool;

        /// The observer that updates the key by the pieces that a special move changes.
        type PieceObserver: MakeObserver;

        /// Computes a position's key.
        fn from_state(state: &State) -> Self;

        /// Returns the key after a normal move, before castling rights and en passant square
        /// change.
        ///
        /// `moved` is the result of moving the piece. [`Self::without_lost_castling_rights`] and
        /// [`Self::with_ep_key`] apply the other changes.
        fn after_normal(self, moved: &PieceMoveResult, mv: Move) -> Self;

        /// Removes the castling rights that a move has lost from the key.
        fn without_lost_castling_rights(self, before: &State, after: &State) -> Self;

        /// Adds the en passant square to the key, if a capture there is legal.
        fn with_ep_key(self, state: &State) -> Self;

        /// Returns the observer to which a special move reports the changed pieces.
        fn piece_observer(self) -> Self::PieceObserver;

        /// Returns the key after castling, a promotion or an en passant capture.
        ///
        /// `observer` has received the changed pieces.
        fn after_special(
            self,
            before: &State,
            after: &State,
            observer: Self::PieceObserver,
        ) -> Self;

        /// Returns the key after a null move.
        fn after_null_move(self) -> Self;

        /// Returns the Polyglot key for the position that this key belongs to.
        fn polyglot_key(self, state: &State) -> u64;
    }
}

/// The key in a [`Position`](crate::Position): empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoKey;

impl KeyUpdate for NoKey {
    const START: Self = Self;

    const INCLUDES_EP_SQUARE: bool = false;

    type PieceObserver = ();

    #[inline]
    fn from_state(_: &State) -> Self {
        Self
    }

    #[inline]
    fn after_normal(self, _: &PieceMoveResult, _: Move) -> Self {
        Self
    }

    #[inline]
    fn without_lost_castling_rights(self, _: &State, _: &State) -> Self {
        Self
    }

    #[inline]
    fn with_ep_key(self, _: &State) -> Self {
        Self
    }

    #[inline]
    fn piece_observer(self) {}

    #[inline]
    fn after_special(self, _: &State, _: &State, (): ()) -> Self {
        Self
    }

    #[inline]
    fn after_null_move(self) -> Self {
        Self
    }

    #[inline]
    fn polyglot_key(self, state: &State) -> u64 {
        key_without_ep(state) ^ polyglot_ep_key(state)
    }
}

/// The Zobrist key in a [`Board`](crate::Board), updated by every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ZobristKey {
    pub(crate) key: u64,
    /// The change that the side to move and the en passant square make to the key in the next move.
    ///
    /// The value combines, by exclusive or, the keys for the current side to move, the next side to
    /// move and the en passant square. The next move combines it with the key.
    state_key: u64,
}

impl ZobristKey {
    #[inline]
    pub(crate) const fn to_words(self) -> [u64; 2] {
        [self.key, self.state_key]
    }

    #[inline]
    pub(crate) const fn from_words([key, state_key]: [u64; 2]) -> Self {
        Self { key, state_key }
    }

    /// Returns the key for the next position, which has no en passant square.
    ///
    /// `key` includes the changes to pieces and castling rights, but not to the side to move.
    #[inline]
    fn for_next_position(self, key: u64) -> Self {
        Self { key: key ^ self.state_key, state_key: keys::WHITE_TO_MOVE }
    }
}

impl KeyUpdate for ZobristKey {
    const START: Self = Self { key: START_KEY, state_key: keys::WHITE_TO_MOVE };

    const INCLUDES_EP_SQUARE: bool = true;

    type PieceObserver = PieceKeyObserver;

    #[inline]
    fn from_state(state: &State) -> Self {
        let ep_key = ep_key(state);
        Self { key: key_without_ep(state) ^ ep_key, state_key: keys::WHITE_TO_MOVE ^ ep_key }
    }

    #[inline]
    fn after_normal(self, moved: &PieceMoveResult, mv: Move) -> Self {
        self.for_next_position(self.key ^ moved_piece_key(moved, mv))
    }

    #[inline]
    fn without_lost_castling_rights(self, before: &State, after: &State) -> Self {
        let rooks_lost = before.castling_rooks - after.castling_rooks;
        Self { key: toggle_castling_rights(self.key, before, rooks_lost), ..self }
    }

    #[inline]
    fn with_ep_key(self, state: &State) -> Self {
        let ep_key = ep_key(state);
        Self { key: self.key ^ ep_key, state_key: self.state_key ^ ep_key }
    }

    #[inline]
    fn piece_observer(self) -> PieceKeyObserver {
        PieceKeyObserver(self.key)
    }

    #[inline]
    fn after_special(self, before: &State, after: &State, observer: PieceKeyObserver) -> Self {
        let rooks_lost = before.castling_rooks - after.castling_rooks;
        // A special move never sets an en passant square.
        self.for_next_position(observer.0 ^ castling_rights_key(*before, rooks_lost))
    }

    #[inline]
    fn after_null_move(self) -> Self {
        self.for_next_position(self.key)
    }

    #[inline]
    fn polyglot_key(self, state: &State) -> u64 {
        self.key ^ self.state_key ^ keys::WHITE_TO_MOVE ^ polyglot_ep_key(state)
    }
}

/// The start position's key, as published with the Polyglot book format.
const START_KEY: u64 = 0x463b_9618_1691_fc9c;

/// An observer that updates a Zobrist key by the pieces that a move removes and places.
#[derive(Clone, Copy, Debug)]
pub struct PieceKeyObserver(pub(crate) u64);

impl MakeObserver for PieceKeyObserver {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECE_KEYS_BY_CODE[usize::from(Placement::piece_code(piece))][square.index()];
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0 ^= PIECE_KEYS_BY_CODE[usize::from(Placement::piece_code(piece))][square.index()];
    }
}

/// Returns a position's key without its en passant square.
#[inline]
pub(crate) fn key_without_ep(state: &State) -> u64 {
    let mut key = toggle_castling_rights(0, state, state.castling_rooks);
    for (keys, squares) in PIECE_KEYS_BY_CODE.iter().zip(state.placement.pieces_by_code()) {
        for square in squares {
            key ^= keys[square.index()];
        }
    }
    if state.side_to_move().is_white() { key ^ keys::WHITE_TO_MOVE } else { key }
}

/// Returns the change that a moving piece and the captured piece make to a key.
#[inline]
fn moved_piece_key(piece: &PieceMoveResult, mv: Move) -> u64 {
    let from = mv.from();
    let to = mv.to();
    let moved = PIECE_KEYS_BY_CODE[piece.moved.index()];
    let captured = PIECE_KEYS_BY_CODE[piece.captured.index()];
    moved[from.index()] ^ moved[to.index()] ^ captured[to.index()]
}

/// Returns the en passant square's key; 0 if no capture is legal.
#[inline]
pub(crate) fn ep_key(state: &State) -> u64 {
    let Some(square) = state.state_word.ep_square() else { return 0 };
    let capturers =
        by_side!(state.side_to_move(), S => en_passant::legal_capturers::<S>(state, square));
    if capturers.any() { keys::en_passant(square.file()) } else { 0 }
}

/// Returns the en passant square's key by the rule for Polyglot books.
#[inline]
fn polyglot_ep_key(state: &State) -> u64 {
    pseudo_legal_ep_square(state).map_or(0, |square| keys::en_passant(square.file()))
}

/// Returns the en passant square if a pawn of the side to move attacks it, pinned or not.
///
/// Branch-free in the side to move, since making a move is shared by both sides.
#[inline]
pub(crate) fn pseudo_legal_ep_square(state: &State) -> Option<Square> {
    let square = state.state_word.ep_square()?;
    let us = state.side_to_move();
    let pawns = state.placement.pawns() & state.placement.colors(us);
    (pawn_attacks(!us, square) & pawns).any().then_some(square)
}

/// The Zobrist keys for each piece on each square, by piece code; zeros for an empty square's code.
///
/// The entries are references: a code finds its table in one load, without a shift and an addition.
static PIECE_KEYS_BY_CODE: [&[u64; 64]; 16] = {
    let mut table = [&[0; 64]; 16];
    let mut piece = 0;
    while piece < Piece::ALL.len() {
        table[Placement::piece_code(Piece::ALL[piece]) as usize] =
            keys::piece_keys(Piece::ALL[piece]);
        piece += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use crate::{Board, Position};

    /// The positions and keys published with the Polyglot book format.
    #[test]
    fn keys_match_published_polyglot_keys() {
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
            // A board derives it from the key that it keeps.
            assert_eq!(Board::from(position).polyglot_key(), key, "{fen}");
        }
    }
}
