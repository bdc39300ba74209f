//! The adapters for the two slow generators in `tabiya-oracle`.
//!
//! The oracles share no trait, so that they have no common code; a macro therefore implements the
//! adapters.

use tabiya::{Move, Position};
use tabiya_oracle::{mailbox, x88};

use super::adapter::{GeneratorAdapter, PositionAdapter, SetUpError, Status, shredder_fen};
use super::position_fields::PositionFields;

/// An oracle's board with its sorted legal moves.
struct OraclePosition<B> {
    board: B,
    moves: Vec<Move>,
}

/// Defines an oracle's adapter.
macro_rules! oracle_adapter {
    ($(#[$doc:meta])* $adapter:ident, $oracle:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $adapter;

        impl GeneratorAdapter for $adapter {
            fn name(&self) -> &'static str {
                stringify!($oracle)
            }

            fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
                let fen = shredder_fen(position);
                let board = $oracle::Board::from_fen(&fen).map_err(SetUpError::Unexpected)?;
                let mut moves = board.legal_moves();
                moves.sort_unstable();
                Ok(Box::new(OraclePosition { board, moves }))
            }
        }

        impl PositionAdapter for OraclePosition<$oracle::Board> {
            fn moves(&self) -> Vec<Move> {
                self.moves.clone()
            }

            /// Queries checkmate and stalemate only without legal moves, since each query generates moves.
            fn status(&self) -> Status {
                let is_over = self.moves.is_empty();
                Status {
                    check: self.board.is_check(),
                    checkmate: is_over && self.board.is_checkmate(),
                    stalemate: is_over && self.board.is_stalemate(),
                }
            }

            fn fields_after(&self, index: usize) -> PositionFields {
                let fen = self.board.after(self.moves[index]).fen();
                let fields = PositionFields::from_shredder_fen(&fen);
                fields.unwrap_or_else(|| panic!(concat!(stringify!($oracle), " wrote {}"), fen))
            }
        }
    };
}

oracle_adapter! {
    /// The adapter for the mailbox oracle, whose board is an 8×8 square array.
    Mailbox, mailbox
}

oracle_adapter! {
    /// The adapter for the 0x88 oracle.
    X88, x88
}
