//! A board's Zobrist keys: computed from scratch, Polyglot, pawns, material.

use tabiya_core::{Color, PieceType, Square};

use crate::board::GenericBoard;
use crate::key::{BoardKey, PieceKeyObserver, ep_key, key_without_ep};
use crate::observer::MakeObserver;

impl<K: BoardKey> GenericBoard<K> {
    /// Computes the position's Zobrist key from scratch.
    ///
    /// The key follows the repetition rule: it covers placement, side to move, castling rights, and
    /// the en passant file only where the capture is legal. Positions that are the
    /// [same](Self::same_position) have the same key.
    ///
    /// A castling right counts by its side of the king, so if two rooks are on that side, the key
    /// does not determine which of them castles.
    ///
    /// [`Board::key`](crate::Board::key) is this key, updated by every move.
    /// [`polyglot_key`](Self::polyglot_key) differs from it in one case.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert_eq!(Position::START.computed_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[doc(alias = "zobrist")]
    #[doc(alias = "hash")]
    #[inline]
    pub fn computed_key(&self) -> u64 {
        key_without_ep(&self.state) ^ ep_key(&self.state)
    }

    /// Returns the position's key in a Polyglot book.
    ///
    /// It is computed from scratch on a [`Position`](crate::Position), and derived from the key on
    /// a [`Board`](crate::Board).
    ///
    /// The book format includes the en passant file if a pawn of the side to move attacks the en
    /// passant square, even if its capture is illegal. [`computed_key`](Self::computed_key)
    /// includes the file only if a capture is legal. So the keys differ if such pawns exist, but
    /// all captures are illegal.
    ///
    /// Books are for standard chess; in Chess960 a castling right counts by its side of the king.
    ///
    /// ```
    /// use tabiya::{Board, Position};
    ///
    /// // The capture exd6 would leave the king in check.
    /// let position = Position::from_fen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1")?;
    /// assert_ne!(position.polyglot_key(), position.computed_key());
    /// assert_eq!(Board::from(position).polyglot_key(), position.polyglot_key());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn polyglot_key(&self) -> u64 {
        self.key.polyglot_key(&self.state)
    }

    /// Computes a key from each player's piece counts by type, for an endgame table.
    ///
    /// The key does not depend on the pieces' squares.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let key = |fen: &str| Position::from_fen(fen).map(|position| position.material_key());
    /// assert_eq!(key("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, key("6k1/4R3/8/4K3/8/8/8/8 b - - 0 1")?);
    /// assert_ne!(key("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, key("r3k3/8/8/8/8/8/8/4K3 w - - 0 1")?);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn material_key(&self) -> u64 {
        let mut key = PieceKeyObserver(0);
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                if piece_type != PieceType::King {
                    // The square's index encodes the number of pieces: one key for each count.
                    let count = self.colored_pieces(color, piece_type).len();
                    key.placed(piece_type.of(color), Square::from_low_bits(count as u8));
                }
            }
        }
        key.0
    }
}
