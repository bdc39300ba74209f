//! The two slow generators of `tabiya-oracle` as contestants.
//!
//! They share no trait, so that nothing of one can be the other's; what they are asked is
//! the same, and is written once here.

use tabiya::{Move, Position};
use tabiya_oracle::{mailbox, x88};

use super::contestant::{Contestant, Game, Refusal, Status, shredder_fen};
use super::fields::Fields;

/// A board of an oracle with its moves, in the order that is compared.
struct Listed<B> {
    board: B,
    moves: Vec<Move>,
}

/// Makes a contestant of an oracle.
macro_rules! contestant {
    ($(#[$doc:meta])* $contestant:ident, $oracle:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $contestant;

        impl Contestant for $contestant {
            fn name(&self) -> &'static str {
                stringify!($oracle)
            }

            fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
                let fen = shredder_fen(position);
                let board = $oracle::Board::from_fen(&fen).map_err(Refusal::Unexplained)?;
                let mut moves = board.legal_moves();
                moves.sort_unstable();
                Ok(Box::new(Listed { board, moves }))
            }
        }

        impl Game for Listed<$oracle::Board> {
            fn moves(&self) -> Vec<Move> {
                self.moves.clone()
            }

            /// Asks about the end where there is no move, since it takes another list.
            fn status(&self) -> Status {
                let is_over = self.moves.is_empty();
                Status {
                    check: self.board.is_check(),
                    checkmate: is_over && self.board.is_checkmate(),
                    stalemate: is_over && self.board.is_stalemate(),
                }
            }

            fn after(&self, place: usize) -> Fields {
                let fen = self.board.after(self.moves[place]).fen();
                let fields = Fields::from_shredder_fen(&fen);
                fields.unwrap_or_else(|| panic!(concat!(stringify!($oracle), " writes {}"), fen))
            }
        }
    };
}

contestant! {
    /// The 8×8 array.
    Mailbox, mailbox
}

contestant! {
    /// The 0x88 board.
    X88, x88
}
