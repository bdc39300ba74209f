//! Conversions between boards and FEN.

use core::fmt;
use core::str::FromStr;

use super::error::FenError;
use super::options::FenOptions;
use super::write::{EnPassantStyle, Fen};
use crate::board::{Board, GenericBoard, Position};
use crate::diagram::Diagram;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Reads a FEN strictly, from text or bytes.
    ///
    /// [`FenOptions`] lists the rules and accepts composed positions.
    ///
    /// # Errors
    ///
    /// Returns the first [`FenError`]: the field, the invalid input, and the rule that it breaks.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// assert_eq!(position.legal_move_count(), 6);
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 W - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "side to move: found \"W\"; expected w or b");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "fen")]
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        // By reference, so that the key is computed from the fields as they were stored. Otherwise
        // a copy of the position would come first, in wider loads, and stall on store-to-load
        // forwarding.
        match &FenOptions::new().read(fen.as_ref()) {
            Ok(position) => Ok(Self::from_position(position)),
            Err(error) => Err(*error),
        }
    }

    /// Returns the position as a displayable FEN, whose methods select the styles.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Position};
    ///
    /// let fen = Position::START.fen().castling(CastlingStyle::Shredder).to_string();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    #[inline]
    pub const fn fen(&self) -> Fen {
        Fen::new(self.position())
    }
}

impl<K: BoardKey> FromStr for GenericBoard<K> {
    type Err = FenError;

    #[inline]
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN in the default styles: see [`GenericBoard::fen`]. `{:#}` draws the board instead:
/// see [`Diagram`].
impl<K: BoardKey> fmt::Display for GenericBoard<K> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { Diagram::from(self).fmt(f) } else { self.fen().fmt(f) }
    }
}

impl fmt::Debug for Position {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen().en_passant(EnPassantStyle::Always))
    }
}

impl fmt::Debug for Board {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?}, key {:#018x})", self.position(), self.key())
    }
}
