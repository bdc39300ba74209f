//! The 8×8 mailbox: one cell per square, one pair (rows, columns) per step.
//!
//! Row 0 is the eighth rank and column 0 the a-file, as in a printed diagram. White's pawns
//! therefore move towards smaller rows. A knight has eight steps:
//!
//! ```text
//!      0  1  2  3  4  5  6  7
//!   0  .  .  .  .  .  .  .  .
//!   1  .  .  .  .  .  .  .  .
//!   2  .  .  .  X  .  X  .  .      (-2, -1) and (-2, +1)
//!   3  .  .  X  .  .  .  X  .      (-1, -2) and (-1, +2)
//!   4  .  .  .  .  N  .  .  .
//!   5  .  .  X  .  .  .  X  .      (+1, -2) and (+1, +2)
//!   6  .  .  .  X  .  X  .  .      (+2, -1) and (+2, +1)
//!   7  .  .  .  .  .  .  .  .
//! ```
//!
//! A step stays on the board if both sums are between 0 and 7. A sliding piece repeats its step up
//! to the edge or a piece. Each pseudo-legal move is made, and is legal if no reply captures the
//! king.

mod fen;
mod make;
mod moves;

use tabiya_core::{CastlingRights, Color, File, Move, Piece, PieceType, Rank, Square};

/// A cell's coordinates: row 0 to 7 from the top, column 0 to 7 from the left.
type Cell = (i32, i32);

/// A position as an 8×8 cell array.
///
/// ```
/// use tabiya_oracle::mailbox::Board;
///
/// let board = Board::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
/// assert!(board.is_stalemate());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [[Option<Piece>; 8]; 8],
    side_to_move: Color,
    castling: CastlingRights,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl Board {
    /// Returns all legal moves: the pseudo-legal ones that do not leave the king in check.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| !self.after(mv).can_take_king());
        moves
    }

    /// Tests whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        let mut after_null_move = self.clone();
        after_null_move.side_to_move = !self.side_to_move;
        after_null_move.can_take_king()
    }

    /// Tests whether the side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.legal_moves().is_empty()
    }

    /// Tests whether the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.legal_moves().is_empty()
    }

    /// Tests whether the side to move attacks the opponent's king.
    ///
    /// After a pseudo-legal move, this means that the move was illegal.
    pub fn can_take_king(&self) -> bool {
        let king = Piece::new(!self.side_to_move, PieceType::King);
        self.attacked_cells().into_iter().any(|cell| self.piece_at(cell) == Some(king))
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the castling rights.
    pub fn castling_rights(&self) -> CastlingRights {
        self.castling
    }

    /// Returns the piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_at(cell_of(square))
    }

    fn piece_at(&self, (row, column): Cell) -> Option<Piece> {
        self.cells[row as usize][column as usize]
    }

    fn set_cell(&mut self, (row, column): Cell, piece: Option<Piece>) {
        self.cells[row as usize][column as usize] = piece;
    }

    /// Returns the pieces that belong to the side to move, each with its cell.
    fn own_pieces(&self) -> Vec<(Cell, Piece)> {
        let mut pieces = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                if let Some(piece) = self.piece_at((row, column))
                    && piece.color() == self.side_to_move
                {
                    pieces.push(((row, column), piece));
                }
            }
        }
        pieces
    }
}

fn is_on_board((row, column): Cell) -> bool {
    (0..8).contains(&row) && (0..8).contains(&column)
}

fn cell_of(square: Square) -> Cell {
    (7 - square.rank().index() as i32, square.file().index() as i32)
}

fn square_of((row, column): Cell) -> Square {
    Square::new(File::ALL[column as usize], Rank::ALL[7 - row as usize])
}
